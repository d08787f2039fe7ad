package dev.ibplay.netstack;

import dev.ibplay.text.Parsed;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** /etc/network/interfaces with all files that it sources, as ifupdown reads them (interfaces(5)). */
public final class InterfacesFiles {
    public static final String MAIN = "/etc/network/interfaces";

    /** The names that {@code source-directory} takes. */
    private static final Pattern FOLDER_NAME = Pattern.compile("[A-Za-z0-9_-]+");

    private static final int DEPTH = 10;

    /** A statement with the file that it stands in. */
    record Placed(InterfacesFile file, InterfacesFile.Statement statement) {}

    private final List<ConfigFile> all;
    private final List<Placed> statements = new ArrayList<>();
    private Optional<String> problem = Optional.empty();

    /**
     * Reads the files of a host.
     *
     * @param files the main one and those that may be sourced, in any order; without the main one none counts
     */
    public InterfacesFiles(List<ConfigFile> files) {
        this.all = files.stream().sorted(Comparator.comparing(ConfigFile::path)).toList();
        all.stream().filter(f -> f.path().equals(MAIN)).findFirst().ifPresent(main -> read(main, 0));
    }

    private void read(ConfigFile file, int depth) {
        switch (InterfacesFile.parse(file.path(), file.text())) {
            case Parsed.Unreadable<InterfacesFile> unreadable ->
                problem = problem.or(() -> Optional.of(file.path() + ": " + unreadable.because()));
            case Parsed.Document<InterfacesFile> document -> {
                for (InterfacesFile.Statement statement : document.document().statements()) {
                    statements.add(new Placed(document.document(), statement));
                    if (statement instanceof InterfacesFile.Source source && depth < DEPTH) {
                        sourced(file, source).forEach(f -> read(f, depth + 1));
                    }
                }
            }
        }
    }

    private List<ConfigFile> sourced(ConfigFile from, InterfacesFile.Source source) {
        var found = new ArrayList<ConfigFile>();
        for (String word : source.words()) {
            for (ConfigFile file : all) {
                if (isSourced(from, source.folder(), word, file)
                        && !file.path().equals(from.path())
                        && !found.contains(file)) {
                    found.add(file);
                }
            }
        }
        return found;
    }

    private static boolean isSourced(ConfigFile from, boolean folder, String word, ConfigFile file) {
        String pattern = word.startsWith("/") ? word : from.folder() + "/" + word;
        return folder
                ? Glob.matches(pattern.replaceFirst("/+$", ""), file.folder())
                        && FOLDER_NAME.matcher(file.name()).matches()
                : depthOf(pattern) == depthOf(file.path()) && Glob.matches(pattern, file.path());
    }

    /** Whether a statement of one file names another one, which need not exist. */
    static boolean isSourced(String from, InterfacesFile.Source source, String path) {
        return source.words().stream()
                .anyMatch(word -> isSourced(new ConfigFile(from, ""), source.folder(), word, new ConfigFile(path, "")));
    }

    /** A pattern's * stays within one folder (wordexp). */
    private static long depthOf(String path) {
        return path.chars().filter(c -> c == '/').count();
    }

    /** Where the stanzas of the interface are. */
    public Placement find(NetworkLink link) {
        if (problem.isPresent()) {
            return new Placement.Unclear(problem.get());
        }
        boolean mapped = statements.stream()
                .anyMatch(s -> s.statement() instanceof InterfacesFile.Mapping mapping
                        && mapping.patterns().stream().anyMatch(p -> Glob.matches(p, link.name())));
        if (mapped) {
            return new Placement.Unclear("a mapping chooses the stanza of %s when it comes up".formatted(link.name()));
        }
        var settings = new InterfacesSettings(statements, link.name());
        if (settings.isEmpty()) {
            return new Placement.Nowhere();
        }
        Optional<String> unclear = settings.unclear();
        return unclear.isPresent()
                ? new Placement.Unclear(unclear.get())
                : new Placement.InFile(settings.edited().path(), settings);
    }

    /** The interfaces that have stanzas, in the order of the first ones. */
    public List<String> names() {
        return statements.stream()
                .flatMap(s -> s.statement() instanceof InterfacesFile.Stanza stanza
                        ? Stream.of(stanza.name())
                        : Stream.<String>empty())
                .distinct()
                .toList();
    }

    /** What all stanzas of an interface say behind one keyword, in their order. */
    public List<String> values(String interfaceName, String option) {
        return statements.stream()
                .flatMap(s -> s.statement() instanceof InterfacesFile.Stanza stanza
                                && stanza.name().equals(interfaceName)
                        ? stanza.options().stream()
                        : Stream.<InterfacesFile.Option>empty())
                .filter(o -> o.name().equals(option))
                .map(InterfacesFile.Option::value)
                .toList();
    }

    /** Whether {@code auto} or {@code allow-hotplug} brings the interface up by itself. */
    public boolean starts(String interfaceName) {
        return starts(statements, interfaceName);
    }

    static boolean starts(List<Placed> statements, String interfaceName) {
        return statements.stream()
                .anyMatch(s -> s.statement() instanceof InterfacesFile.Starting starting
                        && starting.names().stream()
                                .anyMatch(n -> Glob.matches(n.replaceFirst("^/(.*)", "$1"), interfaceName)));
    }
}
