package dev.ibplay.lab.mlnxos;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** One who uses the command line: carries out lines in a mode that some of them change. */
final class CliUser {
    private static final String FORCE = "force";

    private final SimulatedSwitch device;
    private final Predicate<String> confirmation;
    private CliMode mode = CliMode.OPERATOR;
    private boolean paging = true;
    private boolean forced;
    private boolean left;

    /** @param confirmation asks the user a question, and says whether the answer was yes */
    CliUser(SimulatedSwitch device, Predicate<String> confirmation) {
        this.device = device;
        this.confirmation = confirmation;
    }

    SimulatedSwitch device() {
        return device;
    }

    CliMode mode() {
        return mode;
    }

    void mode(CliMode other) {
        mode = other;
    }

    boolean paging() {
        return paging;
    }

    void pagingOff() {
        paging = device.model().has(SwitchModel.Quirk.STUBBORN_PAGER);
    }

    boolean left() {
        return left;
    }

    void leave() {
        left = true;
    }

    /** Whether it was said in the line, or is said now. */
    boolean confirms() {
        return forced || confirmation.test("Type 'yes' to continue: ");
    }

    /** Carries out one line. */
    List<String> carryOut(String typed) {
        device.heard(typed);
        String line = typed;
        Optional<String> wanted = Optional.empty();
        int pipe = typed.indexOf(" | include ");
        if (pipe >= 0) {
            if (device.model().has(SwitchModel.Quirk.NO_FILTER)) {
                return unrecognized("|");
            }
            wanted = Optional.of(typed.substring(pipe + " | include ".length()).strip());
            line = typed.substring(0, pipe);
        }
        List<String> said = run(words(line));
        Predicate<String> filter =
                wanted.<Predicate<String>>map(word -> s -> s.contains(word)).orElse(s -> true);
        return said.stream().filter(filter).toList();
    }

    private static List<String> words(String line) {
        List<String> words = new ArrayList<>();
        for (String word : line.strip().split("\\s+", -1)) {
            if (!word.isEmpty()) {
                words.add(word);
            }
        }
        return words;
    }

    private List<String> run(List<String> line) {
        if (line.isEmpty()) {
            return List.of();
        }
        forced = line.getLast().equals(FORCE);
        List<String> words = forced ? line.subList(0, line.size() - 1) : line;
        List<CliCommand> commands = CliCommands.of(device.model()).stream()
                .filter(command -> mode.has(command.mode()))
                .toList();
        for (CliCommand command : commands) {
            Optional<List<String>> values = command.values(words);
            if (values.isPresent()) {
                return command.action().run(this, values.get());
            }
        }
        int known = commands.stream()
                .mapToInt(command -> command.agreeing(words))
                .max()
                .orElse(0);
        return known == words.size() ? List.of("% Incomplete command.") : unrecognized(words.get(known));
    }

    static List<String> unrecognized(String word) {
        return List.of("% Unrecognized command \"" + word + "\".", "% Type \"?\" for help.");
    }
}
