package dev.ibplay.journal;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** One line of a run's journal. Secrets are hidden before an event is made. */
public sealed interface JournalEvent {
    /**
     * The first event, before any host is contacted.
     *
     * @param hosts all hosts that the run may change
     */
    record RunBegan(RunName run, String version, Controller controller, Invocation invocation, List<String> hosts)
            implements JournalEvent {
        public RunBegan {
            hosts = List.copyOf(hosts);
        }
    }

    /**
     * The process that carries the run out; the last two tell whether it still lives.
     *
     * @param startTicks its start in clock ticks after boot, field 22 of {@code /proc/PID/stat}
     * @param bootId {@code /proc/sys/kernel/random/boot_id}
     */
    record Controller(String user, String host, long pid, OptionalLong startTicks, Optional<String> bootId) {
        /** Who and where, for people. */
        public String describe() {
            return user + "@" + host + ", process " + pid;
        }
    }

    /**
     * What was asked for.
     *
     * @param commandLine its words, values of secret variables hidden
     * @param inventories as given, or the default
     * @param inputs every file that was read for it
     * @param undoes the run that this one undoes; its playbooks are those of that run, and only say where variables are
     * @param resumes the run that this one goes on with: the first one, where several have gone on with each other
     */
    record Invocation(
            List<String> commandLine,
            String directory,
            List<String> playbooks,
            List<String> inventories,
            List<Input> inputs,
            Optional<RunName> undoes,
            Optional<RunName> resumes) {
        /** Of a run that begins by itself. */
        public Invocation(
                List<String> commandLine,
                String directory,
                List<String> playbooks,
                List<String> inventories,
                List<Input> inputs) {
            this(commandLine, directory, playbooks, inventories, inputs, Optional.empty(), Optional.empty());
        }

        public Invocation {
            commandLine = List.copyOf(commandLine);
            playbooks = List.copyOf(playbooks);
            inventories = List.copyOf(inventories);
            inputs = List.copyOf(inputs);
        }
    }

    /** A file that was read; {@code sha256} is that of its text without a byte order mark. */
    record Input(String path, String sha256) {}

    /**
     * The plays, right behind the first event.
     *
     * @param plays in the order in which they have their turns
     * @param subnetManagers hosts whose OpenSM the plays manage, whatever the limit leaves out
     */
    record Plays(List<RecordedPlay> plays, List<String> subnetManagers) implements JournalEvent {
        public Plays {
            plays = List.copyOf(plays);
            subnetManagers = List.copyOf(subnetManagers);
        }
    }

    /** The plan, before anything is changed; {@code refusals} say why it must not be carried out. */
    record Planned(List<RecordedDifference> differences, List<PlannedStep> steps, List<String> refusals)
            implements JournalEvent {
        public Planned {
            differences = List.copyOf(differences);
            steps = List.copyOf(steps);
            refusals = List.copyOf(refusals);
        }
    }

    record PhaseBegan(String phase, int hosts) implements JournalEvent {}

    /**
     * Before the step's host is touched.
     *
     * @param step its number in the plan, from 1; 0 for one that no plan names
     */
    record StepBegan(int step, String host, String what) implements JournalEvent {}

    /**
     * After the step.
     *
     * @param result {@code ok}, {@code changed}, {@code failed}, or {@code in-doubt} where the connection was lost
     * @param because why it failed; empty text where it did not
     */
    record StepEnded(int step, String host, String what, String result, String because) implements JournalEvent {
        public static final String IN_DOUBT = "in-doubt";

        /** How the reason of a step ends that left its host as it was. */
        public static final String OLD_STATE_IS_BACK = "; the old state is back";
    }

    /** What happens around the steps of a rollout. */
    sealed interface OfRollout extends JournalEvent {}

    /** A batch of a play begins; {@code number} counts from 1. */
    record BatchBegan(String play, int number, int of, List<String> hosts) implements OfRollout {
        public BatchBegan {
            hosts = List.copyOf(hosts);
        }
    }

    /** A batch has ended; {@code failed} are those of its hosts that count against the play's policy. */
    record BatchEnded(String play, int number, int of, List<String> failed) implements OfRollout {
        public BatchEnded {
            failed = List.copyOf(failed);
        }
    }

    /** After its steps a host was read again, and is as they were to make it. */
    record HostVerified(String host) implements OfRollout {}

    /**
     * Before a command of a play's before or after.
     *
     * @param host that it is run for
     * @param when {@code before} or {@code after}
     * @param on the host that runs it
     */
    record CommandBegan(String host, String when, String on, String what) implements OfRollout {}

    /** After it: {@code ok}, {@code failed}, or {@code ended} by an interrupt, and what it has said. */
    record CommandEnded(String host, String when, String on, String what, String result, String said)
            implements OfRollout {}

    /** A signal asked the run to end; the second one made its controller leave at once. */
    record Interrupted(String signal, boolean again) implements OfRollout {}

    /** Something is wrong with a host; {@code host} is empty text where it is about no host. */
    record HostFailed(String host, String code, String message) implements JournalEvent {}

    /** The run ends before its last batch. */
    record Stopped(String because) implements JournalEvent {}

    /**
     * Fabrics as a look at them has found them; their pictures are blobs.
     *
     * @param when {@link #BEFORE} the plan, or {@link #AFTER} all that was done
     */
    record FabricsSeen(String when, List<RecordedFabric> fabrics) implements JournalEvent {
        public static final String BEFORE = "before";
        public static final String AFTER = "after";

        public FabricsSeen {
            fabrics = List.copyOf(fabrics);
        }
    }

    /**
     * The comparison at the run's end.
     *
     * @param remaining differences that are left, those of the plan where nothing was applied
     * @param held what waits for a reboot or a reload of a driver
     * @param findings all that there is to tell besides, errors of single hosts included
     */
    record Compared(List<RecordedDifference> remaining, List<RecordedHeld> held, List<RecordedFinding> findings)
            implements JournalEvent {
        public Compared {
            remaining = List.copyOf(remaining);
            held = List.copyOf(held);
            findings = List.copyOf(findings);
        }
    }

    /** What became of a host, all in all. */
    record HostEnded(String host, String status, List<String> messages) implements JournalEvent {
        public HostEnded {
            messages = List.copyOf(messages);
        }
    }

    /**
     * The last event.
     *
     * @param recap how many hosts have each status
     * @param remaining how many differences were left
     */
    record RunEnded(int exitCode, Map<String, Integer> recap, int remaining, String stopped) implements JournalEvent {}

    /** An event of a later version. */
    record Unknown(String word) implements JournalEvent {}
}
