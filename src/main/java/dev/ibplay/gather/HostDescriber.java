package dev.ibplay.gather;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.MadKey;
import dev.ibplay.exec.MadTiming;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.RunCommand;
import dev.ibplay.exec.Operation.SubnetQuery;
import dev.ibplay.exec.Outcome;
import dev.ibplay.exec.SmpAddress;
import dev.ibplay.facts.AdapterPort;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.HostDescription;
import dev.ibplay.facts.HostDescription.PortDescription;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.HostSystem;
import dev.ibplay.facts.PortMtu;
import dev.ibplay.facts.tools.AdaptersText;
import dev.ibplay.facts.tools.IbvDevinfoParser;
import dev.ibplay.facts.tools.ToolOutput;
import dev.ibplay.ib.Attribute;
import dev.ibplay.ib.PortInfo;
import dev.ibplay.ib.PortState;
import dev.ibplay.ib.SmInfo;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.TransportException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Completes a host's facts by what its ports say of themselves: their MTUs, and the subnet manager where one runs. The ports
 * are queried in one batch; where there is no umad device, or no answer, ibv_devinfo's text is asked for in another one.
 */
public final class HostDescriber {
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final RunCommand IBV_DEVINFO = RunCommand.of(Duration.ofSeconds(20), "ibv_devinfo");
    private static final String ON_ESXI = "ESXi's ibstat prints none; another host of the fabric can ask the port";
    private static final String SILENT = "no umad device, and ibv_devinfo does not tell";

    private final HostSession session;
    private final MadKey mKey;
    private final Map<AdapterPort, Fact<PortMtu>> mtus = new HashMap<>();
    private final Map<AdapterPort, Fact<SmInfo>> managers = new HashMap<>();

    private HostDescriber(HostSession session, MadKey mKey) {
        this.session = session;
        this.mKey = mKey;
    }

    /** Asks what sysfs does not tell: the MTUs of ports, and the subnet managers on them. */
    public static HostDescription describe(HostSession session, HostFacts facts, MadKey mKey)
            throws TransportException {
        return new HostDescriber(session, mKey).describe(facts);
    }

    private HostDescription describe(HostFacts facts) throws TransportException {
        List<AdapterPort> managed =
                facts.ports().stream().filter(AdapterPort::infiniband).toList();
        query(managed.stream().filter(AdapterPort::queryable).toList());
        // Its tools have been asked already.
        facts.windows()
                .ifPresent(windows -> managed.stream()
                        .filter(port -> !(mtus.get(port) instanceof Fact.Known<PortMtu>))
                        .forEach(port -> Optional.ofNullable(windows.portMtus().get(port.port()))
                                .ifPresent(mtu -> mtus.put(port, Fact.known(mtu)))));
        List<AdapterPort> silent = managed.stream()
                .filter(port -> !(mtus.get(port) instanceof Fact.Known<PortMtu>))
                .toList();
        if (facts.system().kind() == HostSystem.Kind.ESXI) {
            silent.forEach(port -> mtus.put(port, Fact.unreadable(ON_ESXI)));
        } else if (facts.mlnxos().isEmpty() && !silent.isEmpty()) {
            askTool(silent);
        }
        return new HostDescription(
                facts,
                facts.ports().stream()
                        .map(port -> new PortDescription(
                                port,
                                mtus.getOrDefault(port, Fact.absent()),
                                managers.getOrDefault(port, Fact.absent())))
                        .toList());
    }

    private void query(List<AdapterPort> ports) throws TransportException {
        if (ports.isEmpty()) {
            return;
        }
        List<AdapterPort> withManager =
                ports.stream().filter(port -> port.attributes().isSm()).toList();
        List<Operation> questions = new ArrayList<>();
        ports.forEach(port ->
                questions.add(query(port, Attribute.PORT_INFO, port.port().port())));
        withManager.forEach(port -> questions.add(query(port, Attribute.SM_INFO, 0)));
        List<Outcome> outcomes = session.run(Batch.of(questions), MadTiming.DEFAULT.limit(questions.size()));
        for (int i = 0; i < ports.size(); i++) {
            Outcome outcome = outcomes.get(i);
            mtus.put(
                    ports.get(i),
                    FabricSweep.data(outcome)
                            .map(data -> Fact.known(mtu(PortInfo.decode(data))))
                            .orElseGet(() -> Fact.unreadable(FabricQueries.describe(outcome))));
        }
        for (int i = 0; i < withManager.size(); i++) {
            managers.put(withManager.get(i), FabricQueries.smInfo(outcomes.get(ports.size() + i)));
        }
    }

    /** The port itself, by the directed route that has no hop. */
    private Operation query(AdapterPort port, Attribute attribute, int modifier) {
        return new SubnetQuery(
                port.port(), new SmpAddress.ByRoute(List.of()), attribute.id(), modifier, mKey, MadTiming.DEFAULT);
    }

    private static PortMtu mtu(PortInfo info) {
        boolean isUp = info.state() == PortState.ACTIVE || info.state() == PortState.ARMED;
        return new PortMtu(info.mtuCap(), info.neighborMtu().filter(mtu -> isUp), PortMtu.PORT_QUERY);
    }

    private void askTool(List<AdapterPort> ports) throws TransportException {
        Outcome outcome = session.run(Batch.of(List.of(IBV_DEVINFO)), LIMIT).getFirst();
        Optional<AdaptersText> said = outcome instanceof Outcome.CommandEnded ended
                ? IbvDevinfoParser.parse(ToolOutput.of(ended)).ifKnown()
                : Optional.empty();
        for (AdapterPort port : ports) {
            said.flatMap(text -> mtu(text, port))
                    .ifPresentOrElse(
                            mtu -> mtus.put(port, Fact.known(mtu)),
                            () -> mtus.putIfAbsent(port, Fact.unreadable(SILENT)));
        }
    }

    private static Optional<PortMtu> mtu(AdaptersText text, AdapterPort port) {
        return text.adapters().stream()
                .filter(adapter -> adapter.name().equals(port.port().adapter()))
                .flatMap(adapter -> adapter.ports().stream())
                .filter(found -> found.number() == port.port().port())
                .findFirst()
                .map(found -> new PortMtu(found.maxMtu(), found.activeMtu(), "ibv_devinfo"));
    }
}
