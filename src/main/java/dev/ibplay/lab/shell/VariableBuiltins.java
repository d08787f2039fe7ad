package dev.ibplay.lab.shell;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Builtins about variables and positional parameters. */
final class VariableBuiltins {
    private VariableBuiltins() {}

    static int export(BuiltinCall call) throws IOException {
        return declare(call, call.shell().variables::export, true);
    }

    static int readOnly(BuiltinCall call) throws IOException {
        return declare(call, call.shell().variables::protect, false);
    }

    private static int declare(BuiltinCall call, Consumer<String> mark, boolean exported) throws IOException {
        List<String> names = call.arguments();
        if (names.isEmpty() || names.getFirst().equals("-p")) {
            for (Map.Entry<String, String> one :
                    call.shell().variables.values(exported, !exported).entrySet()) {
                call.print(call.words().getFirst() + " " + one.getKey() + "=" + quoted(one.getValue()) + "\n");
            }
            return 0;
        }
        for (String argument : names) {
            String name = name(argument);
            requireName(call, name);
            value(argument).ifPresent(value -> call.shell().variables.set(name, value));
            mark.accept(name);
        }
        return 0;
    }

    /** As dash shows values: to be read by a shell. */
    static String quoted(String value) {
        return "'" + value.replace("'", "'\"'\"'") + "'";
    }

    private static String name(String argument) {
        int at = argument.indexOf('=');
        return at < 0 ? argument : argument.substring(0, at);
    }

    private static Optional<String> value(String argument) {
        int at = argument.indexOf('=');
        return at < 0 ? Optional.empty() : Optional.of(argument.substring(at + 1));
    }

    private static void requireName(BuiltinCall call, String name) {
        if (!name.matches("[A-Za-z_][A-Za-z_0-9]*")) {
            throw call.error(name + ": bad variable name");
        }
    }

    static int local(BuiltinCall call) {
        if (!call.shell().variables.isInFunction()) {
            throw call.error("not in a function");
        }
        for (String argument : call.arguments()) {
            String name = name(argument);
            requireName(call, name);
            call.shell().variables.local(name);
            value(argument).ifPresent(value -> call.shell().variables.set(name, value));
        }
        return 0;
    }

    static int unset(BuiltinCall call) {
        boolean functions = call.argument(0, "").equals("-f");
        boolean option = functions || call.argument(0, "").equals("-v");
        List<String> names =
                call.arguments().subList(option ? 1 : 0, call.arguments().size());
        for (String name : names) {
            if (functions) {
                call.shell().functions.remove(name);
            } else {
                call.shell().variables.unset(name);
            }
        }
        return 0;
    }

    static int shift(BuiltinCall call) {
        String text = call.argument(0, "1");
        if (!text.matches("[0-9]{1,9}")) {
            throw call.error("Illegal number: " + text);
        }
        List<String> all = call.shell().positional;
        int count = Integer.parseInt(text);
        if (count > all.size()) {
            throw call.error("can't shift that many");
        }
        call.shell().positional = List.copyOf(all.subList(count, all.size()));
        return 0;
    }
}
