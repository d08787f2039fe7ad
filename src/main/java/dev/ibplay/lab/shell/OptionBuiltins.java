package dev.ibplay.lab.shell;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** {@code set} and {@code getopts}. The options -v, -x and -n are kept, but show and change nothing. */
final class OptionBuiltins {
    private static final Map<String, Character> NAMES = Map.of(
            "errexit", 'e',
            "noglob", 'f',
            "nounset", 'u',
            "noclobber", 'C',
            "allexport", 'a',
            "verbose", 'v',
            "xtrace", 'x',
            "noexec", 'n',
            "monitor", 'm',
            "notify", 'b');

    private OptionBuiltins() {}

    static int set(BuiltinCall call) throws IOException {
        List<String> arguments = call.arguments();
        if (arguments.isEmpty()) {
            for (Map.Entry<String, String> one :
                    call.shell().variables.values(false, false).entrySet()) {
                call.print(one.getKey() + "=" + VariableBuiltins.quoted(one.getValue()) + "\n");
            }
            return 0;
        }
        int at = options(call.shell(), arguments);
        boolean positional =
                at < arguments.size() || (at > 0 && arguments.get(at - 1).equals("--"));
        if (positional) {
            call.shell().positional = List.copyOf(arguments.subList(at, arguments.size()));
        }
        return 0;
    }

    /** Takes options from the front; where what follows them begins. */
    static int options(ShellEnvironment shell, List<String> arguments) {
        int at = 0;
        while (at < arguments.size() && arguments.get(at).matches("(?s)[-+].+")) {
            String word = arguments.get(at++);
            if (word.equals("--")) {
                break;
            }
            boolean on = word.startsWith("-");
            if (word.substring(1).equals("o") && at < arguments.size()) {
                String name = arguments.get(at++);
                if (!NAMES.containsKey(name)) {
                    throw new ShellError(0, "set: Illegal option -o " + name);
                }
                turn(shell, NAMES.getOrDefault(name, 'o'), on);
            } else {
                word.substring(1).chars().forEach(letter -> turn(shell, (char) letter, on));
            }
        }
        return at;
    }

    private static void turn(ShellEnvironment shell, char letter, boolean on) {
        if (!NAMES.containsValue(letter)) {
            throw new ShellError(0, "set: Illegal option " + (on ? "-" : "+") + letter);
        }
        if (on) {
            shell.options.add(letter);
        } else {
            shell.options.remove(letter);
        }
    }

    static int getopts(BuiltinCall call) throws IOException {
        String letters = call.argument(0, "");
        String name = call.argument(1, "");
        List<String> words = call.arguments().size() > 2
                ? call.arguments().subList(2, call.arguments().size())
                : call.shell().positional;
        return new OptionWalk(call, letters, words).next(name);
    }
}
