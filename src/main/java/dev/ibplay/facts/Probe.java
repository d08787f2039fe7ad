package dev.ibplay.facts;

import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import java.util.List;

/** A question to a host: what to do there, and what the outcomes mean. */
public interface Probe<T> {
    /** What to do on the host; many probes travel in one batch. */
    List<Operation> operations();

    /** What the outcomes of {@link #operations} mean; one for each, in their order. Never throws for odd content. */
    T parse(List<Outcome> outcomes);
}
