package dev.ibplay.cli;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Location;
import dev.ibplay.journal.JournalEvent;
import dev.ibplay.journal.RunJournal;
import dev.ibplay.journal.disk.DiskJournal;
import dev.ibplay.plan.Redaction;
import dev.ibplay.run.Fellows;
import dev.ibplay.run.Run;
import dev.ibplay.run.ShardWaits;
import dev.ibplay.shard.BeatTiming;
import dev.ibplay.shard.JobDescription;
import dev.ibplay.shard.JobFolder;
import dev.ibplay.shard.Membership;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** This run as a part of a job: in the job's folder, with a record of its own there. */
final class ShardRun implements AutoCloseable {
    private static final int SALT_BYTES = 16;

    private final Console console;
    private final PlaybookOptions options;
    private final Membership membership;
    private Optional<DiskJournal> record = Optional.empty();
    private UnaryOperator<String> hide = text -> Redaction.HIDDEN;
    private volatile Optional<IOException> unwritable = Optional.empty();

    private ShardRun(Console console, PlaybookOptions options, Membership membership) {
        this.console = console;
        this.options = options;
        this.membership = membership;
    }

    /** Takes part in the job; says why that is not possible. */
    static Optional<ShardRun> join(
            Console console, PlaybookOptions options, Pace pace, Function<String, JobDescription> describe) {
        var folder = new JobFolder(options.shards.folder());
        try {
            folder.make();
            List<String> differences = differences(folder, describe);
            if (!differences.isEmpty()) {
                console.say("ibplay: shard %s is not about the same as the job in %s, which differs in: %s"
                        .formatted(options.shards.shard(), folder.path(), String.join("; ", differences)));
                console.say(
                        "  hint: start all shards of a job with the same words and files; each job needs a new folder");
                return Optional.empty();
            }
            return Optional.of(new ShardRun(
                    console,
                    options,
                    Membership.join(folder, options.shards.shard(), BeatTiming.at(pace.factor()), System::nanoTime)));
        } catch (FileAlreadyExistsException again) {
            console.say("ibplay: shard %s of the job in %s has begun before"
                    .formatted(options.shards.shard(), folder.path()));
            console.say("  hint: begin the whole job again with a new folder; what is done stays done");
        } catch (IOException unusable) {
            console.say("ibplay: the folder of the shards cannot be used: " + unusable);
            console.say("  hint: it must be one that all shards see and may write to");
        }
        return Optional.empty();
    }

    private static List<String> differences(JobFolder folder, Function<String, JobDescription> describe)
            throws IOException {
        byte[] random = new byte[SALT_BYTES];
        new SecureRandom().nextBytes(random);
        JobDescription holds = folder.agreeOn(describe.apply(HexFormat.of().formatHex(random)));
        return holds.differences(describe.apply(holds.salt()));
    }

    /** The record of this run is copied into the job's folder, for those who put the parts together. */
    void isCopied(RunReports reports, Redaction redaction) {
        hide = redaction::text;
        reports.copies(journal -> {
            try {
                DiskJournal copy = DiskJournal.copy(
                        membership.folder().of(membership.shard().number()), redaction::text, Clock.systemUTC());
                record = Optional.of(copy);
                return both(journal, copy);
            } catch (IOException failure) {
                unwritable = Optional.of(failure);
                return journal;
            }
        });
    }

    /** What is told has happened: the journal comes first, and its failures are the run's. */
    private RunJournal both(RunJournal journal, RunJournal copy) {
        return new RunJournal() {
            @Override
            public void record(JournalEvent event) throws IOException {
                record(List.of(event));
            }

            @Override
            public void record(List<JournalEvent> events) throws IOException {
                journal.record(events);
                if (unwritable.isEmpty()) {
                    try {
                        copy.record(events);
                    } catch (IOException failure) {
                        unwritable = Optional.of(failure);
                    }
                }
            }
        };
    }

    /** The run does its part together with those of the others; where it changes nothing, there is nothing to wait for. */
    void joins(Run run, Interruption interruption, boolean applies) {
        if (applies) {
            var waits = new ShardWaits(options.shards.longestWait(), System::nanoTime, console::say);
            run.joins(new Fellows(membership, interruption, waits, hide));
        }
    }

    /** Tells the others the end; one whose record lacks something has failed, whatever became of the hosts. */
    ExitCode ended(ExitCode code) {
        ExitCode whole = code;
        if (unwritable.isPresent()) {
            say("the record in the folder of the shards lacks something: " + unwritable.get());
            whole = ExitCode.worst(List.of(code, ExitCode.FAILED));
        }
        try {
            closeRecord();
            membership.ended(whole.number());
        } catch (IOException failure) {
            say("the end of this shard cannot be told to the others: " + failure);
            whole = ExitCode.worst(List.of(code, ExitCode.FAILED));
        }
        return whole;
    }

    private void say(String message) {
        console.show(
                Diagnostic.error(Code.SHARDS, new Location.Run(), message).withHint("the others take it for lost"));
    }

    private void closeRecord() throws IOException {
        if (record.isPresent()) {
            record.get().close();
        }
    }

    @Override
    public void close() {
        membership.close();
        try {
            closeRecord();
        } catch (IOException expected) {
            // It was closed before, or its end was told to be missing.
        }
    }
}
