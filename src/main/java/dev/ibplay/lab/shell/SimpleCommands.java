package dev.ibplay.lab.shell;

import dev.ibplay.lab.disk.Errno;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Carries out simple commands (POSIX.1-2017, XCU 2.9.1). */
final class SimpleCommands {
    private final Interpreter interpreter;
    private final ShellEnvironment shell;

    SimpleCommands(Interpreter interpreter) {
        this.interpreter = interpreter;
        shell = interpreter.shell;
    }

    int run(Command.Simple command, boolean tail) throws IOException, InterruptedException {
        shell.line = command.line();
        shell.substitutionStatus = Optional.empty();
        List<String> words = interpreter.expander.fields(command.words());
        Redirecting redirecting = new Redirecting(shell, interpreter.expander);
        Optional<Builtin> special = words.isEmpty() ? Optional.empty() : Builtins.special(words.getFirst());
        try {
            redirecting.apply(command.redirections());
            if (words.isEmpty()) {
                assign(command.assignments());
                return shell.substitutionStatus.orElse(0);
            }
            int status =
                    special.isPresent() ? special(special.get(), command, words, tail) : other(command, words, tail);
            if (words.equals(List.of("exec"))) {
                redirecting.keep();
            }
            return status;
        } catch (Redirecting.Failure failure) {
            if (special.isPresent()) {
                throw new ShellError(command.line(), String.valueOf(failure.getMessage()));
            }
            interpreter.complain(String.valueOf(failure.getMessage()));
            return 2;
        } finally {
            redirecting.undo();
        }
    }

    private void assign(List<Command.Assignment> assignments) throws IOException, InterruptedException {
        for (Command.Assignment assignment : assignments) {
            shell.variables.set(assignment.name(), interpreter.expander.text(assignment.value()));
        }
    }

    private int special(Builtin builtin, Command.Simple command, List<String> words, boolean tail)
            throws IOException, InterruptedException {
        assign(command.assignments());
        return builtin(builtin, words, tail);
    }

    private int other(Command.Simple command, List<String> words, boolean tail)
            throws IOException, InterruptedException {
        Optional<Command> function = Optional.ofNullable(shell.functions.get(words.getFirst()));
        Optional<Builtin> builtin = function.isPresent() ? Optional.empty() : Builtins.regular(words.getFirst());
        if (function.isEmpty() && builtin.isEmpty()) {
            return new ExternalCommand(interpreter).run(words, environment(command.assignments()), tail);
        }
        if (command.assignments().isEmpty()) {
            return function.isPresent() ? call(function.get(), words) : builtin(builtin.orElseThrow(), words, tail);
        }
        shell.variables.enter();
        try {
            assignLocally(command.assignments());
            return function.isPresent() ? call(function.get(), words) : builtin(builtin.orElseThrow(), words, tail);
        } finally {
            shell.variables.leave();
        }
    }

    private void assignLocally(List<Command.Assignment> assignments) throws IOException, InterruptedException {
        for (Command.Assignment assignment : assignments) {
            String value = interpreter.expander.text(assignment.value());
            shell.variables.local(assignment.name());
            shell.variables.set(assignment.name(), value);
            shell.variables.export(assignment.name());
        }
    }

    private Map<String, String> environment(List<Command.Assignment> assignments)
            throws IOException, InterruptedException {
        Map<String, String> environment = new HashMap<>(shell.variables.environment());
        for (Command.Assignment assignment : assignments) {
            environment.put(assignment.name(), interpreter.expander.text(assignment.value()));
        }
        return environment;
    }

    private int call(Command body, List<String> words) throws IOException, InterruptedException {
        List<String> outer = shell.positional;
        shell.positional = List.copyOf(words.subList(1, words.size()));
        shell.variables.enter();
        try {
            return interpreter.run(body, false);
        } catch (Unwinding.Return back) {
            return back.status();
        } finally {
            shell.variables.leave();
            shell.positional = outer;
        }
    }

    private int builtin(Builtin builtin, List<String> words, boolean tail) throws IOException, InterruptedException {
        BuiltinCall call = new BuiltinCall(interpreter, words, tail);
        try {
            return builtin.run(call);
        } catch (InterruptedIOException killed) {
            throw killed;
        } catch (Errno error) {
            return error.name().equals("EPIPE") ? brokenPipe(error) : call.fail(1, ioError(error));
        } catch (IOException lost) {
            return brokenPipe(lost);
        }
    }

    private static String ioError(Errno error) {
        return error.name().equals("EBADF") ? "I/O error" : error.text();
    }

    /** SIGPIPE: ends the shell unless it is caught or ignored. */
    private int brokenPipe(IOException broken) throws IOException, InterruptedException {
        Optional<String> action = Optional.ofNullable(shell.traps.get("PIPE"));
        if (action.isEmpty()) {
            throw broken;
        }
        interpreter.runScript(Source.of(action.get(), shell.line), false);
        return 1;
    }
}
