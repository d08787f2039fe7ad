package dev.ibplay.lab.operations;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.SubnetQuery;
import dev.ibplay.exec.Outcome;
import dev.ibplay.transport.WaitingThreads;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A batch and the order of its outcomes (native/src/batch.c). */
public final class BatchRun {
    /** Queries that are under way at a time. */
    private static final int TOGETHER = 16;

    private final Operations operations;
    private final Batch batch;
    private final Listener listener;

    /** Takes outcomes one by one, and may have something happen before each operation. */
    public interface Listener {
        /** Called before an operation is begun; skipped ones are not announced. */
        default void before(Operation operation) throws InterruptedException, IOException {}

        void outcome(int index, Outcome outcome) throws IOException;
    }

    public BatchRun(Operations operations, Batch batch, Listener listener) {
        this.operations = operations;
        this.batch = batch;
        this.listener = listener;
    }

    /** Runs it to its end, or to where it is cancelled: false then. */
    public boolean run() throws InterruptedException, IOException {
        List<Operation> all = batch.operations();
        boolean skip = false;
        int at = 0;
        while (at < all.size()) {
            if (operations.isCancelled()) {
                return false;
            }
            int together = batch.stopAtFailure() ? 0 : queriesFrom(at);
            if (together > 1) {
                ask(at, all.subList(at, at + together));
                at += together;
                continue;
            }
            if (!skip) {
                listener.before(all.get(at));
                if (operations.isCancelled()) {
                    return false;
                }
            }
            Outcome outcome = skip ? new Outcome.Skipped() : operations.perform(all.get(at));
            skip |= batch.stopAtFailure() && !Successes.is(outcome);
            if (operations.isCancelled() && outcome instanceof Outcome.CommandEnded) {
                return false;
            }
            listener.outcome(at++, outcome);
        }
        return true;
    }

    /** How many queries from here on leave through the same port, and so can be under way together. */
    private int queriesFrom(int start) {
        List<Operation> all = batch.operations();
        int end = start;
        while (end < all.size()
                && end - start < TOGETHER
                && all.get(end) instanceof SubnetQuery query
                && query.from().equals(((SubnetQuery) all.get(start)).from())) {
            end++;
        }
        return end - start;
    }

    private void ask(int start, List<Operation> queries) throws InterruptedException, IOException {
        for (Operation query : queries) {
            listener.before(query);
        }
        List<Callable<Outcome>> calls = new ArrayList<>();
        queries.forEach(query -> calls.add(() -> operations.perform(query)));
        try (ExecutorService threads =
                Executors.newThreadPerTaskExecutor(WaitingThreads.builder().factory())) {
            int index = start;
            for (Future<Outcome> answer : threads.invokeAll(calls)) {
                listener.outcome(index++, answer.get());
            }
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof InterruptedException killed) {
                throw killed;
            }
            throw new IllegalStateException(failed);
        }
    }
}
