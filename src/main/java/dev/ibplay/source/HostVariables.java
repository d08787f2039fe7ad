package dev.ibplay.source;

import dev.ibplay.diag.Problems;
import java.util.AbstractMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** {@code hostvars}: the variables of every host, each rendered in its own host's scope when it is asked for. */
final class HostVariables extends AbstractMap<String, @Nullable Object> {
    private final Scope scope;
    private final Problems problems;

    HostVariables(Scope scope, Problems problems) {
        this.scope = scope;
        this.problems = problems;
    }

    @Override
    public boolean containsKey(Object key) {
        return key instanceof String name && scope.hostScope().apply(name).isPresent();
    }

    @Override
    public @Nullable Object get(Object key) {
        Optional<Scope> host = key instanceof String name ? scope.hostScope().apply(name) : Optional.empty();
        return host.map(OneHost::new).orElse(null);
    }

    @Override
    public Set<Map.Entry<String, @Nullable Object>> entrySet() {
        Set<Map.Entry<String, @Nullable Object>> entries = new LinkedHashSet<>();
        scope.hostNames().forEach(name -> entries.add(new SimpleImmutableEntry<>(name, get(name))));
        return entries;
    }

    private final class OneHost extends AbstractMap<String, @Nullable Object> {
        private final Scope host;

        OneHost(Scope host) {
            this.host = host;
        }

        @Override
        public boolean containsKey(Object key) {
            return host.variables().containsKey(key);
        }

        @Override
        public @Nullable Object get(Object key) {
            Optional<Node> value =
                    key instanceof String name ? Templates.variable(name, host, problems) : Optional.empty();
            return value.isPresent() ? TemplateValues.object(value.get()) : null;
        }

        @Override
        public Set<Map.Entry<String, @Nullable Object>> entrySet() {
            Set<Map.Entry<String, @Nullable Object>> entries = new LinkedHashSet<>();
            host.variables().keySet().forEach(name -> entries.add(new SimpleImmutableEntry<>(name, get(name))));
            return entries;
        }
    }
}
