package dev.ibplay.plan.whole;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Location;
import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.RunCommand;
import dev.ibplay.facts.GuardObserved;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.HostSystem;
import dev.ibplay.plan.PlanDraft;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Says what guards of earlier runs have done, and keeps hands off a host whose guard still waits. */
public final class GuardFindings {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final PlanDraft draft;

    GuardFindings(PlanDraft draft) {
        this.draft = draft;
    }

    void report(HostFacts host) {
        host.guards().forEach(guard -> report(host.host(), guard, folder(host, guard)));
    }

    /** As people find it on the host. */
    private static String folder(HostFacts host, GuardObserved guard) {
        return host.system().kind() == HostSystem.Kind.WINDOWS
                ? guard.folder().replace("/var/lib/", "%ProgramData%/").replace('/', '\\')
                : guard.folder();
    }

    private void report(String host, GuardObserved guard, String folder) {
        String change = "\"%s\" of run %s".formatted(guard.what(), guard.run());
        switch (guard.state()) {
            case GuardObserved.State.Confirmed ignored -> {}
            case GuardObserved.State.Waiting waiting ->
                draft.diagnostics.add(Diagnostic.error(
                                Code.GUARD_WAITING,
                                onHost(host),
                                "%s waits for its confirmation; the host takes it back in %d s"
                                        .formatted(change, waiting.seconds()))
                        .withHint("wait so long, or until that run has ended, and run again"));
            case GuardObserved.State.Undone ignored ->
                found(host, "the host has taken %s back, since it was not confirmed".formatted(change), folder);
            case GuardObserved.State.Rebooted ignored ->
                found(
                        host,
                        "the host went down before %s was confirmed; it came up with its old files".formatted(change),
                        folder);
            case GuardObserved.State.Unknown unknown ->
                found(host, "%s may be half done: its guard is %s".formatted(change, unknown.because()), folder);
        }
    }

    private void found(String host, String message, String folder) {
        draft.diagnostics.add(Diagnostic.warning(Code.GUARD_FOUND, onHost(host), message)
                .withHint("what it did stands in " + folder + (folder.contains("\\") ? "\\" : "/")
                        + "log on the host; the next change there removes it"));
    }

    private static Location onHost(String host) {
        return new Location.OnHost(host, Optional.empty(), Optional.empty());
    }

    /**
     * What removes the folders of guards that have been reported, before a host gets a new one. On Windows arming the new one
     * does that, since tasks of the scheduler have to go with them.
     */
    public static List<Operation> removal(HostFacts host) {
        if (host.system().kind() == HostSystem.Kind.WINDOWS) {
            return List.of();
        }
        List<String> words = new ArrayList<>(List.of("rm", "-rf", "--"));
        host.guards().stream()
                .filter(guard -> !(guard.state() instanceof GuardObserved.State.Waiting))
                .map(GuardObserved::folder)
                .forEach(words::add);
        return words.size() == 3 ? List.of() : List.of(new RunCommand(words, Bytes.EMPTY, LIMIT));
    }
}
