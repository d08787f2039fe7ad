package dev.ibplay.cli;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Problems;
import dev.ibplay.diag.Span;
import dev.ibplay.fabric.Fabric;
import dev.ibplay.fabric.Topology;
import dev.ibplay.fabric.TopologyReader;
import dev.ibplay.lab.layout.FabricLayout;
import dev.ibplay.lab.layout.InventoryLayout;
import dev.ibplay.lab.layout.LabInventory;
import dev.ibplay.lab.layout.LabLayout;
import dev.ibplay.lab.layout.LeafSpine;
import dev.ibplay.source.DiskFiles;
import dev.ibplay.source.SourceFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What a lab is made of: so many nodes, somebody's own inventory, a fabric that was seen, or both. */
final class LabShape {
    private static final int USUAL_NODES = 4;

    @Option(
            names = "--hosts",
            paramLabel = "N",
            description = "How many nodes beside two subnet managers, 1 to 5078 (default: 4).")
    private @Nullable Integer hosts;

    @Option(
            names = "--mixed",
            description =
                    "Two ESXi hosts more, of releases 5.5 and 6.7, whose ports do 2K until mtu_4k is set and they have rebooted, "
                            + "a Windows host, whose driver is told 2044 bytes, and a managed switch.")
    private boolean mixed;

    @Option(
            names = "--fabric",
            paramLabel = "FILE",
            description =
                    "Nodes and cables of this output of ibnetdiscover, with a Linux host behind each adapter (an ESXi host where --inventory says so).")
    private @Nullable String fabric;

    @Option(
            names = {"-i", "--inventory"},
            paramLabel = "SOURCE",
            description =
                    "Hosts, groups and variables of this inventory, may be given several times. Those with ibplay_platform: esxi "
                            + "run ESXi (lab_esxi_release: 5.5, 6.7 or 8.0; 5.5 where it is not set), those with mlnxos are managed "
                            + "switches (lab_mlnxos_release: 3.6 or 3.10; 3.10 where it is not set), those with windows run Windows "
                            + "(lab_windows_release: 7, 2012r2 or 2022; 2012r2 where it is not set). With --fabric the hosts are found "
                            + "by ibplay_port_guids, or by what their adapters' descriptions say.")
    private List<String> inventories = List.of();

    private final SourceFiles files = new DiskFiles();
    private final Problems problems = new Problems();

    /** The layout; nothing, and why, when that cannot be. */
    Optional<LabLayout> layout(Console console) {
        boolean isOfFiles = fabric != null || !inventories.isEmpty();
        if (isOfFiles && (hosts != null || mixed)) {
            console.say("ibplay: %s makes no sense with --fabric or --inventory, which say the hosts"
                    .formatted(hosts != null ? "--hosts" : "--mixed"));
            return Optional.empty();
        }
        int nodes = hosts == null ? USUAL_NODES : hosts;
        int most = mixed ? LabLayout.MOST_NODES - LabLayout.ESXI_HOSTS - LabLayout.WINDOWS_HOSTS : LabLayout.MOST_NODES;
        if (nodes < 1 || nodes > most) {
            console.say("ibplay: --hosts takes 1 to " + most);
            return Optional.empty();
        }
        Optional<LabLayout> layout =
                isOfFiles ? ofFiles(console) : Optional.of(mixed ? LabLayout.mixed(nodes) : LabLayout.sample(nodes));
        console.show(problems);
        return problems.hasErrors() ? Optional.empty() : layout;
    }

    private Optional<LabLayout> ofFiles(Console console) {
        Optional<Fabric> seen = Optional.ofNullable(fabric).flatMap(this::fabric);
        if (inventories.isEmpty()) {
            return seen.map(FabricLayout::of);
        }
        Optional<LabInventory> own = LabInventories.read(inventories, files, fabric != null, console, problems);
        if (problems.hasErrors() || own.isEmpty()) {
            return Optional.empty();
        }
        return seen.isPresent() ? ofBoth(seen.get(), own.get()) : onLeafSpine(own.get());
    }

    private Optional<LabLayout> ofBoth(Fabric seen, LabInventory own) {
        try {
            return Optional.of(FabricLayout.of(seen, own));
        } catch (FabricLayout.HostsNotFound missing) {
            problems.error(
                    Code.INVENTORY_NAME,
                    Span.startOf(inventories.getFirst()),
                    "no adapter of the fabric tells these hosts' names: " + String.join(", ", missing.hosts()),
                    "an adapter tells its host in its node description: node01 mlx5_0");
            return Optional.empty();
        }
    }

    private Optional<LabLayout> onLeafSpine(LabInventory own) {
        long count = own.hosts().stream()
                .filter(host -> host.isSimulated() && !host.isSwitch())
                .count();
        if (count < 1 || count > LeafSpine.mostHosts()) {
            problems.error(
                    Code.INVENTORY_SOURCE,
                    Span.startOf(inventories.getFirst()),
                    "a lab has 1 to %d hosts beside its switches, and the inventory %d"
                            .formatted(LeafSpine.mostHosts(), count));
            return Optional.empty();
        }
        return Optional.of(InventoryLayout.of(own));
    }

    /** All mistakes of the file are shown. */
    private Optional<Fabric> fabric(String path) {
        try {
            Topology topology = TopologyReader.read(files.read(path).text());
            topology.errors()
                    .forEach(mistake ->
                            problems.error(Code.OUTPUT_UNREADABLE, Span.at(path, mistake.line(), 1), mistake.reason()));
            Fabric read = topology.toFabric();
            if (topology.errors().isEmpty() && read.links().isEmpty()) {
                problems.error(
                        Code.OUTPUT_UNREADABLE,
                        Span.startOf(path),
                        "there is no cable in it",
                        "save a fabric with ibnetdiscover, or with ibplay fabric --format ibnetdiscover");
            }
            return Optional.of(read);
        } catch (IOException failure) {
            problems.error(Code.FILE_UNREADABLE, Span.startOf(path), "cannot read the file: " + failure.getMessage());
            return Optional.empty();
        }
    }

    /** The same options for another process. */
    List<String> words() {
        List<String> words = new ArrayList<>();
        if (hosts != null) {
            words.addAll(List.of("--hosts", hosts.toString()));
        }
        if (mixed) {
            words.add("--mixed");
        }
        if (fabric != null) {
            words.addAll(List.of("--fabric", fabric));
        }
        inventories.forEach(source -> words.addAll(List.of("--inventory", source)));
        return words;
    }
}
