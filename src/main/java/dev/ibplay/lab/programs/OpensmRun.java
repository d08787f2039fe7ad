package dev.ibplay.lab.programs;

import dev.ibplay.lab.machine.Invocation;
import dev.ibplay.lab.machine.Line;
import dev.ibplay.lab.opensm.SimulatedOpensm;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/** A subnet manager for as long as a process of its host lives. */
public final class OpensmRun {
    private static final int HUP = 1;
    private static final int USR1 = 10;

    private OpensmRun() {}

    /** Runs one until a signal ends it; HUP and USR1 do not. */
    public static int toEnd(Invocation call, SimulatedOpensm opensm) throws InterruptedException, IOException {
        var over = new CountDownLatch(1);
        opensm.onEnd(over::countDown);
        call.process().onSignal(signal -> {
            switch (signal) {
                case HUP -> opensm.hup();
                case USR1 -> {}
                default -> opensm.terminate();
            }
        });
        Optional<String> refusal = opensm.start();
        if (refusal.isPresent()) {
            Line.write(call.stderr(), refusal.get());
            return 1;
        }
        try {
            over.await();
            return 0;
        } catch (InterruptedException killed) {
            opensm.kill();
            throw killed;
        }
    }
}
