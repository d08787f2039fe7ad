package dev.ibplay.lab.shell;

import dev.ibplay.exec.Bytes;
import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.programs.ByteText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Builtins that decide what is carried out next. */
final class ControlBuiltins {
    private ControlBuiltins() {}

    private static String path(BuiltinCall call) {
        return call.shell().variables.get("PATH").orElse(ShellEnvironment.DEFAULT_PATH);
    }

    static int source(BuiltinCall call) throws IOException, InterruptedException {
        String name = call.argument(0, "");
        Bytes content;
        try {
            content = call.shell().machine.disk().read(file(call, name));
        } catch (Errno error) {
            throw call.error("cannot open " + name + ": " + (error.isAbsent() ? "No such file" : error.text()));
        }
        try {
            return call.interpreter().runScript(Source.of(content.latin1(), 1), false);
        } catch (Unwinding.Return back) {
            return back.status();
        }
    }

    /** A name without a slash is looked for in PATH, executable or not. */
    private static String file(BuiltinCall call, String name) throws Errno {
        if (!name.contains("/")) {
            for (String folder : path(call).split(":", -1)) {
                String candidate = ByteText.unicode(call.shell().absolute(folder + "/" + name));
                if (call.shell().machine.disk().exists(candidate)) {
                    return candidate;
                }
            }
            throw call.error(name + ": not found");
        }
        return ByteText.unicode(call.shell().absolute(name));
    }

    static int eval(BuiltinCall call) throws IOException, InterruptedException {
        String script = String.join(" ", call.arguments());
        call.shell().status = 0;
        return call.interpreter().runScript(Source.of(script, call.shell().line), false);
    }

    static int exec(BuiltinCall call) throws IOException, InterruptedException {
        List<String> words = call.argument(0, "").equals("--")
                ? call.arguments().subList(1, call.arguments().size())
                : call.arguments();
        return words.isEmpty()
                ? 0
                : new ExternalCommand(call.interpreter())
                        .become(words, call.shell().variables.environment(), path(call), "exec: ");
    }

    static Unwinding exit(BuiltinCall call) {
        return new Unwinding.Exit(number(call, call.shell().status) & 0xff);
    }

    static Unwinding leaveFunction(BuiltinCall call) {
        return new Unwinding.Return(number(call, call.shell().status));
    }

    static int leaveLoop(BuiltinCall call, boolean again) {
        int levels = number(call, 1);
        if (levels < 1) {
            throw call.error("Illegal number: " + call.argument(0, ""));
        }
        int depth = call.interpreter().loops();
        if (depth > 0) {
            throw new Unwinding.LeaveLoop(again, Math.min(levels, depth));
        }
        return 0;
    }

    private static int number(BuiltinCall call, int missing) {
        String text = call.argument(0, "");
        if (text.isEmpty()) {
            return missing;
        }
        if (!text.matches("[0-9]{1,9}")) {
            throw call.error("Illegal number: " + text);
        }
        return Integer.parseInt(text);
    }

    static int command(BuiltinCall call) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(call.arguments());
        String option = "";
        while (!words.isEmpty() && words.getFirst().matches("-[pvV-]")) {
            String taken = words.removeFirst();
            option = taken.equals("--") ? option : taken;
            if (taken.equals("--")) {
                break;
            }
        }
        if (words.isEmpty()) {
            return 0;
        }
        if (option.equals("-v") || option.equals("-V")) {
            return describe(call, words.getFirst(), option.equals("-V")) ? 0 : 127;
        }
        Optional<Builtin> builtin = Builtins.any(words.getFirst());
        return builtin.isPresent()
                ? builtin.get().run(new BuiltinCall(call.interpreter(), words, call.tail()))
                : new ExternalCommand(call.interpreter())
                        .run(words, call.shell().variables.environment(), call.tail());
    }

    static int type(BuiltinCall call) throws IOException {
        int status = 0;
        for (String word : call.arguments()) {
            status = describe(call, word, true) ? status : 127;
        }
        return status;
    }

    private static boolean describe(BuiltinCall call, String word, boolean inWords) throws IOException {
        Optional<String> kind = kind(call, word);
        if (kind.isPresent()) {
            call.print(word + (inWords ? " is " + kind.get() : "") + "\n");
            return true;
        }
        try {
            String found = new ExternalCommand(call.interpreter()).find(word, path(call));
            if (!call.shell().machine.disk().stat(found, true).isExecutable()) {
                throw new Errno("EACCES", found);
            }
            String shown = word.contains("/") ? word : ByteText.bytes(found);
            call.print(inWords ? word + " is " + shown + "\n" : shown + "\n");
            return true;
        } catch (Errno absent) {
            if (inWords) {
                call.print(word + ": not found\n");
            }
            return false;
        }
    }

    private static Optional<String> kind(BuiltinCall call, String word) {
        if (Parser.RESERVED.contains(word)) {
            return Optional.of("a shell keyword");
        }
        if (Builtins.special(word).isPresent()) {
            return Optional.of("a special shell builtin");
        }
        if (call.shell().functions.containsKey(word)) {
            return Optional.of("a shell function");
        }
        return Builtins.regular(word).map(b -> "a shell builtin");
    }
}
