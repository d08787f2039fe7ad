package dev.ibplay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * How many bytes the controller allocates for each host that it checks: a number that depends on the program and hardly on
 * the machine. Two sizes are compared, so that what a run costs once falls out. The lab is a process of its own.
 */
@Tag("long")
class AllocationTest {
    private static final int FEW = 20;
    private static final int MANY = 120;

    /** What else this JVM does meanwhile only adds to a count, so the least of several is the check's own. */
    private static final int TIMES = 3;

    /** A quarter more than the 1.0 MB that were measured. Who allocates more on purpose writes the new bound here. */
    private static final long MOST_PER_HOST = 1_250_000;

    @TempDir
    private Path folder = Path.of("set by JUnit");

    private CommandLineRun run(String... words) {
        return CommandLineRun.of(Map.of("XDG_STATE_HOME", folder.toString()), words);
    }

    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void perHostOfACheck() {
        String place = folder.resolve("lab").toString();
        CommandLineRun up = run("lab", "up", "--hosts", Integer.toString(MANY), "--dir", place);
        assertThat(up.exitCode()).as(up.all()).isZero();
        try {
            String inventory = up.stdout().strip();
            // Sends the helpers, and initializes classes.
            allocated(inventory, MANY);
            long few = leastAllocated(inventory, FEW);
            long many = leastAllocated(inventory, MANY);
            long perHost = (many - few) / (MANY - FEW);
            System.out.printf(
                    "allocated by check: %,d bytes for each host, %,d for the rest%n", perHost, few - FEW * perHost);
            assertThat(perHost)
                    .as("bytes allocated for each host; the bound is in AllocationTest")
                    .isBetween(MOST_PER_HOST / 4, MOST_PER_HOST);
        } finally {
            assertThat(run("lab", "down", "--dir", place).exitCode()).isZero();
        }
    }

    private long leastAllocated(String inventory, int nodes) {
        return LongStream.generate(() -> allocated(inventory, nodes))
                .limit(TIMES)
                .min()
                .orElseThrow();
    }

    /** What all threads have allocated, those that have ended too. */
    private long allocated(String inventory, int nodes) {
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getTotalThreadAllocatedBytes();
        CommandLineRun check = run(
                "check",
                "-i",
                inventory,
                "-l",
                "subnet_managers:linux[0:%d]".formatted(nodes - 1),
                "playbooks/site.yml");
        long after = threads.getTotalThreadAllocatedBytes();
        assertThat(check.exitCode()).as(check.stderr()).isEqualTo(2);
        assertThat(check.stdout()).contains("ok=%d changed=0".formatted(nodes + 2));
        return after - before;
    }
}
