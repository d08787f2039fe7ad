package dev.ibplay.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ibplay.Missing;
import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.exec.Secret;
import dev.ibplay.transport.helper.HelperChoice;
import dev.ibplay.transport.helper.HelperOpening;
import dev.ibplay.transport.helper.HelperSession;
import dev.ibplay.transport.local.LocalConnection;
import dev.ibplay.transport.posix.PosixSession;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The machine's own sudo, from a user that exists for the test only; needs root. */
class RealSudoTest {
    private static final String USER = "ibplaysudotest";
    private static final Path RULES = Path.of("/etc/sudoers.d", USER);
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Optional<Secret> PASSWORD = Optional.of(Secret.of("tr0ub4dor"));

    private final LocalConnection root = LocalConnection.of("leaf01");

    @BeforeEach
    void addUser() throws TransportException, IOException {
        Missing.unless(System.getProperty("user.name").equals("root"), "root, to make a user");
        Missing.unless(
                Files.isExecutable(Path.of("/usr/bin/sudo")) && Files.isDirectory(Path.of("/etc/sudoers.d")), "sudo");
        run("useradd -M -s /bin/sh " + USER + " && echo " + USER + ":tr0ub4dor | chpasswd");
    }

    @AfterEach
    void removeUser() throws TransportException, IOException {
        if (Files.deleteIfExists(RULES)) {
            run("userdel " + USER);
        } else if (System.getProperty("user.name").equals("root")) {
            run("userdel " + USER + " || true");
        }
        root.close();
    }

    private void run(String command) throws TransportException, IOException {
        try (Channel channel = root.start("PATH=$PATH:/usr/sbin:/sbin; " + command)) {
            channel.stdin().close();
            String errors = new String(channel.stderr().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(channel.waitFor(LIMIT)).as(errors).isEqualTo(new CommandEnd.Exited(0));
        }
    }

    private static void allow(String rules) throws IOException {
        Files.writeString(RULES, rules + "\n");
        Files.setPosixFilePermissions(RULES, PosixFilePermissions.fromString("r--r-----"));
    }

    private SudoConnection sudo(Optional<Secret> password) {
        Connection login = new RewritingConnection(
                root, line -> "cd /; exec runuser -u " + USER + " -- sh -c '" + line.replace("'", "'\\''") + "'");
        return new SudoConnection(login, "leaf01", "root", password, LIMIT);
    }

    private String idThroughSudo(Optional<Secret> password) throws TransportException, IOException {
        try (Channel channel = sudo(password).start("id -un; cat")) {
            channel.stdin().write("input".getBytes(StandardCharsets.UTF_8));
            channel.stdin().close();
            String text = new String(channel.stdout().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(channel.waitFor(LIMIT)).isEqualTo(new CommandEnd.Exited(0));
            return text;
        }
    }

    private TransportException refusal(Optional<Secret> password) {
        return catchThrowableOfType(
                TransportException.class, () -> sudo(password).start("id"));
    }

    @Test
    void withPassword() throws TransportException, IOException {
        allow(USER + " ALL=(ALL) ALL");
        assertThat(idThroughSudo(PASSWORD)).isEqualTo("root\ninput");
        assertThat(refusal(Optional.of(Secret.of("wrong")))).hasMessage("sudo refused the password");
        assertThat(refusal(Optional.empty())).hasMessageContaining("sudo wants a password");
    }

    @Test
    void withoutPassword() throws TransportException, IOException {
        allow(USER + " ALL=(ALL) NOPASSWD: ALL");
        assertThat(idThroughSudo(Optional.empty())).isEqualTo("root\ninput");
        assertThat(idThroughSudo(PASSWORD)).isEqualTo("root\ninput");
    }

    /** Both far ends, as a command of a batch sees it. */
    @Test
    void whereTheLoginCameFromIsKnownToTheFarEnds() throws TransportException, IOException {
        allow(USER + " ALL=(ALL) NOPASSWD: ALL");
        String peer = "192.0.2.7 50432 192.0.2.20 22";
        Connection login = new RewritingConnection(
                root,
                line -> "cd /; SSH_CONNECTION='" + peer + "'; export SSH_CONNECTION; " + "exec runuser -u " + USER
                        + " -- sh -c '" + line.replace("'", "'\\''") + "'");
        var sudo = new SudoConnection(login, "leaf01", "root", Optional.empty(), LIMIT);
        Batch batch = Batch.of(
                List.of(Operation.RunCommand.of(LIMIT, "sh", "-c", "echo \"$(id -u) $SSH_CONNECTION\"; exit 5")));
        HelperOpening helper = HelperSession.open("leaf01", sudo, new HelperChoice.Automatic(), LIMIT);
        assertThat(helper).isInstanceOf(HelperOpening.Opened.class);
        List<HostSession> sessions =
                List.of(PosixSession.open("leaf01", sudo), ((HelperOpening.Opened) helper).session());
        for (HostSession session : sessions) {
            assertThat(session.run(batch, LIMIT))
                    .containsExactly(new Outcome.CommandEnded(
                            new CommandEnd.Exited(5), Bytes.ofUtf8("0 " + peer + "\n"), Bytes.EMPTY));
            session.close();
        }
    }

    @Test
    void whereATerminalIsRequired() throws IOException {
        allow("Defaults:" + USER + " requiretty\n" + USER + " ALL=(ALL) NOPASSWD: ALL");
        assertThat(refusal(PASSWORD)).hasMessageContaining("wants a terminal");
    }

    @Test
    void whoIsNotInSudoers() {
        assertThat(refusal(PASSWORD)).hasMessageContaining("not in the sudoers file");
    }

    @Test
    void whoMayRunOnlySomethingElse() throws IOException {
        allow(USER + " ALL=(ALL) NOPASSWD: /usr/sbin/opensm");
        assertThat(refusal(PASSWORD)).hasMessageContaining("does not allow");
    }
}
