package dev.ibplay.transport.posix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Operation.Ping;
import dev.ibplay.exec.Outcome;
import dev.ibplay.transport.ProcessConnection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the words of the host's ping are taken for; they are those of iputils 20221126 and busybox 1.35. */
class PingCommandTest {
    private static final Ping PING = new Ping("ib0", "10.1.0.2", 4092, 2, Duration.ofMillis(1200));

    @TempDir
    Path folder = Path.of("");

    private Outcome ask(Shell shell, String said, int status) throws Exception {
        return ask(shell, PING, said, status);
    }

    private Outcome ask(Shell shell, Ping ping, String said, int status) throws Exception {
        program("echo \"$*\" >>" + folder + "/asked\necho '" + said + "'\nexit " + status);
        // The shell of the last kind sets a path of its own; a file of its start-up puts this one first again.
        Path own = folder.resolve("own");
        Files.writeString(own, "PATH=" + folder + ":$PATH\nexport PATH\n");
        String command = shell.commandLine() + " -c '. " + own + "; '\"" + nested(shell) + "\"";
        try (PosixSession session = PosixSession.open("here", ProcessConnection.plain(), command)) {
            return session.run(Batch.of(List.of(ping)), Shell.LIMIT).getFirst();
        }
    }

    private static String nested(Shell shell) {
        return shell == Shell.BUSYBOX ? "exec ash" : shell.commandLine();
    }

    private void program(String script) throws IOException {
        Path ping = Files.writeString(folder.resolve("ping"), "#!/bin/sh\n" + script + "\n");
        Files.setAttribute(ping, "unix:mode", 0755);
    }

    private static void assertFailed(Outcome outcome, String errno) {
        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Outcome.OperationFailed.class,
                        failed ->
                                assertThat(failed.errno()).as(failed.message()).isEqualTo(errno));
    }

    @ParameterizedTest
    @EnumSource
    void asksOnceForEachTry(Shell shell) throws Exception {
        assertThat(ask(shell, "1480 bytes from 10.1.0.2: icmp_seq=1 ttl=64 time=0.213 ms", 0))
                .isEqualTo(new Outcome.Done());
        String once = "-4 -n -M do -s 4064 -I ib0 -c 1 -W 2 10.1.0.2\n";
        assertThat(Files.readString(folder.resolve("asked"))).isEqualTo(once);
        assertThat(ask(shell, "1 packets transmitted, 0 received, 100% packet loss, time 0ms", 1))
                .isEqualTo(new Outcome.NoAnswer());
        assertThat(Files.readString(folder.resolve("asked"))).isEqualTo(once.repeat(3));
        assertThat(ask(shell, new Ping("", "fd09::1", 2044, 1, Duration.ofSeconds(1)), "", 0))
                .isEqualTo(new Outcome.Done());
        assertThat(Files.readString(folder.resolve("asked"))).endsWith("\n-6 -n -M do -s 1996 -c 1 -W 1 fd09::1\n");
    }

    @ParameterizedTest
    @EnumSource
    void tellsWhatStandsInTheWay(Shell shell) throws Exception {
        assertFailed(ask(shell, "ping: local error: message too long, mtu=2044", 1), "EMSGSIZE");
        assertFailed(ask(shell, "From 10.9.0.2 icmp_seq=1 Frag needed and DF set (mtu = 1500)", 1), "EMSGSIZE");
        assertFailed(ask(shell, "From fd09::2 icmp_seq=1 Packet too big: mtu=1500", 1), "EMSGSIZE");
        assertFailed(ask(shell, "ping: SO_BINDTODEVICE ib77: No such device", 2), "ENODEV");
        assertFailed(ask(shell, "ping: unknown iface: ib77", 2), "ENODEV");
        assertFailed(ask(shell, "ping: connect: Network is unreachable", 2), "ENETUNREACH");
        assertFailed(ask(shell, "ping: invalid option -- M", 1), "ENOSYS");
    }
}
