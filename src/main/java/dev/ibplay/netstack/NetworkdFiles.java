package dev.ibplay.netstack;

import dev.ibplay.text.Parsed;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** All files of systemd/network of a host: which of them are for an interface (systemd.network(5)). */
public final class NetworkdFiles {
    private final List<ConfigFile> all;

    /**
     * The files of a host.
     *
     * @param files of all of {@link NetworkdFile#FOLDERS} and the folders of drop-ins below, in any order
     */
    public NetworkdFiles(List<ConfigFile> files) {
        this.all = List.copyOf(files);
    }

    /** The .network file that networkd takes for the interface, with its drop-ins: the first by name that matches. */
    public Placement find(NetworkLink link) {
        for (ConfigFile main : inOrder(".network")) {
            if (main.isEmpty()) {
                continue;
            }
            var parts = new ArrayList<NetworkdFile>();
            for (ConfigFile part : withDropIns(main)) {
                switch (NetworkdFile.parse(part.path(), part.text())) {
                    case Parsed.Document<NetworkdFile> document -> parts.add(document.document());
                    case Parsed.Unreadable<NetworkdFile> unreadable -> {
                        return new Placement.Unclear(part.path() + ": " + unreadable.because());
                    }
                }
            }
            var settings = new NetworkdSettings(parts, others(link));
            switch (settings.matches(link)) {
                case YES -> {
                    return settings.isUnmanaged()
                            ? new Placement.Nowhere()
                            : new Placement.InFile(settings.edited().path(), settings);
                }
                case UNKNOWN -> {
                    return new Placement.Unclear(
                            "it cannot be told whether %s is for %s".formatted(main.path(), link.name()));
                }
                case NO -> {}
            }
        }
        return new Placement.Nowhere();
    }

    /** All values of a key in the .network file and drop-ins that are for an interface, in their order. */
    public List<String> values(NetworkLink link, String section, String key) {
        return find(link) instanceof Placement.InFile placed && placed.file() instanceof NetworkdSettings settings
                ? settings.values(section, key)
                : List.of();
    }

    /** The .netdev file by which networkd makes an interface, if it does. */
    public Optional<NetworkdFile> netdev(String name) {
        return firstOf(".netdev", NetworkLink.named(name));
    }

    /** Whether networkd makes an IPoIB child of this name. */
    public boolean makes(String name) {
        return firstOf(".netdev", NetworkLink.named(name))
                .filter(NetworkdFile::isIpoibNetdev)
                .isPresent();
    }

    /** What sets an MTU or a mode before the .network file does: the .netdev that makes it, the first .link that matches. */
    private List<NetworkdFile> others(NetworkLink link) {
        var others = new ArrayList<NetworkdFile>();
        firstOf(".netdev", link).ifPresent(others::add);
        firstOf(".link", link).ifPresent(others::add);
        return others;
    }

    private Optional<NetworkdFile> firstOf(String suffix, NetworkLink link) {
        return inOrder(suffix).stream()
                .filter(f -> !f.isEmpty())
                .flatMap(f -> NetworkdFile.parse(f.path(), f.text()) instanceof Parsed.Document<NetworkdFile> document
                        ? Optional.of(document.document()).stream()
                        : Optional.<NetworkdFile>empty().stream())
                .filter(f -> f.matches(link) != Match.NO)
                .findFirst();
    }

    private List<ConfigFile> inOrder(String suffix) {
        return ConfigFolders.inOrder(all, NetworkdFile.FOLDERS, suffix);
    }

    private List<ConfigFile> withDropIns(ConfigFile main) {
        List<String> folders = NetworkdFile.FOLDERS.stream()
                .map(folder -> folder + "/" + main.name() + ".d")
                .toList();
        var parts = new ArrayList<>(List.of(main));
        parts.addAll(ConfigFolders.inOrder(all, folders, ".conf"));
        return parts;
    }
}
