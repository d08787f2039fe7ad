package dev.ibplay.facts.linux;

import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.ReadMatching;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Which interface lies on which: bonds, bridges and VLANs by the kernel's {@code lower_*} links (net/core/dev.c,
 * netdev_adjacent_sysfs_add), IPoIB children by {@code iflink} (ipoib_main.c, ipoib_get_iflink) and {@code parent}.
 */
record InterfaceTree(
        Map<String, Set<String>> lower,
        Set<String> infiniband,
        Map<String, String> ipoibParents,
        Map<String, String> masters) {
    private static final int LIMIT = 256;

    /** ARPHRD_INFINIBAND. */
    private static final String INFINIBAND = "32";

    private static final Pattern LOWER = Pattern.compile("/sys/class/net/([^/]+)/lower_([^/]+)/ifindex");
    private static final Pattern INDEX = Pattern.compile("/sys/class/net/([^/]+)/ifindex");

    /** What {@link #of} needs to be read. */
    static List<Operation> operations() {
        return Stream.of("type", "ifindex", "iflink", "parent", "master/ifindex", "lower_*/ifindex")
                .map(name -> (Operation) new ReadMatching("/sys/class/net/*/" + name, LIMIT))
                .toList();
    }

    static InterfaceTree of(SysfsFiles files) {
        Map<String, String> names = new TreeMap<>();
        Set<String> infiniband = new TreeSet<>();
        Map<String, Set<String>> lower = new TreeMap<>();
        Map<String, String> masters = new TreeMap<>();
        Map<String, String> ipoibParents = new TreeMap<>();
        files.contents().forEach((path, text) -> {
            Matcher index = INDEX.matcher(path);
            if (index.matches()) {
                names.put(text, index.group(1));
            }
            Matcher link = LOWER.matcher(path);
            if (link.matches()) {
                lower.computeIfAbsent(link.group(1), n -> new TreeSet<>()).add(link.group(2));
            }
        });
        files.contents().forEach((path, text) -> {
            if (path.startsWith("/sys/class/net/") && path.endsWith("/type") && text.equals(INFINIBAND)) {
                infiniband.add(path.split("/", -1)[4]);
            }
        });
        Function<String, Optional<String>> named = path -> files.get(path).map(names::get);
        for (String name : names.values()) {
            named.apply("/sys/class/net/" + name + "/master/ifindex").ifPresent(m -> masters.put(name, m));
        }
        for (String name : infiniband) {
            String folder = "/sys/class/net/" + name + "/";
            // In a container iflink may count another namespace's interfaces: the parent must be IPoIB too.
            named.apply(folder + "iflink")
                    .or(() -> files.get(folder + "parent"))
                    .filter(parent -> !parent.equals(name) && infiniband.contains(parent))
                    .ifPresent(parent -> ipoibParents.put(name, parent));
        }
        ipoibParents.forEach((name, parent) ->
                lower.computeIfAbsent(name, n -> new TreeSet<>()).add(parent));
        return new InterfaceTree(lower, infiniband, ipoibParents, masters);
    }

    /** The interface whose child an IPoIB interface is. */
    Optional<String> parent(String name) {
        return Optional.ofNullable(ipoibParents.get(name));
    }

    Optional<String> master(String name) {
        return Optional.ofNullable(masters.get(name));
    }

    /** All that an interface lies on, nearest first, without itself. */
    List<String> below(String name) {
        SequencedSet<String> seen = new LinkedHashSet<>(List.of(name));
        for (List<String> level = List.of(name); !level.isEmpty(); ) {
            List<String> next = new ArrayList<>();
            for (String upper : level) {
                lower.getOrDefault(upper, Set.of()).stream().filter(seen::add).forEach(next::add);
            }
            level = next;
        }
        seen.removeFirst();
        return List.copyOf(seen);
    }
}
