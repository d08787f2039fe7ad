package dev.ibplay.journal.disk;

import dev.ibplay.journal.EventReader;
import dev.ibplay.journal.JournalEvent;
import dev.ibplay.journal.RecordedEvent;
import dev.ibplay.journal.RecordedRun;
import dev.ibplay.journal.RunName;
import dev.ibplay.journal.RunState;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads what earlier runs recorded. */
public final class RunHistory {
    private static final String LAST = "last";
    /** For a record that has yet to say what its run is called. */
    private static final RunName UNKNOWN = new RunName("00000000T000000-0000");

    /** Older ones say nothing that a later look at the hosts has not said. */
    private static final int RUNS_TO_LOOK_BACK = 100;

    private final JournalFolder folder;
    private final ControllerProcess processes;

    public RunHistory(JournalFolder folder, ControllerProcess processes) {
        this.folder = folder;
        this.processes = processes;
    }

    /** The newest runs, newest first; at most {@code limit}. */
    public List<RecordedRun> newest(int limit) throws IOException {
        List<RecordedRun> runs = new ArrayList<>();
        for (RunName name : folder.names().stream().limit(limit).toList()) {
            runs.add(read(name));
        }
        return runs;
    }

    /** The names that a word may mean: {@code last}, a whole name, or how one begins. */
    public List<RunName> named(String word) throws IOException {
        List<RunName> all = folder.names();
        return word.equals(LAST)
                ? all.stream().limit(1).toList()
                : all.stream().filter(name -> name.text().startsWith(word)).toList();
    }

    /** The newest run that is older than this one. */
    public Optional<RunName> before(RunName run) throws IOException {
        return folder.names().stream().filter(name -> name.compareTo(run) < 0).findFirst();
    }

    /** The newest run that was killed while steps were under way or behind it, unless a later one has looked at its hosts. */
    public Optional<RecordedRun> killed(Set<String> hosts) throws IOException {
        Set<String> open = new HashSet<>(hosts);
        for (RunName name : folder.names().stream().limit(RUNS_TO_LOOK_BACK).toList()) {
            if (open.isEmpty()) {
                break;
            }
            Optional<List<String>> finished = hostsOfFinished(name);
            if (finished.isPresent()) {
                finished.get().forEach(open::remove);
                continue;
            }
            RecordedRun run = read(name);
            if (run.hosts().stream().noneMatch(open::contains)) {
                continue;
            }
            boolean began = run.steps().stream().anyMatch(step -> step.began().isPresent());
            if (run.state() instanceof RunState.Killed && began) {
                return Optional.of(run);
            }
            if (run.state() instanceof RunState.Finished) {
                run.hosts().forEach(open::remove);
            }
        }
        return Optional.empty();
    }

    /** Removes the runs that began before a time and are not at work, and names them. */
    public List<RunName> prune(Instant before) throws IOException {
        List<RunName> removed = new ArrayList<>();
        for (RunName name : folder.names()) {
            if (name.isBefore(before) && isOver(name)) {
                folder.remove(name);
                removed.add(name);
            }
        }
        return removed;
    }

    private boolean isOver(RunName name) {
        if (hostsOfFinished(name).isPresent()) {
            return true;
        }
        RunState state = read(name).state();
        return state instanceof RunState.Finished || state instanceof RunState.Killed;
    }

    /** Without reading all of it: most runs have ended by themselves, and each may tell of thousands of hosts. */
    private Optional<List<String>> hostsOfFinished(RunName name) {
        return FirstAndLast.of(folder.of(name)).flatMap(FirstAndLast::hostsOfFinished);
    }

    /** One run; what cannot be read is told of, and the rest stands. */
    public RecordedRun read(RunName name) {
        return read(name, folder.of(name));
    }

    /**
     * The record of a run that lies outside of the journal, as that of a shard; nothing where there is none yet. Whether a run that
     * has not ended is at work can be told of runs of this machine only.
     */
    public Optional<RecordedRun> readAt(Path own) {
        return read(UNKNOWN, own).began().map(began -> read(began.run(), own));
    }

    private RecordedRun read(RunName name, Path own) {
        List<String> damage = new ArrayList<>();
        String text = "";
        try {
            // Not readString: a cut through a character must not hide the lines before it.
            text = new String(Files.readAllBytes(own.resolve(DiskJournal.EVENTS)), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            damage.add("cannot be read: " + unreadable);
        }
        List<RecordedEvent> events = new ArrayList<>();
        var reader = new EventReader(sha256 -> blob(own, sha256));
        String[] lines = text.split("\n", -1);
        for (int i = 0; i < lines.length - 1; i++) {
            Optional<RecordedEvent> event = reader.read(lines[i]);
            event.ifPresent(events::add);
            if (event.isEmpty()) {
                damage.add("line " + (i + 1) + " is no event");
            }
        }
        if (!lines[lines.length - 1].isEmpty()) {
            damage.add("line " + lines.length + " is cut off");
        }
        return RecordedRun.of(name, state(events), events, damage);
    }

    private RunState state(List<RecordedEvent> events) {
        RunState state = new RunState.Killed();
        for (RecordedEvent event : events) {
            if (event.event() instanceof JournalEvent.RunEnded ended) {
                return new RunState.Finished(ended.exitCode());
            }
            if (event.event() instanceof JournalEvent.RunBegan began) {
                state = processes.stateOf(began.controller());
            }
        }
        return state;
    }

    private static Optional<String> blob(Path own, String sha256) {
        if (!sha256.matches("[0-9a-f]{64}")) {
            return Optional.empty();
        }
        try {
            return Optional.of(
                    Files.readString(own.resolve(DiskJournal.BLOBS).resolve(sha256), StandardCharsets.UTF_8));
        } catch (IOException expected) {
            // The hashes still tell what was there.
            return Optional.empty();
        }
    }
}
