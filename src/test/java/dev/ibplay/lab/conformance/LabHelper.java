package dev.ibplay.lab.conformance;

import dev.ibplay.lab.PipedConnection;
import dev.ibplay.lab.machine.Machine;
import dev.ibplay.transport.Connection;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.TransportException;
import dev.ibplay.transport.conformance.FarEndConformance.Candidate;
import dev.ibplay.transport.helper.HelperChoice;
import dev.ibplay.transport.helper.HelperOpening;
import dev.ibplay.transport.helper.HelperSession;
import java.time.Duration;

/** The helper of a lab's machine as a far end. */
final class LabHelper {
    static final String PATH = "/usr/bin/ibplay-helper";

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private LabHelper() {}

    static HostSession open(Connection connection) throws TransportException {
        return switch (HelperSession.open("node01", connection, new HelperChoice.AtPath(PATH), LIMIT)) {
            case HelperOpening.Opened opened -> opened.session();
            case HelperOpening.Unusable unusable -> throw new AssertionError(unusable.reason());
        };
    }

    static Candidate throughPipes(Machine machine, LabHost host) {
        return new Candidate(
                "the lab's helper",
                0,
                () -> {
                    PipedConnection connection = new PipedConnection(machine);
                    return host.inGroup(open(connection), connection.group());
                },
                host);
    }
}
