package dev.ibplay.lab.linux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.lab.disk.Errno;
import org.junit.jupiter.api.Test;

class NetworkManagerTest {
    private static final String FILE = "/etc/NetworkManager/system-connections/ib0.nmconnection";
    private static final String DEVICES = "DEVICE,TYPE,STATE,CONNECTION";
    private static final String ACTIVE = "NAME,UUID,DEVICE,FILENAME";

    private final StackMachine host;

    NetworkManagerTest() throws Errno {
        host = new StackMachine(LinuxHost.Stack.NETWORKMANAGER);
    }

    private String devices() throws Exception {
        return host.says("nmcli", "-t", "-f", DEVICES, "device");
    }

    @Test
    void whatItSays() throws Exception {
        assertThat(devices()).isEqualTo("""
                        eth0:ethernet:connected:System eth0
                        ib0:infiniband:connected:ib0
                        ib1:infiniband:disconnected:
                        lo:loopback:unmanaged:
                        """);
        assertThat(host.says("nmcli", "-t", "-f", ACTIVE, "connection", "show", "--active"))
                .containsPattern("(?m)^ib0:[0-9a-f-]{36}:ib0:" + FILE + "$");
        host.says("ip", "link", "set", "dev", "ib1", "up");
        assertThat(devices()).contains("ib1:infiniband:connected (externally):ib1\n");
    }

    @Test
    void anMtuOfAFileCountsWhenItIsLoadedAndReapplied() throws Exception {
        host.edit(FILE, "mtu=2000", "mtu=1500");
        host.says("nmcli", "device", "reapply", "ib0");
        assertThat(host.net("ib0/mtu")).as("it has not read it").isEqualTo("2000");
        host.says("nmcli", "connection", "load", FILE);
        assertThat(host.net("ib0/mtu")).as("loading applies nothing").isEqualTo("2000");
        host.says("nmcli", "device", "reapply", "ib0");
        assertThat(host.net("ib0/mtu")).isEqualTo("1500");
    }

    @Test
    void aModeNeedsAnActivation() throws Exception {
        host.edit(FILE, "transport-mode=datagram", "transport-mode=connected");
        host.says("nmcli", "connection", "load", FILE);
        assertThat(host.run("nmcli", "device", "reapply", "ib0").status()).isEqualTo(1);
        assertThat(host.net("ib0/mode")).isEqualTo("datagram");
        assertThat(host.says("nmcli", "connection", "up", "ib0")).contains("successfully activated");
        assertThat(host.net("ib0/mode")).isEqualTo("connected");
        assertThat(host.net("ib0/mtu")).isEqualTo("2000");
    }

    @Test
    void aBootReadsTheFiles() throws Exception {
        host.edit(FILE, "mtu=2000", "mtu=1000");
        host.reboot();
        assertThat(host.net("ib0/mtu")).isEqualTo("1000");
        host.machine().disk().chmod(FILE, 0644);
        host.reboot();
        assertThat(devices()).as("it takes no profile that all can read").contains("ib0:infiniband:disconnected:\n");
        assertThat(host.net("ib0/mtu")).isEqualTo("4092");
    }

    @Test
    void aChildComesWithItsProfileAndGoesWithoutIt() throws Exception {
        String path = "/etc/NetworkManager/system-connections/child.nmconnection";
        host.write(
                path,
                "[connection]\nid=child\ntype=infiniband\n[infiniband]\nparent=ib0\np-key=32769\nmtu=1500\n",
                0600);
        host.says("nmcli", "connection", "reload");
        assertThat(host.net("ib0.8001/mtu")).isEqualTo("1500");
        assertThat(host.net("ib0.8001/pkey")).isEqualTo("0x8001");
        assertThat(devices()).contains("ib0.8001:infiniband:connected:child\n");
        host.machine().disk().unlink(path);
        host.reboot();
        assertThat(host.net("ib0.8001/mtu")).isEqualTo("ENOENT");
    }

    @Test
    void ifcfgFilesAreProfilesUnlessTheyAreLeftToScripts() throws Exception {
        String path = "/etc/sysconfig/network-scripts/ifcfg-ib1";
        host.write(path, "TYPE=InfiniBand\nDEVICE=ib1\nNAME=storage\nONBOOT=yes\nMTU=1800\n", 0644);
        host.reboot();
        assertThat(host.net("ib1/mtu")).isEqualTo("1800");
        assertThat(host.says("nmcli", "-t", "-f", ACTIVE, "connection", "show", "--active"))
                .contains(":ib1:" + path);
        host.edit(path, "ONBOOT", "NM_CONTROLLED=no\nONBOOT");
        host.reboot();
        assertThat(host.net("ib1/mtu")).isEqualTo("4092");
    }

    @Test
    void withoutItsServiceThereIsNoAnswer() throws Exception {
        host.says("systemctl", "disable", "NetworkManager.service");
        host.reboot();
        assertThat(host.run("nmcli", "device").status()).isEqualTo(8);
        assertThat(host.net("ib0/mtu")).isEqualTo("4092");
        host.says("systemctl", "start", "NetworkManager.service");
        assertThat(host.net("ib0/mtu")).isEqualTo("2000");
    }
}
