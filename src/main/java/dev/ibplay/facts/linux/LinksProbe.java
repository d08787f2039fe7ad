package dev.ibplay.facts.linux;

import dev.ibplay.exec.MadPort;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.ReadFile;
import dev.ibplay.exec.Operation.ReadMatching;
import dev.ibplay.exec.Operation.RunCommand;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.BondObserved;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.InterfaceAddress;
import dev.ibplay.facts.IpoibLink;
import dev.ibplay.facts.LinksObserved;
import dev.ibplay.facts.Probe;
import dev.ibplay.facts.tools.NumberText;
import dev.ibplay.ib.IpoibAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** IPoIB links and bonds, from sysfs (Documentation/ABI/testing/sysfs-class-net) and {@code ip addr}. */
public final class LinksProbe implements Probe<LinksObserved> {
    private static final Duration COMMAND_LIMIT = Duration.ofSeconds(10);
    private static final int LIMIT = 4096;
    private static final Pattern ADAPTER = Pattern.compile("/sys/class/infiniband/([^/]+)/device/net/([^/]+)/dev_id");
    private static final Pattern SLAVES = Pattern.compile("/sys/class/net/([^/]+)/bonding/slaves");

    @Override
    public List<Operation> operations() {
        List<Operation> operations = new ArrayList<>();
        operations.add(RunCommand.of(COMMAND_LIMIT, "ip", "-o", "addr", "show"));
        operations.add(ReadFile.of("/proc/net/if_inet6"));
        operations.add(new ReadMatching("/sys/class/infiniband/*/device/net/*/dev_id", LIMIT));
        for (String name : List.of(
                "address", "operstate", "carrier_changes", "mtu", "dev_port", "device/uevent", "bonding/slaves")) {
            operations.add(new ReadMatching("/sys/class/net/*/" + name, LIMIT));
        }
        operations.addAll(InterfaceTree.operations());
        return List.copyOf(operations);
    }

    @Override
    public LinksObserved parse(List<Outcome> outcomes) {
        SysfsFiles files = SysfsFiles.of(outcomes);
        InterfaceTree tree = InterfaceTree.of(files);
        List<BondObserved> bonds = bonds(files);
        Fact<Map<String, List<InterfaceAddress>>> addresses = addresses(outcomes.getFirst());
        Fact<Set<String>> ipv6 = ipv6(outcomes.get(1));
        List<IpoibLink> links = new ArrayList<>();
        for (String name : tree.infiniband()) {
            // A bond of IPoIB slaves has their type (bond_main.c, bond_setup_by_slave).
            if (bonds.stream().noneMatch(b -> b.name().equals(name))) {
                String folder = "/sys/class/net/" + name + "/";
                Optional<String> parent = tree.parent(name);
                links.add(new IpoibLink(
                        name,
                        files.fact(folder + "address", IpoibAddress::parse),
                        port(parent.orElse(name), files),
                        driver(parent.orElse(name), files),
                        parent,
                        tree.master(name),
                        files.get(folder + "operstate").orElse("unknown"),
                        files.fact(folder + "carrier_changes", NumberText::parse),
                        addresses.map(all -> List.copyOf(all.getOrDefault(name, List.of()))),
                        ipv6.map(all -> all.contains(name))));
            }
        }
        return new LinksObserved(links, bonds);
    }

    private static List<BondObserved> bonds(SysfsFiles files) {
        List<BondObserved> bonds = new ArrayList<>();
        files.contents().forEach((path, slaves) -> {
            Matcher matcher = SLAVES.matcher(path);
            if (matcher.matches()) {
                String name = matcher.group(1);
                bonds.add(new BondObserved(
                        name,
                        files.fact("/sys/class/net/" + name + "/mtu", text -> NumberText.parse(text, 1 << 20)),
                        slaves.isEmpty() ? List.of() : List.of(slaves.split("\\s+", -1))));
            }
        });
        return bonds;
    }

    /**
     * The adapter whose device carries the interface, and its port: {@code dev_port} and {@code dev_id} both count from 0,
     * and a kernel that does not set one of them shows 0 there (ipoib_main.c, ipoib_add_port).
     */
    private static Optional<MadPort> port(String name, SysfsFiles files) {
        for (Map.Entry<String, String> entry : files.contents().entrySet()) {
            Matcher matcher = ADAPTER.matcher(entry.getKey());
            if (matcher.matches() && matcher.group(2).equals(name)) {
                int id = NumberText.parse(entry.getValue(), 254).orElse(0);
                int port = files.get("/sys/class/net/" + name + "/dev_port")
                        .flatMap(text -> NumberText.parse(text, 254))
                        .orElse(0);
                return Optional.of(new MadPort(matcher.group(1), Math.max(id, port) + 1));
            }
        }
        return Optional.empty();
    }

    private static Optional<String> driver(String name, SysfsFiles files) {
        return files.get("/sys/class/net/" + name + "/device/uevent").stream()
                .flatMap(String::lines)
                .filter(line -> line.startsWith("DRIVER="))
                .map(line -> line.substring("DRIVER=".length()))
                .findFirst();
    }

    private static Fact<Map<String, List<InterfaceAddress>>> addresses(Outcome outcome) {
        return ToolAnswer.of(outcome).map(output -> IpAddressText.parse(output.lines()));
    }

    private static Fact<Set<String>> ipv6(Outcome outcome) {
        return switch (outcome) {
            case Outcome.FileContent file ->
                Fact.known(IpAddressText.withIpv6(file.content().lossyText()));
            // A kernel without IPv6 has no such file.
            case Outcome.FileAbsent ignored -> Fact.known(Set.of());
            case Outcome.OperationFailed failed -> Fact.unreadable(failed.message());
            default -> Fact.unreadable("unexpected answer");
        };
    }
}
