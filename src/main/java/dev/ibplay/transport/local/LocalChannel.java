package dev.ibplay.transport.local;

import dev.ibplay.exec.CommandEnd;
import dev.ibplay.transport.Channel;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A command on the control node. */
final class LocalChannel implements Channel {
    private static final Duration KILL_LIMIT = Duration.ofSeconds(5);

    private final Process process;
    private final boolean leadsGroup;
    private final Consumer<LocalChannel> whenClosed;

    /**
     * A channel of a process that was just started.
     *
     * @param leadsGroup whether the process's id is that of a process group of its own
     */
    LocalChannel(Process process, boolean leadsGroup, Consumer<LocalChannel> whenClosed) {
        this.process = process;
        this.leadsGroup = leadsGroup;
        this.whenClosed = whenClosed;
    }

    @Override
    public OutputStream stdin() {
        return process.getOutputStream();
    }

    @Override
    public InputStream stdout() {
        return process.getInputStream();
    }

    @Override
    public InputStream stderr() {
        return process.getErrorStream();
    }

    /**
     * Waits for the end. A command that dies from signal N counts as exited with status 128 + N, which is all that a Java
     * process tells.
     */
    @Override
    public CommandEnd waitFor(Duration timeLimit) {
        if (ended(timeLimit)) {
            return new CommandEnd.Exited(process.exitValue());
        }
        close();
        return new CommandEnd.TimedOut();
    }

    private boolean ended(Duration limit) {
        try {
            return process.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /**
     * Kills the process and all of its group. After the process has ended nothing is killed any more: its id may be
     * somebody else's by then.
     */
    @Override
    public void close() {
        whenClosed.accept(this);
        try {
            process.getOutputStream().close();
        } catch (IOException ignored) {
            // unsent input of a process that is about to be killed
        }
        if (leadsGroup && process.isAlive()) {
            killGroup();
        }
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    private void killGroup() {
        try {
            Process kill = new ProcessBuilder("/bin/sh", "-c", "kill -KILL -- -" + process.pid())
                    .redirectOutput(Redirect.DISCARD)
                    .redirectError(Redirect.DISCARD)
                    .start();
            if (!kill.waitFor(KILL_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
                kill.destroyForcibly();
            }
        } catch (IOException ignored) {
            // no process can be started; destroying the leader below is what is left
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
