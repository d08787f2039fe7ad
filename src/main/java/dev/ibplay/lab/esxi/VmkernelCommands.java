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

/** {@code esxcli network ip} and {@code esxcli network diag}. */
final class VmkernelCommands {
    static final String VDS_ID = "50 1e 11 22 33 44 55 66-77 88 99 aa bb cc dd ee";

    private static final long FIRST_PORT = 33_554_436;
    private static final int USUAL_PAYLOAD = 56;
    private static final int USUAL_COUNT = 3;

    private final EsxiRelease release;
    private final VirtualNetwork network;

    VmkernelCommands(EsxiRelease release, VirtualNetwork network) {
        this.release = release;
        this.network = network;
    }

    List<EsxcliCommand> all() {
        Option one = Option.optional('i', "interface-name");
        return List.of(
                new EsxcliCommand(
                        "network ip interface list",
                        "This command will list the VMkernel network interfaces currently known to the system.",
                        List.of(Option.optional('N', "netstack")),
                        given -> list()),
                new EsxcliCommand(
                        "network ip interface set",
                        "This command sets the enabled status and MTU size of a given IP interface.",
                        List.of(
                                Option.optional('e', "enabled"),
                                Option.required('i', "interface-name"),
                                Option.optional('m', "mtu")),
                        this::set),
                new EsxcliCommand(
                        "network ip interface ipv4 get",
                        "Get IPv4 settings for VMkernel network interfaces.",
                        List.of(one, Option.optional('N', "netstack")),
                        this::addresses),
                new EsxcliCommand(
                        "network ip interface ipv6 address list",
                        "This command will list all of the IPv6 addresses currently assigned to the system.",
                        List.of(),
                        given -> addresses6()),
                new EsxcliCommand(
                        "network diag ping",
                        "Send ICMP echo requests to network hosts.",
                        List.of(
                                Option.optional('c', "count"),
                                Option.flag('d', "df"),
                                Option.required('H', "host"),
                                Option.optional('I', "interface"),
                                Option.optional('s', "size"),
                                Option.optional('W', "wait")),
                        this::ping));
    }

    private EsxiHost.Vmkernel find(String name) throws EsxcliFailure {
        return network.vmkernel(name).orElseThrow(() -> new EsxcliFailure("Unable to find vmknic with name " + name));
    }

    static String mac(int number) {
        return "00:50:56:00:10:%02x".formatted(number);
    }

    private Answer list() {
        List<Structure> found = new ArrayList<>();
        for (EsxiHost.Vmkernel each : network.vmkernels()) {
            found.add(structure(each, found.size()));
        }
        return new Answer.Titled("Interface", found);
    }

    private Structure structure(EsxiHost.Vmkernel of, int number) {
        boolean isDistributed = network.virtualSwitch(of.virtualSwitch())
                .filter(EsxiHost.VirtualSwitch::isDistributed)
                .isPresent();
        Structure told = Structure.of(of.name())
                .text("Name", of.name())
                .text("MAC Address", mac(number))
                .truth("Enabled", network.isEnabled(of))
                .text("Portset", isDistributed ? "DvsPortset-0" : of.virtualSwitch())
                .text("Portgroup", isDistributed ? "N/A" : of.portGroup());
        if (release.isAtLeast(5, 5)) {
            told = told.text("Netstack Instance", "defaultTcpipStack");
        }
        told = told.text("VDS Name", isDistributed ? of.virtualSwitch() : "N/A")
                .text("VDS UUID", isDistributed ? VDS_ID : "N/A")
                .text("VDS Port", isDistributed ? "10" : "N/A")
                .number("VDS Connection", isDistributed ? 1_123_658_315 : -1);
        if (release.isAtLeast(6, 0)) {
            told = told.text("Opaque Network ID", "N/A")
                    .text("Opaque Network Type", "N/A")
                    .text("External ID", "N/A");
        }
        told = told.number("MTU", network.mtu(of)).number("TSO MSS", 65_535);
        if (release.isAtLeast(7, 0)) {
            told = told.number("RXDispQueue Size", 1);
        }
        return told.number("Port ID", FIRST_PORT + number);
    }

    private Answer set(EsxcliOptions given) throws EsxcliFailure {
        EsxiHost.Vmkernel of = find(given.required("interface-name"));
        Optional<Integer> mtu = given.number("mtu");
        Optional<Boolean> enabled = given.truth("enabled");
        if (mtu.isPresent()) {
            network.changeVmkernelMtu(of, mtu.get());
        }
        if (enabled.isPresent()) {
            network.enable(of, enabled.get());
        }
        return new Answer.Nothing();
    }

    private Answer addresses(EsxcliOptions given) throws EsxcliFailure {
        Optional<String> wanted = given.value("interface-name");
        List<EsxiHost.Vmkernel> found = wanted.isPresent() ? List.of(find(wanted.get())) : network.vmkernels();
        List<String> columns =
                new ArrayList<>(List.of("Name", "IPv4 Address", "IPv4 Netmask", "IPv4 Broadcast", "Address Type"));
        boolean tellsGateway = release.isAtLeast(6, 0);
        if (tellsGateway) {
            columns.add("Gateway");
        }
        columns.add("DHCP DNS");
        List<Structure> rows = new ArrayList<>();
        for (EsxiHost.Vmkernel each : found) {
            Subnet subnet = new Subnet(each.address());
            Structure row = Structure.of(each.name())
                    .text("Name", each.name())
                    .text("IPv4 Address", VirtualNetwork.address(each))
                    .text("IPv4 Netmask", subnet.mask())
                    .text("IPv4 Broadcast", subnet.broadcast())
                    .text("Address Type", "STATIC");
            row = tellsGateway ? row.text("Gateway", "0.0.0.0") : row;
            rows.add(row.truth("DHCP DNS", false));
        }
        return new Answer.Table("IPv4Interface", columns, rows);
    }

    private Answer addresses6() {
        List<Structure> rows = new ArrayList<>();
        for (EsxiHost.Vmkernel each : network.vmkernels()) {
            rows.add(Structure.of(each.name())
                    .text("Interface", each.name())
                    .text("Address", "fe80::250:56ff:fe00:10%02x".formatted(rows.size()))
                    .number("Netmask", 64)
                    .text("Type", "STATIC")
                    .text("Status", "PREFERRED"));
        }
        return new Answer.Table("IPv6Interface", List.of("Interface", "Address", "Netmask", "Type", "Status"), rows);
    }

    private Answer ping(EsxcliOptions given) throws EsxcliFailure {
        String address = given.required("host");
        Optional<String> named = given.value("interface");
        EsxiHost.Vmkernel from = named.isPresent()
                ? find(named.get())
                : network.towards(address).orElse(network.vmkernels().getFirst());
        int payload = given.number("size").orElse(USUAL_PAYLOAD);
        int count = given.number("count").orElse(USUAL_COUNT);
        Echo echo = new Echo(network, from, address, payload, given.has("df"));
        List<Structure> trace = new ArrayList<>();
        for (int number = 0; number < count; number++) {
            Echo.Fate fate = echo.send();
            if (fate == Echo.Fate.TOO_LONG) {
                throw new EsxcliFailure("sendto() failed (Message too long)");
            }
            if (fate == Echo.Fate.ANSWERED) {
                trace.add(Structure.of("")
                        .number("Received Bytes", payload + VmkPing.ICMP)
                        .text("Host", address)
                        .number("ICMP Seq", number)
                        .number("TTL", 64)
                        .text("Round-trip Time", "101 us")
                        .truth("Dup", false)
                        .text("Detail", ""));
            }
        }
        int received = trace.size();
        String time = received > 0 ? "101 us" : "-2147483648 us";
        Structure summary = Structure.of("")
                .text("Host Addr", address)
                .number("Transmitted", count)
                // Spelled as there.
                .number("Recieved", received)
                .number("Duplicated", 0)
                .number("Packet Lost", count == 0 ? 0 : 100L * (count - received) / count)
                .text("Round-trip Min", time)
                .text("Round-trip Avg", time)
                .text("Round-trip Max", time);
        return new Answer.Single(
                "PingSummary", Structure.of("").parts("Trace", trace).parts("Summary", List.of(summary)));
    }
}
