package dev.ibplay.netstack;

import dev.ibplay.text.Parsed;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** All files of netplan of a host, as netplan merges them: by name, the later one over the earlier (netplan(5)). */
public final class NetplanFiles {
    /** Those of the first folder mask files of the same name in the others. */
    public static final List<String> FOLDERS =
            List.of("/run/netplan", "/etc/netplan", "/usr/lib/netplan", "/lib/netplan");

    private final List<NetplanFile> files = new ArrayList<>();
    private final Optional<String> problem;

    /**
     * Reads the files of a host.
     *
     * @param all of {@link #FOLDERS}, in any order
     */
    public NetplanFiles(List<ConfigFile> all) {
        Optional<String> found = Optional.empty();
        for (ConfigFile file : ConfigFolders.inOrder(all, FOLDERS, ".yaml")) {
            switch (NetplanFile.parse(file.path(), file.text())) {
                case Parsed.Document<NetplanFile> document -> files.add(document.document());
                case Parsed.Unreadable<NetplanFile> unreadable ->
                    found = found.or(() -> Optional.of(file.path() + ": " + unreadable.because()));
            }
        }
        this.problem = found;
    }

    /** Where the interface is defined. One file that netplan cannot read makes it refuse them all. */
    public Placement find(NetworkLink link) {
        if (problem.isPresent()) {
            return new Placement.Unclear(problem.get());
        }
        List<NetplanSettings> sure = matching(link, Match.YES);
        List<NetplanSettings> unsure = matching(link, Match.UNKNOWN);
        if (sure.size() + unsure.size() > 1) {
            return new Placement.Unclear("several definitions match " + link.name());
        }
        if (!unsure.isEmpty()) {
            return new Placement.Unclear("it cannot be told whether a definition in %s is for %s"
                    .formatted(unsure.getFirst().edited().path(), link.name()));
        }
        return sure.isEmpty()
                ? new Placement.Nowhere()
                : new Placement.InFile(sure.getFirst().edited().path(), sure.getFirst());
    }

    /** The back end that brings the interface up, networkd or NetworkManager; empty where no file says. */
    public Optional<String> renderer(NetworkLink link) {
        return matching(link, Match.YES).stream().findFirst().flatMap(NetplanSettings::renderer);
    }

    /**
     * Every single value below {@code network} by its path, such as {@code /ethernets/ib0/mtu} or {@code /bonds/bond0/interfaces/0};
     * nothing where netplan refuses the files. Of one path the last file counts, also within lists, which netplan itself joins.
     */
    public Optional<SortedMap<String, String>> values() {
        SortedMap<String, String> values = new TreeMap<>();
        files.forEach(file -> values.putAll(file.flat()));
        return problem.isEmpty() ? Optional.of(values) : Optional.empty();
    }

    private List<NetplanSettings> matching(NetworkLink link, Match match) {
        var byId = new LinkedHashMap<String, NetplanSettings>();
        for (NetplanFile file : files) {
            for (NetplanDefinition d : file.definitions()) {
                byId.put(d.section() + "/" + d.id().text(), new NetplanSettings(files, d.section(), d.id().text()));
            }
        }
        return byId.values().stream().filter(s -> s.matches(link) == match).toList();
    }
}
