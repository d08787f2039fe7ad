package dev.ibplay.lab.esxi;

import dev.ibplay.lab.esxcli.Answer;
import dev.ibplay.lab.esxcli.EsxcliCommand;
import dev.ibplay.lab.esxcli.EsxcliCommand.Option;
import dev.ibplay.lab.esxcli.EsxcliFailure;
import dev.ibplay.lab.esxcli.EsxcliOptions;
import dev.ibplay.lab.esxcli.Structure;
import java.util.List;

/** {@code esxcli network nic}. */
final class NicCommands {
    private final EsxiMachine machine;

    NicCommands(EsxiMachine machine) {
        this.machine = machine;
    }

    List<EsxcliCommand> all() {
        return List.of(
                new EsxcliCommand(
                        "network nic list",
                        "This command will list the Physical NICs currently installed and loaded on the system.",
                        List.of(),
                        given -> list()),
                new EsxcliCommand(
                        "network nic get",
                        "Get the generic configuration of a network device.",
                        List.of(Option.required('n', "nic-name")),
                        this::get));
    }

    private Answer list() {
        boolean isOld = machine.host().release().major() < 6;
        List<String> columns = isOld
                ? List.of(
                        "Name", "PCI Device", "Driver", "Link", "Speed", "Duplex", "MAC Address", "MTU", "Description")
                : List.of(
                        "Name",
                        "PCI Device",
                        "Driver",
                        "Admin Status",
                        "Link Status",
                        "Speed",
                        "Duplex",
                        "MAC Address",
                        "MTU",
                        "Description");
        return new Answer.Table(
                "PhysicalNic",
                columns,
                Nic.of(machine).stream().map(nic -> row(nic, isOld)).toList());
    }

    private static Structure row(Nic nic, boolean isOld) {
        Structure row = Structure.of(nic.name())
                .text("Name", nic.name())
                .text("PCI Device", nic.pci())
                .text("Driver", nic.driver());
        row = isOld
                ? row.text("Link", nic.link())
                : row.text("Admin Status", "Up").text("Link Status", nic.link());
        return row.number("Speed", nic.isUp() ? nic.speed() : 0)
                .text("Duplex", nic.isUp() ? "Full" : "Half")
                .text("MAC Address", nic.mac())
                .number("MTU", nic.mtu())
                .text("Description", nic.description());
    }

    private Answer get(EsxcliOptions given) throws EsxcliFailure {
        String name = given.required("nic-name");
        Nic nic = Nic.of(machine).stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new EsxcliFailure("Unable to get NIC information: Not a valid pnic " + name));
        Structure driver = Structure.of("")
                .text("Bus Info", nic.pci())
                .text("Driver", nic.driver())
                .text("Firmware Version", "2.9.1000")
                .text("Version", "1.8.2.4");
        Structure told = Structure.of("")
                .text("Advertised Auto Negotiation", "true")
                .texts("Advertised Link Modes", List.of("1000BaseT/Full"))
                .truth("Auto Negotiation", true)
                .text("Cable Type", "Twisted Pair")
                .number("Current Message Level", -1)
                .parts("Driver Info", List.of(driver))
                .truth("Link Detected", nic.isUp())
                .text("Link Status", nic.link())
                .text("Name", nic.name())
                .number("PHYAddress", 0)
                .truth("Pause Autonegotiate", false)
                .truth("Pause RX", true)
                .truth("Pause TX", true)
                .texts("Supported Ports", List.of())
                .text("Transceiver", "internal")
                .text("Wakeon", "None");
        return new Answer.Single("NicInfo", told);
    }
}
