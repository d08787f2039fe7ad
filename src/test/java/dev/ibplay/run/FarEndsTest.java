package dev.ibplay.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ibplay.Missing;
import dev.ibplay.exec.Batch;
import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.inventory.ConnectionVariables.Platform;
import dev.ibplay.transport.Connection;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.LoginShell;
import dev.ibplay.transport.SudoConnection;
import dev.ibplay.transport.TransportException;
import dev.ibplay.transport.TransportException.Kind;
import dev.ibplay.transport.helper.CarriedHelpers;
import dev.ibplay.transport.helper.HelperChoice;
import dev.ibplay.transport.posix.PosixSession;
import dev.ibplay.transport.ssh.PlayedHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FarEndsTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @TempDir
    private Path folder;

    private void program(String name, String script) throws IOException {
        Path bin = Files.createDirectories(folder.resolve("bin"));
        Path file = Files.writeString(bin.resolve(name), "#!/bin/sh\n" + script + "\n");
        Files.setAttribute(file, "unix:mode", 0755);
    }

    /** This machine's sh, with the programs above first. */
    private PlayedHost shell(String identification) throws Exception {
        return PlayedHost.withShell(
                folder,
                identification,
                Map.of("PATH", folder + "/bin:" + System.getenv("PATH"), "HOME", folder.toString()));
    }

    private void actAsEsxi(String uid) throws IOException {
        program("uname", "case $1 in -m) echo x86_64 ;; *) echo VMkernel ;; esac");
        program("id", "echo " + uid);
        // A helper that this machine keeps is not there.
        program("ls", "exit 1");
    }

    /** The bootstrap line is sent by builds that carry a helper only. */
    private static void requireHelper() {
        Missing.unless(!CarriedHelpers.sha256().isEmpty(), "a helper in the program");
    }

    private static HostSession open(Connection login, Optional<Platform> declared, HelperChoice helper)
            throws TransportException {
        return new FarEnds("h1", declared, helper, login, login).open();
    }

    private static TransportException refused(PlayedHost host, Optional<Platform> declared) throws TransportException {
        try (Connection login = host.connect()) {
            return catchThrowableOfType(
                    TransportException.class, () -> open(login, declared, new HelperChoice.Automatic()));
        }
    }

    private static String said(HostSession session, String... words) throws TransportException {
        Outcome outcome = session.run(Batch.of(List.of(Operation.RunCommand.of(LIMIT, words))), LIMIT)
                .getFirst();
        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Outcome.CommandEnded.class,
                        ended -> assertThat(ended.end()).isEqualTo(new CommandEnd.Exited(0)));
        return ((Outcome.CommandEnded) outcome).stdout().lossyText().strip();
    }

    @Test
    void whatIsUnknownIsShownInShort() throws Exception {
        try (PlayedHost host =
                PlayedHost.of(folder, "Cisco-1.25", line -> "\u0007Line has invalid autocommand " + "x".repeat(200))) {
            TransportException refusal = refused(host, Optional.empty());
            assertThat(refusal.kind()).isEqualTo(Kind.NOT_MANAGED);
            assertThat(refusal)
                    .hasMessageContaining("(Cisco-1.25), which answered \"?Line has invalid autocommand xxx")
                    .hasMessageContaining("ibplay_platform: linux");
            assertThat(String.valueOf(refusal.getMessage())).hasSizeLessThan(250);
        }
    }

    @Test
    void linuxHostsAreNotAsked() throws Exception {
        for (String identification : List.of("OpenSSH_9.2p1 Debian-2+deb12u2", "dropbear_2022.83")) {
            try (PlayedHost host = shell(identification);
                    Connection login = host.connect();
                    HostSession session = open(login, Optional.empty(), new HelperChoice.Automatic())) {
                assertThat(said(session, "echo", "here")).isEqualTo("here");
                assertThat(host.commands()).hasSize(1).doesNotContain(LoginShell.QUESTION);
            }
        }
    }

    @Test
    void anOddServerWithAPosixShellIsAskedAndUsed() throws Exception {
        try (PlayedHost host = shell("lshd-2.1");
                Connection login = host.connect();
                HostSession session = open(login, Optional.empty(), new HelperChoice.None())) {
            assertThat(said(session, "echo", "here")).isEqualTo("here");
            assertThat(host.commands()).containsExactly(LoginShell.QUESTION, PosixSession.COMMAND_LINE);
        }
    }

    @Test
    void theInventoryMaySpareTheQuestion() throws Exception {
        try (PlayedHost host = shell("lshd-2.1");
                Connection login = host.connect();
                HostSession session = open(login, Optional.of(Platform.LINUX), new HelperChoice.None())) {
            assertThat(said(session, "echo", "here")).isEqualTo("here");
            assertThat(host.commands()).containsExactly(PosixSession.COMMAND_LINE);
        }
    }

    @Test
    void esxiIsToldByTheBootstrapLine() throws Exception {
        requireHelper();
        actAsEsxi("0");
        try (PlayedHost host = shell("OpenSSH_7.3");
                Connection login = host.connect()) {
            try (HostSession session = open(login, Optional.empty(), new HelperChoice.Automatic())) {
                assertThat(session.system()).contains("VMkernel");
                assertThat(said(session, "echo", "here")).isEqualTo("here");
            }
            assertThat(host.commands()).hasSize(2).doesNotContain(LoginShell.QUESTION);
        }
    }

    @Test
    void esxiOfTheInventoryGetsAShellAtOnce() throws Exception {
        actAsEsxi("0");
        try (PlayedHost host = shell("OpenSSH_7.3");
                Connection login = host.connect();
                HostSession session = open(login, Optional.of(Platform.ESXI), new HelperChoice.Automatic())) {
            assertThat(session.system()).contains("VMkernel");
            assertThat(host.commands()).containsExactly(PosixSession.COMMAND_LINE);
        }
    }

    @Test
    void aLoginOnEsxiIsRoots() throws Exception {
        actAsEsxi("1000");
        try (PlayedHost host = shell("OpenSSH_7.3")) {
            TransportException refusal = refused(host, Optional.of(Platform.ESXI));
            assertThat(refusal.kind()).isEqualTo(Kind.BECOME_REFUSED);
            assertThat(refusal).hasMessageContaining("no sudo on ESXi");
            assertThat(refusal.hint())
                    .hasValueSatisfying(hint -> assertThat(hint).contains("ansible_user: root"));
        }
    }

    /** As the bootstrap line of a user who is to become root ends there. */
    @Test
    void sudoOnEsxiIsNamed() throws Exception {
        actAsEsxi("1000");
        for (String tool : List.of("sh", "echo", "cat")) {
            Files.createSymbolicLink(folder.resolve("bin/" + tool), Path.of("/bin/" + tool));
        }
        try (PlayedHost host = PlayedHost.withShell(folder, "OpenSSH_7.3", Map.of("PATH", folder + "/bin"));
                Connection login = host.connect()) {
            Connection user = new SudoConnection(login, "h1", "root", Optional.empty());
            TransportException refusal = catchThrowableOfType(
                    TransportException.class, () -> user.start("true").close());
            assertThat(refusal.kind()).isEqualTo(Kind.BECOME_REFUSED);
            assertThat(refusal).hasMessageContaining("no sudo on ESXi");
        }
    }

    @Test
    void aContradictionToTheInventoryIsAnError() throws Exception {
        requireHelper();
        try (PlayedHost host = shell("OpenSSH_9.2p1")) {
            TransportException refusal = refused(host, Optional.of(Platform.ESXI));
            assertThat(refusal.kind()).isEqualTo(Kind.WRONG_PLATFORM);
            assertThat(refusal).hasMessage("the inventory says that it is esxi, but it runs Linux");
        }
        actAsEsxi("0");
        try (PlayedHost host = shell("OpenSSH_7.3")) {
            TransportException refusal = refused(host, Optional.of(Platform.LINUX));
            assertThat(refusal.kind()).isEqualTo(Kind.WRONG_PLATFORM);
            assertThat(refusal).hasMessage("the inventory says that it is linux, but it runs VMkernel");
        }
    }

    @Test
    void aRefusedConnectionToEsxiNamesItsDefault() {
        TransportException refused = new TransportException(
                "h1", Kind.UNREACHABLE, "h1 port 22 refused the connection", Optional.of("Is sshd running there?"));
        assertThat(FarEnds.explained(refused, Optional.of(Platform.ESXI)).hint())
                .hasValueSatisfying(hint -> assertThat(hint).contains("off by default", "hostsvc/enable_ssh"));
        assertThat(FarEnds.explained(refused, Optional.of(Platform.WINDOWS)).hint())
                .hasValueSatisfying(hint -> assertThat(hint).contains("OpenSSH.Server"));
        assertThat(FarEnds.explained(refused, Optional.empty())).isSameAs(refused);
        TransportException unknown =
                new TransportException("h1", Kind.UNREACHABLE, "the name h1 is unknown", Optional.empty());
        assertThat(FarEnds.explained(unknown, Optional.of(Platform.ESXI))).isSameAs(unknown);
    }
}
