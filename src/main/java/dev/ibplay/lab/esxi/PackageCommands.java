package dev.ibplay.lab.esxi;

import dev.ibplay.lab.esxcli.Answer;
import dev.ibplay.lab.esxcli.EsxcliCommand;
import dev.ibplay.lab.esxcli.EsxcliCommand.Option;
import dev.ibplay.lab.esxcli.EsxcliFailure;
import dev.ibplay.lab.esxcli.EsxcliOptions;
import dev.ibplay.lab.esxcli.Structure;
import java.util.ArrayList;
import java.util.List;

/** {@code esxcli software vib} and {@code esxcli hardware pci}. */
final class PackageCommands {
    private static final String MELLANOX = "0x15b3";
    private static final String OFED = "1.8.2.4-10EM.500.0.0.472560";

    private final EsxiMachine machine;

    PackageCommands(EsxiMachine machine) {
        this.machine = machine;
    }

    private record Vib(String name, String version, String vendor, String level) {}

    List<EsxcliCommand> all() {
        return List.of(
                new EsxcliCommand("software vib list", "Lists the installed VIB packages", List.of(), given -> list()),
                new EsxcliCommand(
                        "software vib get",
                        "Displays detailed information about one or more installed VIBs",
                        List.of(Option.optional('n', "vibname")),
                        this::get),
                new EsxcliCommand(
                        "hardware pci list",
                        "List all of the PCI devices on the ESXi host.",
                        List.of(Option.optional('c', "class"), Option.optional('m', "mask")),
                        this::pci));
    }

    private List<Vib> vibs() {
        EsxiRelease release = machine.host().release();
        List<Vib> vibs = new ArrayList<>();
        vibs.add(new Vib(
                "esx-base",
                "%s-%d.%d.%d".formatted(release.version(), release.update(), 0, release.build()),
                "VMware",
                "VMwareCertified"));
        if (machine.ports().isEmpty()) {
            String driver = KernelModules.ethernet(release);
            vibs.add(new Vib(driver.replace('_', '-'), "4.19.16.11-1vmw", "VMware", "VMwareCertified"));
        } else {
            for (String name : List.of("net-ib-core", "net-ib-ipoib", "net-mlx4-core", "net-mlx4-ib", "scsi-ib-srp")) {
                vibs.add(new Vib(name, OFED, "Mellanox", "PartnerSupported"));
            }
        }
        if (machine.host().opensm().isPresent()) {
            vibs.add(new Vib("ib-opensm", "3.3.15-6", "Community", "CommunitySupported"));
        }
        return vibs;
    }

    private boolean tellsPlatforms() {
        return machine.host().release().major() >= 8;
    }

    private Structure row(Vib vib) {
        Structure row = Structure.of(vib.name())
                .text("Name", vib.name())
                .text("Version", vib.version())
                .text("Vendor", vib.vendor())
                .text("Acceptance Level", vib.level())
                .text("Install Date", "2014-01-05");
        return tellsPlatforms() ? row.text("Platforms", "host") : row;
    }

    private Answer list() {
        List<String> columns =
                new ArrayList<>(List.of("Name", "Version", "Vendor", "Acceptance Level", "Install Date"));
        if (tellsPlatforms()) {
            columns.add("Platforms");
        }
        return new Answer.Table(
                "SummaryVIB", columns, vibs().stream().map(this::row).toList());
    }

    private Answer get(EsxcliOptions given) throws EsxcliFailure {
        String name = given.value("vibname").orElse("");
        List<Structure> found = vibs().stream()
                .filter(vib -> name.isEmpty() || vib.name().equals(name))
                .map(vib -> new Structure(
                        "%s_bootbank_%s_%s".formatted(vib.vendor(), vib.name(), vib.version()), row(vib).fields()))
                .toList();
        if (found.isEmpty()) {
            throw new EsxcliFailure(" [NoMatchError]\n No VIB matching VIB search specification '" + name
                    + "'.\n Please refer to the log file for more details.");
        }
        return new Answer.Titled("VIBExt", found);
    }

    private Answer pci(EsxcliOptions given) {
        List<Structure> devices = new ArrayList<>();
        EsxiRelease release = machine.host().release();
        String nicVendor = release.hasIpoib() ? "Intel Corporation" : "Mellanox Technologies";
        devices.add(device(
                release.pci(2),
                VirtualNetwork.ETHERNET,
                new Kind(nicVendor, release.hasIpoib() ? "0x8086" : MELLANOX, "0x10c9", "0x0200"),
                KernelModules.ethernet(release)));
        for (EsxiHost.Adapter adapter : machine.host().adapters()) {
            devices.add(device(
                    Nic.pciOf(machine, adapter),
                    machine.ports().isEmpty() ? "" : adapter.name(),
                    new Kind("Mellanox Technologies " + adapter.type(), MELLANOX, "0x673c", "0x0c06"),
                    machine.ports().isEmpty() ? "None" : KernelModules.MLX4));
        }
        return new Answer.Titled(
                "PciDevice",
                devices.stream()
                        .filter(device -> given.value("class").isEmpty()
                                || device.fields().stream()
                                        .anyMatch(field -> field.name().equals("Device Class")
                                                && field.value().plain().equals(given.required("class"))))
                        .toList());
    }

    private record Kind(String name, String vendor, String device, String deviceClass) {}

    private static Structure device(String address, String name, Kind kind, String module) {
        String bus = address.split("[:.]", -1)[1];
        return Structure.of(address)
                .text("Address", address)
                .text("Segment", "0x0000")
                .text("Bus", "0x" + bus.substring(bus.length() - 2))
                .text("Slot", "0x00")
                .text("Function", "0x0")
                .text("VMkernel Name", name)
                .text("Vendor Name", kind.name())
                .text("Device Name", kind.name())
                .text("Configured Owner", "Unknown")
                .text("Current Owner", "VMkernel")
                .text("Vendor ID", kind.vendor())
                .text("Device ID", kind.device())
                .text("SubVendor ID", kind.vendor())
                .text("SubDevice ID", "0x0022")
                .text("Device Class", kind.deviceClass())
                .text("Module Name", module);
    }
}
