package dev.ibplay.transport.posix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutcomeReaderTest {
    private static final Operation FILE = Operation.ReadFile.of("/x");
    private static final Operation COMMAND = Operation.RunCommand.of(Duration.ofSeconds(1), "x");

    private static Segment tag(String tag) {
        return new Segment(Bytes.EMPTY, tag);
    }

    @ParameterizedTest
    @ValueSource(strings = {"r", "r ", "r nonsense", "r exit", "r exit x", "r exit 12345", "end"})
    void readsNoOutcomeIntoNonsense(String tag) {
        assertThat(OutcomeReader.read(COMMAND, List.of(tag(tag)), Bytes.EMPTY)).isEmpty();
    }

    @Test
    void readsNoFileWithoutItsMetadata() {
        assertThat(OutcomeReader.read(FILE, List.of(tag("meta ? ? ? ?"), tag("r ok")), Bytes.EMPTY))
                .isEmpty();
        assertThat(OutcomeReader.read(FILE, List.of(tag("r ok")), Bytes.EMPTY)).isEmpty();
        assertThat(OutcomeReader.read(FILE, List.of(), Bytes.EMPTY)).isEmpty();
    }

    @Test
    void takesTheErrorFromTheTagBeforeTheText() {
        Bytes said = Bytes.ofUtf8("cat: /x: Permission denied\n");
        assertThat(OutcomeReader.read(FILE, List.of(tag("r fail ")), said))
                .contains(new Outcome.OperationFailed("EACCES", "cat: /x: Permission denied"));
        assertThat(OutcomeReader.read(FILE, List.of(tag("r fail ENOSYS")), said))
                .contains(new Outcome.OperationFailed("ENOSYS", "cat: /x: Permission denied"));
        assertThat(OutcomeReader.read(FILE, List.of(tag("r fail")), Bytes.EMPTY))
                .contains(new Outcome.OperationFailed("EOTHER", "failed without a word"));
    }
}
