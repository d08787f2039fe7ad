package dev.ibplay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.ibplay.journal.JournalEvent;
import dev.ibplay.journal.JournalSamples;
import dev.ibplay.journal.RunEvent;
import dev.ibplay.journal.RunName;
import dev.ibplay.journal.RunRecorder;
import dev.ibplay.journal.disk.DiskJournal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs whose shards have left records of a run as {@link JournalSamples} has it. */
class ShardsCommandTest {
    @TempDir
    private Path temp;

    private Path job = Path.of("");

    @BeforeEach
    void aJobOfThree() throws IOException {
        job = Files.createDirectory(temp.resolve("job"));
        Files.writeString(job.resolve("job.json"), """
                {"format": 1, "shards": 3, "command": "apply", "version": "1.0", "began": "2026-12-02T03:50:00Z",
                 "playbooks": ["site.yml"], "salt": "00", "agreed": {"hosts": "ab"}}
                """);
    }

    private void shard(int number, boolean hasEnded, int exitCode) throws IOException {
        Path own = Files.createDirectories(job.resolve(Integer.toString(number)));
        try (DiskJournal journal = DiskJournal.copy(own, text -> text, Clock.systemUTC())) {
            var recorder = new RunRecorder(journal);
            String[] hosts = number == 1 ? new String[] {"sm1", "n1"} : new String[] {"host" + number};
            // Of a machine that was started anew since, so that nobody takes it for a process of this one.
            var controller = new JournalEvent.Controller(
                    "root", "node" + number, 77, OptionalLong.empty(), Optional.of("boot-" + number));
            recorder.began(
                    JournalSamples.began(new RunName("20261202T035000-000" + number), controller, hosts),
                    JournalSamples.plays(hosts));
            recorder.planned(JournalSamples.plan());
            recorder.on(new RunEvent.StepBegan(JournalSamples.SET));
            if (hasEnded) {
                recorder.on(new RunEvent.StepEnded(JournalSamples.SET, "changed", ""));
                recorder.ended(JournalSamples.record(), exitCode);
                Files.writeString(own.resolve("ended"), exitCode + "\n");
            } else {
                Files.writeString(own.resolve("beat"), "41\n");
            }
        }
    }

    private static CommandLineRun ibplay(Path folder, String... words) {
        // In a lab's time one that gives no sign of life is lost after 10 s.
        return CommandLineRun.of(
                Map.of(Pace.VARIABLE, "100"),
                Stream.concat(Stream.of("shards", folder.toString()), Arrays.stream(words))
                        .toArray(String[]::new));
    }

    @Test
    void theWorstExitCodeIsThatOfTheJob() throws IOException {
        shard(1, true, 4);
        shard(2, true, 0);
        shard(3, true, 6);

        CommandLineRun run = ibplay(job);

        assertThat(run.exitCode()).isEqualTo(ExitCode.UNREACHABLE.number());
        assertThat(run.stdout())
                .contains("node1", "node2", "20261202T035000-0003", "unreachable hosts (exit 4)", "incomplete (exit 6)")
                .contains("  sm1  changed\n", "  n1   unreachable\n")
                .contains("Stopped: shards 1, 2, 3: the only host of a batch failed");
        assertThat(run.stderr()).isEmpty();
    }

    @Test
    void aLostShardAndAMissingOneAreNamedAndCountAsFailed() throws IOException {
        shard(1, true, 0);
        shard(2, false, 0);

        CommandLineRun run = ibplay(job, "--format", "json");

        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED.number());
        var document = JsonMapper.builder().build().readTree(run.stdout());
        assertThat(document.path("shards").findValuesAsText("state")).containsExactly("ended", "lost", "missing");
        assertThat(document.path("stopped").asText())
                .contains("shard 2 was lost: it gives no sign of life; shard 3 has never begun");
    }

    @Test
    void anInterruptedShardOutweighsALostOne() throws IOException {
        shard(1, true, 130);

        assertThat(ibplay(job).exitCode()).isEqualTo(130);
    }

    @Test
    void allReportsAreOfTheWholeJob() throws IOException {
        for (int number = 1; number <= 3; number++) {
            shard(number, true, 0);
        }
        CommandLineRun run = ibplay(
                job,
                "--html",
                temp.resolve("job.html").toString(),
                "--junit",
                temp.resolve("job.xml").toString(),
                "--prometheus",
                temp.resolve("job.prom").toString(),
                "--events",
                temp.resolve("job.jsonl").toString());

        assertThat(run.exitCode()).isZero();
        assertThat(temp.resolve("job.html")).content().contains("id=\"shards\"", "node3");
        assertThat(temp.resolve("job.xml")).content().contains("classname=\"sm1\"", "name=\"ibplay apply site.yml\"");
        assertThat(temp.resolve("job.prom"))
                .content()
                .contains("ibplay_last_run_exit_code{command=\"apply\",playbook=\"site.yml\"} 0");
        List<String> events = Files.readAllLines(temp.resolve("job.jsonl"));
        assertThat(events).hasSize(27).allMatch(line -> line.contains("\"shard\":"));
    }

    @Test
    void aReportThatCannotBeWrittenMakesItAFailure() throws IOException {
        for (int number = 1; number <= 3; number++) {
            shard(number, true, 0);
        }

        CommandLineRun run = ibplay(job, "--junit", temp.resolve("none/job.xml").toString());

        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED.number());
        assertThat(run.stderr()).contains("--junit cannot be written");
    }

    @Test
    void aDamagedRecordIsNoSuccess() throws IOException {
        for (int number = 1; number <= 3; number++) {
            shard(number, true, 0);
        }
        Path events = job.resolve("2/events.jsonl");
        Files.writeString(events, Files.readString(events) + "{\"at\":\"2026");
        Files.delete(job.resolve("3/events.jsonl"));

        CommandLineRun run = ibplay(job);

        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED.number());
        assertThat(run.stderr())
                .contains("the record of shard 2 is damaged: line 10 is cut off")
                .contains("shard 3 has ended, and there is no record of its run");
    }

    @Test
    void aFolderWithoutAJobIsAnInputError() {
        CommandLineRun run = ibplay(temp);

        assertThat(run.exitCode()).isEqualTo(ExitCode.INVALID_INPUT.number());
        assertThat(run.stderr()).contains("there is no job in " + temp, "--wait waits for it");
        assertThat(ibplay(temp, "--wait", "--shard-wait", "-1").stderr()).contains("--shard-wait takes seconds");
        assertThat(ibplay(temp, "--wait", "--shard-wait", "0").exitCode()).isEqualTo(ExitCode.INVALID_INPUT.number());
    }
}
