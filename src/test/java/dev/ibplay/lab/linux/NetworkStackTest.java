package dev.ibplay.lab.linux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.lab.disk.Errno;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What boots make of files as people write them, and what the stacks' tools say. */
class NetworkStackTest {
    private static StackMachine host(LinuxHost.Stack stack) throws Errno {
        return new StackMachine(stack);
    }

    @ParameterizedTest
    @EnumSource(LinuxHost.Stack.class)
    void aHostThatIsMadeComesUpByItsFiles(LinuxHost.Stack stack) throws Exception {
        StackMachine host = host(stack);
        for (int boot = 0; boot < 2; boot++) {
            assertThat(host.net("ib0/mtu")).isEqualTo("2000");
            assertThat(host.kernel().device("ib0").orElseThrow().isUp()).isTrue();
            assertThat(host.kernel().device("ib1").orElseThrow().isUp())
                    .as("it has no file")
                    .isFalse();
            assertThat(host.says("ip", "-o", "addr", "show")).contains(": ib0    inet 10.44.0.1/24 ");
            host.reboot();
        }
    }

    @Test
    void ifupdownMakesChildrenAsItsStanzasSay() throws Exception {
        StackMachine host = host(LinuxHost.Stack.IFUPDOWN);
        host.write("/etc/network/interfaces.d/storage", """
                auto ib0.8001 backup
                iface ib0.8001 inet static
                    address 10.45.0.7
                    netmask 255.255.0.0
                    pre-up test -e /sys/class/net/ib0.8001 || echo 0x8001 > /sys/class/net/ib0/create_child
                    mtu 1800
                iface backup inet manual
                    pre-up ip link add link ib0 name backup type ipoib pkey 0x8002
                iface ib1 inet manual
                    mtu 1200
                """, 0644);
        host.reboot();
        assertThat(host.net("ib0.8001/mtu")).isEqualTo("1800");
        assertThat(host.net("backup/pkey")).as("made by netlink").isEqualTo("ENOENT");
        assertThat(host.says("ip", "-o", "addr", "show")).contains(" 10.45.0.7/16 ");
        assertThat(host.says("ifquery", "--state")).isEqualTo("lo=lo\nbackup=backup\nib0=ib0\nib0.8001=ib0.8001\n");
        assertThat(host.net("ib1/mtu")).as("not auto").isEqualTo("4092");
        host.says("ifup", "ib1");
        assertThat(host.net("ib1/mtu")).isEqualTo("1200");
        host.says("ifdown", "ib1");
        assertThat(host.says("ifquery", "--state")).doesNotContain("ib1");
        assertThat(host.run("ifup", "ib7").status()).isEqualTo(1);
    }

    @Test
    void networkdMakesChildrenByNetlinkWhereTheParentNamesThem() throws Exception {
        StackMachine host = host(LinuxHost.Stack.NETWORKD);
        String folder = "/etc/systemd/network/";
        for (String key : new String[] {"8001", "8002"}) {
            host.write(
                    folder + key + ".netdev",
                    "[NetDev]\nName=ib0.%s\nKind=ipoib\n[IPoIB]\nPartitionKey=0x%s\n".formatted(key, key),
                    0644);
            host.write(folder + key + ".network", "[Match]\nName=ib0.%s\n[Link]\nMTUBytes=1K\n".formatted(key), 0644);
        }
        host.write(folder + "20-ib0.network.d/child.conf", "[Network]\nIPoIB=ib0.8001\n[Link]\nMTUBytes=1500\n", 0644);
        host.says("networkctl", "reload");
        assertThat(host.net("ib0.8001/mtu")).isEqualTo("1024");
        assertThat(host.net("ib0.8001/mode")).isEqualTo("ENOENT");
        assertThat(host.net("ib0.8002/mtu")).as("nobody names it").isEqualTo("ENOENT");
        assertThat(host.net("ib0/mtu")).isEqualTo("1500");
        assertThat(host.says("networkctl", "--no-legend", "--no-pager", "list"))
                .containsPattern("ib0 +infiniband +no-carrier +configured")
                .containsPattern("ib1 +infiniband +no-carrier +unmanaged");
        assertThat(host.file("/run/systemd/netif/links/" + host.net("ib0/ifindex")))
                .contains("NETWORK_FILE=" + folder + "20-ib0.network\n");
    }

    @Test
    void netplanGeneratesAtBootAndWhenItIsTold() throws Exception {
        StackMachine host = host(LinuxHost.Stack.NETPLAN);
        String file = "/etc/netplan/60-infiniband.yaml";
        String generated = "/run/systemd/network/10-netplan-ib0.network";
        assertThat(host.file(generated)).contains("Name=ib0\n", "MTUBytes=2000\n", "Mode=datagram\n");
        host.edit(file, "mtu: 2000", "mtu: 1500");
        host.says("netplan", "generate");
        assertThat(host.file(generated)).contains("MTUBytes=1500\n");
        assertThat(host.net("ib0/mtu")).as("it applies nothing").isEqualTo("2000");
        host.edit(file, "mtu: 1500", "mtu: much");
        assertThat(host.run("netplan", "generate").status()).isEqualTo(78);
        assertThat(host.file(generated)).contains("MTUBytes=1500\n");
        host.edit(file, "mtu: much", "mtu: 1200");
        host.reboot();
        assertThat(host.net("ib0/mtu")).isEqualTo("1200");
    }

    @Test
    void networkScriptsAreAServiceThatSystemdHasMadeOfAScript() throws Exception {
        StackMachine host = host(LinuxHost.Stack.IFCFG);
        assertThat(host.says(
                        "systemctl", "show", "--property=Id,LoadState,ActiveState,UnitFileState", "network.service"))
                .isEqualTo("Id=network.service\nLoadState=loaded\nActiveState=active\nUnitFileState=generated\n");
        String folder = "/etc/sysconfig/network-scripts/ifcfg-";
        host.write(
                folder + "ib0.8001",
                "DEVICE=ib0.8001\nTYPE=InfiniBand\nPHYSDEV=ib0\nPKEY=yes\nPKEY_ID=1\nMTU=1800\nIPADDR=10.45.0.7\nNETMASK=255.255.0.0\n",
                0644);
        host.write(folder + "ib1", "DEVICE=ib1\nTYPE=InfiniBand\nONBOOT=no\nCONNECTED_MODE=yes\nMTU=9000\n", 0644);
        host.write(folder + "ib1.bak", "DEVICE=ib1\nTYPE=InfiniBand\nONBOOT=yes\nMTU=300\n", 0644);
        host.reboot();
        assertThat(host.net("ib0.8001/mtu")).isEqualTo("1800");
        assertThat(host.net("ib0.8001/pkey")).isEqualTo("0x8001");
        assertThat(host.says("ip", "-o", "addr", "show")).contains(" 10.45.0.7/16 ");
        assertThat(host.net("ib1/mode")).isEqualTo("datagram");
        host.says("/usr/sbin/ifup", "ib1");
        assertThat(host.net("ib1/mode") + host.net("ib1/mtu")).isEqualTo("connected9000");
    }

    @Test
    void wickedNamesWhereItsConfigurationComesFrom() throws Exception {
        StackMachine host = host(LinuxHost.Stack.WICKED);
        host.write("/etc/sysconfig/network/ifcfg-ib0.8001", """
                STARTMODE='auto'
                IPOIB='yes'
                IPOIB_DEVICE='ib0'
                IPOIB_PKEY='8001'
                IPOIB_MODE='connected'
                MTU='9000'
                """, 0644);
        host.write("/etc/sysconfig/network/ifcfg-ib1", "STARTMODE='off'\nMTU='300'\n", 0644);
        host.reboot();
        assertThat(host.net("ib0.8001/mode") + host.net("ib0.8001/mtu")).isEqualTo("connected9000");
        StackMachine.Said said = host.run("wicked", "ifstatus", "all");
        assertThat(said.status()).as("ib1 is not set up").isNotZero();
        assertThat(said.text())
                .contains("ib0             up\n", "config:   compat:suse:/etc/sysconfig/network/ifcfg-ib0.8001\n")
                .contains("ib1             device-unconfigured\n");
        assertThat(host.net("ib1/mtu")).isEqualTo("4092");
        host.edit("/etc/sysconfig/network/ifcfg-ib0", "MTU='2000'", "MTU='1700'");
        host.says("wicked", "ifreload", "ib0");
        assertThat(host.net("ib0/mtu")).isEqualTo("1700");
    }

    @Test
    void openibConfComesBeforeTheNetworkStack() throws Exception {
        StackMachine host = host(LinuxHost.Stack.WICKED);
        host.write("/etc/infiniband/openib.conf", "SET_IPOIB_CM=yes\nIPOIB_MTU=9000\n", 0644);
        host.write("/etc/sysconfig/network/ifcfg-ib1", "STARTMODE='auto'\n", 0644);
        host.reboot();
        assertThat(host.net("ib1/mode") + host.net("ib1/mtu")).isEqualTo("connected9000");
        assertThat(host.net("ib0/mode") + host.net("ib0/mtu"))
                .as("its file says datagram")
                .isEqualTo("datagram2000");
        host.edit("/etc/infiniband/openib.conf", "=yes", "=auto");
        host.reboot();
        assertThat(host.net("ib1/mode")).as("no mlx5").isEqualTo("datagram");
    }
}
