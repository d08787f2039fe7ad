package dev.ibplay.opensm;

import dev.ibplay.diag.Suggestion;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** All keys of opensm.conf that are known, in the order in which OpenSM writes them. */
public final class OpensmOptions {
    /** The release whose keys, defaults and rules these are. */
    public static final String RELEASE = "3.3.23";

    private static final Map<String, String> OLD_NAMES = Map.of("dimn_ports_file", "port_search_ordering_file");
    private static final Map<String, OpensmOption> ALL = all();

    private OpensmOptions() {}

    private static Map<String, OpensmOption> all() {
        var all = new LinkedHashMap<String, OpensmOption>();
        Stream.of(FabricOptions.ROWS, RoutingOptions.ROWS, ManagerOptions.ROWS, QosOptions.ROWS)
                .flatMap(OptionRows::read)
                .forEach(o -> all.put(o.key(), o));
        ForkOptions.all().forEach(o -> all.putIfAbsent(o.key(), o));
        return Collections.unmodifiableMap(all);
    }

    /** Every key; those of forks last. */
    public static Collection<OpensmOption> known() {
        return ALL.values();
    }

    /** The key, also by a name that it had earlier; empty where nothing is known of it. */
    public static Optional<OpensmOption> find(String key) {
        return Optional.ofNullable(ALL.get(OLD_NAMES.getOrDefault(key, key)));
    }

    /** The key that was probably meant by one that is not known; one of OpenSM itself before one of its forks. */
    public static Optional<String> nearest(String key) {
        return Suggestion.nearest(key, keys(false)).or(() -> Suggestion.nearest(key, keys(true)));
    }

    private static Collection<String> keys(boolean forkOnly) {
        return ALL.values().stream()
                .filter(o -> o.isForkOnly() == forkOnly)
                .map(OpensmOption::key)
                .toList();
    }

    static boolean isOldName(String key) {
        return OLD_NAMES.containsKey(key);
    }
}
