package dev.ibplay.lab.shell;

import dev.ibplay.lab.machine.Pipe;
import dev.ibplay.transport.WaitingThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Runs the commands of a pipeline at the same time: the last one on this thread, each other one on its own. */
final class PipelineRun {
    private final ShellEnvironment shell;
    private final List<Thread> threads = new ArrayList<>();

    PipelineRun(Interpreter interpreter) {
        shell = interpreter.shell;
    }

    /** The last one's status, once all have ended. */
    int run(List<Command> parts) throws InterruptedException {
        Optional<Pipe> before = Optional.empty();
        for (Command part : parts.subList(0, parts.size() - 1)) {
            ShellEnvironment inner = part(before);
            Pipe pipe = new Pipe();
            inner.descriptors.set(1, OpenFile.owned(pipe.sink()));
            start(inner, part);
            before = Optional.of(pipe);
        }
        try {
            return new Interpreter(part(before)).runToEnd(parts.getLast());
        } finally {
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }

    private ShellEnvironment part(Optional<Pipe> before) {
        ShellEnvironment inner = shell.subshell(shell.process, false);
        before.ifPresent(pipe -> inner.descriptors.set(0, OpenFile.owned(pipe.source())));
        return inner;
    }

    private void start(ShellEnvironment inner, Command part) {
        threads.add(WaitingThreads.builder().start(() -> {
            Thread thread = Thread.currentThread();
            shell.process.enter(thread);
            try {
                new Interpreter(inner).runToEnd(part);
            } catch (InterruptedException | Unwinding killed) {
                thread.interrupt();
            } finally {
                shell.process.leave(thread);
            }
        }));
    }
}
