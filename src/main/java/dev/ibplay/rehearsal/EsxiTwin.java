package dev.ibplay.rehearsal;

import dev.ibplay.exec.Bytes;
import dev.ibplay.fabric.FabricPort;
import dev.ibplay.fabric.PortRef;
import dev.ibplay.facts.AdapterPort;
import dev.ibplay.facts.DriverObserved;
import dev.ibplay.facts.EsxiObserved;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.FileObserved;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.OpensmInstance;
import dev.ibplay.facts.OpensmObserved;
import dev.ibplay.facts.SystemVersion;
import dev.ibplay.facts.UplinkObserved;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.NodeGuid;
import dev.ibplay.lab.esxi.EsxiHost;
import dev.ibplay.lab.esxi.EsxiRelease;
import dev.ibplay.plan.Observed;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What the simulated twin of one ESXi host is made of. What such a host does not tell is taken from the fabric: which adapters its ports
 * belong to, and what its driver was loaded with.
 */
final class EsxiTwin {
    private static final String DRIVER = "mlx4_core";
    private static final String WIDE_PORTS = "mtu_4k";
    private static final String LOCAL_SCRIPT = "/etc/rc.local.d/local.sh";
    private static final Pattern BUILD = Pattern.compile("build-(\\d{1,9})");

    private final HostFacts facts;
    private final EsxiObserved esxi;
    private final Observed real;

    EsxiTwin(HostFacts facts, EsxiObserved esxi, Observed real) {
        this.facts = facts;
        this.esxi = esxi;
        this.real = real;
    }

    EsxiHost host() {
        return new EsxiHost(
                facts.host(),
                release(),
                adapters(),
                switches(),
                vmkernels(),
                facts.opensm().ifKnown().map(this::opensm),
                new EsxiHost.Traits(Set.of(), scratch(), parameters()),
                given());
    }

    /** One that does not tell its version is taken for one with IPoIB, as the plan takes it. */
    private EsxiRelease release() {
        EsxiRelease usual = EsxiRelease.V5_5;
        Matcher build = BUILD.matcher(facts.system().name());
        int number = build.find() ? Integer.parseInt(build.group(1)) : 0;
        return facts.system()
                .version()
                .map((SystemVersion version) ->
                        new EsxiRelease(version.major(), version.minor(), version.patch(), 0, number))
                .ifKnown()
                .orElse(usual);
    }

    /** One with all ports of an adapter that the fabric tells of, else with those that the host or the inventory names. */
    private List<EsxiHost.Adapter> adapters() {
        Map<NodeGuid, List<AdapterPort>> byNode = new LinkedHashMap<>();
        facts.ports().stream()
                .filter(AdapterPort::infiniband)
                .forEach(port -> byNode.computeIfAbsent(node(port), node -> new ArrayList<>())
                        .add(port));
        List<EsxiHost.Adapter> adapters = new ArrayList<>();
        byNode.forEach((node, ports) -> adapters.add(adapter(node, ports, adapters.size())));
        return List.copyOf(adapters);
    }

    private EsxiHost.Adapter adapter(NodeGuid node, List<AdapterPort> ports, int number) {
        AdapterPort first = ports.getFirst();
        EsxiHost.Adapter usual = EsxiHost.Adapter.connectX2("mlx4_" + number, node, 1);
        boolean isNamed = first.adapter().nodeGuid().isPresent();
        int seen = ports.stream().mapToInt(port -> port.port().port()).max().orElse(1);
        int count = real.fabrics().stream()
                .flatMap(fabric -> fabric.fabric().node(node).stream())
                .mapToInt(found -> found.ports())
                .findFirst()
                .orElse(seen);
        return new EsxiHost.Adapter(
                isNamed ? first.port().adapter() : usual.name(),
                node,
                count,
                first.adapter().type().orElse(usual.type()),
                first.adapter().firmware().orElse(usual.firmware()),
                first.adapter().board().orElse(usual.hardware()));
    }

    /** As ibstat or the fabric tells it; by Mellanox's rule a port's GUID is that of its node plus its number. */
    private NodeGuid node(AdapterPort port) {
        return port.adapter()
                .nodeGuid()
                .or(() -> inFabric(port).map(FabricPort::ref).map(PortRef::node))
                .orElseGet(() -> new NodeGuid(port.guid()
                        .map(guid -> guid.value() - port.port().port())
                        .orElse(1L)));
    }

    private Optional<FabricPort> inFabric(AdapterPort port) {
        return port.guid().flatMap(guid -> real.fabricOf(guid).flatMap(fabric -> fabric.port(guid)));
    }

    private List<EsxiHost.VirtualSwitch> switches() {
        return esxi.switches().ifKnown().orElse(List.of()).stream()
                .flatMap(each -> each.mtu().ifKnown().stream()
                        .map(mtu -> new EsxiHost.VirtualSwitch(
                                each.name(), each.distributed(), mtu, each.uplinks(), each.portGroups())))
                .toList();
    }

    private List<EsxiHost.Vmkernel> vmkernels() {
        return esxi.vmkernels().ifKnown().orElse(List.of()).stream()
                .flatMap(each -> each.mtu().ifKnown().stream()
                        .map(mtu -> new EsxiHost.Vmkernel(
                                each.name(),
                                each.virtualSwitch().orElse(""),
                                each.portGroup().orElse("N/A"),
                                mtu,
                                address(each.addresses().ifKnown().orElse(List.of()).stream()
                                        .filter(known -> known.address().matches("[0-9.]+"))
                                        .map(known -> known.address() + "/" + known.prefixLength())
                                        .findFirst()))))
                .toList();
    }

    /** An interface without one of IPv4 has what esxcli prints for none. */
    private static String address(Optional<String> known) {
        return known.orElse("0.0.0.0/32");
    }

    /** A folder is no link to itself. */
    private String scratch() {
        return esxi.scratch().ifKnown().filter(path -> !path.equals("/scratch")).orElse(EsxiHost.Traits.IN_MEMORY);
    }

    /**
     * What the modules were loaded with. The host tells only what is configured; what ports can do tells what their driver was started
     * with.
     */
    private Map<String, String> parameters() {
        Map<String, Map<String, String>> all = new HashMap<>();
        facts.drivers().forEach((module, driver) -> all.put(module, new TreeMap<>(driver.parameters())));
        List<Mtu> caps = facts.ports().stream()
                .flatMap(port -> inFabric(port).stream())
                .flatMap(port -> port.info().mtuCap().stream())
                .toList();
        if (!caps.isEmpty()) {
            boolean isWide = caps.contains(Mtu.MTU_4096);
            Map<String, String> options = all.computeIfAbsent(DRIVER, module -> new TreeMap<>());
            if (!isWide) {
                options.remove(WIDE_PORTS);
            } else if (!options.getOrDefault(WIDE_PORTS, "0").matches("[1-9]\\d{0,8}")) {
                options.put(WIDE_PORTS, "1");
            }
        }
        Map<String, String> texts = new HashMap<>();
        all.forEach((module, options) -> texts.put(module, EsxiSettled.text(options)));
        return texts;
    }

    private EsxiHost.OpensmPackage opensm(OpensmObserved observed) {
        boolean readsConf = observed.instances().stream()
                .anyMatch(instance -> instance.conf().path().startsWith("/"));
        EsxiHost.Launcher withoutScript = readsConf ? EsxiHost.Launcher.OWN_FILES : EsxiHost.Launcher.PARTITIONS_ONLY;
        return new EsxiHost.OpensmPackage(
                observed.launcher().script().isPresent() ? EsxiHost.Launcher.INIT_SCRIPT : withoutScript,
                Optional.empty(),
                Optional.empty());
    }

    private EsxiHost.Given given() {
        Map<String, Set<String>> options = new HashMap<>();
        for (DriverObserved driver : facts.drivers().values()) {
            driver.known().ifKnown().ifPresent(names -> options.put(driver.module(), new HashSet<>(names)));
        }
        List<String> uplinks = esxi.uplinks().ifKnown().orElse(List.of()).stream()
                .filter(UplinkObserved::infiniband)
                .map(UplinkObserved::name)
                .toList();
        return new EsxiHost.Given(uplinks, options, folders(), files());
    }

    private Stream<OpensmInstance> instances() {
        return facts.opensm().ifKnown().stream().flatMap(opensm -> opensm.instances().stream());
    }

    private List<EsxiHost.OpensmFolder> folders() {
        return instances()
                .filter(OpensmInstance::launched)
                .flatMap(instance -> instance.port().stream()
                        .map(port -> new EsxiHost.OpensmFolder(
                                folder(instance), port, instance.process().map(process -> {
                                    List<String> all = process.arguments().all();
                                    return all.subList(1, all.size());
                                }))))
                .toList();
    }

    private static String folder(OpensmInstance instance) {
        String path = instance.partitions().path();
        return path.substring(0, Math.max(0, path.lastIndexOf('/')));
    }

    /** OpenSM's files; and a line that starts it at boot, where the host has one: its words are not read. */
    private Map<String, Bytes> files() {
        Map<String, Bytes> files = new TreeMap<>();
        instances()
                .flatMap(instance -> Stream.of(instance.conf(), instance.partitions()))
                .filter(file -> file.path().startsWith("/"))
                .forEach((FileObserved file) ->
                        file.content().ifKnown().ifPresent(content -> files.put(file.path(), content)));
        boolean isLocal = facts.opensm().ifKnown().stream()
                .anyMatch(opensm -> opensm.launcher().enabled().equals(Fact.known(true)));
        if (isLocal) {
            files.put(LOCAL_SCRIPT, Bytes.ofUtf8("#!/bin/sh\n: opensm is started here\nexit 0\n"));
        }
        return files;
    }
}
