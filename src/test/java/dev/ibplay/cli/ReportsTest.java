package dev.ibplay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The reports of runs over a host that hangs up. */
class ReportsTest {
    @TempDir
    private Path folder = Path.of("set by JUnit");

    private final SilentHost host;
    private String inventory = "";
    private String playbook = "";

    ReportsTest() throws IOException {
        host = new SilentHost();
    }

    @BeforeEach
    void write() throws IOException {
        inventory = host.inventory(folder);
        playbook = Files.writeString(folder.resolve("play.yml"), """
                        - name: Quiet ones
                          hosts: quiet
                          state:
                            ipoib: {ib0: {mtu: 2044}}
                        """).toString();
    }

    @AfterEach
    void close() throws IOException {
        host.close();
    }

    private CommandLineRun run(String... words) throws InterruptedException {
        Thread hangingUp = host.hangUp();
        CommandLineRun run = CommandLineRun.of(Map.of("HOME", folder.toString()), words);
        hangingUp.interrupt();
        return run;
    }

    private CommandLineRun check(String... further) throws InterruptedException {
        List<String> words = new ArrayList<>(List.of("check", "-i", inventory, playbook, "--limit", "quiet1"));
        words.addAll(List.of(further));
        return run(words.toArray(String[]::new));
    }

    private String file(String name) {
        return folder.resolve(name).toString();
    }

    private static List<String> events(String lines) throws IOException {
        List<String> events = new ArrayList<>();
        for (String line : lines.lines().toList()) {
            events.add(String.valueOf(
                    JsonMapper.builder().build().readValue(line, Map.class).get("event")));
        }
        return events;
    }

    @Test
    void eventsHaveStandardOutputForThemselves() throws Exception {
        CommandLineRun run = check("--events", "-", "-e", "site_password=hunter2");

        assertThat(run.exitCode()).isEqualTo(4);
        assertThat(events(run.stdout()))
                .startsWith("run-began", "plays", "phase-began", "host-failed")
                .endsWith("compared", "host-ended", "run-ended");
        assertThat(run.stdout()).doesNotContain("hunter2");
        assertThat(run.stderr()).contains("Recap\n  quiet1  unreachable\n");
    }

    @Test
    void applyTellsWhatItsJournalHas() throws Exception {
        CommandLineRun run =
                run("apply", "--yes", "-i", inventory, playbook, "--limit", "quiet1", "--events", file("events"));

        assertThat(run.exitCode()).isEqualTo(4);
        assertThat(run.stdout()).contains("Recap");
        Path journal;
        try (var runs = Files.list(folder.resolve(".local/state/ibplay/runs"))) {
            journal = runs.findFirst().orElseThrow().resolve("events.jsonl");
        }
        assertThat(events(Files.readString(folder.resolve("events"))))
                .isEqualTo(events(Files.readString(journal)))
                .contains("run-ended");
    }

    @Test
    void filesForOtherPrograms() throws Exception {
        CommandLineRun run = check("--junit", file("ibplay.xml"), "--prometheus", file("ibplay.prom"));

        assertThat(run.exitCode()).as(run.stderr()).isEqualTo(4);
        assertThat(Files.readString(folder.resolve("ibplay.xml")))
                .contains("<testcase name=\"the host\" classname=\"quiet1\"", "<error type=\"unreachable\"");
        assertThat(Files.readString(folder.resolve("ibplay.prom")))
                .contains("state=\"unreachable\"} 1\n", "host=\"quiet1\"} 0\n")
                .containsPattern("ibplay_last_run_exit_code\\{command=\"check\",playbook=\".*play.yml\"} 4\n");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("ibplay.prom"))))
                .isEqualTo("rw-r--r--");
        assertThat(folder).isDirectoryNotContaining("glob:**.ibplay.prom.*");
    }

    @Test
    void alsoOfARunThatDidNotBegin() throws Exception {
        Files.writeString(Path.of(playbook), "- hosts: [");

        assertThat(check("--junit", file("ibplay.xml"), "--prometheus", file("ibplay.prom"))
                        .exitCode())
                .isEqualTo(1);
        assertThat(Files.readString(folder.resolve("ibplay.prom")))
                .containsPattern("ibplay_last_run_exit_code\\{.*} 1\n")
                .doesNotContain("ibplay_hosts");
        assertThat(Files.readString(folder.resolve("ibplay.xml"))).contains("<error type=\"unfinished\"");
    }

    @Test
    void whatCannotBeWrittenIsAFailureOfARunThatGoesOn() throws Exception {
        CommandLineRun before = check("--events", file("none/events"));
        assertThat(before.exitCode()).isEqualTo(1);
        assertThat(before.stderr()).contains("--events cannot be written: ");
        assertThat(before.stdout()).isEmpty();

        CommandLineRun full = check("--events", "/dev/full", "--prometheus", file("none/ibplay.prom"));
        assertThat(full.exitCode()).isEqualTo(3);
        assertThat(full.stderr())
                .containsOnlyOnce("--events cannot be written: No space left on device")
                .contains("--prometheus cannot be written: ", "the run goes on");
        assertThat(full.stdout()).contains("unreachable=1");
    }

    @Test
    void twoCannotHaveStandardOutput() throws Exception {
        CommandLineRun run = check("--events", "-", "--format", "json");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.stderr()).startsWith("ibplay: --events - and --format json both want standard output\n");
        assertThat(host.wasContacted()).isFalse();
    }

    @Test
    void theLastRunAsAPage() throws Exception {
        run("apply", "--yes", "-i", inventory, playbook, "--limit", "quiet1", "-e", "site_password=hunter2");

        CommandLineRun page = run("report", "last");
        assertThat(page.exitCode()).isZero();
        assertThat(page.stdout())
                .startsWith("<!DOCTYPE html>")
                .contains("unreachable hosts (exit 4)</h1>", "site_password=&lt;hidden&gt;")
                .doesNotContain("hunter2");
        assertThat(run("report", "last", "--output", file("page.html")).stdout())
                .isEmpty();
        assertThat(Files.readString(folder.resolve("page.html"))).isEqualTo(page.stdout());
        assertThat(run("report", "last", "--format", "junit").stdout()).startsWith("<?xml version=\"1.0\"");
        assertThat(run("report", "nonesuch").exitCode()).isEqualTo(1);
        assertThat(run("report", "last", "-o", file("none/page.html")).exitCode())
                .isEqualTo(1);
    }
}
