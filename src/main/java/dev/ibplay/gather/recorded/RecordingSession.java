package dev.ibplay.gather.recorded;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.linux.ListedFile;
import dev.ibplay.facts.recorded.Exchange;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.SessionCounts;
import dev.ibplay.transport.TransportException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Passes questions on to a host and keeps them with their answers. It never changes a host: a batch with anything but
 * questions is refused as a whole. It stands outside of whatever turns queries into commands, so that what is kept does not
 * depend on the kind of the far end. Configuration files that patterns find are listed, too: no pattern tells their modes,
 * which their twins are to have. Safe for use by several threads, if the session behind it is.
 */
public final class RecordingSession implements HostSession {
    /** Where nothing is that anybody has configured. */
    private static final List<String> NO_CONFIGURATION =
            List.of("/sys/", "/proc/", "/run/systemd/netif/", "/var/lib/ibplay/");

    private final HostSession session;
    private final List<Exchange> exchanges = new ArrayList<>();
    private final Set<String> listed = new HashSet<>();

    /** Closing this closes {@code session}. */
    public RecordingSession(HostSession session) {
        this.session = session;
    }

    /** @throws IllegalArgumentException when the batch holds an operation that changes something */
    @Override
    public List<Outcome> run(Batch batch, Duration timeLimit) throws TransportException {
        List<Operation> operations = batch.operations();
        for (Operation operation : operations) {
            if (!Exchange.onlyReads(operation)) {
                throw new IllegalArgumentException(
                        operation.getClass().getSimpleName() + " is refused: a session that records changes nothing");
            }
        }
        List<Outcome> outcomes = session.run(batch, timeLimit);
        keep(operations, outcomes);
        List<String> found = notListed(outcomes);
        if (!found.isEmpty()) {
            List<Operation> listing = List.of(ListedFile.listing(found));
            keep(listing, session.run(Batch.of(listing), timeLimit));
        }
        return outcomes;
    }

    private void keep(List<Operation> operations, List<Outcome> outcomes) {
        synchronized (exchanges) {
            for (int i = 0; i < operations.size(); i++) {
                if (!(outcomes.get(i) instanceof Outcome.Skipped)) {
                    exchanges.add(new Exchange(operations.get(i), outcomes.get(i)));
                }
            }
        }
    }

    private List<String> notListed(List<Outcome> outcomes) {
        synchronized (exchanges) {
            return outcomes.stream()
                    .flatMap(outcome ->
                            outcome instanceof Outcome.FilesFound found ? found.files().stream() : Stream.empty())
                    .map(Outcome.NamedFile::path)
                    .filter(path -> NO_CONFIGURATION.stream().noneMatch(path::startsWith))
                    .filter(listed::add)
                    .toList();
        }
    }

    /** What was asked and answered so far, in this order. */
    public List<Exchange> exchanges() {
        synchronized (exchanges) {
            return List.copyOf(exchanges);
        }
    }

    /** Not that it is Linux: nothing else in a recording would say so, and so it is asked for. */
    @Override
    public Optional<String> system() {
        return session.system().filter(system -> !system.equals(HostSession.LINUX));
    }

    @Override
    public SessionCounts counts() {
        return session.counts();
    }

    @Override
    public void close() {
        session.close();
    }
}
