package dev.ibplay.netstack;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How systemd, kmod and netplan read folders of one purpose: all files in the order of their names, whatever folder they are
 * in, and of two files with one name only that of the first folder.
 */
final class ConfigFolders {
    private ConfigFolders() {}

    /**
     * The files that count, in the order in which they are read; masks are still among them.
     *
     * @param folders the one that wins first
     * @param suffix of the names that are read
     */
    static List<ConfigFile> inOrder(List<ConfigFile> files, List<String> folders, String suffix) {
        Map<String, ConfigFile> byName = new TreeMap<>();
        files.stream()
                .filter(f -> folders.contains(f.folder()) && f.name().endsWith(suffix))
                .sorted(Comparator.comparingInt(f -> folders.indexOf(f.folder())))
                .forEach(f -> byName.putIfAbsent(f.name(), f));
        return List.copyOf(byName.values());
    }
}
