package dev.ibplay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.journal.JournalEvent;
import dev.ibplay.journal.JournalSamples;
import dev.ibplay.journal.RunEvent;
import dev.ibplay.journal.RunRecorder;
import dev.ibplay.journal.disk.DiskJournal;
import dev.ibplay.journal.disk.JournalFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs of apply are recorded, and shown again. */
class RunsTest {
    @TempDir
    private Path folder = Path.of("set by JUnit");

    private final SilentHost host;
    private String inventory = "";
    private String playbook = "";
    private Map<String, String> environment = Map.of();

    RunsTest() throws IOException {
        host = new SilentHost();
    }

    @BeforeEach
    void write() throws IOException {
        environment = Map.of("HOME", folder.toString());
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

    private CommandLineRun run(String... words) {
        return CommandLineRun.of(environment, words);
    }

    private CommandLineRun apply(String... further) {
        List<String> words = new ArrayList<>(List.of("apply", "--yes", "-i", inventory, playbook, "--limit", "quiet1"));
        words.addAll(List.of(further));
        Thread hangingUp = host.hangUp();
        CommandLineRun run = run(words.toArray(String[]::new));
        try {
            hangingUp.interrupt();
            hangingUp.join();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
        return run;
    }

    /** A run over quiet1 whose controller is gone while it changes sm1. */
    private void killed() throws IOException {
        var gone = new JournalEvent.Controller("ann", "ctl", 1, OptionalLong.of(1), Optional.of("another boot"));
        var place = new JournalFolder(folder.resolve(".local/state/ibplay"));
        String machine = Files.exists(Path.of("/proc/sys/kernel/hostname"))
                ? Files.readString(Path.of("/proc/sys/kernel/hostname")).strip()
                : "localhost";
        var here = new JournalEvent.Controller(gone.user(), machine, gone.pid(), gone.startTicks(), gone.bootId());
        try (DiskJournal journal = DiskJournal.create(place, JournalSamples.NAME, text -> text, Clock.systemUTC())) {
            var recorder = new RunRecorder(journal);
            recorder.began(JournalSamples.began(here, "quiet1"), JournalSamples.plays("quiet1"));
            recorder.planned(JournalSamples.plan());
            recorder.on(new RunEvent.StepBegan(JournalSamples.WRITE));
        }
    }

    @Test
    void noRuns() {
        CommandLineRun run = run("runs");

        assertThat(run.exitCode()).isZero();
        assertThat(run.stdout()).isEmpty();
        assertThat(run.stderr()).isEqualTo("no runs in " + folder + "/.local/state/ibplay\n");
        assertThat(run("runs", "--format", "json").stdout()).isEqualTo("{\n  \"runs\" : [ ]\n}\n");
    }

    @Test
    void anApplyIsListedAndShown() {
        assertThat(apply("-e", "site_password=hunter2", "-e", "{my_token: hunter3}")
                        .exitCode())
                .isEqualTo(4);

        CommandLineRun list = run("runs");
        assertThat(list.exitCode()).isZero();
        assertThat(list.stdout())
                .startsWith("RUN ")
                .contains(playbook)
                .containsPattern("  1 +0 +unreachable hosts \\(exit 4\\)\n");
        CommandLineRun shown = run("runs", "show", "last");
        assertThat(shown.exitCode()).isZero();
        assertThat(shown.stdout())
                .contains("ibplay apply --yes -i " + inventory, "quiet1  unreachable: ", "site_password=<hidden>")
                .doesNotContain("hunter");
        String name = list.stdout().lines().toList().get(1).substring(0, 20);
        assertThat(run("runs", "show", name.substring(0, 18)).stdout()).isEqualTo(shown.stdout());
        assertThat(run("runs", "show", name, "--format", "json").stdout())
                .contains("\"event\" : \"run-began\"", "\"event\" : \"run-ended\"", "\"exit_code\" : 4", "play.yml")
                .doesNotContain("hunter");
    }

    @Test
    void checkIsNotRecorded() throws InterruptedException {
        Thread hangingUp = host.hangUp();
        run("check", "-i", inventory, playbook, "--limit", "quiet1");
        hangingUp.interrupt();
        hangingUp.join();

        assertThat(run("runs").stdout()).isEmpty();
    }

    @Test
    void unknownAndUnclearNames() throws IOException {
        assertThat(run("runs", "show", "last").exitCode()).isEqualTo(1);
        killed();
        apply();

        assertThat(run("runs", "show", "2").stderr()).startsWith("ibplay: 2 may be any of 2 runs: ");
        assertThat(run("runs", "show", "2").exitCode()).isEqualTo(1);
        assertThat(run("runs", "show", "nonesuch").stderr()).startsWith("ibplay: there is no run nonesuch in ");
        assertThat(run("runs", "-n", "1").stdout().lines()).hasSize(2);
        assertThat(run("runs", "-n", "0").exitCode()).isEqualTo(1);
    }

    @Test
    void prune() throws IOException {
        killed();

        assertThat(run("runs", "prune", "--older-than", "soon").exitCode()).isEqualTo(1);
        assertThat(run("runs", "prune").exitCode()).isEqualTo(1);
        assertThat(run("runs", "prune", "--older-than", "99999d").stderr()).isEqualTo("0 runs removed\n");
        assertThat(run("runs").stdout()).contains("killed");
    }

    @Test
    void aKilledRunIsMentionedOnce() throws IOException {
        killed();

        assertThat(apply().stderr())
                .contains(
                        "warning[IB651]: run " + JournalSamples.NAME
                                + " was killed during \"write opensm.conf, then send HUP to opensm\" on sm1; this run looks again\n")
                .contains("ibplay runs show " + JournalSamples.NAME);
        assertThat(apply().stderr()).doesNotContain("IB651");
        assertThat(run("runs", "show", JournalSamples.NAME.text()).stdout())
                .contains(": killed\n", "sm1: in doubt 1\n", "n1: not begun 2, 3\n");
    }

    @Test
    void whatCannotBeRecordedIsNotBegun() throws IOException {
        Files.writeString(folder.resolve(".local"), "a file where a folder must be");

        CommandLineRun run = run("apply", "--yes", "-i", inventory, playbook);

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.stdout()).isEmpty();
        assertThat(run.stderr())
                .contains("error[IB650]: the run cannot be recorded: " + folder
                        + "/.local/state: Not a directory; nothing was changed\n")
                .contains("XDG_STATE_HOME");
        assertThat(host.wasContacted()).isFalse();
    }
}
