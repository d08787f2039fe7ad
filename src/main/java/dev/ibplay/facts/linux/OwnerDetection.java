package dev.ibplay.facts.linux;

import dev.ibplay.facts.InterfaceOwner;
import dev.ibplay.facts.InterfaceOwner.Unclear;
import dev.ibplay.netstack.NetstackKind;
import dev.ibplay.netstack.NetworkLink;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which network stack an interface belongs to: first the stacks that run and say that it is theirs, NetworkManager, networkd,
 * wicked; then what the next start of the host will bring, by files and enabled services. A stack that could not be asked
 * makes the answer unclear, unless another one that runs has claimed the interface.
 */
final class OwnerDetection {
    private final NetworkManagerOwner networkManager;
    private final List<StackOwner> stacks;

    OwnerDetection(Netstacks found) {
        var files = new StackFiles(found.files());
        var netplan = new NetplanOwner(found, files);
        var ifupdown = new IfupdownOwner(found, files);
        this.networkManager = new NetworkManagerOwner(found, files, netplan, ifupdown);
        this.stacks = List.of(
                networkManager,
                new NetworkdOwner(found, files, netplan),
                new WickedOwner(found, files),
                ifupdown,
                new IfcfgOwner(found, files),
                netplan);
    }

    InterfaceOwner owner(NetworkLink link) {
        Optional<InterfaceOwner> running =
                stacks.stream().flatMap(s -> s.now(link).stream()).findFirst();
        return running.or(() -> stacks.stream().flatMap(s -> s.doubt().stream()).findFirst())
                .or(() -> atBoot(link))
                .or(() -> networkManager.withoutProfile(link))
                .orElseGet(InterfaceOwner.Nobody::new);
    }

    /** The stack whose files have something for an interface that does not exist now; several are one that is unclear. */
    Optional<InterfaceOwner> configured(NetworkLink link) {
        return one(stacks.stream().flatMap(s -> s.configured(link).stream()).toList());
    }

    private Optional<InterfaceOwner> atBoot(NetworkLink link) {
        return one(stacks.stream().flatMap(s -> s.atBoot(link).stream()).toList());
    }

    private static Optional<InterfaceOwner> one(List<InterfaceOwner> claims) {
        // networkd and netplan may both name the YAML file.
        Map<String, InterfaceOwner.Configured> sure = new LinkedHashMap<>();
        for (InterfaceOwner claim : claims) {
            if (claim instanceof InterfaceOwner.Configured configured) {
                sure.putIfAbsent(configured.file().path(), configured);
            }
        }
        if (sure.size() > 1) {
            NetstackKind first = sure.values().iterator().next().kind();
            return Optional.of(
                    new Unclear(first, "several files are for it at boot: " + String.join(", ", sure.keySet())));
        }
        return sure.values().stream()
                .<InterfaceOwner>map(configured -> configured)
                .findFirst()
                .or(() -> claims.stream().findFirst());
    }
}
