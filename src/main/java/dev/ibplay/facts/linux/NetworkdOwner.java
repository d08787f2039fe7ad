package dev.ibplay.facts.linux;

import dev.ibplay.facts.Fact;
import dev.ibplay.facts.InterfaceOwner;
import dev.ibplay.facts.InterfaceOwner.Unclear;
import dev.ibplay.netstack.ConfigFile;
import dev.ibplay.netstack.NetstackKind;
import dev.ibplay.netstack.NetworkLink;
import dev.ibplay.netstack.NetworkdFile;
import dev.ibplay.netstack.NetworkdFiles;
import java.util.Map;
import java.util.Optional;

/** systemd-networkd: by its own word for each link, and by what its files would make of the link at the next start. */
final class NetworkdOwner implements StackOwner {
    private static final NetstackKind SELF = NetstackKind.NETWORKD;
    private static final String UNIT = "systemd-networkd.service";
    private static final String GENERATED = "/run/systemd/network/10-netplan-";

    private final Netstacks stacks;
    private final StackFiles files;
    private final NetplanOwner netplan;

    NetworkdOwner(Netstacks stacks, StackFiles files, NetplanOwner netplan) {
        this.stacks = stacks;
        this.files = files;
        this.netplan = netplan;
    }

    @Override
    public Optional<InterfaceOwner> now(NetworkLink link) {
        Optional<String> state = stacks.networkdStates().ifKnown().map(states -> states.getOrDefault(link.name(), "-"));
        return state.filter(NetworkctlText::isManaged)
                .map(managed -> byFiles(link)
                        .orElseGet(() -> new Unclear(
                                SELF,
                                stacks.networkFile(link.name())
                                        .map(path ->
                                                "networkd has applied %s, which is not for it any more".formatted(path))
                                        .orElse("networkd manages it without a .network file"))));
    }

    /** A child that networkd is to make may have been made by others now: it takes that one for none of its own. */
    @Override
    public Optional<InterfaceOwner> atBoot(NetworkLink link) {
        return stacks.networkdStates() instanceof Fact.Absent<Map<String, String>> && stacks.startsAtBoot(UNIT)
                ? byFiles(link)
                : configured(link);
    }

    /** A .network file alone may fit any name; only a .netdev makes the interface. */
    @Override
    public Optional<InterfaceOwner> configured(NetworkLink link) {
        boolean runs = stacks.networkdStates() instanceof Fact.Known<Map<String, String>>;
        boolean isMade = new NetworkdFiles(files.below(NetworkdFile.FOLDERS)).makes(link.name());
        return isMade && (runs || stacks.startsAtBoot(UNIT)) ? byFiles(link) : Optional.empty();
    }

    @Override
    public Optional<InterfaceOwner> doubt() {
        return stacks.networkdStates() instanceof Fact.Unreadable<Map<String, String>> unreadable
                ? Optional.of(new Unclear(SELF, unreadable.because()))
                : Optional.empty();
    }

    private Optional<InterfaceOwner> byFiles(NetworkLink link) {
        if (stacks.networkFile(link.name())
                .filter(path -> path.startsWith(GENERATED))
                .isPresent()) {
            return Optional.of(netplan.generated(link, SELF, Optional.empty()));
        }
        Optional<InterfaceOwner> owner = files.placed(
                SELF,
                SELF,
                new NetworkdFiles(files.below(NetworkdFile.FOLDERS)).find(link),
                NetworkdFile.FOLDERS,
                Optional.empty());
        boolean generated = owner.filter(o -> o instanceof InterfaceOwner.Configured configured
                        && new ConfigFile(configured.file().path(), "").path().startsWith(GENERATED))
                .isPresent();
        return generated ? Optional.of(netplan.generated(link, SELF, Optional.empty())) : owner;
    }
}
