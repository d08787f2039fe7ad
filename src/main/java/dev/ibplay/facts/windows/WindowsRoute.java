package dev.ibplay.facts.windows;

import dev.ibplay.facts.Fact;
import dev.ibplay.facts.ManagementRoute;
import dev.ibplay.facts.WindowsAdapterObserved;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The way in: the connection that has the address which the login came to, by {@code SSH_CONNECTION} (sshd(8): client's
 * address and port, server's address and port).
 */
final class WindowsRoute {
    private static final String MAPPED = "::ffff:";

    private WindowsRoute() {}

    /** Absent for a session that did not come by SSH. */
    static Fact<ManagementRoute> of(Fact<FactLine> system, Fact<List<WindowsAdapterObserved>> adapters) {
        return system.flatMap(line -> {
            String[] words = line.text("ssh").orElse("").split("\\s+", -1);
            if (words.length < 3) {
                return Fact.absent();
            }
            return adapters.flatMap(all -> found(all, words[2])
                    .map(way -> Fact.known(new ManagementRoute(words[0], way.name(), List.of())))
                    .orElseGet(() -> Fact.unreadable("no connection is known to have the address " + words[2])));
        });
    }

    private static Optional<WindowsAdapterObserved> found(List<WindowsAdapterObserved> all, String server) {
        String[] parts = server.split("%", 2);
        String plain = (parts[0].startsWith(MAPPED) && parts[0].contains(".")
                        ? parts[0].substring(MAPPED.length())
                        : parts[0])
                .toLowerCase(Locale.ROOT);
        // Behind the sign stands the number of the interface.
        return all.stream()
                .filter(adapter -> parts.length == 2
                        ? parts[1].equals(Integer.toString(adapter.index()))
                        : adapter.addresses().ifKnown().orElse(List.of()).stream()
                                .anyMatch(a ->
                                        a.address().toLowerCase(Locale.ROOT).equals(plain)))
                .findFirst();
    }
}
