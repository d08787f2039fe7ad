package dev.ibplay.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.Secret;
import dev.ibplay.transport.TransportException.Kind;
import dev.ibplay.transport.local.LocalConnection;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The conversation with scripts that stand in for sudo. */
class SudoConnectionTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final Optional<Secret> PASSWORD = Optional.of(Secret.of("tr0ub4dor"));

    /** Takes sudo's options apart, notes all arguments, and leaves the command in "$@". */
    private static final String OPTIONS = """
            #!/bin/sh
            printf '%s\\n' "$@" > "${0%/*}/arguments"
            prompt=; user=; quiet=
            while [ "$1" != -- ]; do
              case $1 in -p) prompt=$2; shift;; -u) user=$2; shift;; -n) quiet=1;; esac
              shift
            done
            shift
            """;

    private static final String ASKS = """
            echo "We trust you have received the usual lecture." >&2
            printf %s "$prompt" >&2
            read -r password
            if [ "$password" != tr0ub4dor ]; then
              printf 'Das hat nicht funktioniert.\\n%s' "$prompt" >&2
              read -r password
              exit 1
            fi
            exec "$@"
            """;

    @TempDir
    private Path folder;

    private SudoConnection sudo(String script, Optional<Secret> password, UnaryOperator<String> startUp)
            throws IOException {
        for (String program : new String[] {"sh", "id", "cat"}) {
            Path real = Path.of(Files.exists(Path.of("/bin", program)) ? "/bin" : "/usr/bin", program);
            executable(folder.resolve(program), "#!/bin/sh\nexec " + real + " \"$@\"\n");
        }
        if (!script.isEmpty()) {
            executable(folder.resolve("sudo"), OPTIONS + script);
        }
        Connection local = new LocalConnection("leaf01", Map.of("PATH", folder.toString()));
        Connection login = new RewritingConnection(local, startUp);
        return new SudoConnection(login, "leaf01", "fabricadmin", password, LIMIT);
    }

    private static void executable(Path file, String text) throws IOException {
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private SudoConnection sudo(String script, Optional<Secret> password) throws IOException {
        return sudo(script, password, UnaryOperator.identity());
    }

    private static String output(Connection connection, String command, String input)
            throws IOException, TransportException {
        try (Channel channel = connection.start(command)) {
            channel.stdin().write(input.getBytes(StandardCharsets.UTF_8));
            channel.stdin().close();
            String text = new String(channel.stdout().readAllBytes(), StandardCharsets.UTF_8)
                    + "|"
                    + new String(channel.stderr().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(channel.waitFor(LIMIT)).isEqualTo(new CommandEnd.Exited(5));
            return text;
        }
    }

    private TransportException refusal(String script, Optional<Secret> password) throws IOException {
        SudoConnection connection = sudo(script, password);
        TransportException e = catchThrowableOfType(TransportException.class, () -> connection.start("cat; exit 5"));
        assertThat(e.kind()).isEqualTo(Kind.BECOME_REFUSED);
        assertThat(e.host()).isEqualTo("leaf01");
        assertThat(e).message().doesNotContain("tr0ub4dor");
        return e;
    }

    @Test
    void answersThePromptAndLeavesTheRestToTheCommand() throws IOException, TransportException {
        SudoConnection connection = sudo(ASKS, PASSWORD);
        assertThat(output(connection, "cat; echo 'it'\\''s' >&2; exit 5", "input\n"))
                .isEqualTo("input\n|it's\n");
        assertThat(Files.readString(folder.resolve("arguments")))
                .contains("-u\nfabricadmin\n")
                .doesNotContain("tr0ub4dor");
    }

    @Test
    void whereTheLoginCameFromGetsThroughSudo() throws IOException, TransportException {
        sudo("unset SSH_CONNECTION; exec \"$@\"", Optional.empty());
        String show = "echo \"${SSH_CONNECTION-unset} $#\"; exit 5";
        for (String peer : new String[] {"192.0.2.7 50432 192.0.2.20 22", "fe80::1%ib0 50432 fe80::2%ib0 22"}) {
            Map<String, String> environment = Map.of("PATH", folder.toString(), "SSH_CONNECTION", peer);
            Connection login = new LocalConnection("leaf01", environment);
            Connection sudo = new SudoConnection(login, "leaf01", "fabricadmin", Optional.empty(), LIMIT);
            assertThat(output(sudo, show, "")).isEqualTo(peer + " 0\n|");
            String self = System.getProperty("user.name");
            Connection same = new SudoConnection(login, "leaf01", self, Optional.empty(), LIMIT);
            assertThat(output(same, show, "")).isEqualTo(peer + " 0\n|");
        }
        Connection local = new LocalConnection("leaf01", Map.of("PATH", folder.toString()));
        Connection sudo = new SudoConnection(local, "leaf01", "fabricadmin", Optional.empty(), LIMIT);
        assertThat(output(sudo, show, "")).isEqualTo("unset 0\n|");
    }

    @Test
    void withoutAPromptThePasswordStaysHere() throws IOException, TransportException {
        assertThat(output(sudo("exec \"$@\"", PASSWORD), "cat; exit 5", "")).isEqualTo("|");
    }

    @Test
    void withoutAPasswordSudoMustNotAsk() throws IOException, TransportException {
        String script = "[ -n \"$quiet\" ] || exit 9; exec \"$@\"";
        assertThat(output(sudo(script, Optional.empty()), "cat; exit 5", "in")).isEqualTo("in|");
    }

    @Test
    void whatStartUpFilesPrintIsSkipped() throws IOException, TransportException {
        UnaryOperator<String> noisy = line -> "echo welcome; echo mind the gap >&2; set -xv; " + line;
        assertThat(output(sudo(ASKS, PASSWORD, noisy), "cat; echo end >&2; exit 5", "in"))
                .isEqualTo("in|end\n");
    }

    @Test
    void aPromptThatComesBackIsAWrongPasswordInAnyLanguage() throws IOException {
        TransportException e = refusal(ASKS, Optional.of(Secret.of("wrong")));
        assertThat(e).hasMessage("sudo refused the password");
        assertThat(e.hint()).hasValueSatisfying(h -> assertThat(h).contains("ansible_become_password"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "sudo: sorry, you must have a tty to run sudo; sudo wants a terminal; !requiretty",
                "admin is not in the sudoers file.; not in the sudoers file; LOGIN ALL=(fabricadmin) ALL",
                "Sorry, user admin is not allowed to execute x as fabricadmin on leaf01.; does not allow; run sh as fabricadmin",
                "sudo: a password is required; sudo wants a password; NOPASSWD",
                "sudo: interactive authentication is required; sudo wants a password; NOPASSWD",
                "sudo: unknown user fabricadmin; there is no user fabricadmin; ansible_become_user",
                "sudo: 1 incorrect password attempt; sudo refused the password; ansible_become_password",
                "sudo: effective uid is not 0, is sudo installed setuid root?; not installed properly; chmod 4755",
                "sudo: The no new privileges flag is set; no_new_privs; NoNewPrivileges",
                "something unheard of; ended before the command, with status 1; sudo -u fabricadmin sh -c id",
            })
    void saysWhatToChange(String text, String message, String hint) throws IOException {
        TransportException e = refusal("echo '" + text + "' >&2; exit 1", PASSWORD);
        assertThat(e).hasMessageContaining(message).hasMessageContaining(text);
        assertThat(e.hint()).hasValueSatisfying(h -> assertThat(h).contains(hint));
    }

    @Test
    void aMissingSudoIsNamed() throws IOException {
        assertThat(refusal("", Optional.empty())).hasMessageContaining("there is no sudo on the host");
    }

    @Test
    void anotherProgramsPromptIsGivenUpInTime() throws IOException {
        sudo("printf 'First Factor: ' >&2; read -r x", PASSWORD);
        Connection local = new LocalConnection("leaf01", Map.of("PATH", folder.toString()));
        SudoConnection impatient = new SudoConnection(local, "leaf01", "fabricadmin", PASSWORD, Duration.ofSeconds(3));
        TransportException e = catchThrowableOfType(TransportException.class, () -> impatient.start("cat"));
        assertThat(e.kind()).isEqualTo(Kind.BECOME_REFUSED);
        assertThat(e).hasMessageContaining("\"First Factor:\"");
        assertThat(e.hint()).hasValueSatisfying(h -> assertThat(h).contains("passprompt_override"));
    }

    @Test
    void aPasswordThatSudoRepeatsIsHidden() throws IOException {
        String script = "printf %s \"$prompt\" >&2; read -r x; echo \"bad: $x\" >&2; exit 1";
        assertThat(refusal(script, PASSWORD)).hasMessageContaining("bad: <hidden>");
    }

    @Test
    void aPasswordWithALineBreakIsNotSent() throws IOException {
        assertThat(refusal(ASKS, Optional.of(Secret.of("two\nlines")))).hasMessageContaining("line break");
        assertThat(folder.resolve("arguments")).doesNotExist();
    }

    @Test
    void whoAlreadyIsTheUserNeedsNoSudo() throws IOException, TransportException {
        sudo("exit 1", PASSWORD);
        Connection local = new LocalConnection("leaf01", Map.of("PATH", folder.toString()));
        SudoConnection same = new SudoConnection(local, "leaf01", System.getProperty("user.name"), PASSWORD);
        assertThat(output(same, "cat; exit 5", "in")).isEqualTo("in|");
        assertThat(folder.resolve("arguments")).doesNotExist();
    }

    @Test
    void outputBeforeAndAfterTheMarkerIsCutExactly() throws IOException {
        byte[] text = "noise\nab\nab1\nabc\nrest\n".getBytes(StandardCharsets.UTF_8);
        try (var in = new MarkedInputStream(new ByteArrayInputStream(text), "abc")) {
            assertThat(in.readAllBytes()).asString().isEqualTo("rest\n");
        }
        try (var in = new MarkedInputStream(new ByteArrayInputStream(text), "never")) {
            assertThat(in.readAllBytes()).isEmpty();
        }
    }
}
