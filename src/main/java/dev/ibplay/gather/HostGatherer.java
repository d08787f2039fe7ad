package dev.ibplay.gather;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.RunCommand;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.AdapterPort;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.IpoibObserved;
import dev.ibplay.facts.OpensmObserved;
import dev.ibplay.facts.esxi.EsxiProbe;
import dev.ibplay.facts.linux.AdapterPortsProbe;
import dev.ibplay.facts.linux.IpoibInterfacesProbe;
import dev.ibplay.facts.linux.IpoibModesProbe;
import dev.ibplay.facts.linux.OpensmFound;
import dev.ibplay.facts.linux.OpensmProbe;
import dev.ibplay.facts.mlnxos.SwitchProbe;
import dev.ibplay.facts.windows.WindowsProbe;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.TransportException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds out what is known of one host. A Linux host takes one batch, up to two more where OpenSM uses files or units of its
 * own, and one where an interface was made by netlink; so does another one whose system opening the session has told.
 */
public final class HostGatherer {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    static final Operation UNAME = RunCommand.of(Duration.ofSeconds(10), "uname", "-s");
    private static final int MORE_BATCHES = 2;

    private final HostSession session;
    private final String host;

    private HostGatherer(HostSession session, String host) {
        this.session = session;
        this.host = host;
    }

    /**
     * Reads the facts.
     *
     * @param wanted what is looked at
     */
    public static Gathered gather(HostSession session, String host, FactsWanted wanted) throws TransportException {
        if (session.system().filter(SwitchProbe.SYSTEM::equals).isPresent()) {
            return new Gathered.Known(SwitchGatherer.gather(session, host));
        }
        if (session.system().filter(WindowsProbe.SYSTEM::equals).isPresent()) {
            return new Gathered.Known(WindowsGatherer.gather(session, host, wanted));
        }
        return session.system().filter(EsxiProbe.SYSTEM::equals).isPresent()
                ? new Gathered.Known(EsxiGatherer.gather(session, host, wanted))
                : new HostGatherer(session, host).gather(wanted);
    }

    /** Reads the adapters' ports only, for which no command is run on the host. */
    public static HostFacts ports(HostSession session, String host) throws TransportException {
        var ports = new AdapterPortsProbe();
        List<Outcome> outcomes = session.run(Batch.of(ports.operations()), LIMIT);
        return new HostFacts(host, new Answers(outcomes).next(ports), List.of(), new Fact.Absent<>());
    }

    private Gathered gather(FactsWanted wanted) throws TransportException {
        var ports = new AdapterPortsProbe();
        var interfaces = new IpoibInterfacesProbe();
        var opensm = new OpensmProbe();
        List<Operation> operations = new ArrayList<>();
        if (session.system().isEmpty()) {
            operations.add(UNAME);
        }
        operations.addAll(ports.operations());
        operations.addAll(interfaces.operations());
        if (wanted.opensm()) {
            operations.addAll(opensm.operations());
        }
        NetworkQuestions network = new NetworkQuestions(wanted, session);
        operations.addAll(network.operations());
        List<Outcome> outcomes = AskedOnce.run(session, operations, LIMIT);
        String system = session.system().orElseGet(() -> system(outcomes.getFirst()));
        if (system.equals(EsxiProbe.SYSTEM)) {
            return new Gathered.Known(EsxiGatherer.gather(session, host, wanted));
        }
        if (!system.equals(HostSession.LINUX)) {
            return new Gathered.UnknownSystem(system);
        }
        Answers answers = new Answers(session.system().isEmpty() ? outcomes.subList(1, outcomes.size()) : outcomes);
        List<AdapterPort> foundPorts = answers.next(ports);
        List<IpoibObserved> foundInterfaces = answers.next(interfaces);
        Fact<OpensmObserved> foundOpensm = wanted.opensm() ? complete(answers.next(opensm)) : new Fact.Absent<>();
        HostFacts facts = network.facts(host, foundPorts, foundInterfaces, foundOpensm, answers);
        return new Gathered.Known(wanted.ipoib() ? withModes(facts) : facts);
    }

    private HostFacts withModes(HostFacts facts) throws TransportException {
        if (!IpoibModesProbe.isNeeded(facts)) {
            return facts;
        }
        var modes = new IpoibModesProbe();
        return IpoibModesProbe.complete(facts, modes.parse(session.run(Batch.of(modes.operations()), LIMIT)));
    }

    private static String system(Outcome uname) {
        String said = uname instanceof Outcome.CommandEnded ended
                ? ended.stdout().lossyText().strip()
                : "";
        return said.isEmpty() ? "unknown" : said;
    }

    /** Asks again where the answers name files or units that were not asked for. */
    private Fact<OpensmObserved> complete(OpensmFound first) throws TransportException {
        OpensmFound found = first;
        // Arguments or a unit name a file, which may name another one.
        for (int more = 0; more < MORE_BATCHES && found.next().isPresent(); more++) {
            OpensmProbe probe = found.next().get();
            found = probe.parse(session.run(Batch.of(probe.operations()), LIMIT));
        }
        return found.opensm();
    }
}
