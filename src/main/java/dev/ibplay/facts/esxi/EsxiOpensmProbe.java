package dev.ibplay.facts.esxi;

import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.ReadFile;
import dev.ibplay.exec.Operation.ResolvePath;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.AdapterPort;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.FileObserved;
import dev.ibplay.facts.OpensmObserved;
import dev.ibplay.facts.OpensmProcess;
import dev.ibplay.facts.Probe;
import dev.ibplay.facts.linux.ObservedFiles;
import dev.ibplay.facts.linux.OpensmFilesRead;
import dev.ibplay.facts.tools.ToolOutput;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * OpenSM of the community VIB: processes, folders under /scratch/opensm with their files, init scripts. Where a command line or
 * an opensm.conf names other files, the answer says which probe to ask next.
 */
public final class EsxiOpensmProbe implements Probe<EsxiOpensmProbe.Answers> {
    private static final List<String> PATTERNS =
            List.of(OpensmPlaces.SCRATCH + "/*/partitions.conf", OpensmPlaces.SCRATCH + "/*/opensm.conf");

    /** What the host has answered; what it means depends on the ports, too. */
    record Answers(Outcome processes, Outcome places, Fact<String> scratch, OpensmFilesRead files, Set<String> asked) {}

    private final Set<String> otherFiles;

    EsxiOpensmProbe() {
        this(Set.of());
    }

    private EsxiOpensmProbe(Set<String> otherFiles) {
        this.otherFiles = new TreeSet<>(otherFiles);
    }

    @Override
    public List<Operation> operations() {
        List<Operation> operations =
                new ArrayList<>(List.of(EsxiProcesses.PS, OpensmPlaces.QUESTION, new ResolvePath("/scratch")));
        otherFiles.forEach(path -> operations.add(ReadFile.of(path)));
        operations.addAll(ObservedFiles.operations(PATTERNS));
        return List.copyOf(operations);
    }

    @Override
    public Answers parse(List<Outcome> outcomes) {
        int at = 3;
        Map<String, FileObserved> asked = new HashMap<>();
        for (String path : otherFiles) {
            asked.put(path, OpensmFilesRead.file(path, outcomes.get(at)));
            at++;
        }
        ObservedFiles matched = ObservedFiles.parse(PATTERNS, outcomes.subList(at, outcomes.size()));
        return new Answers(
                outcomes.get(0),
                outcomes.get(1),
                scratch(outcomes.get(2)),
                new OpensmFilesRead(asked, matched),
                otherFiles);
    }

    /** The folder that /scratch leads to. */
    static Fact<String> scratch(Outcome outcome) {
        return switch (outcome) {
            case Outcome.PathResolved resolved -> Fact.known(resolved.path());
            case Outcome.FileAbsent ignored -> Fact.absent();
            case Outcome.OperationFailed failed -> Fact.unreadable(failed.message());
            default -> Fact.unreadable("unexpected answer");
        };
    }

    /** What the answers mean on a host with these ports. */
    static EsxiOpensmFound found(Answers answers, List<AdapterPort> ports) {
        Fact<List<OpensmProcess>> processes = output(answers.processes(), "the processes cannot be listed")
                .map(output -> EsxiProcesses.parse(EsxiAnswer.lines(output)));
        Fact<OpensmPlaces> places = output(answers.places(), "whether OpenSM is installed cannot be told")
                .map(OpensmPlaces::of);
        Fact<OpensmObserved> opensm = processes.flatMap(running -> places.flatMap(of -> {
            boolean none = running.isEmpty() && !of.installed() && !of.kept();
            return none
                    ? Fact.absent()
                    : Fact.known(new EsxiOpensm(running, of, answers.scratch(), answers.files(), ports).observed());
        }));
        Set<String> missing = answers.files().missing();
        return new EsxiOpensmFound(
                opensm,
                answers.asked().containsAll(missing)
                        ? Optional.empty()
                        : Optional.of(new EsxiOpensmProbe(union(answers.asked(), missing))));
    }

    private static Fact<ToolOutput> output(Outcome outcome, String otherwise) {
        return switch (EsxiAnswer.of(outcome)) {
            case Fact.Known<ToolOutput> known -> known;
            case Fact.Absent<ToolOutput> ignored -> Fact.unreadable(otherwise + ": there is no such program");
            case Fact.Unreadable<ToolOutput> unreadable -> Fact.unreadable(otherwise + ": " + unreadable.because());
        };
    }

    private static Set<String> union(Set<String> one, Set<String> other) {
        Set<String> all = new TreeSet<>(one);
        all.addAll(other);
        return all;
    }
}
