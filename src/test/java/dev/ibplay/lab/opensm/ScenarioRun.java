package dev.ibplay.lab.opensm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.ib.SmState;
import dev.ibplay.transport.TransportException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Does the same things to the lab and to the real OpenSM on ibsim, and compares what port queries show. */
final class ScenarioRun implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    /** How often in a row both must look alike. */
    private static final int STABLE = 3;

    final SimulatedWorld lab = SimulatedWorld.likeIbsim();
    private final IbsimWorld real;
    private final List<OpensmScenarios.Act> done = new ArrayList<>();
    /** A master whose sweep must be over before anything is compared, and how many it must have had by then. */
    private Optional<String> sweeping = Optional.empty();

    private int sweeps;

    ScenarioRun(Path folder, Path helper) throws IOException, TransportException {
        real = IbsimWorld.start(Files.createDirectory(folder.resolve("ibsim")), helper);
    }

    void carryOut(OpensmScenarios.Act act) {
        done.add(act);
        if (act instanceof OpensmScenarios.Act.Settle) {
            compare();
            return;
        }
        if (act instanceof OpensmScenarios.Act.Hup hup) {
            lab.settle();
            sweeps = real.sweeps(hup.host()) + 1;
            sweeping = Optional.of(hup.host());
        }
        OpensmScenarios.carryOut(act, lab);
        OpensmScenarios.carryOut(act, real);
    }

    private void compare() {
        lab.settle();
        Seen expected = Seen.of(lab);
        Optional<String> master = sweeping.filter(host -> lab.opensm(host).state() == SmState.MASTER);
        sweeping = Optional.empty();
        long deadline = System.nanoTime() + LIMIT.toNanos();
        int alike = 0;
        while (alike < STABLE) {
            List<String> differences = new ArrayList<>(expected.differences(Seen.of(real)));
            master.filter(host -> real.sweeps(host) < sweeps)
                    .ifPresent(host -> differences.add(host + " has not swept since its HUP"));
            alike = differences.isEmpty() ? alike + 1 : 0;
            if (System.nanoTime() > deadline) {
                stopIfHung(differences);
                assertThat(differences)
                        .as("lab / real OpenSM after%n%s", String.join("\n", texts()))
                        .isEmpty();
            }
        }
    }

    /** ibsim drops the answers to traps: then OpenSM now and then waits for ever in its first sweep as master. */
    private void stopIfHung(List<String> differences) {
        boolean agreeOnStates = differences.stream().noneMatch(line -> line.startsWith("sm "));
        Optional<String> hung = List.of("H1", "H2", "H3").stream()
                .filter(host -> lab.runs(host) && lab.opensm(host).state() == SmState.MASTER)
                .filter(real::hangs)
                .findFirst();
        if (agreeOnStates && hung.isPresent()) {
            throw new HungOpensm(hung.get());
        }
    }

    /** The real OpenSM is master as it should be, and has come to a standstill. */
    static final class HungOpensm extends RuntimeException {
        private static final long serialVersionUID = 1;

        HungOpensm(String host) {
            super("opensm on " + host + " waits for an answer that ibsim dropped");
        }
    }

    private List<String> texts() {
        return done.stream().map(OpensmScenarios.Act::toString).toList();
    }

    @Override
    public void close() {
        real.close();
    }
}
