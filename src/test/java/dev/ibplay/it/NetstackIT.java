package dev.ibplay.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.cli.CommandLineRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * An MTU that ibplay sets stays, whatever network stack owns the interface: systemd-networkd, netplan, ifupdown and
 * NetworkManager's profiles are Debian's own; ifcfg files and wicked are read by scripts that do what those do.
 */
@NeedsDocker
class NetstackIT {
    private static final int WANTED = 2044;

    private final ContainerFabric fabric = ContainerFabric.shared();
    private final FabricRun run = new FabricRun(fabric);

    @TempDir
    private Path folder = Path.of("set by JUnit");

    private String playbook = "";

    /** A group that carries 2044. */
    @BeforeAll
    static void raise() {
        ContainerFabric fabric = ContainerFabric.shared();
        fabric.reset();
        fabric.require("sm1", "sed", "-i", "s/mtu=3/mtu=4/", FabricRun.PARTITIONS_CONF);
        fabric.require("sm1", "systemctl", "restart", "opensm");
        new FabricRun(fabric).awaitGroupMtu("0x84");
    }

    @AfterAll
    static void reset() {
        ContainerFabric.shared().reset();
    }

    @BeforeEach
    void write() throws IOException {
        playbook = playbook("ib0: {mode: datagram, mtu: %d}".formatted(WANTED));
    }

    private String playbook(String ipoib) throws IOException {
        return Files.writeString(folder.resolve("mtu.yml"), """
                - hosts: linux
                  become: true
                  state:
                    ipoib:
                      %s
                """.formatted(ipoib))
                .toString();
    }

    private NetstackHost owned(String node, String stack) {
        fabric.stack(node, stack);
        NetstackHost host = new NetstackHost(fabric, node);
        if (stack.equals("none")) {
            host.setMtu(NetstackHost.INITIAL_MTU);
        }
        assertThat(host.mtu()).as(stack).isEqualTo(NetstackHost.INITIAL_MTU);
        return host;
    }

    /** Files of a stack, with the one line of ib0 changed: nothing else, no file more or less. */
    private static void differsByTheMtuOnly(Map<String, String> before, Map<String, String> after, String file) {
        assertThat(after.keySet()).isEqualTo(before.keySet());
        before.forEach((name, old) ->
                assertThat(after).containsEntry(name, name.startsWith(file + " ") ? withWanted(old) : old));
        assertThat(after).isNotEqualTo(before);
    }

    /** In netplan's files other interfaces have that MTU, too. */
    private static String withWanted(String old) {
        int own = Math.max(0, Math.max(old.indexOf("ib0:\n"), old.indexOf("ib0: {")));
        int at = old.indexOf("1020", own);
        return old.substring(0, at) + WANTED + old.substring(at + 4);
    }

    @ParameterizedTest
    @CsvSource({
        "networkd, /etc/systemd/network/20-ib0.network,"
                + "networkmanager, /etc/NetworkManager/system-connections/Storage ib0.nmconnection",
        "netplan, /etc/netplan/60-storage.yaml, netplan-flow, /etc/netplan/60-storage.yaml",
        "ifupdown, /etc/network/interfaces.d/storage, ifcfg, /etc/sysconfig/network-scripts/ifcfg-ib0",
        "wicked, /etc/sysconfig/network/ifcfg-ib0, networkd, /etc/systemd/network/20-ib0.network"
    })
    void whatIsSetStays(String stack1, String file1, String stack2, String file2) {
        NetstackHost node1 = owned("node1", stack1);
        NetstackHost node2 = owned("node2", stack2);
        Map<String, String> before1 = node1.files();
        Map<String, String> before2 = node2.files();
        node1.watchLink();
        node2.watchLink();
        String bounces1 = node1.bounces();
        String bounces2 = node2.bounces();

        assertThat(run.expect(2, "check", playbook).stdout()).startsWith("""
                node1
                  ipoib ib0: mtu running and file 1020 -> 2044   (%1$s:5:34)
                node2
                  ipoib ib0: mtu running and file 1020 -> 2044   (%1$s:5:34)
                """.formatted(playbook));
        assertThat(node1.files()).as("check writes nothing").isEqualTo(before1);
        CommandLineRun apply = run.expect(0, "apply", playbook, "--yes");
        assertThat(apply.stdout()).contains("The desired state holds.", "changed=2");
        assertThat(node1.mtu()).isEqualTo(WANTED);
        assertThat(node1.bounces()).as("never down").isEqualTo(bounces1);
        assertThat(node2.bounces()).as("never down").isEqualTo(bounces2);
        differsByTheMtuOnly(before1, node1.files(), file1);
        differsByTheMtuOnly(before2, node2.files(), file2);
        run.expect(0, "check", playbook);

        fabric.stack("node1", "restart");
        fabric.stack("node2", "restart");
        assertThat(node1.mtu()).as(stack1 + " restarted").isEqualTo(WANTED);
        assertThat(node2.mtu()).as(stack2 + " restarted").isEqualTo(WANTED);
        fabric.restart("node1", "node2");
        assertThat(node1.mtu()).as(stack1 + " after a reboot").isEqualTo(WANTED);
        assertThat(node2.mtu()).as(stack2 + " after a reboot").isEqualTo(WANTED);
        assertThat(run.expect(0, "check", playbook).stdout()).startsWith("The desired state holds.");
    }

    @Test
    void eachLevelIsMendedByItself() {
        NetstackHost node1 = owned("node1", "ifupdown");
        NetstackHost node2 = owned("node2", "networkd");
        Map<String, String> before1 = node1.files();
        node1.setMtu(WANTED);
        fabric.require("node2", "sed", "-i", "s/1020/2044/", "/etc/systemd/network/20-ib0.network");
        Map<String, String> before2 = node2.files();

        assertThat(run.expect(2, "check", playbook).stdout()).startsWith("""
                node1
                  ipoib ib0: mtu file 1020 -> 2044   (%1$s:5:34)
                node2
                  ipoib ib0: mtu running 1020 -> 2044   (%1$s:5:34)
                """.formatted(playbook));
        run.expect(0, "apply", playbook, "--yes");

        differsByTheMtuOnly(before1, node1.files(), "/etc/network/interfaces.d/storage");
        assertThat(node2.files()).isEqualTo(before2);
        assertThat(node2.mtu()).isEqualTo(WANTED);
        run.expect(0, "check", playbook);
    }

    @Test
    void withoutAnOwnerItIsSaidThatARebootUndoesIt() throws IOException {
        NetstackHost node1 = owned("node1", "none");
        NetstackHost node2 = owned("node2", "none");
        Map<String, String> before = node1.files();

        CommandLineRun apply = run.expect(0, "apply", playbook, "--yes");

        assertThat(apply.stderr())
                .contains("node1: warning[", "so a reboot undoes what is set on it", "write \"persist: false\"");
        assertThat(node1.files()).isEqualTo(before);
        assertThat(node1.mtu()).isEqualTo(WANTED);
        assertThat(node2.mtu()).isEqualTo(WANTED);
        String wanted = playbook("ib0: {mtu: %d, persist: false}".formatted(WANTED));
        assertThat(run.expect(0, "check", wanted).stderr()).doesNotContain("reboot");
    }

    @Test
    void whatIsNotToPersistLeavesFilesAlone() throws IOException {
        NetstackHost node1 = owned("node1", "networkd");
        NetstackHost node2 = owned("node2", "netplan");
        Map<String, String> before1 = node1.files();
        Map<String, String> before2 = node2.files();
        String forNow = playbook("ib0: {mtu: %d, persist: false}".formatted(WANTED));

        assertThat(run.expect(2, "check", forNow).stdout()).startsWith("""
                node1
                  ipoib ib0: mtu running 1020 -> 2044   (%1$s:5:18)
                node2
                  ipoib ib0: mtu running 1020 -> 2044   (%1$s:5:18)
                """.formatted(forNow));
        assertThat(run.expect(0, "apply", forNow, "--yes").stderr()).doesNotContain("reboot");

        assertThat(node1.files()).isEqualTo(before1);
        assertThat(node2.files()).isEqualTo(before2);
        assertThat(node1.mtu()).isEqualTo(WANTED);
        fabric.stack("node1", "restart");
        assertThat(node1.mtu()).as("the file's").isEqualTo(NetstackHost.INITIAL_MTU);
    }
}
