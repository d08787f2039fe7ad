package dev.ibplay.lab.shell;

import dev.ibplay.exec.Bytes;
import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.machine.Invocation;
import dev.ibplay.lab.machine.Machine;
import dev.ibplay.lab.machine.Program;
import dev.ibplay.lab.programs.ByteText;
import dev.ibplay.lab.programs.Coreutils;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The program {@code sh}. It keeps nothing between runs: one serves all machines. */
public final class Shell implements Program {
    /** For {@code Machine.install}. */
    public static final Shell PROGRAM = new Shell();

    private Shell() {}

    /**
     * Puts {@code /bin/sh} and the usual programs onto a machine, all of them in {@code /usr/bin} and linked from
     * {@code /bin}. A machine's siblings share them.
     */
    public static void install(Machine machine) throws Errno {
        machine.install("/usr/bin/dash", PROGRAM);
        machine.disk().symlink("dash", "/usr/bin/sh");
        Coreutils.install(machine);
        if (!machine.disk().exists("/bin/sh")) {
            machine.disk().symlink("/usr/bin/dash", "/bin/sh");
        }
    }

    @Override
    public int run(Invocation call) throws InterruptedException, IOException {
        List<String> words =
                new ArrayList<>(call.arguments().stream().map(ByteText::bytes).toList());
        ShellEnvironment shell = environment(call, words.removeFirst());
        Interpreter interpreter = new Interpreter(shell);
        return interpreter.runToEnd(() -> runWords(interpreter, words));
    }

    /** Runs a file's text in a shell, with the other words as parameters. */
    static int runFile(Invocation call, String path) throws InterruptedException {
        List<String> words = call.arguments().stream().map(ByteText::bytes).toList();
        ShellEnvironment shell = environment(call, words.getFirst());
        shell.positional = words.subList(1, words.size());
        Interpreter interpreter = new Interpreter(shell);
        return interpreter.runToEnd(() -> runFile(interpreter, path));
    }

    private static ShellEnvironment environment(Invocation call, String name) {
        Map<String, String> variables = new HashMap<>();
        call.environment().forEach((key, value) -> {
            if (key.matches("[A-Za-z_][A-Za-z_0-9]*")) {
                variables.put(key, ByteText.bytes(value));
            }
        });
        String folder = ByteText.bytes(call.folder());
        ShellEnvironment shell =
                new ShellEnvironment(call.machine(), call.process(), Variables.of(variables), name, folder);
        shell.variables.set("PWD", folder);
        shell.variables.set("IFS", Expander.SEPARATORS);
        shell.variables.set("OPTIND", "1");
        if (!variables.containsKey("PATH")) {
            shell.variables.set("PATH", ShellEnvironment.DEFAULT_PATH);
        }
        shell.descriptors.set(0, OpenFile.lent(call.stdin()));
        shell.descriptors.set(1, OpenFile.lent(call.stdout()));
        shell.descriptors.set(2, OpenFile.lent(call.stderr()));
        return shell;
    }

    private static int runWords(Interpreter interpreter, List<String> words) throws IOException, InterruptedException {
        ShellEnvironment shell = interpreter.shell;
        boolean command = false;
        boolean standardInput = false;
        while (!words.isEmpty() && words.getFirst().matches("[-+].+")) {
            String option = words.removeFirst();
            if (option.equals("--")) {
                break;
            }
            command |= option.startsWith("-") && option.contains("c");
            standardInput |= option.startsWith("-") && option.contains("s");
            String rest = option.replaceAll("[csil]", "");
            if (rest.length() > 1) {
                OptionBuiltins.options(shell, List.of(rest));
            }
        }
        if (command) {
            return runText(interpreter, words);
        }
        if (standardInput || words.isEmpty()) {
            shell.positional = List.copyOf(words);
            shell.session = Optional.of(new SessionSteps(shell.machine, shell.process));
            return interpreter.runScript(new Source(new StandardInput(shell)), false);
        }
        shell.name = words.removeFirst();
        shell.positional = List.copyOf(words);
        return runFile(interpreter, ByteText.unicode(shell.absolute(shell.name)));
    }

    private static int runText(Interpreter interpreter, List<String> words) throws IOException, InterruptedException {
        if (words.isEmpty()) {
            throw new ShellError(0, "-c requires an argument");
        }
        String text = words.removeFirst();
        if (!words.isEmpty()) {
            interpreter.shell.name = words.removeFirst();
            interpreter.shell.positional = List.copyOf(words);
        }
        return interpreter.runScript(Source.of(text, 1), true);
    }

    private static int runFile(Interpreter interpreter, String path) throws IOException, InterruptedException {
        Bytes content;
        try {
            content = interpreter.shell.machine.disk().read(path);
        } catch (Errno error) {
            interpreter.shell.line = 0;
            String why = error.isAbsent() ? "No such file" : error.text();
            throw new ShellError(0, "cannot open " + interpreter.shell.name + ": " + why);
        }
        return interpreter.runScript(Source.of(content.latin1(), 1), false);
    }

    /** Wherever descriptor 0 leads when the script goes on. */
    private static final class StandardInput extends InputStream {
        private final ShellEnvironment shell;

        StandardInput(ShellEnvironment shell) {
            this.shell = shell;
        }

        @Override
        public int read() throws IOException {
            return shell.descriptors.input(0).read();
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            return shell.descriptors.input(0).read(into, offset, length);
        }
    }
}
