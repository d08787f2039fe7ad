package dev.ibplay.lab.windows;

import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PortState;
import dev.ibplay.lab.fabric.PortView;
import dev.ibplay.lab.machine.Invocation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The tools of WinOF and of the OpenFabrics stack that ask the host's own ports. */
final class IbTools {
    private final WindowsMachine host;

    IbTools(WindowsMachine host) {
        this.host = host;
    }

    private int print(Invocation call, List<String> lines) throws IOException {
        host.console(call).say(lines.toArray(String[]::new));
        return 0;
    }

    private List<WindowsPort> ports(WindowsHost.Adapter adapter) {
        return host.ports().stream()
                .filter(port -> port.adapter().equals(adapter))
                .toList();
    }

    /** {@code 0002:c903:0009:16f8}. */
    private static String quads(long guid) {
        String digits = "%016x".formatted(guid);
        return String.join(
                ":", digits.substring(0, 4), digits.substring(4, 8), digits.substring(8, 12), digits.substring(12));
    }

    private static String state(PortState state) {
        return switch (state) {
            case INITIALIZE -> "PORT_INITIALIZE (2)";
            case ARMED -> "PORT_ARMED (3)";
            case ACTIVE -> "PORT_ACTIVE (4)";
            default -> "PORT_DOWN (1)";
        };
    }

    private static String mtu(Mtu mtu) {
        return "%d (%d)".formatted(mtu.bytes(), mtu.code());
    }

    /** A port that is down prints the most that it can do as what is in use. */
    private static Mtu active(PortView view) {
        return view.state() == PortState.ACTIVE ? view.mtu() : view.mtuCap();
    }

    /** {@code ibv_devinfo}, with {@code -v} its GIDs as well. */
    int ibvDevinfo(Invocation call) throws IOException {
        boolean isVerbose = call.arguments().contains("-v");
        List<String> lines = new ArrayList<>();
        for (WindowsHost.Adapter adapter : host.made().adapters()) {
            lines.addAll(List.of(
                    "hca_id:\t" + adapter.name(),
                    "\tfw_ver:\t\t\t\t" + adapter.firmware(),
                    "\tnode_guid:\t\t\t" + quads(adapter.node().value()),
                    "\tsys_image_guid:\t\t\t" + quads(adapter.node().value() + 3),
                    "\tvendor_id:\t\t\t0x02c9",
                    "\tvendor_part_id:\t\t\t26428",
                    "\thw_ver:\t\t\t\t0xB0",
                    "\tphys_port_cnt:\t\t\t" + adapter.ports()));
            for (WindowsPort port : ports(adapter)) {
                PortView view = port.view();
                lines.addAll(List.of(
                        "\t\tport:\t" + port.number(),
                        "\t\t\tstate:\t\t\t" + state(view.state()),
                        "\t\t\tmax_mtu:\t\t" + mtu(view.mtuCap()),
                        "\t\t\tactive_mtu:\t\t" + mtu(active(view)),
                        "\t\t\tsm_lid:\t\t\t" + view.smLid().value(),
                        "\t\t\tport_lid:\t\t" + view.lid().value(),
                        "\t\t\tport_lmc:\t\t0x%02x".formatted(view.lmc()),
                        "\t\t\ttransport:\t\tIB"));
                if (isVerbose) {
                    lines.add("\t\t\tGID[  0]:\t\tfe80:0000:0000:0000:"
                            + quads(port.guid().value()));
                }
            }
        }
        return print(call, lines);
    }

    /** {@code ibstat}: the kind of adapter is empty there. */
    int ibstat(Invocation call) throws IOException {
        List<String> lines = new ArrayList<>();
        for (WindowsHost.Adapter adapter : host.made().adapters()) {
            lines.addAll(List.of(
                    "CA '" + adapter.name() + "'",
                    "\tCA type: ",
                    "\tNumber of ports: " + adapter.ports(),
                    "\tFirmware version: 0x"
                            + Integer.toHexString(
                                    Integer.parseInt(adapter.firmware().replaceAll("\\D.*", ""))),
                    "\tHardware version: 0x0",
                    "\tNode GUID: 0x%016x".formatted(adapter.node().value()),
                    "\tSystem image GUID: 0x%016x".formatted(adapter.node().value() + 3)));
            for (WindowsPort port : ports(adapter)) {
                PortView view = port.view();
                lines.addAll(List.of(
                        "\tPort " + port.number() + ":",
                        "\t\tState: " + view.state(),
                        "\t\tPhysical state: " + view.physicalState(),
                        "\t\tRate: "
                                + view.rate()
                                        .map(rate -> "%.0f".formatted(rate.gigabitsPerSecond()))
                                        .orElse("10"),
                        "\t\tBase lid: " + view.lid().value(),
                        "\t\tLMC: " + view.lmc(),
                        "\t\tSM lid: " + view.smLid().value(),
                        "\t\tCapability mask: 0x%08x".formatted(view.capabilityMask()),
                        "\t\tPort GUID: 0x%016x".formatted(port.guid().value())));
            }
        }
        return print(call, lines);
    }

    /** {@code vstat}: adapters are numbered, LIDs are hexadecimal, and no MTU in use is told. */
    int vstat(Invocation call) throws IOException {
        List<String> lines = new ArrayList<>();
        int number = 0;
        for (WindowsHost.Adapter adapter : host.made().adapters()) {
            lines.addAll(List.of(
                    "",
                    "\thca_idx=" + number++,
                    "\tuplink={BUS=PCI_E Gen2, SPEED=5.0 Gbps, WIDTH=x8}",
                    "\tvendor_id=0x02c9",
                    "\tvendor_part_id=0x673c",
                    "\thw_ver=0xb0",
                    "\tfw_ver=" + adapter.firmware(),
                    "\tPSID=MT_0D90110009",
                    "\tnode_guid=" + quads(adapter.node().value()),
                    "\tnum_phys_ports=" + adapter.ports()));
            for (WindowsPort port : ports(adapter)) {
                PortView view = port.view();
                lines.addAll(List.of(
                        "\t\tport=" + port.number(),
                        "\t\tport_guid=" + quads(port.guid().value()),
                        "\t\tport_state=" + state(view.state()),
                        "\t\tlink_speed=10.00 Gbps",
                        "\t\tlink_width=4x (2)",
                        "\t\trate=40.00 Gbps",
                        "\t\tport_phys_state=" + view.physicalState().toString().toUpperCase(Locale.ROOT),
                        "\t\tsm_lid=0x%04x".formatted(view.smLid().value()),
                        "\t\tport_lid=0x%04x".formatted(view.lid().value()),
                        "\t\tport_lmc=0x%x".formatted(view.lmc()),
                        "\t\ttransport=IB",
                        "\t\tmax_mtu=" + mtu(view.mtuCap())));
            }
        }
        return print(call, lines);
    }
}
