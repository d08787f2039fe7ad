package dev.ibplay.run;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.ReadFile;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.Fact;
import dev.ibplay.plan.whole.FoundFiles;
import dev.ibplay.plan.whole.Restoration;
import dev.ibplay.resource.DesiredHost;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.TransportException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Reads the files that an undo looks at, and the copies of what they were: one batch on each host that has any. */
final class FileReading {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private final HostStates states;
    private final Forks forks;
    private final Map<String, Map<String, Fact<Bytes>>> found = new ConcurrentHashMap<>();

    FileReading(HostStates states, Forks forks) {
        this.states = states;
        this.forks = forks;
    }

    FoundFiles read(Restoration restoration) {
        List<String> hosts = restoration.hosts().stream()
                .map(DesiredHost::host)
                .filter(host -> !restoration.paths(host).isEmpty())
                .toList();
        forks.forEach(hosts, host -> read(host, List.copyOf(restoration.paths(host))));
        return new FoundFiles(found);
    }

    private void read(String host, List<String> paths) {
        Optional<HostSession> session = states.session(host);
        if (session.isEmpty()) {
            return;
        }
        try {
            List<Operation> operations =
                    paths.stream().<Operation>map(ReadFile::of).toList();
            List<Outcome> outcomes = session.get().run(Batch.of(operations), LIMIT);
            Map<String, Fact<Bytes>> files = new HashMap<>();
            for (int i = 0; i < paths.size(); i++) {
                files.put(paths.get(i), content(outcomes.get(i)));
            }
            found.put(host, files);
        } catch (TransportException failure) {
            states.lost(failure, "read the files that are to be put back", Optional.empty());
        }
    }

    private static Fact<Bytes> content(Outcome outcome) {
        return switch (outcome) {
            case Outcome.FileContent file -> Fact.known(file.content());
            case Outcome.FileAbsent ignored -> Fact.absent();
            case Outcome.OperationFailed failed -> Fact.unreadable(failed.message());
            default -> Fact.unreadable("unexpected answer");
        };
    }
}
