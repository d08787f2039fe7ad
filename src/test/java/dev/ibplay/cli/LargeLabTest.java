package dev.ibplay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Thousands of hosts in one process, behind a port of loopback each: all of them are read and compared. */
@Tag("long")
class LargeLabTest {
    /** With {@code -Dhosts=5000} it takes five minutes, which a build has not. */
    private static final int HOSTS = Integer.getInteger("hosts", 2000);

    /** What one takes, with its share of what there is once. */
    private static final long MOST_KILOBYTES = 420L * HOSTS;

    private static final Pattern PEAK = Pattern.compile("VmHWM:\\s+(\\d+) kB");

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    private CommandLineRun run(String... words) {
        return CommandLineRun.of(Map.of("XDG_STATE_HOME", folder.toString()), words);
    }

    @Test
    @Timeout(value = 15, unit = TimeUnit.MINUTES)
    void allAreChecked() throws Exception {
        String place = folder.resolve("lab").toString();
        CommandLineRun up = run("lab", "up", "--hosts", Integer.toString(HOSTS - 2), "--dir", place);
        assertThat(up.exitCode()).as(up.all()).isZero();
        try {
            long began = System.nanoTime();
            CommandLineRun check = run("check", "-i", up.stdout().strip(), "playbooks/site.yml");
            Duration took = Duration.ofNanos(System.nanoTime() - began);
            assertThat(check.exitCode()).as(check.stderr()).isEqualTo(2);
            assertThat(check.stdout())
                    .contains("node" + (HOSTS - 2) + "\n  ipoib ib0: mtu running and file 2044 -> 4092")
                    .contains("ok=" + HOSTS + " changed=0 skipped=0 unsupported=0 held=0 unverified=0 reverted=0"
                            + " unreachable=0 failed=0");
            long peak = peakKilobytes(up.stderr());
            System.out.printf(
                    "check of %d hosts: %d s; the lab took %d MiB at most%n", HOSTS, took.toSeconds(), peak >> 10);
            assertThat(peak).as("memory of the lab's process").isBetween(1L, MOST_KILOBYTES);
        } finally {
            assertThat(run("lab", "down", "--dir", place).exitCode()).isZero();
        }
    }

    private static long peakKilobytes(String said) throws Exception {
        Matcher process = Pattern.compile("process (\\d+)").matcher(said);
        assertThat(process.find()).as(said).isTrue();
        Matcher peak = PEAK.matcher(Files.readString(Path.of("/proc", process.group(1), "status")));
        return peak.find() ? Long.parseLong(peak.group(1)) : 0;
    }
}
