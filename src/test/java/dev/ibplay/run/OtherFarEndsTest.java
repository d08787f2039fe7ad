package dev.ibplay.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ibplay.Missing;
import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.inventory.ConnectionVariables.Platform;
import dev.ibplay.transport.Connection;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.LoginShell;
import dev.ibplay.transport.SessionCounts;
import dev.ibplay.transport.SudoConnection;
import dev.ibplay.transport.TransportException;
import dev.ibplay.transport.TransportException.Kind;
import dev.ibplay.transport.helper.CarriedHelpers;
import dev.ibplay.transport.helper.HelperChoice;
import dev.ibplay.transport.powershell.ModelFarEnd;
import dev.ibplay.transport.ssh.PlayedHost;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How Windows hosts and switches are opened: declared, detected, and where the inventory is wrong. */
class OtherFarEndsTest {
    private static final String WINDOWS = "OpenSSH_for_Windows_8.1";
    private static final String ADMINISTRATOR =
            "\"Verbindliche Beschriftung\\Hohe\",\"Bezeichnung\",\"S-1-16-12288\",\"\"\r\n";
    private static final String USER = "\"Mandatory Label\\Medium\",\"Label\",\"S-1-16-8192\",\"\"\r\n";

    @TempDir
    private Path folder;

    /** A Windows host that knows one program. */
    private record WhoAmI(String groups) implements HostSession {
        @Override
        public List<Outcome> run(Batch batch, Duration timeLimit) {
            return batch.operations().stream().map(this::answer).toList();
        }

        private Outcome answer(Operation operation) {
            boolean isKnown = operation instanceof Operation.RunCommand command
                    && command.arguments().getFirst().equals("whoami.exe")
                    && !groups.isEmpty();
            return isKnown
                    ? new Outcome.CommandEnded(new CommandEnd.Exited(0), Bytes.ofUtf8(groups), Bytes.EMPTY)
                    : new Outcome.OperationFailed("ENOENT", "The system cannot find the file specified");
        }

        @Override
        public SessionCounts counts() {
            return new SessionCounts(0, 0, 0);
        }

        @Override
        public void close() {}
    }

    private static String cmd(String line) {
        return line.startsWith("echo ")
                ? line.substring(5).replace("%OS%", "Windows_NT") + "\r\n"
                : "'exec' is not recognized as an internal or external command,\r\noperable program or batch file.\r\n";
    }

    private static String powerShell(String line) {
        return line.substring(5).replace("$env:OS", "Windows_NT") + "\r\n";
    }

    private static String bash(String line) {
        return "%OS%:OS\n";
    }

    private static String switchCli(String line) {
        if (!line.startsWith("cli -h ")) {
            return "% Unrecognized command \"" + line.split(" ", 2)[0] + "\".\r\n% Type \"?\" for help.\r\n";
        }
        StringBuilder said = new StringBuilder();
        for (String quoted : line.substring(8, line.length() - 1).split("\" \"", -1)) {
            String command = quoted.replace("\"", "");
            said.append(
                    switch (command) {
                        case "enable" -> "";
                        case "show version" -> "Product name:      SX_PPC_M460EX\nBuilt by: Mellanox\n";
                        default ->
                            "% Unrecognized command \"" + command.split(" ", 2)[0] + "\".\n% Type \"?\" for help.\n";
                    });
        }
        return said.toString();
    }

    private PlayedHost windows(String identification, PlayedHost.Shell shell, String groups) throws Exception {
        return PlayedHost.starting(folder, identification, shell, ModelFarEnd.connection(new WhoAmI(groups)));
    }

    private static HostSession open(Connection login, Connection user, Optional<Platform> declared)
            throws TransportException {
        return new FarEnds("h1", declared, new HelperChoice.Automatic(), login, user).open();
    }

    private static TransportException refused(PlayedHost host, Optional<Platform> declared) throws TransportException {
        try (Connection login = host.connect()) {
            return catchThrowableOfType(TransportException.class, () -> open(login, login, declared));
        }
    }

    /** Opens the host as one whose user wants to become root, which is ignored. */
    private static void assertOpens(PlayedHost host, Optional<Platform> declared, String system)
            throws TransportException {
        try (Connection login = host.connect();
                HostSession session =
                        open(login, new SudoConnection(login, "h1", "root", Optional.empty()), declared)) {
            assertThat(session.system()).contains(system);
        }
    }

    @Test
    void windowsIsAskedOnceAndOpened() throws Exception {
        try (PlayedHost host = windows(WINDOWS, OtherFarEndsTest::cmd, ADMINISTRATOR)) {
            assertOpens(host, Optional.empty(), "Windows_NT");
            assertThat(host.commands()).hasSize(2).first().isEqualTo(LoginShell.QUESTION);
            assertThat(host.commands().getLast()).startsWith("powershell.exe ");
        }
        try (PlayedHost host = windows(WINDOWS, OtherFarEndsTest::powerShell, ADMINISTRATOR)) {
            assertOpens(host, Optional.empty(), "Windows_NT");
        }
    }

    @Test
    void windowsOfTheInventoryIsNotAsked() throws Exception {
        try (PlayedHost host = windows(WINDOWS, OtherFarEndsTest::cmd, ADMINISTRATOR)) {
            assertOpens(host, Optional.of(Platform.WINDOWS), "Windows_NT");
            assertThat(host.commands()).hasSize(1).first().asString().startsWith("powershell.exe ");
        }
    }

    @Test
    void aPosixShellOnWindowsIsWindowsAllTheSame() throws Exception {
        try (PlayedHost host = windows(WINDOWS, OtherFarEndsTest::bash, ADMINISTRATOR)) {
            assertOpens(host, Optional.empty(), "Windows_NT");
        }
    }

    @Test
    void aLoginOnWindowsIsAnAdministrators() throws Exception {
        try (PlayedHost host = windows(WINDOWS, OtherFarEndsTest::cmd, USER)) {
            TransportException refusal = refused(host, Optional.empty());
            assertThat(refusal.kind()).isEqualTo(Kind.BECOME_REFUSED);
            assertThat(refusal).hasMessageContaining("no administrator's rights");
            assertThat(refusal.hint())
                    .hasValueSatisfying(hint -> assertThat(hint).contains("Administrators"));
        }
    }

    /** Not to be told is not to have none. */
    @Test
    void whoTheLoginIsMayBeUnreadable() throws Exception {
        try (PlayedHost host = windows(WINDOWS, OtherFarEndsTest::cmd, "")) {
            assertOpens(host, Optional.empty(), "Windows_NT");
        }
    }

    @Test
    void aSwitchIsAskedWhatItIs() throws Exception {
        try (PlayedHost host = PlayedHost.of(folder, "mpSSH_0.2.1", OtherFarEndsTest::switchCli)) {
            assertOpens(host, Optional.empty(), "MLNX-OS");
            assertThat(host.commands()).first().isEqualTo(LoginShell.QUESTION);
            assertThat(host.commands().getLast()).contains("show version");
        }
    }

    /** Its identification promises a POSIX shell; that there is none shows when the shell does not start. */
    @Test
    void aSwitchThatNamesItselfOpensshIsFoundAfterwards() throws Exception {
        Missing.unless(!CarriedHelpers.sha256().isEmpty(), "a helper in the program");
        try (PlayedHost host = PlayedHost.of(folder, "OpenSSH_7.6", OtherFarEndsTest::switchCli)) {
            try (Connection login = host.connect();
                    HostSession session = open(login, login, Optional.empty())) {
                assertThat(session.system()).contains("MLNX-OS");
            }
            assertThat(host.commands()).hasSizeGreaterThan(2).contains(LoginShell.QUESTION);
        }
    }

    @Test
    void anotherVendorsSwitchIsNot() throws Exception {
        try (PlayedHost host = PlayedHost.of(
                folder,
                "mpSSH_0.2.1",
                line -> switchCli(line).replaceAll("Product.*\n.*", "Cisco IOS Software, Version 15.2(4)E"))) {
            TransportException refusal = refused(host, Optional.empty());
            assertThat(refusal.kind()).isEqualTo(Kind.NOT_MANAGED);
            assertThat(refusal).hasMessageContaining("neither MLNX-OS nor Onyx");
        }
    }

    @Test
    void aSwitchOfTheInventoryIsOpenedAndAskedLater() throws Exception {
        try (PlayedHost host = PlayedHost.of(folder, "OpenSSH_7.6", OtherFarEndsTest::switchCli)) {
            assertOpens(host, Optional.of(Platform.MLNXOS), "MLNX-OS");
            assertThat(host.commands()).containsExactly(LoginShell.QUESTION);
        }
    }

    private void assertContradicts(PlayedHost host, Platform declared, String found) throws TransportException {
        TransportException refusal = refused(host, Optional.of(declared));
        assertThat(refusal.kind()).isEqualTo(Kind.WRONG_PLATFORM);
        assertThat(refusal)
                .hasMessageStartingWith(
                        "the inventory says that it is %s, but it runs %s".formatted(declared.word(), found));
        assertThat(refusal.hint()).hasValueSatisfying(hint -> assertThat(hint).contains("ibplay_platform"));
    }

    @Test
    void aContradictionToTheInventoryIsAnError() throws Exception {
        try (PlayedHost host = PlayedHost.withShell(folder, "OpenSSH_9.2p1", Map.of("HOME", folder.toString()))) {
            assertContradicts(host, Platform.MLNXOS, "a POSIX shell");
            assertContradicts(host, Platform.WINDOWS, "a POSIX shell");
        }
        try (PlayedHost host = PlayedHost.of(folder, "mpSSH_0.2.1", OtherFarEndsTest::switchCli)) {
            assertContradicts(host, Platform.WINDOWS, "a switch's command line");
        }
        try (PlayedHost host = PlayedHost.of(folder, WINDOWS, OtherFarEndsTest::cmd)) {
            assertContradicts(host, Platform.MLNXOS, "Windows");
        }
    }

    /** Without a helper in the program the shell is started, and its silence met, with the first batch only. */
    @Test
    void whatIsNoLinuxHostAtAllIsAnError() throws Exception {
        Missing.unless(!CarriedHelpers.sha256().isEmpty(), "a helper in the program");
        try (PlayedHost host = PlayedHost.of(folder, "mpSSH_0.2.1", OtherFarEndsTest::switchCli)) {
            assertContradicts(host, Platform.LINUX, "a switch's command line");
        }
        try (PlayedHost host = PlayedHost.of(folder, WINDOWS, OtherFarEndsTest::cmd)) {
            assertContradicts(host, Platform.LINUX, "Windows");
        }
    }

    @Test
    void aPosixShellOfCygwinIsWindows() throws Exception {
        Missing.unless(!CarriedHelpers.sha256().isEmpty(), "a helper in the program");
        Path bin = Files.createDirectories(folder.resolve("bin"));
        // A helper that this machine keeps is not there.
        Map<String, String> programs =
                Map.of("uname", "case $1 in -m) echo x86_64 ;; *) echo CYGWIN_NT-10.0 ;; esac", "ls", "exit 1");
        for (Map.Entry<String, String> program : programs.entrySet()) {
            Path file = Files.writeString(bin.resolve(program.getKey()), "#!/bin/sh\n" + program.getValue() + "\n");
            Files.setAttribute(file, "unix:mode", 0755);
        }
        try (PlayedHost host = PlayedHost.withShell(
                folder,
                "OpenSSH_9.2p1",
                Map.of("PATH", folder + "/bin:" + System.getenv("PATH"), "HOME", folder.toString()))) {
            TransportException refusal = refused(host, Optional.of(Platform.LINUX));
            assertThat(refusal.kind()).isEqualTo(Kind.WRONG_PLATFORM);
            assertThat(refusal).hasMessageContaining("CYGWIN_NT-10.0");
            // There is no powershell.exe on this machine.
            assertThat(refused(host, Optional.empty())).hasMessageContaining("PowerShell ended");
            assertThat(host.commands()).anyMatch(line -> line.startsWith("powershell.exe "));
        }
    }
}
