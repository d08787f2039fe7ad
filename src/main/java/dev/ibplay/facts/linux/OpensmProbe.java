package dev.ibplay.facts.linux;

import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.ListProcesses;
import dev.ibplay.exec.Operation.ReadFile;
import dev.ibplay.exec.Operation.ResolvePath;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.FileObserved;
import dev.ibplay.facts.OpensmInstance;
import dev.ibplay.facts.OpensmLauncher;
import dev.ibplay.facts.OpensmObserved;
import dev.ibplay.facts.OpensmProcess;
import dev.ibplay.facts.Probe;
import dev.ibplay.facts.tools.ToolOutput;
import dev.ibplay.opensm.OpensmArguments;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * OpenSM on a Linux host: processes, programs, files in all places where builds have them, and what starts it. All of that is asked
 * at once; where the answers name other files or units, they say which probe to ask next.
 */
public final class OpensmProbe implements Probe<OpensmFound> {
    private static final String OPENSM = "opensm";

    /** Is there if, and only if, systemd was booted: sd_booted(3). */
    private static final String BOOTED = "/run/systemd/system";

    private final Set<String> otherFiles;
    private final Set<String> otherUnits;
    private final List<String> files;
    private final List<String> patterns;

    /** Asks for what OpenSM usually has. */
    public OpensmProbe() {
        this(Set.of(), Set.of());
    }

    private OpensmProbe(Set<String> otherFiles, Set<String> otherUnits) {
        this.otherFiles = new TreeSet<>(otherFiles);
        this.otherUnits = new TreeSet<>(otherUnits);
        this.files = Stream.concat(OpensmPlaces.files().stream(), this.otherFiles.stream())
                .toList();
        this.patterns = Stream.concat(
                        OpensmPlaces.patterns().stream(),
                        this.otherUnits.stream()
                                .filter(id -> !id.startsWith(OPENSM))
                                .flatMap(id -> OpensmUnit.patterns(id.replaceFirst("\\.service$", "")).stream()))
                .toList();
    }

    @Override
    public List<Operation> operations() {
        List<Operation> operations = new ArrayList<>(List.of(
                new ListProcesses(Set.of(OPENSM)),
                ProcessPlace.operation(),
                OpensmUnit.operation(otherUnits),
                new ResolvePath(BOOTED),
                OpensmBinary.operation()));
        files.forEach(path -> operations.add(ReadFile.of(path)));
        operations.addAll(ObservedFiles.operations(patterns));
        return List.copyOf(operations);
    }

    @Override
    public OpensmFound parse(List<Outcome> outcomes) {
        if (!(outcomes.get(0) instanceof Outcome.ProcessesFound found)) {
            return found(Fact.unreadable("the processes cannot be listed: "
                    + (outcomes.get(0) instanceof Outcome.OperationFailed failed
                            ? failed.message()
                            : "unexpected answer")));
        }
        int read = 5;
        Map<String, FileObserved> asked = new HashMap<>();
        for (String path : files) {
            asked.put(path, OpensmFilesRead.file(path, outcomes.get(read)));
            read++;
        }
        var host = new OpensmAnswers(
                processes(found),
                ProcessPlace.parse(outcomes.get(1)),
                OpensmUnit.parse(outcomes.get(2)),
                outcomes.get(3) instanceof Outcome.PathResolved ? silence(outcomes.get(2)) : Optional.empty(),
                OpensmBinary.parse(outcomes.get(4)),
                new OpensmFilesRead(asked, ObservedFiles.parse(patterns, outcomes.subList(read, outcomes.size()))));
        Fact<OpensmObserved> observed = observed(host);
        boolean complete =
                otherFiles.containsAll(host.files().missing()) && otherUnits.containsAll(host.missingUnits());
        return new OpensmFound(
                observed,
                complete
                        ? Optional.empty()
                        : Optional.of(new OpensmProbe(
                                union(otherFiles, host.files().missing()), union(otherUnits, host.missingUnits()))));
    }

    private static OpensmFound found(Fact<OpensmObserved> opensm) {
        return new OpensmFound(opensm, Optional.empty());
    }

    /** A script has the name of its file, too: only what is called as opensm is one. */
    private static List<OpensmProcess> processes(Outcome.ProcessesFound found) {
        return found.processes().stream()
                .filter(p -> !p.arguments().isEmpty()
                        && OpensmUnit.fileName(p.arguments().getFirst()).equals(OPENSM))
                .map(p -> new OpensmProcess(
                        p.pid(), new OpensmArguments(p.arguments()), p.startTicks(), p.startSeconds()))
                .toList();
    }

    private static Optional<String> silence(Outcome outcome) {
        return switch (ToolAnswer.of(outcome)) {
            case Fact.Known<ToolOutput> ignored -> Optional.empty();
            case Fact.Absent<ToolOutput> ignored -> Optional.of("there is no systemctl");
            case Fact.Unreadable<ToolOutput> unreadable -> Optional.of(unreadable.because());
        };
    }

    private static Fact<OpensmObserved> observed(OpensmAnswers host) {
        Fact<String> version = OpensmVersion.of(host);
        Optional<String> unsupported = OpensmVersion.unsupported(host, version);
        if (unsupported.isPresent()) {
            return Fact.unreadable(unsupported.get());
        }
        var detection = new LauncherDetection(host);
        OpensmLauncher launcher = detection.launcher();
        if (host.processes().isEmpty() && host.installed().isEmpty() && launcher.kind() != OpensmLauncher.Kind.UFM) {
            return host.binaries() instanceof Fact.Unreadable<List<OpensmBinary>> unreadable
                    ? Fact.unreadable("whether opensm is installed cannot be told: " + unreadable.because())
                    : Fact.absent();
        }
        var setUps = new OpensmSetUps(
                host, launcher, OpensmDefaults.of(host, Optional.empty()).conf());
        List<OpensmInstance> instances = new OpensmInstances(host, launcher).all(setUps.all());
        List<String> doubts = new ArrayList<>(detection.doubts());
        doubts.addAll(setUps.doubts());
        doubts.addAll(OpensmDoubts.of(host, launcher, instances));
        return Fact.known(new OpensmObserved(launcher, instances, version, doubts));
    }

    private static Set<String> union(Set<String> one, Set<String> other) {
        Set<String> all = new TreeSet<>(one);
        all.addAll(other);
        return all;
    }
}
