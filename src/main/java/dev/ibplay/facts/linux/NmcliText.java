package dev.ibplay.facts.linux;

import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.tools.ToolOutput;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What nmcli prints in terse mode: one line for each thing, fields with colons between them, and a backslash before a colon or
 * backslash of a value (nmcli(1), --terse and --escape).
 */
final class NmcliText {
    /** A line of {@code -f DEVICE,TYPE,STATE,CONNECTION device}. */
    record Device(String name, String type, String state, Optional<String> connection) {
        /** Whether NetworkManager cares for it: by a profile, or by waiting for one. */
        boolean isManaged() {
            return !state.startsWith("unmanaged") && !isExternal();
        }

        /** Up by other hands; NetworkManager only shows what it found. */
        private boolean isExternal() {
            return state.contains("externally");
        }
    }

    /** A line of {@code -f NAME,UUID,DEVICE,FILENAME connection show --active}. */
    record Active(String name, String uuid, String device, Optional<String> file) {}

    private NmcliText() {}

    /** Absent where NetworkManager does not run. */
    static Fact<List<Device>> devices(Outcome outcome) {
        return lines(outcome).flatMap(lines -> {
            List<Device> devices = new ArrayList<>();
            for (String line : lines) {
                List<String> fields = fields(line);
                if (fields.size() != 4) {
                    return Fact.unreadable("nmcli: a line of \"device\" does not have four fields");
                }
                devices.add(new Device(fields.get(0), fields.get(1), fields.get(2), value(fields.get(3))));
            }
            return Fact.known(List.copyOf(devices));
        });
    }

    /** Unreadable where nmcli is too old to know the files' names (before 1.12). */
    static Fact<List<Active>> active(Outcome outcome) {
        return lines(outcome).flatMap(lines -> {
            List<Active> active = new ArrayList<>();
            for (String line : lines) {
                List<String> fields = fields(line);
                if (fields.size() != 4) {
                    return Fact.unreadable("nmcli: a line of \"connection\" does not have four fields");
                }
                active.add(new Active(fields.get(0), fields.get(1), fields.get(2), value(fields.get(3))));
            }
            return Fact.known(List.copyOf(active));
        });
    }

    private static Fact<List<String>> lines(Outcome outcome) {
        if (outcome instanceof Outcome.CommandEnded ended && doesNotRun(ToolOutput.of(ended))) {
            return Fact.absent();
        }
        return switch (ToolAnswer.of(outcome)) {
            case Fact.Known<ToolOutput> known ->
                known.value().lastUnended().isEmpty()
                        ? Fact.known(known.value().lines().stream()
                                .filter(line -> !line.isBlank())
                                .toList())
                        : Fact.unreadable("nmcli: the output is cut");
            case Fact.Absent<ToolOutput> ignored -> Fact.absent();
            case Fact.Unreadable<ToolOutput> unreadable -> Fact.unreadable("nmcli: " + unreadable.because());
        };
    }

    /** Status 8 (nmcli(1)); before 1.0 and without a bus other words. */
    private static boolean doesNotRun(ToolOutput output) {
        String errors = output.stderr() + output.stdout();
        return !output.succeeded()
                && (errors.contains("is not running")
                        || errors.contains("Could not connect")
                        || errors.contains("Could not create NMClient"));
    }

    private static List<String> fields(String line) {
        List<String> fields = new ArrayList<>();
        StringBuilder field = new StringBuilder();
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '\\' && i + 1 < line.length()) {
                field.append(line.charAt(++i));
            } else if (c == ':') {
                fields.add(field.toString());
                field.setLength(0);
            } else {
                field.append(c);
            }
        }
        fields.add(field.toString());
        return fields;
    }

    private static Optional<String> value(String field) {
        return field.isEmpty() || field.equals("--") ? Optional.empty() : Optional.of(field);
    }
}
