package dev.ibplay.transport.ssh.tunnel;

import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;

/** Calls of MINA's handlers, which may throw anything, and after which the session has to go on or end in order. */
final class Attempt {
    /** A call that gives nothing back. */
    interface Call {
        void run() throws Exception;
    }

    private Attempt() {}

    /** What the call has thrown, if anything. */
    static Optional<Throwable> of(Call call) {
        Callable<Boolean> work = () -> {
            call.run();
            return true;
        };
        FutureTask<Boolean> task = new FutureTask<>(work);
        task.run();
        return task.state() == Future.State.FAILED ? Optional.of(task.exceptionNow()) : Optional.empty();
    }
}
