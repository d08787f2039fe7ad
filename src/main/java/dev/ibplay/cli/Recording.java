package dev.ibplay.cli;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Location;
import dev.ibplay.exec.Secret;
import dev.ibplay.journal.JournalEvent;
import dev.ibplay.journal.RecordedRun;
import dev.ibplay.journal.RecordedStep;
import dev.ibplay.journal.RunName;
import dev.ibplay.journal.RunRecorder;
import dev.ibplay.journal.disk.ControllerProcess;
import dev.ibplay.journal.disk.DiskJournal;
import dev.ibplay.journal.disk.JournalFolder;
import dev.ibplay.journal.disk.RunHistory;
import dev.ibplay.plan.Redaction;
import dev.ibplay.playbook.DesiredState;
import dev.ibplay.run.HostConnector;
import dev.ibplay.run.RunIdentity;
import dev.ibplay.source.Node;
import dev.ibplay.source.Vault;
import dev.ibplay.transport.ssh.HomeDirectory;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/** The journal of the run that this process carries out. */
final class Recording implements AutoCloseable {
    /** Two runs of one second have one name in 65536 cases. */
    private static final int NAMES_TO_TRY = 20;

    /**
     * What a run is begun with.
     *
     * @param hosts that it may change
     */
    record Beginning(JournalEvent.Invocation invocation, JournalEvent.Plays plays, List<String> hosts) {
        Beginning {
            hosts = List.copyOf(hosts);
        }
    }

    private final Optional<RunName> name;
    private final RunRecorder recorder;
    private final Optional<DiskJournal> journal;

    private final RunName called;
    private final Redaction redaction;

    private Recording(
            Optional<RunName> name,
            RunName called,
            RunRecorder recorder,
            Optional<DiskJournal> journal,
            Redaction redaction) {
        this.redaction = redaction;
        this.name = name;
        this.recorder = recorder;
        this.journal = journal;
        this.called = called;
    }

    /** For what changes nothing. */
    static Recording none(Clock clock, RandomGenerator random) {
        RunName called = RunName.of(clock.instant(), random);
        return new Recording(Optional.empty(), called, RunRecorder.none(), Optional.empty(), Redaction.BY_KEY);
    }

    /** For what changes nothing, but whose events are wanted. */
    static Recording unkept(
            Beginning beginning, Redaction redaction, Clock clock, RandomGenerator random, RunReports reports) {
        RunName called = RunName.of(clock.instant(), random);
        var recorder = new RunRecorder(reports.beside(called, event -> {}, redaction::text));
        begin(recorder, called, beginning);
        return new Recording(Optional.empty(), called, recorder, Optional.empty(), redaction);
    }

    private static void begin(RunRecorder recorder, RunName name, Beginning beginning) {
        recorder.began(
                new JournalEvent.RunBegan(
                        name, Version.number(), processes().self(), beginning.invocation(), beginning.hosts()),
                beginning.plays());
    }

    static JournalFolder folder(Map<String, String> environment) {
        return JournalFolder.of(environment, HomeDirectory.of(environment).path());
    }

    static RunHistory history(Map<String, String> environment) {
        return new RunHistory(folder(environment), processes());
    }

    private static ControllerProcess processes() {
        return new ControllerProcess(Path.of("/proc"));
    }

    /** The words of a command line without the values of secret variables; the path of a key is none. */
    static List<String> shown(List<String> words) {
        return words.stream()
                .map(word -> word.startsWith("--private-key") || word.startsWith("--key-file")
                        ? word
                        : Redaction.file("", word))
                .toList();
    }

    /**
     * Hides what is known of passwords, what a vault has decrypted or will decrypt, and variables that are secrets by their
     * names: those of the command line, and those that a template of some host may use.
     */
    static Redaction redaction(HostConnector hosts, Map<String, Node> extra, DesiredState desired, Vault vault) {
        SecretVariables variables = new SecretVariables();
        variables.add(extra);
        desired.scopes().values().forEach(scope -> variables.add(scope.variables()));
        Set<Secret> secrets = new HashSet<>(hosts.secrets());
        secrets.addAll(variables.found());
        return Redaction.of(secrets, vault.secrets());
    }

    /** Begins the journal of a run. Where that is not possible the recorder's failure says why. */
    static Recording begin(
            Map<String, String> environment,
            Beginning beginning,
            Redaction redaction,
            Clock clock,
            RandomGenerator random,
            RunReports reports) {
        JournalFolder folder = folder(environment);
        Optional<DiskJournal> made = Optional.empty();
        RunName name = RunName.of(clock.instant(), random);
        try {
            for (int tries = 1; made.isEmpty(); tries++) {
                try {
                    made = Optional.of(DiskJournal.create(folder, name, redaction::text, clock));
                } catch (FileAlreadyExistsException taken) {
                    if (tries == NAMES_TO_TRY) {
                        throw taken;
                    }
                    name = RunName.of(clock.instant(), random);
                }
            }
            var recorder = new RunRecorder(reports.beside(name, made.get(), redaction::text));
            begin(recorder, name, beginning);
            return new Recording(Optional.of(name), name, recorder, made, redaction);
        } catch (IOException broken) {
            return new Recording(Optional.empty(), name, RunRecorder.failed(words(broken)), made, redaction);
        }
    }

    /** Some exceptions of files have only the file as their message. */
    private static String words(IOException broken) {
        return switch (broken) {
            case AccessDeniedException denied -> denied.getFile() + ": permission denied";
            case NotDirectoryException other -> other.getFile() + " is no folder";
            default -> String.valueOf(broken.getMessage());
        };
    }

    /** What the run is called on the hosts, and may do. */
    RunIdentity identity(boolean allowRemoval) {
        return new RunIdentity(called.text(), processes().self().describe(), allowRemoval, redaction::text);
    }

    /** The run's name, where it is recorded. */
    Optional<RunName> name() {
        return name;
    }

    RunRecorder recorder() {
        return recorder;
    }

    /** Why the run cannot be recorded, as an error that is told once. */
    Optional<Diagnostic> failure(Map<String, String> environment, String consequence) {
        return recorder.failure()
                .map(why -> Diagnostic.error(
                                Code.JOURNAL,
                                new Location.Run(),
                                "the run cannot be recorded: " + why + "; " + consequence)
                        .withHint("runs are recorded in " + folder(environment).path()
                                + "; XDG_STATE_HOME puts them somewhere else"));
    }

    /** The newest run over some of these hosts that was killed and not looked after since. */
    static Optional<Diagnostic> killed(Map<String, String> environment, List<String> hosts) {
        try {
            return history(environment).killed(new HashSet<>(hosts)).map(Recording::warning);
        } catch (IOException expected) {
            // There is no folder to look into: what matters of that is said when this run is recorded.
            return Optional.empty();
        }
    }

    private static Diagnostic warning(RecordedRun run) {
        List<RecordedStep> open = run.inDoubt();
        String where = open.isEmpty()
                ? "between two steps"
                : "during \"" + open.getFirst().planned().what() + "\" on "
                        + open.getFirst().planned().host()
                        + (open.size() > 1 ? " and %d other steps".formatted(open.size() - 1) : "");
        return Diagnostic.warning(
                        Code.RUN_KILLED,
                        new Location.Run(),
                        "run %s was killed %s; this run looks again".formatted(run.name(), where))
                .withHint("ibplay runs show " + run.name());
    }

    @Override
    public void close() {
        try {
            if (journal.isPresent()) {
                journal.get().close();
            }
        } catch (IOException expected) {
            // All that was promised to be there was made durable before.
        }
    }
}
