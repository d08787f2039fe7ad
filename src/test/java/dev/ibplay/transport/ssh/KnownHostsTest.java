package dev.ibplay.transport.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Bytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KnownHostsTest {
    private static final Path FILE = Path.of("known_hosts");
    private static final HostKey ONE = key("ssh-ed25519", "one");
    private static final HostKey TWO = key("ssh-ed25519", "two");
    private static final HostKey RSA = key("ssh-rsa", "three");

    private static HostKey key(String type, String rest) {
        return new HostKey(type, Bytes.ofLatin1("\0\0\0" + (char) type.length() + type + rest));
    }

    private static String line(String names, HostKey key) {
        return names + " " + key.type() + " " + key.base64();
    }

    private static HostKeyVerdict check(String name, HostKey key, String... lines) {
        return KnownHosts.parse(FILE, String.join("\n", lines)).about(name).judge(key);
    }

    private static void assertTrusted(String name, HostKey key, String... lines) {
        assertThat(check(name, key, lines)).isEqualTo(new HostKeyVerdict.Trusted());
    }

    private static void assertUnknown(String name, HostKey key, String... lines) {
        assertThat(check(name, key, lines)).isInstanceOf(HostKeyVerdict.Unknown.class);
    }

    @Test
    void trustsTheKeyOfTheLineAndNobodyElse() {
        assertTrusted("leaf01", ONE, "# comment", "", line("leaf01", ONE) + " root@leaf01");
        assertTrusted("LEAF01", ONE, line("Leaf01,10.0.0.1", ONE));
        assertTrusted("10.0.0.1", ONE, line("leaf01,10.0.0.1", ONE));
        assertUnknown("leaf02", ONE, line("leaf01", ONE));
        assertUnknown("leaf01.example", ONE, line("leaf01", ONE));
        assertUnknown("leaf01", ONE);
    }

    @Test
    void portsAreADifferentName() {
        assertTrusted("[leaf01]:2222", ONE, line("[leaf01]:2222", ONE));
        assertUnknown("leaf01", ONE, line("[leaf01]:2222", ONE));
        assertUnknown("[leaf01]:2222", ONE, line("leaf01", ONE));
        assertTrusted("[leaf01]:2222", ONE, line("[*]:2222", ONE));
    }

    @Test
    void patternsAndNegation() {
        assertTrusted("leaf01", ONE, line("leaf*", ONE));
        assertTrusted("leaf01", ONE, line("leaf??,!leaf02", ONE));
        assertUnknown("leaf02", ONE, line("leaf??,!leaf02", ONE));
        assertUnknown("leaf001", ONE, line("leaf??", ONE));
        assertTrusted("a.b.c.d", ONE, line("a*c*d", ONE));
        assertUnknown("leaf02", ONE, line("!leaf01", ONE));
    }

    /** Made by ssh-keygen -H of OpenSSH 9.2 for the name leaf01. */
    @Test
    void hashedNames() {
        String names = "|1|qPdwOIJ0hf2f9P5zf3r1V1zxdDY=|HxFN9PpmlrwSO1hz7ZgYY8VD/Wo=";
        assertTrusted("leaf01", ONE, line(names, ONE));
        assertTrusted("LEAF01", ONE, line(names, ONE));
        assertUnknown("leaf02", ONE, line(names, ONE));
    }

    @Test
    void severalKeysOfOneHost() {
        assertTrusted("leaf01", TWO, line("leaf01", ONE), line("leaf01", TWO), line("leaf01", RSA));
        assertThat(KnownHosts.parse(FILE, line("leaf01", RSA) + "\n" + line("leaf01", ONE) + "\n" + line("b", TWO))
                        .about("leaf01")
                        .types())
                .containsExactly("ssh-rsa", "ssh-ed25519");
    }

    @Test
    void aChangedKeyNamesTheLineOfTheSameType() {
        HostKeyVerdict verdict = check("leaf01", TWO, line("leaf01", RSA), line("leaf01", ONE));
        assertThat(verdict)
                .isInstanceOfSatisfying(
                        HostKeyVerdict.Changed.class,
                        c -> assertThat(c.known().place()).isEqualTo("known_hosts:2"));
    }

    @Test
    void aKeyOfATypeThatWasNotKnownCountsAsChanged() {
        assertThat(check("leaf01", RSA, line("leaf01", ONE))).isInstanceOf(HostKeyVerdict.Changed.class);
    }

    @Test
    void onlyTheKeyThatALineRevokesIsRevoked() {
        KnownHosts about = KnownHosts.parse(FILE, line("leaf01", ONE) + "\n@revoked " + line("*", ONE))
                .about("leaf01");
        assertThat(about.revocation(ONE))
                .hasValueSatisfying(r -> assertThat(r.line()).isEqualTo(2));
        assertThat(about.revocation(TWO)).isEmpty();
        assertThat(about.judge(TWO)).isInstanceOf(HostKeyVerdict.Changed.class);
    }

    @Test
    void anAuthorityIsNoPlainKey() {
        KnownHosts about =
                KnownHosts.parse(FILE, "@cert-authority " + line("*", ONE)).about("leaf01");
        assertThat(about.judge(ONE)).isInstanceOf(HostKeyVerdict.Unknown.class);
        assertThat(about.authorities()).hasSize(1);
        assertThat(about.isSilent()).isFalse();
        assertThat(about.types()).isEmpty();
    }

    @Test
    void linesThatCannotBeUnderstoodTrustNobody() {
        KnownHosts hosts = KnownHosts.parse(
                FILE,
                String.join(
                        "\n",
                        "leaf01 ssh-ed25519",
                        "leaf01 ssh-ed25519 ***",
                        "leaf01 ssh-rsa " + ONE.base64(),
                        "@unheard-of " + line("leaf01", ONE),
                        line("|2|YWJj|YWJj", ONE),
                        line("|1|!|YWJj", ONE)));
        assertThat(hosts.entries()).isEmpty();
        assertThat(hosts.malformed())
                .containsExactly(
                        "known_hosts:1",
                        "known_hosts:2",
                        "known_hosts:3",
                        "known_hosts:4",
                        "known_hosts:5",
                        "known_hosts:6");
    }

    @Test
    void aKeyIsAddedAsOneLine(@TempDir Path folder) throws IOException {
        Path file = folder.resolve(".ssh/known_hosts");
        KnownHostsFiles files = new KnownHostsFiles();
        assertThat(files.load(List.of(file)).entries()).isEmpty();
        files.add(file, "leaf01", ONE);
        files.add(file, "[leaf02]:2222", RSA);
        assertThat(Files.readString(file)).isEqualTo(line("leaf01", ONE) + "\n" + line("[leaf02]:2222", RSA) + "\n");
        assertThat(Files.getPosixFilePermissions(file)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
        assertThat(Files.getPosixFilePermissions(folder.resolve(".ssh")))
                .isEqualTo(PosixFilePermissions.fromString("rwx------"));
        assertThat(files.load(List.of(file)).about("[leaf02]:2222").judge(RSA)).isEqualTo(new HostKeyVerdict.Trusted());
    }

    @Test
    void anUnfinishedLastLineIsNotContinued(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("known_hosts"), line("leaf01", ONE));
        new KnownHostsFiles().add(file, "leaf02", TWO);
        assertThat(Files.readAllLines(file)).containsExactly(line("leaf01", ONE), line("leaf02", TWO));
    }

    @Test
    void fingerprintsLookLikeOpenSsh() {
        HostKey key = KnownHosts.parse(
                        FILE, "a ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJmyZEKG04LvI8GlqnxcdYIt2UKfsQh4fqs1MX+SI7x5")
                .entries()
                .getFirst()
                .key();
        assertThat(key.fingerprint()).isEqualTo("SHA256:cEvROxlx5USclWJHag2Kz3/hMfVGFuYGyTZQl/53kIE");
    }
}
