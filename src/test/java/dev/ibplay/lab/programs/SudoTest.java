package dev.ibplay.lab.programs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.Secret;
import dev.ibplay.lab.PipedConnection;
import dev.ibplay.lab.machine.Account;
import dev.ibplay.lab.machine.Machine;
import dev.ibplay.lab.programs.SudoRule.Verdict;
import dev.ibplay.lab.shell.LabShell;
import dev.ibplay.lab.time.ManualClock;
import dev.ibplay.transport.Channel;
import dev.ibplay.transport.SudoConnection;
import dev.ibplay.transport.TransportException;
import dev.ibplay.transport.TransportException.Kind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** sudo on the lab's machines, asked as ibplay asks. */
class SudoTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final Account ADMIN = new Account("admin", 1000, "/home/admin");
    private static final Optional<Secret> RIGHT = Optional.of(Secret.of("tr0ub4dor"));
    private static final Optional<Secret> WRONG = Optional.of(Secret.of("guess"));

    private final Machine machine = LabShell.machine(new ManualClock());

    @BeforeEach
    void accounts() throws IOException {
        machine.disk().write("/etc/passwd", Bytes.ofUtf8("""
                                root:x:0:0:root:/root:/bin/sh
                                admin:x:1000:1000::/home/admin:/bin/sh
                                opensm:x:990:990::/var/lib:/bin/false
                                """), 0644);
    }

    private Channel start(Account account, String user, Optional<Secret> password, String command)
            throws TransportException {
        return new SudoConnection(new PipedConnection(machine, account), "leaf01", user, password, LIMIT)
                .start(command);
    }

    private String output(Account account, String user, Optional<Secret> password, String command, String input)
            throws IOException, TransportException {
        try (Channel channel = start(account, user, password, command)) {
            channel.stdin().write(input.getBytes(StandardCharsets.UTF_8));
            channel.stdin().close();
            String text = new String(channel.stdout().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(channel.waitFor(LIMIT)).isEqualTo(new CommandEnd.Exited(5));
            return text;
        }
    }

    @Test
    void becomesRootWithThePassword() throws IOException, TransportException {
        Sudo.install(machine, SudoRule.withPassword("tr0ub4dor"));
        String command = "id -un; cat; echo \"$SSH_CONNECTION $HOME $SUDO_USER\"; exit 5";
        assertThat(output(ADMIN, "root", RIGHT, command, "input\n"))
                .isEqualTo("root\ninput\n192.0.2.7 50432 192.0.2.20 22 /root admin\n");
    }

    @Test
    void asksNothingWhereTheRuleSaysSo() throws IOException, TransportException {
        Sudo.install(machine, SudoRule.withoutPassword());
        assertThat(output(ADMIN, "root", Optional.empty(), "id -u; exit 5", "")).isEqualTo("0\n");
        assertThat(output(ADMIN, "root", RIGHT, "cat; exit 5", "data\n")).isEqualTo("data\n");
        assertThat(output(ADMIN, "opensm", Optional.empty(), "id -u; touch /tmp/f; exit 5", ""))
                .isEqualTo("990\n");
        assertThat(machine.disk().stat("/tmp/f", true).uid()).isEqualTo(990);
    }

    @Test
    void whoIsRootAlreadyNeedsNoSudo() throws IOException, TransportException {
        assertThat(output(Account.ROOT, "root", Optional.empty(), "id -u; exit 5", ""))
                .isEqualTo("0\n");
    }

    @ParameterizedTest
    @CsvSource({
        "UNKNOWN_USER, not in the sudoers file",
        "NOT_ALLOWED, sudo does not allow this",
        "NEEDS_TERMINAL, wants a terminal"
    })
    void refusesInSudosWords(Verdict verdict, String explanation) throws IOException {
        Sudo.install(machine, SudoRule.refused(verdict, Optional.of("tr0ub4dor")));
        assertThat(refusal("root", RIGHT)).message().contains(explanation);
    }

    @Test
    void refusesAWrongPasswordAndAMissingOne() throws IOException {
        Sudo.install(machine, SudoRule.withPassword("tr0ub4dor"));
        assertThat(refusal("root", WRONG)).message().contains("sudo refused the password");
        assertThat(refusal("root", Optional.empty())).message().contains("wants a password");
        assertThat(refusal("nobody-here", RIGHT)).message().contains("there is no user nobody-here");
    }

    @Test
    void hostsMayHaveNone() {
        assertThat(refusal("root", RIGHT)).message().contains("there is no sudo");
    }

    private TransportException refusal(String user, Optional<Secret> password) {
        TransportException refused =
                catchThrowableOfType(TransportException.class, () -> start(ADMIN, user, password, "cat; exit 5"));
        assertThat(refused.kind()).isEqualTo(Kind.BECOME_REFUSED);
        return refused;
    }
}
