package dev.ibplay.lab;

import dev.ibplay.exec.Bytes;
import dev.ibplay.lab.disk.Disk;
import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.linux.LinuxHost.Stack;

/** Files by which each network stack makes a bond of ib0 and ib1 in connected mode with MTU 9000, as people write them. */
final class BondFiles {
    private static final int MODE = 0600;

    private BondFiles() {}

    /** In place of what the host began with. */
    static void write(Disk disk, Stack stack) throws Errno {
        switch (stack) {
            case IFUPDOWN -> ifupdown(disk);
            case NETWORKD -> networkd(disk);
            case NETWORKMANAGER -> networkManager(disk);
            case NETPLAN -> netplan(disk, "networkd");
            case NETPLAN_NETWORKMANAGER -> netplan(disk, "NetworkManager");
            case IFCFG -> networkScripts(disk);
            case WICKED -> wicked(disk);
        }
    }

    private static void ifupdown(Disk disk) throws Errno {
        write(disk, "/etc/network/interfaces", """
                auto lo
                iface lo inet loopback

                auto ib0
                iface ib0 inet manual
                    pre-up echo connected > /sys/class/net/ib0/mode
                    bond-master bond0

                auto ib1
                iface ib1 inet manual
                    pre-up echo connected > /sys/class/net/ib1/mode
                    bond-master bond0

                auto bond0
                iface bond0 inet static
                    address 10.44.0.9
                    netmask 255.255.255.0
                    bond-mode active-backup
                    bond-slaves none
                    mtu 9000
                """);
    }

    private static void networkd(Disk disk) throws Errno {
        for (String slave : new String[] {"ib0", "ib1"}) {
            write(
                    disk,
                    "/etc/systemd/network/20-" + slave + ".network",
                    "[Match]\nName=%s\n[Network]\nBond=bond0\n[IPoIB]\nMode=connected\n".formatted(slave));
        }
        write(disk, "/etc/systemd/network/10-bond0.netdev", """
                [NetDev]
                Name=bond0
                Kind=bond

                [Bond]
                Mode=active-backup
                """);
        write(
                disk,
                "/etc/systemd/network/20-bond0.network",
                "[Match]\nName=bond0\n[Link]\nMTUBytes=9000\n[Network]\nAddress=10.44.0.9/24\n");
    }

    private static void networkManager(Disk disk) throws Errno {
        String folder = "/etc/NetworkManager/system-connections/";
        for (String slave : new String[] {"ib0", "ib1"}) {
            write(
                    disk,
                    folder + slave + ".nmconnection",
                    "[connection]\nid=%1$s\ntype=infiniband\ninterface-name=%1$s\nmaster=bond0\nslave-type=bond\n\n[infiniband]\ntransport-mode=connected\n"
                            .formatted(slave));
        }
        write(disk, folder + "bond0.nmconnection", """
                [connection]
                id=storage
                type=bond
                interface-name=bond0

                [ethernet]
                mtu=9000

                [bond]
                mode=active-backup
                fail_over_mac=active

                [ipv4]
                address1=10.44.0.9/24
                method=manual
                """);
    }

    private static void networkScripts(Disk disk) throws Errno {
        String folder = "/etc/sysconfig/network-scripts/ifcfg-";
        for (String slave : new String[] {"ib0", "ib1"}) {
            write(
                    disk,
                    folder + slave,
                    "DEVICE=%s\nTYPE=InfiniBand\nONBOOT=yes\nMASTER=bond0\nSLAVE=yes\nCONNECTED_MODE=yes\nNM_CONTROLLED=no\n"
                            .formatted(slave));
        }
        write(disk, folder + "bond0", """
                DEVICE=bond0
                ONBOOT=yes
                BONDING_OPTS="mode=active-backup miimon=100 fail_over_mac=1"
                IPADDR=192.168.10.5
                NETMASK=255.255.255.0
                MTU=9000
                NM_CONTROLLED=no
                """);
    }

    private static void wicked(Disk disk) throws Errno {
        String folder = "/etc/sysconfig/network/ifcfg-";
        for (String slave : new String[] {"ib0", "ib1"}) {
            write(disk, folder + slave, "STARTMODE='hotplug'\nBOOTPROTO='none'\nIPOIB_MODE='connected'\n");
        }
        write(disk, folder + "bond0", """
                STARTMODE='auto'
                BOOTPROTO='static'
                IPADDR='10.44.0.9/24'
                BONDING_MASTER='yes'
                BONDING_MODULE_OPTS='mode=active-backup miimon=100'
                BONDING_SLAVE_0='ib0'
                BONDING_SLAVE_1='ib1'
                MTU='9000'
                """);
    }

    private static void netplan(Disk disk, String renderer) throws Errno {
        write(disk, "/etc/netplan/60-infiniband.yaml", """
                network:
                  version: 2
                  renderer: %s
                  ethernets:
                    ib0: {infiniband-mode: connected}
                    ib1: {infiniband-mode: connected}
                  bonds:
                    bond0:
                      interfaces: [ib0, ib1]
                      parameters: {mode: active-backup}
                      mtu: 9000
                      addresses: [10.44.0.9/24]
                """.formatted(renderer));
    }

    private static void write(Disk disk, String path, String text) throws Errno {
        disk.write(path, Bytes.ofUtf8(text), MODE);
    }
}
