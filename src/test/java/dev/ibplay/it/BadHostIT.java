package dev.ibplay.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.cli.CommandLineRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What hosts can have against a login or a change: a clear error, the right exit code, nothing half-written. */
@NeedsDocker
class BadHostIT {
    private static final String WRONG = "wrong-horse-secret";

    private final ContainerFabric fabric = ContainerFabric.shared();
    private final FabricRun run = new FabricRun(fabric);

    @TempDir
    private Path folder = Path.of("set by JUnit");

    private String interfaces = "";

    @BeforeAll
    static void reset() {
        ContainerFabric.shared().reset();
    }

    @BeforeEach
    void writePlaybook() throws IOException {
        interfaces = playbook("interfaces.yml", """
                - hosts: linux
                  become: true
                  state:
                    ipoib: {ib0: {mtu: 1000}}
                """);
    }

    private String playbook(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    /** Checks node1 with these variables; neither the right password nor the wrong one is ever shown. */
    private CommandLineRun checkNode1(int exitCode, String... variables) {
        String[] words = new String[3 + 2 * variables.length];
        words[0] = interfaces;
        words[1] = "--limit";
        words[2] = "node1";
        for (int i = 0; i < variables.length; i++) {
            words[3 + 2 * i] = "-e";
            words[4 + 2 * i] = variables[i];
        }
        CommandLineRun check = run.expect(exitCode, "check", words);
        assertThat(check.all()).doesNotContain(WRONG, fabric.password());
        if (exitCode != 2) {
            assertThat(check.stdout()).startsWith("No difference was found where it could be looked for.\n");
        }
        return check;
    }

    private Path file(String name, String content, String mode) throws IOException {
        Path file = Files.writeString(folder.resolve(name), content);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    }

    @Test
    void wrongPassword() throws IOException {
        String inventory = Files.readString(fabric.inventory())
                .replaceAll("(?m)^ansible_ssh_private_key_file=.*$", "ansible_password=" + WRONG);
        Path own = Files.writeString(folder.resolve("inventory.ini"), inventory);

        CommandLineRun check = CommandLineRun.of("check", "-i", own.toString(), interfaces);

        assertThat(check.exitCode()).isEqualTo(4);
        assertThat(check.stderr())
                .contains("node1: error[IB601]: admin@127.0.0.1:" + fabric.sshPort("node1")
                        + " refused the login; tried ")
                .contains("password")
                .contains("  hint: ");
        assertThat(check.stdout())
                .contains(
                        "ok=0 changed=0 skipped=0 unsupported=0 held=0 unverified=0 reverted=0 unreachable=2 failed=0");
        assertThat(check.all()).doesNotContain(WRONG);
    }

    @Test
    void rightPasswordWithoutAKey() throws IOException {
        String inventory = Files.readString(fabric.inventory())
                .replaceAll("(?m)^ansible_ssh_private_key_file=.*$", "ansible_password=" + fabric.password());
        Path own = Files.writeString(folder.resolve("inventory.ini"), inventory);

        CommandLineRun check = CommandLineRun.of("check", "-i", own.toString(), interfaces, "-v");

        assertThat(check.exitCode()).as(check.stderr()).isEqualTo(2);
        assertThat(check.all()).doesNotContain(fabric.password());
    }

    @Test
    void keyFilesThatAreNone() throws IOException {
        Path junk = file("junk", "no key at all\n", "rw-------");
        Path open = file("open", Files.readString(fabric.privateKey()), "rw-r--r--");
        Path none = folder.resolve("none");

        assertThat(checkNode1(4, "ansible_ssh_private_key_file=" + junk).stderr())
                .contains("node1: error[IB601]: the key file " + junk + " is not a private key that can be used")
                .contains("  hint: ssh-keygen -y -f " + junk + " tells whether it is one");
        assertThat(checkNode1(4, "ansible_ssh_private_key_file=" + open).stderr())
                .contains("node1: error[IB601]: the key file " + open + " can be read by other users")
                .contains("  hint: chmod 600 " + open);
        assertThat(checkNode1(4, "ansible_ssh_private_key_file=" + none).stderr())
                .contains("node1: error[IB601]: the key file " + none + " does not exist");
    }

    @Test
    void refusedConnection() {
        assertThat(checkNode1(4, "ansible_port=1").stderr())
                .contains("node1: error[IB601]: 127.0.0.1 port 1 refused the connection")
                .contains("  hint: Is sshd running there, and is ansible_port right?");
    }

    @Test
    void unknownAndChangedHostKey() throws IOException {
        Path empty = file("empty", "", "rw-------");
        String port = "[127.0.0.1]:" + fabric.sshPort("node1");
        List<String> others = Files.readAllLines(fabric.knownHosts()).stream()
                .filter(line -> line.startsWith("[127.0.0.1]:" + fabric.sshPort("node2") + " "))
                .map(line -> line.replace(":" + fabric.sshPort("node2") + " ", ":" + fabric.sshPort("node1") + " "))
                .toList();
        Path changed = Files.write(folder.resolve("changed"), others);

        assertThat(checkNode1(4, knownHosts(empty)).stderr())
                .contains("node1: error[IB601]: the host key of " + port + " (", " SHA256:", ") is not in " + empty)
                .contains("StrictHostKeyChecking=accept-new");
        assertThat(empty).isEmptyFile();
        assertThat(checkNode1(4, knownHosts(changed)).stderr())
                .contains("node1: error[IB601]: the host key of " + port + " has changed: " + changed + ":")
                .containsPattern(" has \\S+ SHA256:\\S+, the host shows \\S+ SHA256:\\S+")
                .contains("  hint: Somebody may be listening in. If the host was reinstalled: ssh-keygen -R '" + port
                        + "'");
        assertThat(changed).hasContent(others.stream().collect(Collectors.joining("\n")));
    }

    private static String knownHosts(Path file) {
        return "{ansible_ssh_common_args: \"-o UserKnownHostsFile=" + file + "\"}";
    }

    @Test
    void newHostKeyIsAcceptedOnRequest() throws IOException {
        Path own = file("own", "", "rw-------");

        run.expect(2, "check", interfaces, "--limit", "node1", "-e", knownHosts(own), "--accept-new-host-keys");

        assertThat(own).content().startsWith("[127.0.0.1]:" + fabric.sshPort("node1") + " ");
        checkNode1(2, knownHosts(own));
    }

    @Test
    void loginWithoutSudoRights() {
        assertThat(checkNode1(3, "ansible_user=nosudo").stderr())
                .contains("node1: error[IB602]: sudo wants a password, or does not know the login user")
                .contains("  hint: Give ansible_become_password, or in sudoers add: ");
        assertThat(checkNode1(3, "ansible_user=nosudo", "ansible_become_password=" + fabric.password())
                        .stderr())
                .contains("node1: error[IB602]: the login user is not in the sudoers file");
    }

    @Test
    void sudoWithPassword() {
        checkNode1(2, "ansible_user=asksudo", "ansible_become_password=" + fabric.password());
        assertThat(checkNode1(3, "ansible_user=asksudo", "ansible_become_password=" + WRONG)
                        .stderr())
                .contains("node1: error[IB602]: sudo refused the password")
                .contains("  hint: Correct ansible_become_password");
        assertThat(checkNode1(3, "ansible_user=asksudo").stderr())
                .contains("node1: error[IB602]: sudo wants a password");
    }

    @Test
    void hostWithoutOpenSm() throws IOException {
        String opensm = playbook("opensm.yml", """
                - hosts: node1
                  become: true
                  state:
                    opensm: {priority: 3}
                """);
        fabric.require("node1", "mv", "/usr/sbin/opensm", "/usr/sbin/opensm.away");
        try {
            CommandLineRun check = run.expect(5, "check", opensm);
            assertThat(check.stderr())
                    .contains(
                            "node1: error[IB505]: OpenSM is not installed on this host (asked for by " + opensm + ":4:")
                    .contains("  hint: install it, or take the host out of the play");
            assertThat(run.expect(3, "verify", opensm).stderr()).contains("node1: error[IB505]: ");
        } finally {
            fabric.require("node1", "mv", "/usr/sbin/opensm.away", "/usr/sbin/opensm");
        }
    }

    @Test
    void fullDisk() {
        String sm1 = run.holdings("sm1");
        String node1 = run.holdings("node1");
        String partitions = fabric.read("sm2", FabricRun.PARTITIONS_CONF);
        fabric.require("sm2", "sh", "-ec", """
                cp -a /etc/opensm /run/opensm.saved
                mount -t tmpfs -o size=64k none /etc/opensm
                cp -a /run/opensm.saved/. /etc/opensm
                dd if=/dev/zero of=/etc/opensm/filler bs=4k 2>/dev/null || true
                """);
        try {
            String before = run.holdingsWithoutKept("sm2");

            CommandLineRun apply = run.expect(3, "apply", FabricRun.PLAYBOOK, "--yes");

            assertThat(apply.stderr())
                    .contains("sm2: error[IB603]: /etc/opensm/partitions.conf: ")
                    .containsIgnoringCase("no space left on device")
                    .contains("stopped: the subnet managers are not as planned, so no further host is changed");
            assertThat(fabric.read("sm2", FabricRun.PARTITIONS_CONF)).isEqualTo(partitions);
            assertThat(run.holdingsWithoutKept("sm2")).isEqualTo(before);
            assertThat(run.holdings("sm1")).isEqualTo(sm1);
            assertThat(run.holdings("node1")).isEqualTo(node1);
        } finally {
            fabric.require("sm2", "sh", "-c", "umount /etc/opensm; rm -r /run/opensm.saved");
        }
    }

    @Test
    void noiseOfStartUpFiles() {
        String noise = "echo 'hello from a start-up file'; echo 'and an error' >&2; printf 'no end of line'\n";
        for (String home : new String[] {"/home/admin", "/root"}) {
            for (String file : new String[] {".bashrc", ".profile", ".bash_profile"}) {
                fabric.write("node1", home + "/" + file, noise);
            }
        }
        try {
            for (String helper : new String[] {"/usr/local/bin/ibplay-helper", "none"}) {
                CommandLineRun check = checkNode1(2, "ibplay_helper=" + helper);
                assertThat(check.stdout()).startsWith("node1\n  ipoib ib0: mtu running 1020 -> 1000   (");
                assertThat(check.all()).doesNotContain("start-up file");
            }
        } finally {
            fabric.require("node1", "rm", "/home/admin/.bash_profile", "/root/.bash_profile");
            fabric.require("node1", "sh", "-c", "for h in /home/admin /root; do : > $h/.bashrc; : > $h/.profile; done");
        }
    }

    @Test
    void withoutHelperAndToolsInterfacesWorkAndSubnetManagersAreRefused() {
        ContainerFabric.NODES.forEach(
                node -> fabric.require(node, "mv", "/usr/sbin/smpquery", "/usr/sbin/smpquery.away"));
        try {
            String before = run.holdings();

            CommandLineRun refused = run.expect(5, "apply", FabricRun.PLAYBOOK, "--yes", "-e", "ibplay_helper=none");

            assertThat(refused.stderr())
                    .contains("sm1: error[IB510]: the fabric of this host could not be queried")
                    .contains("sm2: error[IB510]: the fabric of this host could not be queried")
                    .contains("cannot be changed safely: ibsim0/1: cannot start smpquery");
            assertThat(run.holdings()).isEqualTo(before);
            CommandLineRun verify = run.expect(3, "verify", FabricRun.PLAYBOOK, "-e", "ibplay_helper=none");
            assertThat(verify.stderr()).contains("sm1: error[IB510]: ");

            run.expect(0, "apply", interfaces, "--yes", "--limit", "node1", "-e", "ibplay_helper=none");
            assertThat(run.mtu("node1")).isEqualTo("1000");
        } finally {
            ContainerFabric.NODES.forEach(
                    node -> fabric.require(node, "mv", "/usr/sbin/smpquery.away", "/usr/sbin/smpquery"));
            fabric.require("node1", "ip", "link", "set", "ib0", "mtu", "1020");
        }
    }

    @Test
    void oneUnreachableHostDoesNotKeepTheOthersWaiting() throws IOException {
        String inventory = Files.readString(fabric.inventory())
                .replace(
                        "node1 ansible_host=127.0.0.1 ansible_port=" + fabric.sshPort("node1"),
                        "node1 ansible_host=127.0.0.1 ansible_port=1");
        Path own = Files.writeString(folder.resolve("inventory.ini"), inventory);

        CommandLineRun apply = CommandLineRun.of("apply", "-i", own.toString(), interfaces, "--yes");

        assertThat(apply.exitCode()).as(apply.all()).isEqualTo(4);
        assertThat(apply.stdout())
                .contains("  node1  unreachable\n", "  node2  changed\n")
                .contains(
                        "ok=0 changed=1 skipped=0 unsupported=0 held=0 unverified=0 reverted=0 unreachable=1 failed=0")
                .doesNotContain("The desired state holds.");
        assertThat(run.mtu("node2")).isEqualTo("1000");
        assertThat(run.mtu("node1")).isEqualTo("1020");
        fabric.require("node2", "ip", "link", "set", "ib0", "mtu", "1020");
    }

    @Test
    void unreachableSubnetManagerRefusesTheFabricsChange() throws IOException {
        String inventory = Files.readString(fabric.inventory())
                .replace(
                        "sm2 ansible_host=127.0.0.1 ansible_port=" + fabric.sshPort("sm2"),
                        "sm2 ansible_host=127.0.0.1 ansible_port=1");
        Path own = Files.writeString(folder.resolve("inventory.ini"), inventory);
        String before = run.holdings();

        CommandLineRun apply = CommandLineRun.of("apply", "-i", own.toString(), FabricRun.PLAYBOOK, "--yes");

        assertThat(apply.exitCode()).as(apply.all()).isEqualTo(5);
        assertThat(apply.stderr()).contains("sm2: error[IB513]: this subnet manager could not be read");
        assertThat(run.holdings()).isEqualTo(before);
    }
}
