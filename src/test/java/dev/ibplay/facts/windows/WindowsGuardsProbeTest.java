package dev.ibplay.facts.windows;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.ReadMatching;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.GuardObserved;
import dev.ibplay.facts.GuardObserved.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WindowsGuardsProbeTest {
    private static final String FOLDER = "/var/lib/ibplay/guards/r1-0-IB0";
    private final WindowsGuardsProbe probe = new WindowsGuardsProbe();

    /** Answers as a host with these files of one guard gives them. */
    private List<Outcome> answers(Map<String, String> files) {
        List<Outcome> outcomes = new ArrayList<>();
        for (Operation operation : probe.operations()) {
            String pattern = ((ReadMatching) operation).pattern();
            String name = pattern.substring(pattern.lastIndexOf('/') + 1);
            outcomes.add(new Outcome.FilesFound(
                    files.containsKey(name)
                            ? List.of(new Outcome.NamedFile(FOLDER + "/" + name, Bytes.ofUtf8(files.get(name))))
                            : List.of()));
        }
        return outcomes;
    }

    private State state(Map<String, String> files) {
        return probe.parse(answers(files)).getFirst().state();
    }

    @Test
    void aGuardThatRunsHasAFileThatNobodyElseCanRead() {
        assertThat(state(Map.of("state", "armed", "deadline", "120.00 0a1b"))).isEqualTo(new State.Waiting(120));
        assertThat(state(Map.of("state", "undoing"))).isEqualTo(new State.Waiting(0));
        assertThat(state(Map.of("state", "armed", "deadline", "120.00 0a1b", "alive", "")))
                .isInstanceOfSatisfying(
                        State.Unknown.class,
                        unknown -> assertThat(unknown.because()).startsWith("its process does not run while armed"));
    }

    @Test
    void itsEnd() {
        assertThat(state(Map.of("state", "confirmed", "alive", ""))).isEqualTo(new State.Confirmed());
        assertThat(state(Map.of("state", "undone"))).isEqualTo(new State.Undone());
        assertThat(state(Map.of("state", "failed", "alive", ""))).isEqualTo(new State.Unknown("failed"));
    }

    @Test
    void whatItWasArmedFor() {
        GuardObserved guard = probe.parse(
                        answers(Map.of("state", "undone", "record", "run: r1\nwhat: IB0: MTU 4092\n", "log", "l")))
                .getFirst();
        assertThat(guard.folder()).isEqualTo(FOLDER);
        assertThat(guard.run()).isEqualTo("r1");
        assertThat(guard.what()).isEqualTo("IB0: MTU 4092");
        assertThat(guard.log()).isEqualTo("l");
    }

    @Test
    void whatCannotBeReadIsNotTakenForGone() {
        List<Outcome> outcomes = new ArrayList<>(answers(Map.of("state", "armed")));
        outcomes.set(0, new Outcome.OperationFailed("EACCES", "no"));
        assertThat(probe.parse(outcomes).getFirst().state())
                .isEqualTo(new State.Unknown("whether its process runs cannot be told"));
        assertThat(probe.parse(List.of())).isEmpty();
    }
}
