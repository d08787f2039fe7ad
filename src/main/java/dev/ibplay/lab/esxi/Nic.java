package dev.ibplay.lab.esxi;

import java.util.ArrayList;
import java.util.List;

/**
 * A network adapter as tools list it.
 *
 * @param speed in Mb/s
 * @param mtu in bytes
 */
record Nic(String name, String pci, String driver, boolean isUp, int speed, String mac, int mtu, String description) {
    private static final int ETHERNET_SPEED = 1000;
    private static final int QDR_SPEED = 40_000;
    private static final int FIRST_BUS = 5;

    /** Those of a host: vmnic0, and a port of InfiniBand each. */
    static List<Nic> of(EsxiMachine machine) {
        EsxiRelease release = machine.host().release();
        List<Nic> nics = new ArrayList<>();
        nics.add(new Nic(
                VirtualNetwork.ETHERNET,
                release.pci(2),
                KernelModules.ethernet(release),
                true,
                ETHERNET_SPEED,
                "00:25:90:00:00:01",
                machine.network().uplinkMtu(VirtualNetwork.ETHERNET),
                release.hasIpoib()
                        ? "Intel Corporation 82576 Gigabit Network Connection"
                        : "Mellanox Technologies MT27800 Family [ConnectX-5]"));
        for (IpoibUplink uplink : machine.network().uplinks()) {
            long guid = uplink.port().guid().value();
            nics.add(new Nic(
                    uplink.name(),
                    pciOf(machine, uplink.port().adapter()),
                    "ib_ipoib",
                    uplink.group().isPresent(),
                    QDR_SPEED,
                    "00:02:c9:%02x:%02x:%02x".formatted(guid >> 16 & 0xff, guid >> 8 & 0xff, guid & 0xff),
                    machine.network().uplinkMtu(uplink.name()),
                    "Mellanox Technologies " + uplink.port().adapter().type()));
        }
        return nics;
    }

    /** A bus of its own for each adapter. */
    static String pciOf(EsxiMachine machine, EsxiHost.Adapter adapter) {
        return machine.host()
                .release()
                .pci(FIRST_BUS + machine.host().adapters().indexOf(adapter));
    }

    String link() {
        return isUp ? "Up" : "Down";
    }
}
