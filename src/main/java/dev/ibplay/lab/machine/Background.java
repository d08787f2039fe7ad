package dev.ibplay.lab.machine;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.ExecutionException;

/** Processes that a program leaves behind, without input and output. */
public final class Background {
    private Background() {}

    /** Runs a program file in a new process of the control group of its parent. */
    public static SimulatedProcess start(Invocation call, SimulatedProcess parent, List<String> words)
            throws IOException {
        Machine machine = call.machine();
        Program program = machine.load(words.getFirst());
        SimulatedProcess process = machine.processes().start(parent.pid(), parent.uid(), words);
        Invocation own = invocation(call, process, words);
        machine.processes().run(process, () -> program.run(own));
        return process;
    }

    /** The same program once more, as after fork(2). */
    public static SimulatedProcess copy(Invocation call, Program body) {
        SimulatedProcess process = call.machine()
                .processes()
                .start(
                        call.process().pid(),
                        call.process().uid(),
                        call.process().arguments());
        Invocation own = invocation(call, process, call.arguments());
        call.machine().processes().run(process, () -> body.run(own));
        return process;
    }

    private static Invocation invocation(Invocation call, SimulatedProcess process, List<String> words) {
        return new Invocation(
                call.machine(),
                process,
                words,
                call.environment(),
                "/",
                InputStream.nullInputStream(),
                OutputStream.nullOutputStream(),
                OutputStream.nullOutputStream());
    }

    /** Waits for its end. */
    public static void await(SimulatedProcess process) throws InterruptedException {
        try {
            process.ended().get();
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
