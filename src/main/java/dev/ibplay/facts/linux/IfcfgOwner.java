package dev.ibplay.facts.linux;

import dev.ibplay.facts.InterfaceOwner;
import dev.ibplay.facts.InterfaceOwner.Unclear;
import dev.ibplay.netstack.ConfigFile;
import dev.ibplay.netstack.IfcfgFile;
import dev.ibplay.netstack.Match;
import dev.ibplay.netstack.NetstackKind;
import dev.ibplay.netstack.NetworkLink;
import dev.ibplay.text.Parsed;
import java.util.List;
import java.util.Optional;

/** Red Hat's network scripts: an ifcfg file that NetworkManager does not take, and a network service that runs at boot. */
final class IfcfgOwner implements StackOwner {
    private static final NetstackKind SELF = NetstackKind.IFCFG;
    private static final List<String> FOLDERS = List.of(NetstackPlaces.NETWORK_SCRIPTS);

    private final Netstacks stacks;
    private final StackFiles files;

    IfcfgOwner(Netstacks stacks, StackFiles files) {
        this.stacks = stacks;
        this.files = files;
    }

    /** The scripts do not run on: their file speaks for them whenever something starts them at boot. */
    @Override
    public Optional<InterfaceOwner> now(NetworkLink link) {
        return Optional.empty();
    }

    @Override
    public Optional<InterfaceOwner> atBoot(NetworkLink link) {
        if (!scriptsRun()) {
            return Optional.empty();
        }
        Optional<String> obstacle = files.obstacle(FOLDERS);
        if (obstacle.isPresent()) {
            return Optional.of(new Unclear(SELF, obstacle.get()));
        }
        boolean nextToNetworkManager = stacks.startsAtBoot("NetworkManager.service");
        List<ConfigFile> matching = files.in(FOLDERS).stream()
                .filter(file -> match(file, link, true) == Match.YES
                        || (!nextToNetworkManager && match(file, link, false) == Match.YES))
                .toList();
        if (matching.size() > 1) {
            return Optional.of(new Unclear(
                    SELF,
                    "several files are for it: "
                            + String.join(
                                    ", ",
                                    matching.stream().map(ConfigFile::path).toList())));
        }
        return matching.stream().findFirst().map(this::owner);
    }

    @Override
    public Optional<InterfaceOwner> configured(NetworkLink link) {
        return atBoot(link);
    }

    @Override
    public Optional<InterfaceOwner> doubt() {
        return Optional.empty();
    }

    /** On SUSE {@code network.service} is another name of wicked, and there is no folder of network scripts. */
    private boolean scriptsRun() {
        boolean byInit = stacks.files().files().keySet().stream().anyMatch(path -> path.startsWith("/etc/rc.d/rc"));
        return stacks.startsAtBoot("network.service") || byInit;
    }

    private InterfaceOwner owner(ConfigFile file) {
        return switch (IfcfgFile.parse(file.path(), file.text())) {
            case Parsed.Document<IfcfgFile> parsed ->
                files.configured(SELF, SELF, file.path(), parsed.document(), Optional.empty());
            case Parsed.Unreadable<IfcfgFile> unreadable ->
                new Unclear(SELF, file.path() + ": " + unreadable.because());
        };
    }

    /**
     * Whether a file is for an interface.
     *
     * @param leftToScripts whether it must be one that NetworkManager is told to leave alone, or must not
     */
    static Match match(ConfigFile file, NetworkLink link, boolean leftToScripts) {
        if (!(IfcfgFile.parse(file.path(), file.text()) instanceof Parsed.Document<IfcfgFile> parsed)) {
            return file.name().equals("ifcfg-" + link.name()) ? Match.YES : Match.NO;
        }
        IfcfgFile ifcfg = parsed.document();
        boolean byAddress = ifcfg.pkey().isEmpty()
                && link.address().isPresent()
                && ifcfg.address().filter(a -> a.samePort(link.address().get())).isPresent()
                && !link.name().contains(".");
        boolean isFor = ifcfg.interfaceName().equals(link.name()) || byAddress;
        return isFor && ifcfg.isLeftToScripts() == leftToScripts ? Match.YES : Match.NO;
    }
}
