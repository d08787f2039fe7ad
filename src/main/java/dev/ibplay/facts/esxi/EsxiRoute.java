package dev.ibplay.facts.esxi;

import dev.ibplay.facts.EsxiObserved;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.ManagementRoute;
import dev.ibplay.facts.VirtualSwitchObserved;
import dev.ibplay.facts.VmkernelObserved;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The way in: the VMkernel interface that has the address which the login came to, by {@code SSH_CONNECTION} (sshd(8):
 * client's address and port, server's address and port), with its vSwitch and that one's uplinks below.
 */
final class EsxiRoute {
    private EsxiRoute() {}

    /** Absent for a session that did not come by SSH. */
    static Fact<ManagementRoute> of(Fact<String> sshConnection, EsxiObserved esxi) {
        return sshConnection.flatMap(text -> {
            String[] words = text.strip().split("\\s+", -1);
            if (words.length < 3) {
                return Fact.absent();
            }
            return esxi.vmkernels()
                    .flatMap(all -> found(all, words[2])
                            .map(way -> Fact.known(new ManagementRoute(words[0], way.name(), below(way, esxi))))
                            .orElseGet(() ->
                                    Fact.unreadable("no VMkernel interface is known to have the address " + words[2])));
        });
    }

    private static Optional<VmkernelObserved> found(List<VmkernelObserved> all, String server) {
        String mapped = "::ffff:";
        String[] parts = server.split("%", 2);
        String plain =
                parts[0].startsWith(mapped) && parts[0].contains(".") ? parts[0].substring(mapped.length()) : parts[0];
        Predicate<VmkernelObserved> sought = parts.length == 2
                ? vmkernel -> vmkernel.name().equals(parts[1])
                : vmkernel -> vmkernel.addresses().ifKnown().orElse(List.of()).stream()
                        .anyMatch(a -> a.address().toLowerCase(Locale.ROOT).equals(plain.toLowerCase(Locale.ROOT)));
        return all.stream().filter(sought).findFirst();
    }

    private static List<String> below(VmkernelObserved way, EsxiObserved esxi) {
        List<String> below = new ArrayList<>();
        way.virtualSwitch().ifPresent(name -> {
            below.add(name);
            below.addAll(
                    esxi.virtualSwitch(name).map(VirtualSwitchObserved::uplinks).orElse(List.of()));
        });
        return List.copyOf(below);
    }
}
