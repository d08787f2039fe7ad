package dev.ibplay.lab.esxi;

import dev.ibplay.lab.fabric.PortView;
import dev.ibplay.lab.machine.Invocation;
import dev.ibplay.lab.machine.Line;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The programs of the community package that ask ports: ibstat works, and nothing else does. */
final class IbTools {
    private final EsxiMachine machine;

    IbTools(EsxiMachine machine) {
        this.machine = machine;
    }

    /** infiniband-diags of that time: no MTU, and the link layer last. */
    int ibstat(Invocation call) throws IOException {
        List<String> words = call.arguments().subList(1, call.arguments().size());
        List<String> lines = new ArrayList<>();
        if (words.contains("-p")) {
            machine.ports()
                    .forEach(port -> lines.add("0x%016x".formatted(port.guid().value())));
        } else if (words.contains("-l")) {
            machine.host().adapters().forEach(adapter -> lines.add(adapter.name()));
        } else {
            machine.host().adapters().forEach(adapter -> lines.addAll(told(adapter)));
        }
        for (String line : lines) {
            Line.write(call.stdout(), line);
        }
        return 0;
    }

    private List<String> told(EsxiHost.Adapter adapter) {
        List<String> lines = new ArrayList<>(List.of(
                "CA '" + adapter.name() + "'",
                "\tCA type: " + adapter.type(),
                "\tNumber of ports: " + adapter.ports(),
                "\tFirmware version: " + adapter.firmware(),
                "\tHardware version: " + adapter.hardware(),
                "\tNode GUID: 0x%016x".formatted(adapter.node().value()),
                // Vendors number a board's GUIDs in a row: node, ports, system image (seed).
                "\tSystem image GUID: 0x%016x".formatted(adapter.node().value() + 3)));
        machine.ports().stream()
                .filter(port -> port.adapter().equals(adapter))
                .forEach(port -> lines.addAll(told(port)));
        return lines;
    }

    private static List<String> told(EsxiPort port) {
        PortView view = port.view();
        return List.of(
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
                "\t\tPort GUID: 0x%016x".formatted(port.guid().value()),
                "\t\tLink layer: InfiniBand");
    }

    /** What ibportstate, ibping and osmtest say, which nobody has got to work there. */
    static int fail(Invocation call) throws IOException {
        String name = call.arguments().getFirst();
        String bare = name.substring(name.lastIndexOf('/') + 1);
        Line.write(call.stderr(), bare + ": iberror: failed: Failed to open '(null)' port '0'");
        return 1;
    }
}
