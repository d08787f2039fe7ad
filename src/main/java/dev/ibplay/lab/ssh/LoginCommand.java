package dev.ibplay.lab.ssh;

import dev.ibplay.exec.CommandEnd;
import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.machine.Account;
import dev.ibplay.lab.machine.LoginShell;
import dev.ibplay.lab.machine.Machine;
import dev.ibplay.lab.machine.Processes;
import dev.ibplay.lab.machine.SimulatedProcess;
import dev.ibplay.transport.WaitingThreads;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.sshd.common.SshConstants;
import org.apache.sshd.common.util.buffer.Buffer;
import org.apache.sshd.server.Environment;
import org.apache.sshd.server.ExitCallback;
import org.apache.sshd.server.channel.ChannelSession;
import org.apache.sshd.server.command.Command;
import org.apache.sshd.server.session.ServerSession;

/** One command line of a login, in a process of its machine. */
final class LoginCommand implements Command {
    /** What does not end when its input ends is killed, as by logind with KillUserProcesses. */
    private static final Duration GRACE = Duration.ofSeconds(5);

    private static final int NO_SHELL = 1;

    /** RFC 4254, 6.10. */
    private static final Map<Integer, String> SIGNALS = Map.ofEntries(
            Map.entry(1, "HUP"),
            Map.entry(2, "INT"),
            Map.entry(3, "QUIT"),
            Map.entry(4, "ILL"),
            Map.entry(6, "ABRT"),
            Map.entry(8, "FPE"),
            Map.entry(9, "KILL"),
            Map.entry(10, "USR1"),
            Map.entry(11, "SEGV"),
            Map.entry(12, "USR2"),
            Map.entry(13, "PIPE"),
            Map.entry(14, "ALRM"),
            Map.entry(15, "TERM"));

    private final Machine machine;
    private final Account account;
    private final ChannelSession channel;
    private final String line;
    private final String group;
    private InputStream stdin = InputStream.nullInputStream();
    private OutputStream stdout = OutputStream.nullOutputStream();
    private OutputStream stderr = OutputStream.nullOutputStream();
    private ExitCallback exit = (status, message, closeImmediately) -> {};

    LoginCommand(Machine machine, Account account, ChannelSession channel, String line) {
        this.machine = machine;
        this.account = account;
        this.channel = channel;
        this.line = line;
        ServerSession session = channel.getServerSession();
        this.group = machine.logins().open(account.uid(), () -> session.close(true));
    }

    @Override
    public void start(ChannelSession session, Environment environment) throws IOException {
        LoginShell shell = new LoginShell(machine, account, group, connection());
        try {
            SimulatedProcess process = shell.start(line, stdin, stdout, stderr);
            environment.addSignalListener(
                    (from, signal) -> machine.processes().signalControlGroup(group, signal.getNumeric()));
            process.onEnd(end -> WaitingThreads.builder().name("login-end").start(() -> finish(end)));
        } catch (Errno noShell) {
            stderr.write((noShell.getMessage() + "\n").getBytes(StandardCharsets.UTF_8));
            stderr.flush();
            exit.onExit(NO_SHELL);
        }
    }

    private Map<String, String> connection() {
        Map<String, String> variables = new HashMap<>();
        if (channel.getServerSession().getIoSession().getRemoteAddress() instanceof InetSocketAddress from
                && channel.getServerSession().getIoSession().getLocalAddress() instanceof InetSocketAddress to) {
            String peer = machine.network()
                    .loginsFrom()
                    .orElseGet(() -> from.getAddress().getHostAddress());
            String client = peer + " " + from.getPort() + " ";
            variables.put("SSH_CONNECTION", client + to.getAddress().getHostAddress() + " " + to.getPort());
            variables.put("SSH_CLIENT", client + to.getPort());
        }
        return variables;
    }

    private void finish(CommandEnd end) {
        try {
            stdout.flush();
            stderr.flush();
            Optional<String> signal = end instanceof CommandEnd.Signalled signalled
                    ? Optional.ofNullable(SIGNALS.get(signalled.signal()))
                    : Optional.empty();
            if (signal.isPresent()) {
                tellSignal(signal.get());
                channel.close(false);
            } else {
                exit.onExit(Processes.status(end));
            }
        } catch (IOException connectionGone) {
            channel.close(true);
        }
    }

    private void tellSignal(String name) throws IOException {
        Buffer request = channel.getSession().createBuffer(SshConstants.SSH_MSG_CHANNEL_REQUEST);
        request.putUInt(channel.getRecipient());
        request.putString("exit-signal");
        request.putBoolean(false);
        request.putString(name);
        request.putBoolean(false);
        request.putString("");
        request.putString("");
        channel.writePacket(request);
    }

    @Override
    public void destroy(ChannelSession session) {
        machine.clock().after(GRACE, () -> machine.logins().close(group));
    }

    @Override
    public void setExitCallback(ExitCallback callback) {
        exit = callback;
    }

    @Override
    public void setErrorStream(OutputStream stream) {
        stderr = new PromptOutput(stream);
    }

    @Override
    public void setInputStream(InputStream stream) {
        stdin = stream;
    }

    @Override
    public void setOutputStream(OutputStream stream) {
        stdout = new PromptOutput(stream);
    }
}
