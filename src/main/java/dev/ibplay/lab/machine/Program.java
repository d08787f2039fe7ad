package dev.ibplay.lab.machine;

import java.io.IOException;

/** What an executable file does when it is run. */
@FunctionalInterface
public interface Program {
    /**
     * Runs it to its end on the calling thread, which is interrupted when its process is killed.
     *
     * @return the exit status: 0..255, or 32 bits on Windows
     */
    int run(Invocation call) throws InterruptedException, IOException;
}
