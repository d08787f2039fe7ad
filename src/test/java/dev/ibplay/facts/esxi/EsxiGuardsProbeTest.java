package dev.ibplay.facts.esxi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.facts.GuardObserved.State;
import org.junit.jupiter.api.Test;

class EsxiGuardsProbeTest {
    private static final String FOLDER = "/var/lib/ibplay/guards/r1-0-vmk1";

    private final EsxiHost host = new EsxiHost();

    private State state(String word, String line) {
        host.file(FOLDER + "/state", word + "\n").script("kill -0", line.isEmpty() ? "" : line + " " + FOLDER + "\n");
        return host.ask(new EsxiGuardsProbe()).getFirst().state();
    }

    @Test
    void theTimeThatIsLeftIsByTheTimeOfDay() {
        assertThat(state("armed", "alive 120.00 1000 1030")).isEqualTo(new State.Waiting(90));
        assertThat(state("undoing", "alive 120.00 1000 1500")).isEqualTo(new State.Waiting(0));
        // The clock was set back.
        assertThat(state("armed", "alive 120 1000 400")).isEqualTo(new State.Waiting(120));
        assertThat(state("armed", "alive ? 0 400")).isEqualTo(new State.Waiting(0));
    }

    @Test
    void itsEnd() {
        assertThat(state("confirmed", "dead 120.00 1000 1030")).isEqualTo(new State.Confirmed());
        assertThat(state("undone", "dead 120.00 1000 1030")).isEqualTo(new State.Undone());
        assertThat(state("failed", "dead 120.00 1000 1030")).isEqualTo(new State.Unknown("failed"));
        assertThat(state("armed", "dead 120.00 1000 1030"))
                .isEqualTo(new State.Unknown("its process has ended while armed"));
    }

    @Test
    void whatCannotBeToldIsNotTakenForItsEnd() {
        assertThat(state("armed", "")).isEqualTo(new State.Unknown("whether its process runs cannot be told"));
        host.scriptEnds("kill -0", 1, "no\n");
        assertThat(host.ask(new EsxiGuardsProbe()).getFirst().state())
                .isEqualTo(new State.Unknown("whether its process runs cannot be told: no"));
    }
}
