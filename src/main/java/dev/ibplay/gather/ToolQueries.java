package dev.ibplay.gather;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.SessionCounts;
import dev.ibplay.transport.TransportException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A session whose far end cannot send management packets: the host's smpquery, sminfo and saquery (infiniband-diags) are
 * asked instead, and what they print becomes the outcome that a packet would have had. All other operations, and queries
 * that {@link ToolQuery} knows no tool for, pass through.
 */
public final class ToolQueries implements HostSession {
    private final HostSession session;

    /** Closing this closes {@code session}. */
    public ToolQueries(HostSession session) {
        this.session = session;
    }

    @Override
    public List<Outcome> run(Batch batch, Duration timeLimit) throws TransportException {
        List<Optional<ToolQuery>> queries =
                batch.operations().stream().map(ToolQuery::of).toList();
        List<Operation> sent = new ArrayList<>();
        List<Integer> places = new ArrayList<>();
        Duration limit = timeLimit;
        for (int i = 0; i < queries.size(); i++) {
            Optional<ToolQuery> query = queries.get(i);
            Operation operation = query.<Operation>map(ToolQuery::command)
                    .orElse(batch.operations().get(i));
            // Blocks of one P_Key table follow each other, and the tool prints all of them at once.
            boolean again =
                    query.isPresent() && !sent.isEmpty() && sent.getLast().equals(operation);
            if (!again) {
                sent.add(operation);
                limit = limit.plus(query.map(q -> q.command().timeLimit()).orElse(Duration.ZERO));
            }
            places.add(sent.size() - 1);
        }
        List<Outcome> outcomes = session.run(new Batch(sent, batch.stopAtFailure()), limit);
        List<Outcome> result = new ArrayList<>();
        for (int i = 0; i < queries.size(); i++) {
            Outcome outcome = outcomes.get(places.get(i));
            result.add(queries.get(i).map(query -> query.outcome(outcome)).orElse(outcome));
        }
        return List.copyOf(result);
    }

    @Override
    public Optional<String> system() {
        return session.system();
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
