package dev.ibplay.lab.shell;

import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.machine.SimulatedProcess;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * Carries out commands in one shell environment. {@code tail} tells that nothing comes after a command in a process of the
 * shell's own: a program may then take the shell's place, as {@code exec} does.
 */
final class Interpreter {
    final ShellEnvironment shell;
    final Expander expander;
    final Signals signals;

    private final SimpleCommands simple;
    private int loops;
    /** Above 0 a failure is looked at, and {@code set -e} does not end the shell. */
    private int tested;

    Interpreter(ShellEnvironment shell) {
        this.shell = shell;
        expander = new Expander(shell, this);
        signals = new Signals(shell);
        simple = new SimpleCommands(this);
    }

    int loops() {
        return loops;
    }

    /** Runs what a script says, up to its end, and gives the status that it leaves. */
    int runScript(Source source, boolean tail) throws IOException, InterruptedException {
        Parser parser = new Parser(source);
        try {
            Optional<Command> command = parser.next();
            while (command.isPresent()) {
                run(command.get(), tail && parser.isAtEnd());
                command = parser.next();
            }
        } catch (ShellSyntaxException wrong) {
            throw new ShellError(wrong.line(), String.valueOf(wrong.getMessage()));
        }
        return shell.status;
    }

    int run(Command command, boolean tail) throws IOException, InterruptedException {
        settle();
        int status = switch (command) {
            case Command.Simple one -> checked(simple.run(one, tail));
            case Command.Pipeline pipeline -> pipeline(pipeline);
            case Command.AndOr both -> andOr(both, tail);
            case Command.Sequence sequence -> sequence(sequence.commands(), tail);
            case Command.Background background -> background(background.body());
            case Command.Subshell subshell -> checked(subshell(subshell.body(), tail));
            case Command.Redirected redirected -> redirected(redirected, tail);
            case Command.If one -> test(one.condition()) ? run(one.body(), tail) : run(one.otherwise(), tail);
            case Command.Loop loop -> loop(loop);
            case Command.ForEach each -> forEach(each);
            case Command.Case choice -> choice(choice, tail);
            case Command.Definition definition -> {
                shell.functions.put(definition.name(), definition.body());
                yield 0;
            }
        };
        shell.status = status;
        return status;
    }

    /** Ends when the process has ended; carries out traps of signals that have come. */
    void settle() throws IOException, InterruptedException {
        if (!shell.process.isAlive()) {
            throw new Unwinding.Killed(9);
        }
        for (Optional<Integer> signal = signals.poll(); signal.isPresent(); signal = signals.poll()) {
            runTrap(Signals.name(signal.get()));
        }
    }

    private void runTrap(String name) throws IOException, InterruptedException {
        String action = shell.traps.getOrDefault(name, "");
        int before = shell.status;
        runScript(Source.of(action, shell.line), false);
        shell.status = before;
    }

    private int checked(int status) {
        shell.status = status;
        if (status != 0 && tested == 0 && shell.has('e')) {
            throw new Unwinding.Exit(status);
        }
        return status;
    }

    private boolean test(Command condition) throws IOException, InterruptedException {
        tested++;
        try {
            return run(condition, false) == 0;
        } finally {
            tested--;
        }
    }

    private int andOr(Command.AndOr both, boolean tail) throws IOException, InterruptedException {
        return test(both.first()) == both.and() ? run(both.second(), tail) : shell.status;
    }

    private int sequence(List<Command> commands, boolean tail) throws IOException, InterruptedException {
        int status = 0;
        for (int i = 0; i < commands.size(); i++) {
            status = run(commands.get(i), tail && i == commands.size() - 1);
        }
        return status;
    }

    private int pipeline(Command.Pipeline pipeline) throws IOException, InterruptedException {
        if (!pipeline.negated()) {
            return checked(new PipelineRun(this).run(pipeline.parts()));
        }
        tested++;
        try {
            int status = pipeline.parts().size() == 1
                    ? run(pipeline.parts().getFirst(), false)
                    : new PipelineRun(this).run(pipeline.parts());
            return status == 0 ? 1 : 0;
        } finally {
            tested--;
        }
    }

    private int redirected(Command.Redirected command, boolean tail) throws IOException, InterruptedException {
        shell.line = command.line();
        Redirecting redirecting = new Redirecting(shell, expander);
        try {
            redirecting.apply(command.redirections());
            return run(command.body(), tail);
        } catch (Redirecting.Failure failure) {
            complain(String.valueOf(failure.getMessage()));
            return checked(2);
        } finally {
            redirecting.undo();
        }
    }

    private int loop(Command.Loop loop) throws IOException, InterruptedException {
        int status = 0;
        while (true) {
            loops++;
            try {
                if (test(loop.condition()) == loop.until()) {
                    return status;
                }
                status = run(loop.body(), false);
            } catch (Unwinding.LeaveLoop leave) {
                status = 0;
                if (left(leave)) {
                    return 0;
                }
            } finally {
                loops--;
            }
        }
    }

    /** Whether this loop ends. */
    private static boolean left(Unwinding.LeaveLoop leave) {
        if (!leave.arrived()) {
            throw leave;
        }
        return !leave.isAgain();
    }

    private int forEach(Command.ForEach each) throws IOException, InterruptedException {
        shell.line = each.line();
        List<String> values =
                each.words().isPresent() ? expander.fields(each.words().get()) : shell.positional;
        int status = 0;
        for (String value : values) {
            shell.variables.set(each.name(), value);
            loops++;
            try {
                status = run(each.body(), false);
            } catch (Unwinding.LeaveLoop leave) {
                status = 0;
                if (left(leave)) {
                    return 0;
                }
            } finally {
                loops--;
            }
        }
        return status;
    }

    private int choice(Command.Case choice, boolean tail) throws IOException, InterruptedException {
        shell.line = choice.line();
        String subject = expander.text(choice.subject());
        for (Command.Arm arm : choice.arms()) {
            for (Word pattern : arm.patterns()) {
                if (expander.pattern(pattern).matches(subject)) {
                    return run(arm.body(), tail);
                }
            }
        }
        return 0;
    }

    private int subshell(Command body, boolean tail) throws InterruptedException {
        return new Interpreter(shell.subshell(shell.process, tail && shell.ownsProcess)).runToEnd(body);
    }

    /** Runs commands whose output becomes text. */
    int substitute(Command body, ByteArrayOutputStream printed) throws InterruptedException {
        ShellEnvironment inner = shell.subshell(shell.process, false);
        inner.descriptors.set(1, OpenFile.lent(printed));
        return new Interpreter(inner).runToEnd(body);
    }

    private int background(Command body) {
        SimulatedProcess child =
                shell.machine.processes().start(shell.process.pid(), shell.process.uid(), shell.process.arguments());
        ShellEnvironment inner = shell.subshell(child, true);
        inner.descriptors.set(0, OpenFile.nothing());
        shell.children.put(child.pid(), child);
        shell.lastBackground = Optional.of(child.pid());
        shell.machine.processes().run(child, () -> new Interpreter(inner).runToEnd(body));
        return 0;
    }

    /** Runs all that this environment is for, with its EXIT trap, and closes its files. */
    int runToEnd(Command body) throws InterruptedException {
        return runToEnd(() -> run(body, shell.ownsProcess));
    }

    /** What a shell does. */
    interface Work {
        int run() throws IOException, InterruptedException;
    }

    int runToEnd(Work work) throws InterruptedException {
        try {
            int status = ending(work);
            Optional<String> last = Optional.ofNullable(shell.traps.remove("EXIT"));
            if (last.isEmpty()) {
                return status;
            }
            shell.status = status;
            return ending(() -> {
                runScript(Source.of(last.get(), shell.line), false);
                return status;
            });
        } finally {
            shell.descriptors.closeAll();
        }
    }

    private int ending(Work work) throws InterruptedException {
        try {
            return work.run();
        } catch (Become become) {
            shell.functions.clear();
            return ending(become.program());
        } catch (Unwinding.Exit exit) {
            return exit.status();
        } catch (Unwinding.Return back) {
            return back.status();
        } catch (Unwinding.LeaveLoop leave) {
            return 0;
        } catch (ShellError error) {
            complain(error);
            return error.status();
        } catch (Unwinding.Killed killed) {
            return killed(killed);
        } catch (IOException broken) {
            return failed(broken);
        }
    }

    /** Nothing tidies up: of a foreground subshell that would have caught the signal too, not even its EXIT trap. */
    private int killed(Unwinding.Killed killed) {
        boolean itself = shell.process.isAlive();
        if (!itself && !shell.ownsProcess) {
            throw killed;
        }
        shell.traps.remove("EXIT");
        return 128 + killed.signal();
    }

    private int failed(IOException broken) throws InterruptedException {
        if (broken instanceof InterruptedIOException) {
            throw new InterruptedException(broken.getMessage());
        }
        if (broken instanceof Errno errno && errno.name().equals("EPIPE")) {
            shell.traps.remove("EXIT");
            return 128 + Signals.PIPE;
        }
        complain(String.valueOf(broken.getMessage()));
        return 2;
    }

    void complain(ShellError error) {
        shell.line = error.line() > 0 ? error.line() : shell.line;
        complain(String.valueOf(error.getMessage()));
    }

    /** Says something on standard error as dash does; when nobody listens it is lost. */
    void complain(String message) {
        byte[] text = (shell.name + ": " + shell.line + ": " + message + "\n").getBytes(StandardCharsets.ISO_8859_1);
        try {
            shell.descriptors.output(2).write(text);
        } catch (IOException nobodyListens) {
            shell.substitutionStatus = Optional.empty();
        }
    }
}
