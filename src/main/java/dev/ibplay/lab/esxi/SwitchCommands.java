package dev.ibplay.lab.esxi;

import dev.ibplay.lab.esxcli.Answer;
import dev.ibplay.lab.esxcli.EsxcliCommand;
import dev.ibplay.lab.esxcli.EsxcliCommand.Option;
import dev.ibplay.lab.esxcli.EsxcliFailure;
import dev.ibplay.lab.esxcli.EsxcliOptions;
import dev.ibplay.lab.esxcli.Structure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@code esxcli network vswitch}. */
final class SwitchCommands {
    private static final int PORTS = 1536;
    private static final int CONFIGURED = 128;

    private final EsxiRelease release;
    private final VirtualNetwork network;

    SwitchCommands(EsxiRelease release, VirtualNetwork network) {
        this.release = release;
        this.network = network;
    }

    List<EsxcliCommand> all() {
        Option one = Option.optional('v', "vswitch-name");
        return List.of(
                new EsxcliCommand(
                        "network vswitch standard list",
                        "List the virtual switches current on the ESXi host.",
                        List.of(one),
                        given -> list(given, false)),
                new EsxcliCommand(
                        "network vswitch standard set",
                        "This command sets the MTU size and CDP status of a given virtual switch.",
                        List.of(
                                Option.optional('c', "cdp-status"),
                                Option.optional('m', "mtu"),
                                Option.required('v', "vswitch-name")),
                        this::set),
                new EsxcliCommand(
                        "network vswitch dvs vmware list",
                        "List the VMware vSphere Distributed Switch currently configured on the ESXi host.",
                        List.of(Option.optional('v', "vds-name")),
                        given -> list(given, true)));
    }

    private Answer list(EsxcliOptions given, boolean areDistributed) throws EsxcliFailure {
        Optional<String> wanted = given.value(areDistributed ? "vds-name" : "vswitch-name");
        List<Structure> found = new ArrayList<>();
        for (EsxiHost.VirtualSwitch each : network.switches()) {
            if (each.isDistributed() == areDistributed
                    && wanted.map(each.name()::equals).orElse(true)) {
                found.add(areDistributed ? distributed(each) : standard(each));
            }
        }
        if (wanted.isPresent() && found.isEmpty()) {
            throw new EsxcliFailure("Unable to find vswitch: " + wanted.get());
        }
        return new Answer.Titled(areDistributed ? "VDSwitch" : "VirtualSwitch", found);
    }

    private String kind() {
        return release.isAtLeast(6, 5) ? "cswitch" : "etherswitch";
    }

    private long used(EsxiHost.VirtualSwitch of) {
        return 1
                + 2L * of.uplinks().size()
                + network.vmkernels().stream()
                        .filter(each -> each.virtualSwitch().equals(of.name()))
                        .count();
    }

    private Structure standard(EsxiHost.VirtualSwitch of) {
        return Structure.of(of.name())
                .text("Name", of.name())
                .text("Class", kind())
                .number("Num Ports", PORTS)
                .number("Used Ports", used(of))
                .number("Configured Ports", CONFIGURED)
                .number("MTU", network.mtu(of))
                .text("CDP Status", "listen")
                .truth("Beacon Enabled", false)
                .number("Beacon Interval", 1)
                .number("Beacon Threshold", 3)
                .text("Beacon Required By", "")
                .texts("Uplinks", of.uplinks())
                .texts("Portgroups", of.portGroups());
    }

    private Structure distributed(EsxiHost.VirtualSwitch of) {
        List<Structure> ports = new ArrayList<>();
        List<String> clients = new ArrayList<>(of.uplinks());
        network.vmkernels().stream()
                .filter(each -> each.virtualSwitch().equals(of.name()))
                .forEach(each -> clients.add(each.name()));
        for (String client : clients) {
            ports.add(Structure.of("")
                    .text("Client", client)
                    .text("DVPortgroup ID", "dvportgroup-" + (21 + ports.size()))
                    .truth("In Use", true)
                    .number("Port ID", ports.size()));
        }
        return Structure.of(of.name())
                .text("Name", of.name())
                .text("VDS ID", VmkernelCommands.VDS_ID)
                .text("Class", kind())
                .number("Num Ports", PORTS)
                .number("Used Ports", used(of))
                .number("Configured Ports", CONFIGURED)
                .number("MTU", network.mtu(of))
                .text("CDP Status", "listen")
                .number("Beacon Timeout", -1)
                .texts("Uplinks", of.uplinks())
                .truth("VMware Branded", true)
                .parts("DVPort", ports);
    }

    private Answer set(EsxcliOptions given) throws EsxcliFailure {
        String name = given.required("vswitch-name");
        Optional<Integer> mtu = given.number("mtu");
        if (network.virtualSwitch(name).filter(each -> !each.isDistributed()).isEmpty()) {
            throw new EsxcliFailure("Unable to find vswitch: " + name);
        }
        if (mtu.isPresent()) {
            network.changeSwitchMtu(name, mtu.get());
        }
        return new Answer.Nothing();
    }
}
