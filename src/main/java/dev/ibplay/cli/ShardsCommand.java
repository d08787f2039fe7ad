package dev.ibplay.cli;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Location;
import dev.ibplay.journal.RecordedRun;
import dev.ibplay.report.JUnitXml;
import dev.ibplay.report.PrometheusText;
import dev.ibplay.report.RunPage;
import dev.ibplay.report.ShardsJson;
import dev.ibplay.report.ShardsText;
import dev.ibplay.shard.BeatTiming;
import dev.ibplay.shard.JobDescription;
import dev.ibplay.shard.JobFolder;
import dev.ibplay.shard.Liveness;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Puts the shards of a job together: one recap, one report, one exit code. */
@Command(
        name = "shards",
        mixinStandardHelpOptions = true,
        description =
                "Show all shards of a job as one run, and end with the exit code of all of them; made from their records in"
                        + " the job's folder, no host is contacted. A shard that was lost, has never begun or is still at work counts as"
                        + " failed (3).")
final class ShardsCommand implements Callable<Integer> {
    private static final int LOOKS_IN_A_BEAT = 2;

    private final Console console;
    private final Map<String, String> environment;

    @Parameters(paramLabel = "DIR", description = "The folder that the job's shards were given with --shards.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path folder;

    @Option(names = "--wait", description = "Wait until all shards have ended or are lost.")
    private boolean wait;

    @Option(
            names = "--shard-wait",
            paramLabel = "SECONDS",
            defaultValue = "" + ShardOptions.DEFAULT_WAIT_SECONDS,
            description = "With --wait: how long to wait for shards that have not begun (default: ${DEFAULT-VALUE}).")
    private int waitSeconds = ShardOptions.DEFAULT_WAIT_SECONDS;

    @Option(
            names = "--format",
            paramLabel = "human|json",
            defaultValue = "human",
            description = "Form of the result on standard output.")
    private OutputOptions.Format format = OutputOptions.Format.HUMAN;

    @Option(
            names = {"-v", "--verbose"},
            description = "Show each host in the recap, however many they are.")
    private boolean verbose;

    @Option(names = "--html", paramLabel = "FILE", description = "Write all shards to FILE as one HTML page.")
    private @Nullable Path html;

    @Option(names = "--junit", paramLabel = "FILE", description = "Write all shards to FILE as JUnit XML: one suite.")
    private @Nullable Path junit;

    @Option(
            names = "--prometheus",
            paramLabel = "FILE",
            description = "Write the result to FILE for Prometheus (node_exporter's textfile collector).")
    private @Nullable Path prometheus;

    @Option(
            names = "--events",
            paramLabel = "FILE",
            description =
                    "Write the events of all shards to FILE by time, a line of JSON each, with the number of their shard.")
    private @Nullable Path events;

    ShardsCommand(Console console, Map<String, String> environment) {
        this.console = console;
        this.environment = environment;
    }

    @Override
    public Integer call() {
        return result().number();
    }

    private ExitCode result() {
        if (waitSeconds < 0) {
            console.say("ibplay: --shard-wait takes seconds");
            return ExitCode.INVALID_INPUT;
        }
        try {
            var job = new JobFolder(folder);
            ShardWatch watch = watch(job);
            Optional<JobDescription> description = watch.job(wait);
            if (description.isEmpty()) {
                console.say("ibplay: there is no job in " + folder);
                console.say("  hint: give the folder that its shards were given with --shards"
                        + (wait ? "" : "; --wait waits for it"));
                return ExitCode.INVALID_INPUT;
            }
            ShardsOfJob shards = ShardsOfJob.read(
                    job,
                    Recording.history(environment),
                    watch.states(description.get().shards(), wait));
            return show(shards, description.get());
        } catch (IOException unreadable) {
            console.say("ibplay: the folder of the shards cannot be read: " + unreadable);
            return ExitCode.INVALID_INPUT;
        }
    }

    private ShardWatch watch(JobFolder job) {
        BeatTiming timing = BeatTiming.at(Pace.of(environment).factor());
        Duration look = timing.every().dividedBy(LOOKS_IN_A_BEAT);
        return new ShardWatch(
                job,
                new Liveness(job, timing, System::nanoTime),
                Duration.ofSeconds(waitSeconds),
                System::nanoTime,
                () -> LockSupport.parkNanos(look.toNanos()),
                console::say);
    }

    private ExitCode show(ShardsOfJob job, JobDescription description) {
        job.incomplete()
                .forEach(words -> console.show(Diagnostic.error(Code.SHARDS, new Location.Run(), words)
                        .withHint("what is missing there is missing in the result")));
        console.data(
                format == OutputOptions.Format.JSON
                        ? ShardsJson.of(job.shards(), job.merged(), job.code().number())
                        : ShardsText.of(job.shards(), job.merged(), ZoneId.systemDefault(), verbose));
        boolean isWhole = write("--events", events, () -> ShardsJson.events(job.shards()));
        if (job.merged().isPresent()) {
            isWhole &= write(job.merged().get(), job, description);
        } else if (html != null || junit != null || prometheus != null) {
            console.say("ibplay: no shard has begun a run: there is nothing to report");
        }
        return isWhole ? job.code() : ExitCode.worst(List.of(job.code(), ExitCode.FAILED));
    }

    private boolean write(RecordedRun run, ShardsOfJob job, JobDescription description) {
        boolean isWhole = write("--html", html, () -> RunPage.of(run, job.shards(), ZoneId.systemDefault()));
        isWhole &= write("--junit", junit, () -> JUnitXml.of(run));
        Instant began = run.beganAt().orElse(Instant.EPOCH);
        Instant ended = run.lastAt().orElse(began);
        isWhole &= write(
                "--prometheus",
                prometheus,
                () -> PrometheusText.of(
                        description.command(),
                        description.playbooks(),
                        run,
                        ended,
                        Duration.between(began, ended),
                        job.code().number()));
        return isWhole;
    }

    private boolean write(String option, @Nullable Path file, Supplier<String> text) {
        if (file == null) {
            return true;
        }
        try {
            if (file.equals(prometheus)) {
                ReportFile.writeForAll(file, text.get());
            } else {
                ReportFile.write(file, text.get());
            }
            return true;
        } catch (IOException unwritable) {
            console.show(Diagnostic.error(
                    Code.FILE_UNREADABLE, new Location.Run(), option + " cannot be written: " + unwritable));
            return false;
        }
    }
}
