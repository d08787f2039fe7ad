package dev.ibplay.report;

import dev.ibplay.exec.MadPort;
import dev.ibplay.facts.AdapterAttributes;
import dev.ibplay.facts.AdapterPort;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.HostDescription;
import dev.ibplay.facts.HostDescription.PortDescription;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.InterfaceOwner;
import dev.ibplay.facts.IpoibLink;
import dev.ibplay.facts.IpoibObserved;
import dev.ibplay.facts.OpensmInstance;
import dev.ibplay.facts.OpensmLauncher;
import dev.ibplay.facts.OpensmObserved;
import dev.ibplay.facts.PortAttributes;
import dev.ibplay.facts.PortMtu;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.SmInfo;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/** What is known of hosts, for people. */
public final class HostFactsText {
    static final String NONE = "-";

    private HostFactsText() {}

    /** A paragraph for each host. */
    public static String of(List<HostDescription> hosts) {
        return hosts.stream().map(HostFactsText::host).collect(Collectors.joining("\n"));
    }

    private static String host(HostDescription host) {
        HostFacts facts = host.facts();
        if (facts.mlnxos().isPresent()) {
            String its = SwitchFactsText.of(facts.system(), facts.mlnxos().get());
            return facts.host() + "\n" + its.indent(2);
        }
        String own = facts.esxi()
                .map(esxi ->
                        EsxiFactsText.system(facts.system()) + adapters(host.ports()) + EsxiFactsText.of(facts, esxi))
                .orElseGet(() -> adapters(host.ports()) + interfaces(facts));
        String windows = facts.windows()
                .map(its -> WindowsFactsText.of(facts.system(), its))
                .orElse("");
        return facts.host() + "\n" + (own + opensm(facts.opensm()) + windows).indent(2);
    }

    private static String adapters(List<PortDescription> ports) {
        if (ports.isEmpty()) {
            return "no InfiniBand adapter\n";
        }
        Map<String, List<PortDescription>> adapters = new LinkedHashMap<>();
        ports.forEach(port -> adapters.computeIfAbsent(port.port().port().adapter(), name -> new ArrayList<>())
                .add(port));
        StringBuilder text = new StringBuilder();
        adapters.forEach((name, of) -> {
            AdapterAttributes adapter = of.getFirst().port().adapter();
            text.append(AdapterLine.of(name, adapter.type(), adapter.board(), adapter.firmware(), adapter.nodeGuid()));
            text.append(portTable(of).indent(2));
        });
        ports.forEach(port -> notes(port)
                .forEach(note -> text.append("note: ")
                        .append(port.port().port())
                        .append(' ')
                        .append(note)
                        .append('\n')));
        return text.toString();
    }

    private static String portTable(List<PortDescription> ports) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of(
                "PORT",
                "LINK LAYER",
                "STATE",
                "PHYSICAL",
                "RATE",
                "LID",
                "SM LID",
                "MTUCAP",
                "NEIGHBORMTU",
                "SUBNET MANAGER",
                "PORT GUID"));
        for (PortDescription description : ports) {
            AdapterPort port = description.port();
            PortAttributes attributes = port.attributes();
            rows.add(List.of(
                    Integer.toString(port.port().port()),
                    attributes.linkLayer().toString(),
                    cell(attributes.state()),
                    cell(attributes.physicalState()),
                    cell(attributes.rate()),
                    cell(attributes.lid()),
                    cell(attributes.smLid()),
                    cell(description.mtu().ifKnown().flatMap(PortMtu::cap)),
                    cell(description.mtu().ifKnown().flatMap(PortMtu::link)),
                    manager(description.subnetManager()),
                    cell(port.guid().filter(guid -> port.infiniband()))));
        }
        return TextTable.of(rows);
    }

    private static String manager(Fact<SmInfo> manager) {
        return switch (manager) {
            case Fact.Known<SmInfo> known ->
                state(known.value()) + ", priority " + known.value().priority();
            case Fact.Absent<SmInfo> ignored -> NONE;
            case Fact.Unreadable<SmInfo> ignored -> "runs here";
        };
    }

    static String state(SmInfo manager) {
        return manager.state().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** Why a port is left alone, and what could not be asked of it. */
    private static List<String> notes(PortDescription description) {
        List<String> notes = new ArrayList<>();
        description.port().attributes().linkLayer().refusal().ifPresent(refusal -> notes.add("is " + refusal));
        because(description.mtu()).ifPresent(why -> notes.add("does not tell its MTUs: " + why));
        because(description.subnetManager())
                .ifPresent(why -> notes.add("does not tell about its subnet manager: " + why));
        description
                .mtu()
                .ifKnown()
                .filter(mtu -> !mtu.by().equals(PortMtu.PORT_QUERY))
                .ifPresent(mtu -> notes.add("has its MTUs by the text of " + mtu.by()));
        return notes;
    }

    private static Optional<String> because(Fact<?> fact) {
        return fact instanceof Fact.Unreadable<?> unreadable ? Optional.of(unreadable.because()) : Optional.empty();
    }

    private static String interfaces(HostFacts facts) {
        if (facts.interfaces().isEmpty()) {
            return "no IPoIB interface\n";
        }
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("INTERFACE", "PORT", "P_KEY", "MODE", "MTU", "CARRIER", "OWNER", "ADDRESSES"));
        for (IpoibObserved ipoib : facts.interfaces()) {
            Optional<IpoibLink> link = facts.network().links().link(ipoib.name());
            rows.add(List.of(
                    ipoib.name(),
                    cell(link.flatMap(IpoibLink::port).map(MadPort::toString)),
                    said(ipoib.pkey()),
                    said(ipoib.mode().map(IpoibMode::word)),
                    said(ipoib.mtu()),
                    ipoib.carrier() ? "yes" : "no",
                    cell(facts.network().owner(ipoib.name()).map(InterfaceOwner::describe)),
                    link.flatMap(l -> l.addresses().ifKnown())
                            .filter(addresses -> !addresses.isEmpty())
                            .map(addresses ->
                                    addresses.stream().map(Objects::toString).collect(Collectors.joining(" ")))
                            .orElse(NONE)));
        }
        return TextTable.of(rows);
    }

    private static String opensm(Fact<OpensmObserved> opensm) {
        return switch (opensm) {
            case Fact.Known<OpensmObserved> known -> opensm(known.value());
            case Fact.Absent<OpensmObserved> ignored -> "no OpenSM\n";
            case Fact.Unreadable<OpensmObserved> unreadable -> "OpenSM: unreadable: " + unreadable.because() + "\n";
        };
    }

    private static String opensm(OpensmObserved opensm) {
        OpensmLauncher launcher = opensm.launcher();
        StringBuilder text = new StringBuilder("OpenSM ");
        text.append(opensm.version().ifKnown().orElse("of unknown version"))
                .append(", started ")
                .append(starter(launcher));
        launcher.enabled()
                .ifKnown()
                .ifPresent(enabled -> text.append(enabled ? ", with the host" : ", not with the host"));
        text.append('\n');
        opensm.instances().forEach(instance -> text.append("  ").append(instance(instance)));
        opensm.doubts().forEach(doubt -> text.append("  note: ").append(doubt).append('\n'));
        return text.toString();
    }

    private static String starter(OpensmLauncher launcher) {
        Optional<String> by = launcher.unit().or(launcher::script);
        return switch (launcher.kind()) {
            case TEMPLATE_UNITS -> "by " + by.orElse("opensm.service") + ", one unit for each port";
            case RESPAWNING -> "by " + by.orElse("opensm.service") + ", again 30 s after its end";
            case OPENSMD -> "by " + by.orElse("opensmd");
            case UFM -> "by UFM, which configures it";
            case UNIT -> "by " + by.orElse("a unit");
            case ESXI_VIB -> "by " + by.orElse("the VIB");
            case WINDOWS_SERVICE -> "by " + by.orElse("the service manager");
            case BY_HAND -> "by hand";
        };
    }

    private static String instance(OpensmInstance instance) {
        String port = instance.port().map(guid -> " on port " + guid).orElse("");
        String running = instance.process()
                .map(process -> "running (pid %d%s)"
                        .formatted(
                                process.pid(),
                                process.startPriority()
                                        .map(priority -> ", started with -p " + priority)
                                        .orElse("")))
                .orElse("not running");
        String priority = switch (instance.filePriority()) {
            case Fact.Known<Integer> known -> "priority " + known.value();
            case Fact.Absent<Integer> ignored -> "no priority";
            case Fact.Unreadable<Integer> unreadable -> "unreadable: " + unreadable.because();
        };
        return "%s%s, %s: %s\n".formatted(running, port, instance.conf().path(), priority);
    }

    static String said(Fact<?> fact) {
        return switch (fact) {
            case Fact.Known<?> known -> String.valueOf(known.value());
            case Fact.Absent<?> ignored -> NONE;
            case Fact.Unreadable<?> ignored -> "?";
        };
    }

    static String cell(Optional<?> value) {
        return value.map(String::valueOf).orElse(NONE);
    }
}
