package dev.ibplay.facts.linux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.facts.GuardObserved;
import dev.ibplay.facts.GuardObserved.State;
import java.util.List;
import org.junit.jupiter.api.Test;

class GuardsProbeTest {
    private static final String BOOT = "3f0c1c3e-5f0e-4a57-9c2e-0d1b7a6d2b11";
    private static final String FOLDER = "/var/lib/ibplay/guards/r1-0-grow";

    private final RecordedHost host =
            new RecordedHost().file("/proc/sys/kernel/random/boot_id", BOOT).file("/proc/uptime", "1000.53 3990.11");

    private List<GuardObserved> guards() {
        return host.ask(new GuardsProbe());
    }

    private State state(String word, String boot, String deadline) {
        host.file(FOLDER + "/state", word)
                .file(FOLDER + "/process", "4711 99001 " + boot)
                .file(FOLDER + "/deadline", deadline);
        assertThat(guards()).hasSize(1);
        return guards().getFirst().state();
    }

    @Test
    void none() {
        assertThat(guards()).isEmpty();
    }

    @Test
    void itsEnd() {
        assertThat(state("confirmed", BOOT, "900")).isEqualTo(new State.Confirmed());
        assertThat(state("undone", "other", "900")).isEqualTo(new State.Undone());
        assertThat(state("failed", BOOT, "900")).isEqualTo(new State.Unknown("failed"));
    }

    @Test
    void stillAtIt() {
        assertThat(state("armed", BOOT, "1120")).isEqualTo(new State.Waiting(120));
        assertThat(state("undoing", BOOT, "990")).isEqualTo(new State.Waiting(0));
        assertThat(state("confirming", BOOT, "1001.2")).isEqualTo(new State.Waiting(1));
    }

    @Test
    void goneWithItsProcess() {
        assertThat(state("armed", BOOT, "900")).isEqualTo(new State.Unknown("its process has ended while armed"));
        assertThat(state("armed", BOOT, "soon")).isEqualTo(new State.Unknown("its process has ended while armed"));
    }

    @Test
    void goneWithItsHost() {
        assertThat(state("armed", "6b1d", "1120")).isEqualTo(new State.Rebooted());
        assertThat(state("confirming", "6b1d", "1120"))
                .isEqualTo(new State.Unknown("confirming when the host went down"));
    }

    @Test
    void whatItSays() {
        host.file(FOLDER + "/state", "undone")
                .file(
                        FOLDER + "/record",
                        "ibplay-guard: 1",
                        "run: r1",
                        "owner: alice@control",
                        "what: set a: b",
                        "junk")
                .file(FOLDER + "/log", "set MTU of ib0: ok")
                .file("/var/lib/ibplay/guards/r0-0-grow/state", "confirmed");
        GuardObserved guard = guards().stream()
                .filter(g -> g.folder().equals(FOLDER))
                .findFirst()
                .orElseThrow();

        assertThat(guards()).hasSize(2);
        assertThat(guard.run()).isEqualTo("r1");
        assertThat(guard.what()).isEqualTo("set a: b");
        assertThat(guard.log().strip()).isEqualTo("set MTU of ib0: ok");
    }
}
