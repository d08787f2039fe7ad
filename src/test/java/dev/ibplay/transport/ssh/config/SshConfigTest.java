package dev.ibplay.transport.ssh.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SshConfigTest {
    @TempDir
    private Path home;

    private Surroundings surroundings;

    @BeforeEach
    void makeSurroundings() throws IOException {
        Files.createDirectory(home.resolve(".ssh"));
        surroundings = new LocalSurroundings(Map.of("SHELL", "/bin/sh", "RACK", "r7"), home, Duration.ofMillis(500));
    }

    private Path write(String name, String text) throws IOException {
        Path file = Files.writeString(home.resolve(name), text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        return file;
    }

    private SshConfig standard() {
        return SshConfig.standard(surroundings, home);
    }

    private SshOptions resolve(String text, String host) throws IOException, ConfigException {
        SshConfig config = SshConfig.ofFile(write("config", text), surroundings);
        assertThat(config.problems()).isEmpty();
        return config.resolve(host, new SshOptions());
    }

    @Test
    void theUsersFileComesBeforeTheSystemsAndBehindWhatIsStronger() throws IOException, ConfigException {
        write(".ssh/config", "Host leaf*\n  User fabric\n  IdentityFile ~/a\nHost *\n  Port 2200\n");
        write("ssh_config", "Include more.d/*.conf\nPort 2300\nUser nobody\nIdentityFile ~/b\n");
        Files.createDirectory(home.resolve("more.d"));
        write("more.d/10.conf", "HostKeyAlias ten\n");
        write("more.d/20.conf", "HostKeyAlias twenty\n");
        SshOptions options = standard().resolve("leaf01", new SshOptions().add("identityfile", "~/first", "inventory"));
        assertThat(options.value("user")).contains("fabric");
        assertThat(options.value("port")).contains("2200");
        assertThat(options.value("hostkeyalias")).contains("ten");
        assertThat(options.value("hostname")).contains("leaf01");
        assertThat(options.all("identityfile"))
                .extracting(SshOptions.Said::value)
                .containsExactly("~/first", "~/a", "~/b");
        assertThat(options.get("user").orElseThrow().place()).isEqualTo(home.resolve(".ssh/config") + ":2");
        assertThat(standard().resolve("spine", new SshOptions()).value("user")).contains("nobody");
    }

    @Test
    void anIncludeInABlockBelongsToTheBlock() throws IOException, ConfigException {
        write(".ssh/inc", "User inside\nHost other\n  Port 9\n");
        String text = "Host leaf\n  Include inc\n  HostKeyAlias still-leaf\nHost *\n  User outside\n";
        assertThat(resolve(text, "leaf").value("user")).contains("inside");
        assertThat(resolve(text, "leaf").value("hostkeyalias")).contains("still-leaf");
        assertThat(resolve(text, "other").value("user")).contains("outside");
        assertThat(resolve(text, "other").value("port")).isEmpty();
    }

    @Test
    void filesThatIncludeEachOtherEnd() throws IOException {
        write(".ssh/a", "Include b\n");
        write(".ssh/b", "Include ~/.ssh/a\n");
        SshConfig config = SshConfig.ofFile(write("config", "Include a\n"), surroundings);
        assertThat(config.problems())
                .singleElement()
                .satisfies(p -> assertThat(p.message()).contains("more than 16 deep"));
    }

    @Test
    void aFileThatOthersMayWriteIsNotUsed() throws IOException {
        Path file = write(".ssh/config", "User x\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-r--"));
        assertThat(standard().problems()).singleElement().satisfies(p -> {
            assertThat(p.place()).isEqualTo(file.toString());
            assertThat(p.message()).contains("others may write");
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    Prot 22                      | ssh has no option "Prot"         | did you mean port?
                    UseKeychain yes              | ssh has no option "UseKeychain"  | remove it, or name it with IgnoreUnknown before it
                    Port ssh                     | Port cannot be "ssh"             | see ssh_config(5)
                    Port 0                       | Port cannot be "0"               | see ssh_config(5)
                    User                         | User has no value                | see ssh_config(5)
                    Port 22 23                   | Port takes one value; "23" is too much | see ssh_config(5)
                    StrictHostKeyChecking maybe  | StrictHostKeyChecking cannot be "maybe" | see ssh_config(5)
                    User "x                      | a quote is not closed            | close it on the same line
                    ProxyJump a,,b               | ProxyJump cannot be "a,,b"       | see ssh_config(5)
                    Match hots x                 | Match does not know the criterion "hots" | those that are known here: all, canonical, final, host, originalhost, user, localuser, tagged, localnetwork, sessiontype, exec
                    Match all host x             | Match all cannot be combined with other criteria | leave one of them out
                    Match host                   | Match host has no value          | put a pattern behind it
                    """)
    void whatSshRefusesIsToldWithItsPlace(String line, String message, String hint) throws IOException {
        Path file = write("config", "Host nobody\n  " + line + "\n");
        assertThat(SshConfig.ofFile(file, surroundings).problems())
                .containsExactly(new ConfigProblem(file.toString(), 2, message, hint));
    }

    @Test
    void unknownKeywordsMayBeIgnored() throws IOException, ConfigException {
        assertThat(resolve("IgnoreUnknown usekey*,foo\nUseKeychain yes\nFoo x\nUser u\n", "h")
                        .value("user"))
                .contains("u");
    }

    @Test
    void aCommandOfMatchRunsOnlyWhenNothingElseDecides() throws IOException, ConfigException {
        Path mark = home.resolve("mark");
        String text = "Match host other exec \"touch " + mark + "\"\n  User wrong\n"
                + "Match exec \"test %n-%h-%p = leaf-10.0.0.1-2022\"\n  User right\n";
        SshConfig config = SshConfig.ofFile(write("config", "HostName 10.0.0.1\nPort 2022\n" + text), surroundings);
        assertThat(config.resolve("leaf", new SshOptions()).value("user")).contains("right");
        assertThat(mark).doesNotExist();
    }

    @Test
    void aCommandOfMatchRunsOnceForAllHostsAndHasALimit() throws IOException, ConfigException {
        Path log = home.resolve("log");
        SshConfig config = SshConfig.ofFile(
                write("config", "Match exec \"sh -c 'echo x >>" + log + "'\"\n  User u\n"), surroundings);
        for (int i = 0; i < 50; i++) {
            assertThat(config.resolve("leaf" + i, new SshOptions()).value("user"))
                    .contains("u");
        }
        assertThat(Files.readAllLines(log)).hasSize(1);
        SshConfig slow = SshConfig.ofFile(write("config", "Match exec \"sleep 600\"\n"), surroundings);
        assertThatThrownBy(() -> slow.resolve("leaf", new SshOptions()))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("did not end within");
    }

    @Test
    void namesAddNoCommandsToALineForTheShell() throws IOException, ConfigException {
        SshConfig config = SshConfig.ofFile(write("config", "Match exec \"test x = x%n\"\n  User u\n"), surroundings);
        assertThat(config.resolve("leaf-1.example_net", new SshOptions()).value("user"))
                .isEmpty();
        for (String name : List.of("a;touch b", "$(b)", "-oProxyCommand=b", "a b", "a`b`", "a\nb")) {
            assertThatThrownBy(() -> config.resolve(name, new SshOptions()))
                    .as(name)
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("no name that a shell may get");
        }
    }

    @Test
    void tagsAndNetworksAreLookedAt() throws IOException, ConfigException {
        String text = """
                Host leaf
                  Tag rack
                Match tagged rack*
                  User tagged
                Match localnetwork 127.0.0.0/8
                  Port 2201
                Match !localnetwork 127.0.0.0/8
                  Port 2202
                """;
        assertThat(resolve(text, "leaf").value("user")).contains("tagged");
        assertThat(resolve(text, "leaf").value("port")).contains("2201");
        assertThat(resolve(text, "spine").value("user")).isEmpty();
    }

    @Test
    void thousandsOfHostsAreCheap() throws IOException, ConfigException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 1000; i++) {
            text.append("Host n")
                    .append(i)
                    .append("\n  HostName 10.0.0.")
                    .append(i % 256)
                    .append("\n");
        }
        SshConfig config = SshConfig.ofFile(
                write("config", text.append("Host *\n  User u\n").toString()), surroundings);
        long start = System.nanoTime();
        for (int i = 0; i < 5000; i++) {
            assertThat(config.resolve("n" + i, new SshOptions()).value("user")).contains("u");
        }
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
    }

    @Test
    void tokensAndVariablesAreExpanded() throws IOException, ConfigException {
        SshOptions options = resolve("HostName %h.example.net\nUser admin\nPort 2022\n", "Leaf01");
        assertThat(options.value("hostname")).contains("leaf01.example.net");
        Tokens tokens = Tokens.of(surroundings, options, "Leaf01", "leaf01.example.net", "2022", "admin");
        assertThat(tokens.expandAll("~/%n/%h/%p/%r/%d/${RACK}/%%", "f:1"))
                .isEqualTo("~/Leaf01/leaf01.example.net/2022/admin/" + home + "/r7/%");
        for (String wrong : List.of("%x", "a%", "${NOT_THERE}", "${RACK")) {
            assertThatThrownBy(() -> tokens.expandAll(wrong, "f:1")).isInstanceOf(ConfigException.class);
        }
    }
}
