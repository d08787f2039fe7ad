package dev.ibplay.source;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The variables that a template sees. Their values may be templates themselves and are rendered when they are used.
 *
 * @param variables by name
 * @param hostNames every host, for {@code hostvars}; empty where {@code hostvars} makes no sense
 * @param hostScope the scope of another host, for {@code hostvars}
 */
public record Scope(Map<String, Node> variables, List<String> hostNames, Function<String, Optional<Scope>> hostScope) {

    public static Scope of(Map<String, Node> variables) {
        return new Scope(variables, List.of(), name -> Optional.empty());
    }
}
