package dev.ibplay.facts.saved;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The lines of a saved text that one call of a tool printed.
 *
 * @param firstLine the number of the first line, from 1
 * @param lines without line ends; noise of other programs may be among them
 */
public record Excerpt(Tool tool, int firstLine, List<String> lines) {
    public Excerpt {
        lines = List.copyOf(lines);
    }

    /** All that is known to be from a tool, in the text's order; what no tool is known to have printed is left out. */
    public static List<Excerpt> of(SavedText text) {
        return new Cutter(Optional.empty()).cut(text.lines());
    }

    /** The same for a text that is all from one tool; one excerpt at least. */
    public static List<Excerpt> of(SavedText text, Tool tool) {
        return new Cutter(Optional.of(tool)).cut(text.lines());
    }

    /** Goes through the lines once. */
    private static final class Cutter {
        private final Optional<Tool> only;
        private final List<Excerpt> done = new ArrayList<>();
        private Optional<Tool> tool;
        private int first = 1;
        private List<String> lines = new ArrayList<>();
        private final Set<String> records = new HashSet<>();
        private boolean begun;
        private boolean asked;
        private final List<String> warnings = new ArrayList<>();

        Cutter(Optional<Tool> only) {
            this.only = only;
            tool = only;
        }

        List<Excerpt> cut(List<String> text) {
            for (int i = 0; i < text.size(); i++) {
                take(text.get(i), i + 1);
            }
            lines.addAll(warnings);
            end();
            return List.copyOf(done);
        }

        private void take(String line, int number) {
            String bare = line.strip();
            Optional<Prompt> prompt = Prompt.of(bare);
            if (prompt.isPresent()) {
                lines.addAll(warnings);
                warnings.clear();
                begin(only.or(prompt.get()::tool), number + 1);
                asked = prompt.get().tool().isPresent();
            } else if (bare.startsWith("ibwarn:")) {
                // It comes before the answer or the error that it belongs to.
                warnings.add(line);
            } else {
                Optional<Tool> next = next(bare);
                if (next.isPresent()) {
                    begin(next, number - warnings.size());
                }
                lines.addAll(warnings);
                warnings.clear();
                lines.add(line);
                if (tool.isPresent() && tool.get().isKnownBy(bare)) {
                    begun = true;
                    records.add(bare);
                }
            }
        }

        /** The tool whose output begins with this line; nothing where the line goes on with what is there. */
        private Optional<Tool> next(String line) {
            Optional<Tool> other = only.isPresent() ? Optional.empty() : Tool.of(line);
            if (tool.isEmpty()) {
                return other;
            }
            Tool current = tool.get();
            if (isSecond(current, line)) {
                return tool;
            }
            boolean goesOn = current.isKnownBy(line) || (current == Tool.IBPORTSTATE && Tool.SMPQUERY.isKnownBy(line));
            return goesOn ? Optional.empty() : other.filter(Predicate.not(current::equals));
        }

        private boolean isSecond(Tool current, String line) {
            return switch (current) {
                case SMPQUERY -> begun && line.matches("# (?:Port|Node) info: .*|Node Description:\\.+.*|0:\\s+0x.*");
                case IBPORTSTATE -> begun && line.matches("(?:Initial )?(?:(?:CA/RT|Switch) )?PortInfo:");
                case IBV_DEVINFO, IBSTAT, IBSTATUS, VSTAT -> current.beginsRecord(line) && records.contains(line);
                case IBNETDISCOVER -> begun && line.startsWith("# Topology file");
                case SMINFO, SAQUERY, IBLINKINFO, PART_MAN, SM_SHOW_GROUPS -> false;
            };
        }

        private void begin(Optional<Tool> next, int number) {
            end();
            tool = next;
            first = number;
            lines = new ArrayList<>();
            records.clear();
            begun = false;
            asked = false;
        }

        /** Nothing at all is an answer of ibstat's only: there is no adapter. */
        private void end() {
            boolean said = lines.stream().anyMatch(line -> !line.isBlank());
            boolean whole = only.isPresent() && done.isEmpty();
            if (tool.isPresent() && (said || whole || (tool.get() == Tool.IBSTAT && asked))) {
                done.add(new Excerpt(tool.get(), first, lines));
            }
        }
    }
}
