package dev.ibplay.transport.helper;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Outcome;
import dev.ibplay.transport.Connection;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.SessionCounts;
import dev.ibplay.transport.TransportException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** A session whose far end is the helper. All batches go through one exec. */
public final class HelperSession implements HostSession {
    /** A running command is given a second by the helper to end politely. */
    private static final Duration END_PATIENCE = Duration.ofSeconds(3);

    private final FarEnd farEnd;
    private final boolean isLocal;
    private final Optional<WayBack> wayBack;
    private final AtomicBoolean busy = new AtomicBoolean();
    private final AtomicBoolean closed = new AtomicBoolean();
    private int roundTrips;
    private int batches;

    /**
     * A session whose helper has started.
     *
     * @param said what stood behind the word {@code start}
     */
    HelperSession(FarEnd farEnd, boolean isLocal, String said, int roundTrips) {
        this.farEnd = farEnd;
        this.isLocal = isLocal;
        this.wayBack = wayBack(said);
        this.roundTrips = roundTrips;
    }

    private static Optional<WayBack> wayBack(String said) {
        String[] words = said.split(" ", -1);
        return words.length == 2 ? Optional.of(new WayBack(words[0], words[1])) : Optional.empty();
    }

    @Override
    public Optional<WayBack> wayBack() {
        return wayBack;
    }

    /**
     * Starts the helper on a host with one exec, bringing it there when it is not.
     *
     * @param timeLimit for each of the at most two waits
     * @throws TransportException when the host cannot be asked at all, or when a helper named by its path is not there
     */
    public static HelperOpening open(String host, Connection connection, HelperChoice choice, Duration timeLimit)
            throws TransportException {
        return new HelperStart(host, connection, timeLimit, HelperBinary.carried()).open(choice);
    }

    @Override
    public List<Outcome> run(Batch batch, Duration timeLimit) throws TransportException {
        if (batch.operations().isEmpty()) {
            return List.of();
        }
        int number = ++batches;
        byte[] frame = OperationEncoder.frame(number, batch);
        busy.set(true);
        roundTrips++;
        List<Outcome> outcomes = farEnd.within(timeLimit, () -> {
            sendEvenIfRefused(frame);
            return readOutcomes(number, batch.operations().size());
        });
        busy.set(false);
        return outcomes;
    }

    /** A helper that refuses a frame may end before it has read it; its answer says why, which the broken pipe does not. */
    private void sendEvenIfRefused(byte[] frame) throws IOException, MalformedFrame, TransportException {
        try {
            farEnd.send(frame);
        } catch (IOException e) {
            readOutcome(0, 0);
            throw e;
        }
    }

    private List<Outcome> readOutcomes(int number, int count) throws IOException, MalformedFrame, TransportException {
        List<Outcome> outcomes = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            outcomes.add(readOutcome(number, i));
        }
        return outcomes;
    }

    private Outcome readOutcome(int number, int index) throws IOException, MalformedFrame, TransportException {
        FrameReader in = new FrameReader(farEnd.readFrame());
        int type = in.u8();
        if (type == 'E') {
            throw farEnd.broken("the helper refused a batch: " + in.text());
        }
        if (type != 'O') {
            throw new MalformedFrame("a frame of type " + type);
        }
        return OutcomeDecoder.decode(in, number, index);
    }

    /** The helper runs on Linux only. */
    @Override
    public Optional<String> system() {
        return Optional.of(LINUX);
    }

    @Override
    public SessionCounts counts() {
        return new SessionCounts(isLocal ? 0 : 1, 1, roundTrips);
    }

    /** Ends the helper; a batch under way on another thread is cancelled. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            farEnd.close(busy.get() ? END_PATIENCE : Duration.ZERO);
        }
    }
}
