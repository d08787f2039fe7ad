package dev.ibplay.inventory;

import java.util.Set;
import java.util.regex.Pattern;

/** How an inventory file is written. */
enum SourceKind {
    INI,
    YAML;

    private static final Set<String> YAML_ENDINGS = Set.of(".yml", ".yaml", ".json");
    private static final Set<String> INI_ENDINGS = Set.of(".ini", ".cfg");
    private static final Pattern YAML_START =
            Pattern.compile("---.*|%YAML.*|\\{.*|(?:\"[^\"]*\"|'[^']*'|[^\\s\\[#;=:]+)\\s*:(?:\\s.*)?");

    /**
     * By the end of the name where that says it; else by the first line that is no comment. Ansible tries its YAML plugin and
     * then its INI plugin on such files, with the same result for every file that one of them can read; one look gives one
     * set of errors instead of two.
     */
    static SourceKind of(String path, String text) {
        String ending = ending(path);
        if (YAML_ENDINGS.contains(ending)) {
            return YAML;
        }
        if (INI_ENDINGS.contains(ending)) {
            return INI;
        }
        return text.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#") && !line.startsWith(";"))
                .findFirst()
                .filter(line -> YAML_START.matcher(line).matches())
                .map(ignored -> YAML)
                .orElse(INI);
    }

    /** The last dot of the file's name and what follows; empty without one. */
    static String ending(String path) {
        String name = path.substring(path.lastIndexOf('/') + 1);
        int dot = name.lastIndexOf('.');
        return dot <= 0 ? "" : name.substring(dot);
    }
}
