package dev.ibplay.transport.ssh.config;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Reads one configuration file and what it includes; all its faults are found in one go. */
final class ConfigParser {
    /** OpenSSH's READCONF_MAX_DEPTH. */
    private static final int MAX_DEPTH = 16;

    private final ConfigFiles files;
    private final Path includeFolder;
    private final Optional<Path> home;
    private final List<ConfigProblem> problems = new ArrayList<>();
    private final List<String> ignoredUnknown = new ArrayList<>();

    /**
     * @param includeFolder what relative names of included files are relative to
     * @param home for names of included files that begin with {@code ~}, which the system's configuration must not have
     */
    ConfigParser(ConfigFiles files, Path includeFolder, Optional<Path> home) {
        this.files = files;
        this.includeFolder = includeFolder;
        this.home = home;
    }

    List<ConfigProblem> problems() {
        return List.copyOf(problems);
    }

    /** @param checked whether the file must belong to the user or root, and be written by nobody else */
    List<ConfigEntry> parse(Path file, boolean checked) {
        return parse(file, checked, 0);
    }

    private List<ConfigEntry> parse(Path file, boolean checked, int depth) {
        List<ConfigEntry> entries = new ArrayList<>();
        Optional<String> text;
        try {
            text = files.read(file);
            if (text.isPresent() && checked && !files.isSafe(file)) {
                problems.add(new ConfigProblem(
                        file.toString(),
                        0,
                        "others may write this file, or own it; ssh does not use it either",
                        "chmod 600 " + file + ", and see who owns it"));
                return entries;
            }
        } catch (IOException e) {
            problems.add(new ConfigProblem(
                    file.toString(), 0, "cannot be read: " + e, "make it readable, or name another with -F"));
            return entries;
        }
        int number = 0;
        for (String line : text.orElse("").split("\n", -1)) {
            number++;
            try {
                entry(line, file + ":" + number, depth).ifPresent(entries::add);
            } catch (ConfigException e) {
                problems.add(new ConfigProblem(file.toString(), number, String.valueOf(e.getMessage()), e.hint()));
            }
        }
        return entries;
    }

    private Optional<ConfigEntry> entry(String line, String place, int depth) throws ConfigException {
        Optional<SettingLine> read = SettingLine.parse(line, place, ignoredUnknown);
        if (read.isEmpty()) {
            return Optional.empty();
        }
        Keyword keyword = read.get().keyword();
        List<String> words = read.get().words();
        return switch (keyword.kind()) {
            case HOST -> Optional.of(new ConfigEntry.HostBlock(words));
            case MATCH -> Optional.of(new ConfigEntry.MatchBlock(Criterion.parse(words, place), place));
            case INCLUDE -> Optional.of(inclusion(words, place, depth));
            case IGNORED -> Optional.empty();
            default -> {
                if (keyword.name().equals("ignoreunknown")) {
                    ignoredUnknown.add(words.getFirst().toLowerCase(Locale.ROOT));
                }
                yield Optional.of(new ConfigEntry.Value(keyword.name(), new SshOptions.Said(words, place)));
            }
        };
    }

    private ConfigEntry inclusion(List<String> patterns, String place, int depth) throws ConfigException {
        if (depth + 1 > MAX_DEPTH) {
            throw new ConfigException(
                    place, "files include each other more than " + MAX_DEPTH + " deep", "does one include itself?");
        }
        List<List<ConfigEntry>> included = new ArrayList<>();
        for (String pattern : patterns) {
            for (Path file : files.matching(located(pattern, place))) {
                included.add(parse(file, home.isPresent(), depth + 1));
            }
        }
        return new ConfigEntry.Inclusion(included);
    }

    private String located(String pattern, String place) throws ConfigException {
        if (pattern.startsWith("~/") && home.isPresent()) {
            return home.get() + pattern.substring(1);
        }
        if (pattern.startsWith("~")) {
            throw new ConfigException(
                    place, "the included file \"" + pattern + "\" cannot be found", "write its whole path");
        }
        return pattern.startsWith("/") ? pattern : includeFolder + "/" + pattern;
    }
}
