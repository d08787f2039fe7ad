package dev.ibplay.facts.linux;

import dev.ibplay.facts.BondObserved;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.FileObserved;
import dev.ibplay.facts.InterfaceOwner;
import dev.ibplay.facts.IpoibLink;
import dev.ibplay.facts.LinksObserved;
import dev.ibplay.netstack.HardwareAddress;
import dev.ibplay.netstack.NetworkLink;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** What the network stacks of a host say, and all their files. */
public final class Netstacks {
    private final Fact<List<NmcliText.Device>> devices;
    private final Fact<List<NmcliText.Active>> active;
    private final Fact<Map<String, String>> networkdStates;
    private final Map<String, String> networkFiles;
    private final Fact<Map<String, WickedText.Interface>> wicked;
    private final boolean hasIfupdown;
    private final Set<String> atBoot;
    private final ObservedFiles files;

    Netstacks(
            Fact<List<NmcliText.Device>> devices,
            Fact<List<NmcliText.Active>> active,
            Fact<Map<String, String>> networkdStates,
            Map<String, String> networkFiles,
            Fact<Map<String, WickedText.Interface>> wicked,
            boolean hasIfupdown,
            Set<String> atBoot,
            ObservedFiles files) {
        this.devices = devices;
        this.active = active;
        this.networkdStates = networkdStates;
        this.networkFiles = Map.copyOf(networkFiles);
        this.wicked = wicked;
        this.hasIfupdown = hasIfupdown;
        this.atBoot = Set.copyOf(atBoot);
        this.files = files;
    }

    /** The owner of each IPoIB interface, of each bond that has one, and of each child that files would make. */
    public Map<String, InterfaceOwner> owners(LinksObserved links) {
        var detection = new OwnerDetection(this);
        Map<String, InterfaceOwner> owners = new TreeMap<>();
        for (IpoibLink link : links.ipoib()) {
            Optional<HardwareAddress> address =
                    link.hardwareAddress().ifKnown().flatMap(a -> HardwareAddress.parse(a.toString()));
            owners.put(link.name(), detection.owner(new NetworkLink(link.name(), address, Optional.empty())));
        }
        for (BondObserved bond : links.bonds()) {
            if (bond.slaves().stream().anyMatch(slave -> links.link(slave).isPresent())) {
                owners.put(bond.name(), detection.owner(NetworkLink.named(bond.name())));
            }
        }
        for (String name : ConfiguredChildren.names(links, files.files().values())) {
            if (!owners.containsKey(name)) {
                detection.configured(NetworkLink.named(name)).ifPresent(owner -> owners.put(name, owner));
            }
        }
        return Map.copyOf(owners);
    }

    /** MLNX_OFED's openib.conf, which may set modes and MTUs against the network stack's file. */
    public FileObserved openibConf() {
        return files.get(NetstackPlaces.OPENIB_CONF);
    }

    /** NetworkManager's devices; absent where it does not run. */
    Fact<List<NmcliText.Device>> devices() {
        return devices;
    }

    /** NetworkManager's active connection on an interface. */
    Optional<NmcliText.Active> active(String name) {
        return active.ifKnown().stream()
                .flatMap(List::stream)
                .filter(a -> a.device().equals(name))
                .findFirst();
    }

    /** networkd's setup state of each interface; absent where it does not run. */
    Fact<Map<String, String>> networkdStates() {
        return networkdStates;
    }

    /** The .network file that networkd has applied to an interface, as it notes itself. */
    Optional<String> networkFile(String name) {
        return Optional.ofNullable(networkFiles.get(name));
    }

    Fact<Map<String, WickedText.Interface>> wicked() {
        return wicked;
    }

    boolean hasIfupdown() {
        return hasIfupdown;
    }

    /** Whether a unit runs, or will after the next start of the host. */
    boolean startsAtBoot(String unit) {
        return atBoot.contains(unit);
    }

    ObservedFiles files() {
        return files;
    }
}
