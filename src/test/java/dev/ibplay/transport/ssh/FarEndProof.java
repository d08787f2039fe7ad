package dev.ibplay.transport.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.Missing;
import dev.ibplay.exec.Batch;
import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.TransportException;
import dev.ibplay.transport.helper.CarriedHelpers;
import dev.ibplay.transport.helper.HelperChoice;
import dev.ibplay.transport.helper.HelperOpening;
import dev.ibplay.transport.helper.HelperSession;
import dev.ibplay.transport.posix.PosixSession;
import java.time.Duration;
import java.util.List;

/** What a run does over a connection: a batch by sh, and one by the helper, which is sent first. */
final class FarEndProof {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private FarEndProof() {}

    /** Writes, reads and runs something by plain sh; the file is left at the far end. */
    static void bySh(SshConnection connection, String file) throws TransportException {
        try (HostSession session = PosixSession.open("host", connection)) {
            works(session, file);
        }
    }

    /** The same by the helper; the connection's server must not be this machine's root, or it stays there. */
    static void byHelper(SshConnection connection, String file) throws TransportException {
        Missing.unless(!CarriedHelpers.sha256().isEmpty(), "a helper in the program");
        switch (HelperSession.open("host", connection, new HelperChoice.Automatic(), LIMIT)) {
            case HelperOpening.Opened opened -> {
                try (HostSession session = opened.session()) {
                    works(session, file);
                }
            }
            case HelperOpening.Unusable unusable -> throw new AssertionError(unusable.reason());
        }
    }

    private static void works(HostSession session, String file) throws TransportException {
        Batch batch = Batch.of(List.of(
                Operation.RunCommand.of(LIMIT, "sh", "-c", "printf '%s' \"$1\" > \"$2\"", "sh", "4092", file),
                Operation.ReadFile.of(file),
                Operation.RunCommand.of(LIMIT, "sh", "-c", "exit 7")));
        List<Outcome> outcomes = session.run(batch, LIMIT);
        assertThat(outcomes.get(1))
                .isInstanceOfSatisfying(
                        Outcome.FileContent.class,
                        content -> assertThat(content.content().lossyText()).isEqualTo("4092"));
        assertThat(outcomes.get(2))
                .isInstanceOfSatisfying(
                        Outcome.CommandEnded.class,
                        ended -> assertThat(ended.end()).isEqualTo(new CommandEnd.Exited(7)));
    }
}
