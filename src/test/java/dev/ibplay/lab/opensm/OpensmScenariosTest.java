package dev.ibplay.lab.opensm;

import dev.ibplay.transport.helper.NativePrograms;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The lab's OpenSM against the real one on ibsim: after each step all ports, subnet managers and groups must look alike, LIDs
 * included. ibsim does not pass answers to traps on and keeps MTUs as they are; so standbys are not raised, higher subnet
 * managers do not start second, and ports do 2048 bytes. Nobody joins a group there.
 */
@Tag("long")
class OpensmScenariosTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    /** Those whose name contains {@code -Dscenario=}. */
    static List<OpensmScenarios> scenarios() {
        String wanted = System.getProperty("scenario", "");
        return OpensmScenarios.ALL.stream()
                .filter(scenario -> scenario.name().contains(wanted))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    @Timeout(300)
    void realAndSimulatedLookAlike(OpensmScenarios scenario) throws Exception {
        IbsimWorld.requireTools();
        Path helper = NativePrograms.require("dynamic");
        try {
            run(scenario, Files.createDirectory(folder.resolve("first")), helper);
        } catch (ScenarioRun.HungOpensm hung) {
            System.err.println("AGAIN: " + hung.getMessage());
            run(scenario, Files.createDirectory(folder.resolve("second")), helper);
        }
    }

    private static void run(OpensmScenarios scenario, Path folder, Path helper) throws Exception {
        try (ScenarioRun run = new ScenarioRun(folder, helper)) {
            scenario.acts().forEach(run::carryOut);
        }
    }

    /** {@code -Dopensm.acts=} says how many, {@code -Dseed=} which. */
    @Test
    @Timeout(value = 20, unit = TimeUnit.MINUTES)
    void randomActsLookAlike() throws Exception {
        IbsimWorld.requireTools();
        Path helper = NativePrograms.require("dynamic");
        long seed = Long.getLong("seed", System.nanoTime());
        int left = Integer.getInteger("opensm.acts", 40);
        for (int world = 0; left > 0; world++) {
            left -= acts(seed + world, left, Files.createDirectory(folder.resolve("world" + world)), helper);
        }
    }

    /** Up to so many in one world; less where ibsim hangs OpenSM. */
    private static int acts(long seed, int most, Path folder, Path helper) throws Exception {
        int done = 0;
        try (ScenarioRun run = new ScenarioRun(folder, helper)) {
            var random = new RandomActs(seed, run.lab);
            random.begin().forEach(run::carryOut);
            while (done < most) {
                done++;
                random.next().forEach(run::carryOut);
            }
        } catch (ScenarioRun.HungOpensm hung) {
            System.err.println("ANOTHER WORLD after " + done + " acts: " + hung.getMessage());
        } catch (AssertionError e) {
            throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
        }
        return Math.max(1, done);
    }
}
