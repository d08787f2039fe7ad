package dev.ibplay.netstack;

import dev.ibplay.text.Rewrite;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** All files of modprobe.d of a host, in the order in which kmod reads them (modprobe.d(5)). */
public final class ModprobeFiles {
    /** Those of the first folder mask files of the same name in the others. */
    public static final List<String> FOLDERS = List.of(
            "/etc/modprobe.d",
            "/run/modprobe.d",
            "/usr/local/lib/modprobe.d",
            "/usr/lib/modprobe.d",
            "/lib/modprobe.d");

    /**
     * An option with the file that it stands in.
     *
     * @param path of the file
     */
    public record Source(String path, ModprobeConf.Setting setting) {}

    /**
     * One file with a change that makes the option have the value.
     *
     * @param path below /etc; there need not be such a file yet
     */
    public record Edit(String path, Rewrite rewrite) {}

    private final List<ConfigFile> files;

    /**
     * The files of a host.
     *
     * @param files of all folders, in any order
     */
    public ModprobeFiles(List<ConfigFile> files) {
        this.files = ConfigFolders.inOrder(files, FOLDERS, ".conf");
    }

    /** The value that a module gets when it is loaded by modprobe without arguments. */
    public Optional<Source> effective(String module, String option) {
        return sources(module, option).stream().reduce((a, b) -> b);
    }

    private List<Source> sources(String module, String option) {
        var sources = new ArrayList<Source>();
        for (ConfigFile file : files) {
            ModprobeConf.parse(file.text())
                    .last(module, option)
                    .ifPresent(s -> sources.add(new Source(file.path(), s)));
        }
        return sources;
    }

    /**
     * The edit that an administrator would make: where the option is set last, else where the module has options, else in a
     * file of the module's own. Refused where a file that is not in /etc, or one that is read later, has the last word.
     */
    public Edit with(String module, String option, String value) {
        Optional<String> setBy = effective(module, option).map(Source::path);
        Optional<String> beside = files.stream()
                .filter(f -> f.folder().equals(FOLDERS.getFirst()))
                .filter(f -> ModprobeConf.parse(f.text()).hasOptionsOf(module))
                .map(ConfigFile::path)
                .reduce((a, b) -> b);
        String path = setBy.filter(p -> p.startsWith(FOLDERS.getFirst()))
                .or(() -> beside)
                .orElse(FOLDERS.getFirst() + "/" + module + ".conf");
        Optional<ConfigFile> present =
                files.stream().filter(f -> f.path().equals(path)).findFirst();
        Rewrite rewrite =
                ModprobeConf.parse(present.map(ConfigFile::text).orElse("")).with(module, option, value);
        if (!(rewrite instanceof Rewrite.Done done)) {
            return new Edit(path, rewrite);
        }
        var after = new ArrayList<>(files);
        var edited = new ConfigFile(path, done.text());
        boolean masks = after.removeIf(f -> f.name().equals(edited.name())) && present.isEmpty();
        after.add(edited);
        Optional<Source> result = new ModprobeFiles(after).effective(module, option);
        boolean wins = result.filter(s -> s.path().equals(path)).isPresent();
        if (wins && !masks) {
            return new Edit(path, rewrite);
        }
        String other = masks ? "a file of that name" : result.map(Source::path).orElse("another file");
        return new Edit(path, new Rewrite.Refused("%s stands against a change in %s".formatted(other, path)));
    }
}
