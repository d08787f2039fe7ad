package dev.ibplay.lab.programs;

import dev.ibplay.exec.Bytes;
import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.programs.SedScript.Address;
import dev.ibplay.lab.programs.SedScript.Command;
import dev.ibplay.lab.programs.SedScript.Substitution;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;

/** {@code sed} with the commands of {@link SedScript}, and {@code -i}. */
final class Sed {
    private final boolean quiet;
    private final List<Command> commands;
    private final StringBuilder out = new StringBuilder();
    /** Ranges that have begun, by their command's place. */
    private final Set<Integer> within = new HashSet<>();

    private Sed(boolean quiet, List<Command> commands) {
        this.quiet = quiet;
        this.commands = commands;
    }

    static int sed(ToolCall call) throws ToolFailure, IOException {
        Options options = Options.of(
                call.arguments(),
                "nEre:is",
                Map.of("quiet", 'n', "silent", 'n', "expression", 'e', "regexp-extended", 'E', "in-place", 'i'));
        List<String> operands = new ArrayList<>(options.operands());
        List<String> scripts = new ArrayList<>(options.arguments('e'));
        if (scripts.isEmpty()) {
            scripts.add(options.atLeast(1).getFirst());
            operands.removeFirst();
        }
        List<Command> commands = SedScript.read(String.join("\n", scripts), options.has('E') || options.has('r'));
        if (options.has('i')) {
            return inPlace(call, options, commands, operands);
        }
        List<String> lines = new ArrayList<>();
        int status = 0;
        for (String operand : operands.isEmpty() ? List.of("-") : operands) {
            try {
                lines.addAll(Lines.of(call.open(operand)));
            } catch (Errno error) {
                status = call.say(2, "can't read " + operand + ": " + error.text());
            }
        }
        call.print(new Sed(options.has('n'), commands).run(lines));
        return status;
    }

    private static int inPlace(ToolCall call, Options options, List<Command> commands, List<String> operands)
            throws IOException {
        int status = 0;
        for (String operand : operands) {
            try {
                String changed = new Sed(options.has('n'), commands).run(Lines.of(call.open(operand)));
                call.write(call.path(operand), Bytes.ofLatin1(changed), 0666);
            } catch (Errno error) {
                status = call.say(4, "can't read " + operand + ": " + error.text());
            }
        }
        return status;
    }

    private String run(List<String> lines) {
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (!one(Lines.bare(line), line.endsWith("\n") ? "\n" : "", i + 1, i + 1 == lines.size())) {
                break;
            }
        }
        return out.toString();
    }

    /** Whether it goes on with the next line. */
    private boolean one(String line, String end, int number, boolean last) {
        String space = line;
        for (int i = 0; i < commands.size(); i++) {
            Command command = commands.get(i);
            if (selects(command, i, space, number, last) == command.negated()) {
                continue;
            }
            switch (command.name()) {
                case 'd' -> {
                    return true;
                }
                case 'p' -> out.append(space).append('\n');
                case '=' -> out.append(number).append('\n');
                case 'q' -> {
                    out.append(quiet ? "" : space + end);
                    return false;
                }
                default -> space = substituted(space, command.substitution().orElseThrow());
            }
        }
        out.append(quiet ? "" : space + end);
        return true;
    }

    private boolean selects(Command command, int place, String line, int number, boolean last) {
        List<Address> addresses = command.addresses();
        if (addresses.size() < 2) {
            return addresses.isEmpty() || isAt(addresses.getFirst(), line, number, last);
        }
        Address to = addresses.getLast();
        if (within.contains(place)) {
            if (isAt(to, line, number, last) || isBehind(to, number)) {
                within.remove(place);
            }
            return true;
        }
        if (!isAt(addresses.getFirst(), line, number, last)) {
            return false;
        }
        if (!isBehind(to, number)) {
            within.add(place);
        }
        return true;
    }

    /** Whether a line number has been passed: then a range is one line. */
    private static boolean isBehind(Address to, int number) {
        return to instanceof SedScript.LineNumber end && end.line() <= number;
    }

    private static boolean isAt(Address address, String line, int number, boolean last) {
        return switch (address) {
            case SedScript.LineNumber wanted -> wanted.line() == number;
            case SedScript.Last ignored -> last;
            case SedScript.Match match -> match.pattern().matcher(line).find();
        };
    }

    private String substituted(String line, Substitution how) {
        Matcher matcher = how.pattern().matcher(line);
        StringBuilder result = new StringBuilder();
        int from = 0;
        int count = 0;
        while (matcher.find()) {
            count++;
            if (count >= how.number()) {
                result.append(line, from, matcher.start()).append(replacement(how.replacement(), matcher));
                from = matcher.end();
                if (!how.all()) {
                    break;
                }
            }
        }
        result.append(line.substring(from));
        if (how.prints() && count >= how.number()) {
            out.append(result).append('\n');
        }
        return result.toString();
    }

    private static String replacement(String text, Matcher matcher) {
        StringBuilder result = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '&') {
                result.append(matcher.group());
            } else if (c == '\\' && i + 1 < text.length()) {
                char escaped = text.charAt(++i);
                if (Character.isDigit(escaped)) {
                    int group = escaped - '0';
                    String held = group <= matcher.groupCount() ? matcher.group(group) : "";
                    result.append(held == null ? "" : held);
                } else {
                    result.append(escaped == 'n' ? "\n" : escaped == 't' ? "\t" : Character.toString(escaped));
                }
            } else {
                result.append(c);
            }
        }
        return result.toString();
    }
}
