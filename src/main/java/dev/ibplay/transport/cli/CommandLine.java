package dev.ibplay.transport.cli;

import dev.ibplay.exec.Outcome;
import dev.ibplay.transport.SessionCounts;
import dev.ibplay.transport.TransportException;
import java.util.List;

/** A way to have a switch carry out lines. */
interface CommandLine extends AutoCloseable {
    /** Carries them out one after the other, whatever becomes of each; one outcome for each. */
    List<Outcome> run(List<CliLine> lines, Deadline deadline) throws TransportException;

    SessionCounts counts();

    @Override
    void close();
}
