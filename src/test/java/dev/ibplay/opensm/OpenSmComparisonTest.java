package dev.ibplay.opensm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.Missing;
import dev.ibplay.diag.Code;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Random files through the real OpenSM and through the model; {@code -Dopensm.files=} says how many, {@code -Dseed=} which. */
@Tag("long")
class OpenSmComparisonTest {
    @Test
    @Timeout(value = 15, unit = TimeUnit.MINUTES)
    void modelAgreesWithOpenSm(@TempDir Path folder) throws IOException, InterruptedException {
        List<String> missing = SimulatedFabric.missing();
        Missing.unless(missing.isEmpty(), String.join(", ", missing));
        int files = Integer.getInteger("opensm.files", 1000);
        long start = System.nanoTime();
        long seed = Long.getLong("seed", System.nanoTime());
        int left = 0;
        int repeated = 0;
        var mismatches = new ArrayList<String>();
        try (var fabric = new SimulatedFabric(folder)) {
            for (int i = 0; i < files; i++) {
                String file = new RandomPartitions(seed + i, i % 3 != 0).file();
                PartitionsConf conf = PartitionsConf.parse("f", file);
                var options = new SmOptions((seed + i) % 4 == 1, (seed + i) % 2 == 0, false);
                PartitionsMeaning meaning = PartitionsMeaning.of(conf, options);
                if (crashes(meaning) || !conf.isPredictable()) {
                    left++;
                    continue;
                }
                RecordedRuns.Observed modelled = RecordedRuns.modelled(meaning);
                Optional<SimulatedFabric.Sweep> sweep = fabric.sweep(file, options);
                if (!agree(sweep, meaning, modelled)) { // a MAD that timed out leaves a port with its old table
                    repeated++;
                    sweep = fabric.sweep(file, options);
                }
                if (!agree(sweep, meaning, modelled)) {
                    mismatches.add("seed %d%n%s%n%s%nOpenSM %s%nmodel  %s %s%n"
                            .formatted(seed + i, options, file, sweep, meaning.rejection(), modelled));
                }
            }
        }
        System.out.println("compared %d files in %d s, seed %d; %d have no one reading, %d were swept again"
                .formatted(files - left, (System.nanoTime() - start) / 1_000_000_000, seed, left, repeated));
        assertThat(mismatches).as("files of seed %d", seed).isEmpty();
    }

    /** A shared group crashes OpenSM before its sweep only where it discards the file. */
    private static boolean crashes(PartitionsMeaning meaning) {
        return meaning.rejection()
                .filter(r -> sharesGroup(meaning) || r.message().startsWith("OpenSM crashes"))
                .isPresent();
    }

    private static boolean sharesGroup(PartitionsMeaning meaning) {
        return meaning.diagnostics().stream().anyMatch(d -> d.code() == Code.PARTITIONS_SHARED_GROUP);
    }

    private static boolean agree(
            Optional<SimulatedFabric.Sweep> sweep, PartitionsMeaning meaning, RecordedRuns.Observed modelled) {
        if (sweep.isEmpty()) {
            return false;
        }
        var observed = sweep.get().observed();
        return sweep.get().discarded() == meaning.rejection().isPresent()
                && observed.pkeys().equals(modelled.pkeys())
                && groupsAgree(sweep.get(), meaning, modelled)
                && observed.firstPKey()
                        .entrySet()
                        .containsAll(modelled.firstPKey().entrySet());
    }

    /** OpenSM that ends crashes over a shared group and over nothing else; its list of groups is cut where it did. */
    private static boolean groupsAgree(
            SimulatedFabric.Sweep sweep, PartitionsMeaning meaning, RecordedRuns.Observed modelled) {
        return sweep.crashed()
                ? sharesGroup(meaning)
                : sweep.observed().groups().equals(modelled.groups());
    }
}
