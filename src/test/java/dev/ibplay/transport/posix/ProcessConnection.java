package dev.ibplay.transport.posix;

import dev.ibplay.exec.CommandEnd;
import dev.ibplay.transport.Channel;
import dev.ibplay.transport.Connection;
import dev.ibplay.transport.TransportException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Starts command lines on this machine, as a login shell would. */
record ProcessConnection() implements Connection {
    @Override
    public Channel start(String commandLine) throws TransportException {
        try {
            return new ProcessChannel(new ProcessBuilder("/bin/sh", "-c", commandLine).start());
        } catch (IOException failed) {
            throw new TransportException(
                    "here", TransportException.Kind.UNREACHABLE, String.valueOf(failed.getMessage()), Optional.empty());
        }
    }

    @Override
    public boolean isLocal() {
        return false;
    }

    @Override
    public void close() {}

    private record ProcessChannel(Process process) implements Channel {
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

        @Override
        public CommandEnd waitFor(Duration timeLimit) throws TransportException {
            try {
                return process.waitFor(timeLimit.toMillis(), TimeUnit.MILLISECONDS)
                        ? new CommandEnd.Exited(process.exitValue())
                        : new CommandEnd.TimedOut();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return new CommandEnd.TimedOut();
            }
        }

        @Override
        public void close() {
            process.destroy();
        }
    }
}
