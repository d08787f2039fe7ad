package dev.ibplay.lab;

import dev.ibplay.exec.CommandEnd;
import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.machine.Account;
import dev.ibplay.lab.machine.LoginShell;
import dev.ibplay.lab.machine.Machine;
import dev.ibplay.lab.machine.Pipe;
import dev.ibplay.lab.machine.SimulatedProcess;
import dev.ibplay.transport.Channel;
import dev.ibplay.transport.TerminalConnection;
import dev.ibplay.transport.TransportException;
import dev.ibplay.transport.TransportException.Kind;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A login on a machine of the lab without a network between. */
public final class PipedConnection implements TerminalConnection {
    private static final Duration GRACE = Duration.ofSeconds(5);

    private static final Map<String, String> ORIGIN = Map.of("SSH_CONNECTION", "192.0.2.7 50432 192.0.2.20 22");

    private final Machine machine;
    private final Account account;
    private final String group;
    private final List<Closeable> ends = new ArrayList<>();
    private boolean broken;

    public PipedConnection(Machine machine) {
        this(machine, Account.ROOT);
    }

    public PipedConnection(Machine machine, Account account) {
        this.machine = machine;
        this.account = account;
        this.group = machine.logins().open(account.uid(), this::breakOff);
    }

    /** Neither end hears of the other any more. */
    private synchronized void breakOff() {
        broken = true;
        end(ends.toArray(new Closeable[0]));
    }

    /** The control group of what runs in this login. */
    public String group() {
        return group;
    }

    @Override
    public synchronized Channel start(String commandLine) throws TransportException {
        if (broken) {
            throw new TransportException(machine.name(), Kind.UNREACHABLE, "connection refused", Optional.empty());
        }
        Pipe stdin = new Pipe();
        Pipe stdout = new Pipe();
        Pipe stderr = new Pipe();
        try {
            SimulatedProcess process = new LoginShell(machine, account, group, ORIGIN)
                    .start(commandLine, stdin.source(), stdout.sink(), stderr.sink());
            ends.addAll(List.of(stdin.sink(), stdout.sink(), stderr.sink()));
            process.onEnd(ended -> end(stdout.sink(), stderr.sink(), stdin.source()));
            return new PipedChannel(this, process, stdin.sink(), stdout.source(), stderr.source());
        } catch (Errno e) {
            throw new TransportException(
                    machine.name(), Kind.FAR_END_BROKEN, e.subject() + ": " + e.text(), "install a shell", e);
        }
    }

    private static void end(Closeable... streams) {
        for (Closeable stream : streams) {
            try {
                stream.close();
            } catch (IOException impossible) {
                throw new IllegalStateException(impossible);
            }
        }
    }

    @Override
    public Channel startTerminal(int columns, int rows) throws TransportException {
        return start(LoginShell.INTERACTIVE);
    }

    @Override
    public boolean isLocal() {
        return true;
    }

    @Override
    public void close() {
        machine.clock().after(GRACE, () -> machine.logins().close(group));
    }

    /** Who has lost the connection does not hear how the command ended. */
    private synchronized void requireWhole() throws TransportException {
        if (broken) {
            throw new TransportException(
                    machine.name(), Kind.CONNECTION_LOST, "the connection was lost", Optional.empty());
        }
    }

    private record PipedChannel(
            PipedConnection connection,
            SimulatedProcess process,
            OutputStream stdin,
            InputStream stdout,
            InputStream stderr)
            implements Channel {
        @Override
        public CommandEnd waitFor(Duration timeLimit) throws TransportException {
            connection.requireWhole();
            try {
                return process.ended().get(timeLimit.toMillis(), TimeUnit.MILLISECONDS);
            } catch (TimeoutException | InterruptedException late) {
                return new CommandEnd.TimedOut();
            } catch (ExecutionException impossible) {
                throw new IllegalStateException(impossible);
            }
        }

        @Override
        public void close() {
            try {
                stdin.close();
                stdout.close();
                stderr.close();
            } catch (IOException impossible) {
                throw new IllegalStateException(impossible);
            }
        }
    }
}
