package dev.ibplay.facts.linux;

import dev.ibplay.exec.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** The blocks that {@code systemctl show} prints, one for each unit. */
final class SystemdUnits {
    /**
     * One unit.
     *
     * @param mainPid 0 when nothing runs
     * @param enabled whether something starts it at boot, as far as its file says
     */
    record Unit(String id, int mainPid, boolean loaded, boolean active, boolean enabled) {}

    /** States of systemctl(1), is-enabled, in which a boot starts the unit or may by another one's wish. */
    private static final Set<String> ENABLED =
            Set.of("enabled", "enabled-runtime", "alias", "static", "indirect", "generated");

    private static final Pattern BLANK_LINE = Pattern.compile("\n\\s*\n");

    private SystemdUnits() {}

    /** The units; none where there is no systemd. */
    static List<Unit> parse(Outcome outcome) {
        return blocks(outcome).stream()
                .map(values -> new Unit(
                        values.getOrDefault("Id", ""),
                        number(values.getOrDefault("MainPID", "0")),
                        values.getOrDefault("LoadState", "").equals("loaded"),
                        values.getOrDefault("ActiveState", "").equals("active"),
                        ENABLED.contains(values.getOrDefault("UnitFileState", ""))))
                .toList();
    }

    /** The properties of each unit; of one that is printed several times the last. */
    static List<Map<String, String>> blocks(Outcome outcome) {
        if (!(outcome instanceof Outcome.CommandEnded ended)) {
            return List.of();
        }
        List<Map<String, String>> units = new ArrayList<>();
        for (String block : BLANK_LINE.split(ended.stdout().lossyText(), -1)) {
            Map<String, String> values = new HashMap<>();
            block.lines()
                    .filter(line -> line.contains("="))
                    .forEach(line -> values.put(
                            line.substring(0, line.indexOf('=')).strip(),
                            line.substring(line.indexOf('=') + 1).strip()));
            if (!values.getOrDefault("Id", "").isEmpty()) {
                units.add(Map.copyOf(values));
            }
        }
        return List.copyOf(units);
    }

    static int number(String text) {
        return text.matches("[0-9]{1,9}") ? Integer.parseInt(text) : 0;
    }
}
