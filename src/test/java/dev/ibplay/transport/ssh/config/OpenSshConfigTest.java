package dev.ibplay.transport.ssh.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.Missing;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares what is understood of configurations with what {@code ssh -G} of this machine prints. */
class OpenSshConfigTest {
    private static final Path SSH = Path.of("/usr/bin/ssh");

    /** Keywords whose value ssh -G prints, with what it prints when nothing is said. */
    private static final List<String> COMPARED = List.of(
            "hostname",
            "user",
            "port",
            "hostkeyalias",
            "addressfamily",
            "bindaddress",
            "identitiesonly",
            "identityagent",
            "preferredauthentications",
            "pubkeyauthentication",
            "passwordauthentication",
            "kbdinteractiveauthentication",
            "stricthostkeychecking",
            "userknownhostsfile",
            "globalknownhostsfile",
            "revokedhostkeys",
            "connecttimeout",
            "connectionattempts",
            "tcpkeepalive",
            "serveraliveinterval",
            "serveralivecountmax",
            "ciphers",
            "macs",
            "kexalgorithms",
            "hostkeyalgorithms",
            "requiredrsasize",
            "proxycommand",
            "proxyjump",
            "proxyusefdpass");

    @TempDir
    private Path home;

    private Map<String, List<String>> reference(Path file, String host) throws IOException, InterruptedException {
        Missing.unless(Files.isExecutable(SSH), SSH + " (package openssh-client)");
        ProcessBuilder builder = new ProcessBuilder(SSH.toString(), "-G", "-F", file.toString(), host);
        builder.environment().put("HOME", home.toString());
        builder.environment().put("SHELL", "/bin/sh");
        builder.redirectError(home.resolve("stderr").toFile());
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        Map<String, List<String>> values = new TreeMap<>();
        if (process.waitFor() != 0) {
            values.put("refused", List.of(Files.readString(home.resolve("stderr"))));
            return values;
        }
        for (String line : output.split("\n", -1)) {
            String[] parts = line.split(" ", 2);
            if (parts.length == 2) {
                values.computeIfAbsent(parts[0], k -> new ArrayList<>()).add(parts[1]);
            }
        }
        return values;
    }

    private void compare(String text, String host) throws IOException, InterruptedException {
        Path file = Files.writeString(home.resolve("config"), text);
        Map<String, List<String>> theirs = reference(file, host);
        SshConfig config = SshConfig.ofFile(file, new LocalSurroundings(Map.of("SHELL", "/bin/sh"), home));
        if (theirs.containsKey("refused")) {
            assertThat(config.problems()).as(theirs + "\n" + text).isNotEmpty();
            return;
        }
        assertThat(config.problems()).as(text).isEmpty();
        Map<String, List<String>> unsaid = reference(Files.writeString(home.resolve("empty"), ""), host);
        SshOptions options;
        try {
            options = config.resolve(host, new SshOptions());
        } catch (ConfigException e) {
            throw new AssertionError(text, e);
        }
        for (String keyword : COMPARED) {
            List<String> expected = theirs.getOrDefault(keyword, List.of());
            List<String> ours = options.get(keyword)
                    .map(said -> List.of(printed(keyword, said)))
                    .orElse(unsaid.getOrDefault(keyword, List.of()));
            // a proxy of "none" is not printed, and a jump host drops the command that was said later
            List<String> shown = ours.equals(List.of("none")) && keyword.startsWith("proxy") ? List.of() : ours;
            List<String> wanted =
                    expected.equals(List.of("none")) && keyword.startsWith("proxy") ? List.of() : expected;
            assertThat(shown).as("%s of %s in%n%s", keyword, host, text).isEqualTo(wanted);
        }
        for (String keyword : List.of("identityfile", "certificatefile")) {
            List<String> ours =
                    options.all(keyword).stream().map(SshOptions.Said::value).toList();
            assertThat(ours.isEmpty() ? unsaid.getOrDefault(keyword, List.of()) : ours)
                    .as("%s of %s in%n%s", keyword, host, text)
                    .isEqualTo(theirs.getOrDefault(keyword, List.of()));
        }
    }

    /** A value in the form in which ssh -G prints it. */
    private static String printed(String keyword, SshOptions.Said said) {
        String value = said.value();
        String lower = value.toLowerCase(Locale.ROOT);
        return switch (keyword) {
            // the only files of which it prints the names with the home directory of the user in place of ~
            case "userknownhostsfile", "globalknownhostsfile" ->
                String.join(" ", said.words()).replace("~/", System.getProperty("user.home") + "/");
            case "connecttimeout", "serveraliveinterval" ->
                ConfigTime.parse(value).map(t -> Long.toString(t.toSeconds())).orElse("none");
            case "port", "connectionattempts", "serveralivecountmax", "requiredrsasize" ->
                Long.toString(Long.parseLong(value));
            case "stricthostkeychecking", "pubkeyauthentication" ->
                switch (lower) {
                    case "yes", "true" -> "true";
                    case "no", "off", "false" -> "false";
                    default -> lower;
                };
            case "addressfamily" -> lower;
            case "identitiesonly",
                    "passwordauthentication",
                    "kbdinteractiveauthentication",
                    "proxyusefdpass",
                    "tcpkeepalive" -> lower.equals("true") ? "yes" : lower.equals("false") ? "no" : lower;
            default -> value;
        };
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Port=22\n",
                "  Port = 2222   # comment\n\tuser\t=\t\"some body\"\n",
                "User x#y\nIdentityFile a#b # c\n",
                "User 'single'\nIdentityFile \"with \\\" quote\"\nIdentityFile with\\ space\n",
                "ProxyCommand ssh -W %h:%p \"b q\" # all of it\n",
                "ProxyJump user@bastion:2022,[fd00::1]:22 # comment\nProxyCommand later\n",
                "ProxyCommand none\nProxyJump later\n",
                "ProxyJump none\nProxyCommand later\n",
                "ProxyJump=u@b:2200\n",
                "Host !leaf* *\n User no\nHost leaf? !leaf2 leaf1\n User yes\n",
                "Host LEAF1\n User upper\n",
                "Match host LEAF1\n User upper\nMatch originalhost leaf*,!leaf1\n Port 1\n",
                "HostName %h.example.net\nMatch host *.example.net\n User behind\nMatch originalhost leaf1\n Port 7\n",
                "Match final host leaf1\n User last\nMatch canonical\n Port 17\nHostName LEAF1\n",
                "HostName LEAF9\nHost leaf9\n User late\nMatch final\nHost leaf9\n Port 18\n",
                "Match !final all\n User never\n",
                "Match !final\n User early\nMatch final\n HostName changed\n HostKeyAlias later\n",
                "Match exec \"test %h = leaf1\"\n User ran\nMatch !exec false\n Port 33\n",
                "Match user root localuser \"root,somebody\"\n Port 44\n",
                "Match user=root host=leaf*\n Port 45\n",
                "User first\nUser second\nMatch user first\n Port 46\n",
                "IdentityFile none\n",
                "IdentityFile ~/a\nIdentityFile ~/b\nIdentityFile ~/a\nCertificateFile ~/c\nCertificateFile %d/e\n",
                "UserKnownHostsFile a \"b c\" d\nGlobalKnownHostsFile /dev/null\n",
                "UserKnownHostsFile none\n",
                "ConnectTimeout 1m30s\nServerAliveInterval 1h\nServerAliveCountMax 5\nConnectionAttempts 3\n",
                "ConnectTimeout none\n",
                "Ciphers aes256-ctr,aes128-ctr\nMACs hmac-sha2-256\nKexAlgorithms curve25519-sha256\n",
                "HostKeyAlgorithms ssh-ed25519\nPreferredAuthentications publickey,password\n",
                "StrictHostKeyChecking off\nPasswordAuthentication FALSE\nPubkeyAuthentication Yes\n",
                "StrictHostKeyChecking accept-new\nAddressFamily inet6\nBindAddress 127.0.0.1\n",
                "KeepAlive no\nChallengeResponseAuthentication no\nDSAAuthentication no\n",
                "IdentityAgent SSH_AUTH_SOCK\nRevokedHostKeys /etc/ssh/revoked\nIdentitiesOnly yes\n",
                "GSSAPIAuthentication yes\nSendEnv LANG LC_*\nControlMaster auto\nControlPath ~/.ssh/%C\nLogLevel QUIET\n",
                "IgnoreUnknown a*,b\nAlpha beta\nB x\nUser u\n",
                "IgnoreUnknown a*,b\nB\nUser u\n",
                "Alpha beta\n",
                "Port 70000\n",
                "Port 22 23\n",
                "Port\n",
                "User \"open\n",
                "ConnectTimeout soon\n",
                "StrictHostKeyChecking perhaps\n",
                "AddressFamily ipx\n",
                "Match\n",
                "Match all host x\n",
                "Match final all\n User u\n",
                "Match nonsense x\n",
                "ProxyJump a:b:c@@\n",
                "ProxyJump ,\n",
                "ConnectionAttempts 0\n",
                "ServerAliveCountMax 0\n",
                " # only a comment\n\n\t\n",
                "Host *\r\n  User dos\r\n",
                "PasswordAuthentication maybe\n",
                "Host\n",
                "Include ~/.ssh/none*\nPort 5\n"
            })
    void readsAsSshDoes(String text) throws IOException, InterruptedException {
        compare(text, "leaf1");
    }

    @Test
    void includesAsSshDoes() throws IOException, InterruptedException {
        Path folder = Files.createDirectories(home.resolve("inc"));
        for (String name : List.of("b.conf", "a.conf", ".hidden.conf", "c.txt")) {
            Path file = Files.writeString(
                    folder.resolve(name),
                    "IdentityFile ~/" + name + "\nHost other\n Port 99\nMatch all\n User " + name + "\n");
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        }
        for (String host : List.of("leaf1", "other")) {
            compare("Include " + folder + "/*.conf\nPort 7\n", host);
            compare(
                    "Host leaf*\n Include " + folder + "/[ab].conf " + folder + "/c.txt\n HostKeyAlias x\nPort 7\n",
                    host);
        }
    }

    @Test
    void readsRandomConfigurationsAsSshDoes() throws IOException, InterruptedException {
        long seed = Optional.ofNullable(Long.getLong("seed")).orElseGet(System::nanoTime);
        Random random = new Random(seed);
        for (int i = 0; i < 60; i++) {
            String text = RandomSshConfig.text(random);
            try {
                compare(text, RandomSshConfig.host(random));
            } catch (AssertionError e) {
                throw new AssertionError("seed " + seed + ", configuration " + i + ": " + e.getMessage(), e);
            }
        }
    }

    @Test
    void timesAreReadInAllUnits() {
        assertThat(ConfigTime.parse("1w2d3h4m5s")).contains(Duration.ofSeconds(788645));
        assertThat(ConfigTime.parse("")).isEmpty();
        assertThat(ConfigTime.parse("5x")).isEmpty();
    }
}
