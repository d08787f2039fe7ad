package dev.ibplay.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The fabric of containers is what the other tests take it for. */
@NeedsDocker
class FabricIT {
    private static final String MASTER = "guid 0x2c90300000011, .* priority 5 state 3 SMINFO_MASTER";
    private static final String STANDBY = "guid 0x2c90300000021, .* priority 1 state 2 SMINFO_STANDBY";

    private final ContainerFabric fabric = ContainerFabric.shared();

    @BeforeEach
    void reset() {
        fabric.reset();
    }

    @Test
    void subnetManagersHaveTheirRoles() {
        assertInitialRoles();
    }

    @Test
    void defaultPartitionCarries1024() {
        assertDefaultCarries1024();
    }

    @Test
    void ib0LooksLikeIpoib() {
        for (String node : new String[] {"node1", "node2"}) {
            assertThat(fabric.read(node, "/sys/class/net/ib0/type")).isEqualTo("32\n");
            assertThat(fabric.read(node, "/sys/class/net/ib0/mode")).isEqualTo("datagram\n");
            assertThat(fabric.read(node, "/sys/class/net/ib0/pkey")).isEqualTo("0xffff\n");
            assertThat(fabric.read(node, "/sys/class/net/ib0/mtu")).isEqualTo("1020\n");
            assertThat(fabric.read(node, "/sys/class/net/ib0/carrier")).isEqualTo("1\n");
        }
        assertThat(fabric.read("node1", "/sys/class/net/ib0/address")).endsWith("00:02:c9:03:00:00:00:31\n");
        assertThat(fabric.read("node1", "/sys/class/infiniband/ibsim0/ports/1/state"))
                .isEqualTo("4: ACTIVE\n");
    }

    @Test
    void resetUndoesWhatTestsDo() {
        String before = fabric.read("sm1", "/etc/opensm/partitions.conf");
        fabric.write("sm1", "/etc/opensm/partitions.conf", before.replace("mtu=3", "mtu=4"));
        fabric.require("sm1", "sed", "-i", "s/^sm_priority.*/sm_priority 0/", "/etc/opensm/opensm.conf");
        fabric.require("sm1", "pkill", "-HUP", "-x", "opensm");
        fabric.require("node1", "ip", "link", "set", "ib0", "mtu", "2044");
        assertThat(fabric.read("node1", "/sys/class/net/ib0/mtu")).isEqualTo("2044\n");
        assertThat(fabric.read("sm1", "/etc/opensm/partitions.conf")).contains("ipoib, mtu=4, defmember=full");

        fabric.reset();

        assertThat(fabric.read("sm1", "/etc/opensm/partitions.conf")).isEqualTo(before);
        assertThat(fabric.read("node1", "/sys/class/net/ib0/mtu")).isEqualTo("1020\n");
        assertInitialRoles();
        assertDefaultCarries1024();
    }

    @Test
    void usersLogInWithTheInventorysKey() throws Exception {
        assertThat(ssh("admin", "sudo -n id -un")).isEqualTo("root\n");
        assertThat(ssh("admin", "sudo -n sminfo")).containsPattern(MASTER);
        assertThat(ssh("root", "id -un")).isEqualTo("root\n");
        assertThat(ssh("asksudo", "sudo -n true 2>/dev/null || echo no")).isEqualTo("no\n");
        assertThat(Files.readString(fabric.inventory()))
                .contains("node1 ansible_host=127.0.0.1 ansible_port=" + fabric.sshPort("node1"));
    }

    private void assertInitialRoles() {
        assertThat(fabric.require("node1", "sminfo")).containsPattern(MASTER);
        assertThat(fabric.require("sm2", "sminfo", "-D", "0")).containsPattern(STANDBY);
    }

    private void assertDefaultCarries1024() {
        assertThat(fabric.require("node1", "saquery", "-g"))
                .containsPattern("MGID\\.+ff12:401b:ffff::ffff:ffff\\s+Mlid\\.+0xC000\\s+Mtu\\.+0x83");
    }

    private String ssh(String user, String command) throws Exception {
        Process ssh = new ProcessBuilder(
                        "ssh",
                        "-F",
                        "none",
                        "-p",
                        String.valueOf(fabric.sshPort("node1")),
                        "-i",
                        fabric.privateKey().toString(),
                        "-o",
                        "BatchMode=yes",
                        "-o",
                        "StrictHostKeyChecking=yes",
                        "-o",
                        "UserKnownHostsFile=" + fabric.knownHosts(),
                        user + "@127.0.0.1",
                        command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String output = new String(ssh.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(ssh.waitFor()).as(command).isZero();
        return output;
    }
}
