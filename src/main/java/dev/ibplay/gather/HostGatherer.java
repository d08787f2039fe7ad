package dev.ibplay.gather;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.RunCommand;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.AdapterPort;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.IpoibObserved;
import dev.ibplay.facts.OpensmInstance;
import dev.ibplay.facts.OpensmObserved;
import dev.ibplay.facts.linux.AdapterPortsProbe;
import dev.ibplay.facts.linux.IpoibInterfacesProbe;
import dev.ibplay.facts.linux.OpensmPlaces;
import dev.ibplay.facts.linux.OpensmProbe;
import dev.ibplay.opensm.OpensmConf;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.TransportException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds out what is known of one Linux host: one batch, and a second one where OpenSM uses files of its own. */
public final class HostGatherer {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Operation UNAME = RunCommand.of(Duration.ofSeconds(10), "uname", "-s");
    private static final String LINUX = "Linux";

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
        return new HostGatherer(session, host).gather(wanted);
    }

    private Gathered gather(FactsWanted wanted) throws TransportException {
        var ports = new AdapterPortsProbe();
        var interfaces = new IpoibInterfacesProbe();
        var opensm = OpensmProbe.at(OpensmPlaces.ETC_OPENSM);
        List<Operation> operations = new ArrayList<>();
        operations.add(UNAME);
        operations.addAll(ports.operations());
        operations.addAll(interfaces.operations());
        if (wanted.opensm()) {
            operations.addAll(opensm.operations());
        }
        NetworkQuestions network = new NetworkQuestions(wanted);
        operations.addAll(network.operations());
        List<Outcome> outcomes = session.run(Batch.of(operations), LIMIT);
        String system = system(outcomes.getFirst());
        if (!system.equals(LINUX)) {
            return new Gathered.UnknownSystem(system);
        }
        Answers answers = new Answers(outcomes.subList(1, outcomes.size()));
        List<AdapterPort> foundPorts = answers.next(ports);
        List<IpoibObserved> foundInterfaces = answers.next(interfaces);
        Fact<OpensmObserved> foundOpensm = wanted.opensm() ? better(opensm, answers.next(opensm)) : new Fact.Absent<>();
        return new Gathered.Known(network.facts(host, foundPorts, foundInterfaces, foundOpensm, answers));
    }

    private static String system(Outcome uname) {
        String said = uname instanceof Outcome.CommandEnded ended
                ? ended.stdout().lossyText().strip()
                : "";
        return said.isEmpty() ? "unknown" : said;
    }

    /** Reads again where the process says that it uses other files. */
    private Fact<OpensmObserved> better(OpensmProbe probe, Fact<OpensmObserved> found) throws TransportException {
        Optional<OpensmProbe> next = found.ifKnown()
                .flatMap(opensm -> opensm.instances().stream().findFirst())
                .flatMap(opensm -> probe.better(opensm, partitionsOf(opensm)));
        if (next.isEmpty()) {
            return found;
        }
        return next.get().parse(session.run(Batch.of(next.get().operations()), LIMIT));
    }

    private static Optional<String> partitionsOf(OpensmInstance opensm) {
        String conf = opensm.conf().content().ifKnown().map(Bytes::latin1).orElse("");
        return OpensmConf.parse(opensm.conf().path(), conf)
                .last("partition_config_file")
                .map(located -> located.value())
                .filter(path -> path.startsWith("/"));
    }
}
