package dev.ibplay.lab.esxi;

import dev.ibplay.lab.machine.Invocation;
import dev.ibplay.lab.machine.Line;
import java.io.IOException;
import java.util.List;

/** The esxcfg programs, as far as they list. */
final class LegacyTools {
    private final EsxiMachine machine;
    private final VirtualNetwork network;

    LegacyTools(EsxiMachine machine) {
        this.machine = machine;
        this.network = machine.network();
    }

    private static boolean lists(Invocation call) throws IOException {
        boolean does = call.arguments().contains("-l") || call.arguments().contains("--list");
        if (!does) {
            Line.write(call.stdout(), "Usage: " + call.arguments().getFirst() + " -l");
        }
        return does;
    }

    int vswitch(Invocation call) throws IOException {
        if (!lists(call)) {
            return 1;
        }
        for (EsxiHost.VirtualSwitch each : network.switches()) {
            Line.write(
                    call.stdout(),
                    each.isDistributed()
                            ? "DVS Name         Num Ports   Used Ports  Configured Ports  MTU     Uplinks   "
                            : "Switch Name      Num Ports   Used Ports  Configured Ports  MTU     Uplinks   ");
            Line.write(
                    call.stdout(),
                    "%-16s %-11d %-11d %-17d %-7d %s"
                            .formatted(each.name(), 1536, 4, 128, network.mtu(each), String.join(",", each.uplinks())));
            Line.write(call.stdout(), "");
            if (!each.isDistributed()) {
                portGroups(call, each);
            }
        }
        return 0;
    }

    private static void portGroups(Invocation call, EsxiHost.VirtualSwitch of) throws IOException {
        Line.write(call.stdout(), "  PortGroup Name        VLAN ID  Used Ports  Uplinks   ");
        for (String group : of.portGroups()) {
            Line.write(
                    call.stdout(), "  %-20s  %-7d  %-10d  %s".formatted(group, 0, 1, String.join(",", of.uplinks())));
        }
        Line.write(call.stdout(), "");
    }

    int vmknic(Invocation call) throws IOException {
        if (!lists(call)) {
            return 1;
        }
        boolean tellsStack = machine.host().release().major() >= 6;
        String group = tellsStack ? "Port Group/DVPort/Opaque Network" : "Port Group/DVPort";
        Line.write(
                call.stdout(),
                ("Interface  %-39s IP Family IP Address      Netmask         Broadcast       "
                                        + "MAC Address       MTU     TSO MSS   Enabled Type                ")
                                .formatted(group)
                        + (tellsStack ? "NetStack" : ""));
        List<EsxiHost.Vmkernel> all = network.vmkernels();
        for (int i = 0; i < all.size(); i++) {
            EsxiHost.Vmkernel each = all.get(i);
            Subnet subnet = new Subnet(each.address());
            Line.write(
                    call.stdout(),
                    "%-10s %-39s %-9s %-15s %-15s %-15s %-17s %-7d %-9d %-7s %-19s %s"
                            .formatted(
                                    each.name(),
                                    each.portGroup(),
                                    "IPv4",
                                    VirtualNetwork.address(each),
                                    subnet.mask(),
                                    subnet.broadcast(),
                                    VmkernelCommands.mac(i),
                                    network.mtu(each),
                                    65_535,
                                    network.isEnabled(each),
                                    "STATIC",
                                    tellsStack ? "defaultTcpipStack" : ""));
        }
        return 0;
    }

    int nics(Invocation call) throws IOException {
        if (!lists(call)) {
            return 1;
        }
        Line.write(
                call.stdout(),
                "Name       PCI           Driver      Link Speed     Duplex MAC Address       MTU    Description");
        for (Nic nic : Nic.of(machine)) {
            Line.write(
                    call.stdout(),
                    "%-10s %-13s %-11s %-4s %-9s %-6s %-17s %-6d %s"
                            .formatted(
                                    nic.name(),
                                    nic.pci(),
                                    nic.driver(),
                                    nic.link(),
                                    (nic.isUp() ? nic.speed() : 0) + "Mbps",
                                    nic.isUp() ? "Full" : "Half",
                                    nic.mac(),
                                    nic.mtu(),
                                    nic.description()));
        }
        return 0;
    }
}
