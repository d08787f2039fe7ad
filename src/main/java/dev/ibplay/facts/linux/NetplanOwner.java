package dev.ibplay.facts.linux;

import dev.ibplay.facts.InterfaceOwner;
import dev.ibplay.facts.InterfaceOwner.Unclear;
import dev.ibplay.netstack.NetplanFiles;
import dev.ibplay.netstack.NetstackKind;
import dev.ibplay.netstack.NetworkLink;
import java.util.Optional;

/** netplan, which writes files for networkd or NetworkManager at each start, and is no daemon itself. */
final class NetplanOwner implements StackOwner {
    private static final NetstackKind SELF = NetstackKind.NETPLAN;

    private final Netstacks stacks;
    private final StackFiles files;

    NetplanOwner(Netstacks stacks, StackFiles files) {
        this.stacks = stacks;
        this.files = files;
    }

    /** The YAML behind a file that netplan has generated. */
    InterfaceOwner generated(NetworkLink link, NetstackKind by, Optional<String> profile) {
        return find(link, by, profile)
                .orElseGet(() -> new Unclear(SELF, "netplan has generated its file, but no YAML file is for it"));
    }

    private Optional<InterfaceOwner> find(NetworkLink link, NetstackKind by, Optional<String> profile) {
        NetplanFiles yaml = new NetplanFiles(files.in(NetplanFiles.FOLDERS));
        return files.placed(SELF, by, yaml.find(link), NetplanFiles.FOLDERS, profile);
    }

    @Override
    public Optional<InterfaceOwner> now(NetworkLink link) {
        return Optional.empty();
    }

    /** YAML from which nothing was generated yet, or for a daemon that does not run. */
    @Override
    public Optional<InterfaceOwner> atBoot(NetworkLink link) {
        boolean networkd = stacks.startsAtBoot("systemd-networkd.service");
        boolean networkManager = stacks.startsAtBoot("NetworkManager.service");
        Optional<String> renderer = new NetplanFiles(files.in(NetplanFiles.FOLDERS)).renderer(link);
        boolean byNetworkManager = renderer.map("NetworkManager"::equals).orElse(!networkd);
        return networkd || networkManager
                ? find(link, byNetworkManager ? NetstackKind.NETWORK_MANAGER : NetstackKind.NETWORKD, Optional.empty())
                : Optional.empty();
    }

    /** netplan has no way to make IPoIB interfaces. */
    @Override
    public Optional<InterfaceOwner> configured(NetworkLink link) {
        return Optional.empty();
    }

    @Override
    public Optional<InterfaceOwner> doubt() {
        return Optional.empty();
    }
}
