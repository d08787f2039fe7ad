package dev.ibplay.facts.linux;

import dev.ibplay.facts.Fact;
import dev.ibplay.facts.OpensmProcess;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** All that one batch told of OpenSM on a host; it notes units that matter and were not asked for. */
final class OpensmAnswers {
    private final List<OpensmProcess> processes;
    private final Map<Integer, ProcessPlace> places;
    private final List<OpensmUnit> units;
    private final Optional<String> silentSystemd;
    private final Fact<List<OpensmBinary>> binaries;
    private final OpensmFilesRead files;
    private final Set<String> missingUnits = new HashSet<>();

    /**
     * Keeps the answers.
     *
     * @param silentSystemd why systemd, which runs, tells nothing of its units
     */
    OpensmAnswers(
            List<OpensmProcess> processes,
            Map<Integer, ProcessPlace> places,
            List<OpensmUnit> units,
            Optional<String> silentSystemd,
            Fact<List<OpensmBinary>> binaries,
            OpensmFilesRead files) {
        this.processes = List.copyOf(processes);
        this.places = Map.copyOf(places);
        this.units = List.copyOf(units);
        this.silentSystemd = silentSystemd;
        this.binaries = binaries;
        this.files = files;
    }

    List<OpensmProcess> processes() {
        return processes;
    }

    OpensmFilesRead files() {
        return files;
    }

    List<OpensmUnit> units() {
        return units;
    }

    Optional<String> silentSystemd() {
        return silentSystemd;
    }

    Set<String> missingUnits() {
        return Set.copyOf(missingUnits);
    }

    ProcessPlace place(OpensmProcess process) {
        return places.getOrDefault(process.pid(), ProcessPlace.UNKNOWN);
    }

    /** A unit as systemd has it. */
    Optional<OpensmUnit> unit(String id) {
        Optional<OpensmUnit> found =
                units.stream().filter(unit -> unit.id().equals(id)).findFirst();
        if (found.isEmpty() && !units.isEmpty()) {
            missingUnits.add(id);
        }
        return found.filter(OpensmUnit::loaded);
    }

    /**
     * The unit that started a process. A control group alone does not tell: what is started by hand over ssh may be in that of
     * sshd, and restarting that one would not help.
     */
    Optional<OpensmUnit> unitOf(OpensmProcess process) {
        return units.stream()
                .filter(unit -> unit.mainPid() == process.pid())
                .findFirst()
                .or(() -> place(process).unit().flatMap(this::unit).filter(OpensmUnit::mentionsOpensm));
    }

    /** Whether UFM started a process. */
    boolean isUfm(OpensmProcess process) {
        return place(process)
                        .program()
                        .filter(p -> p.startsWith(OpensmPlaces.UFM_FOLDER))
                        .isPresent()
                || process.arguments().all().getFirst().startsWith(OpensmPlaces.UFM_FOLDER)
                || process.arguments()
                        .config()
                        .filter(path -> path.startsWith(OpensmPlaces.UFM_FOLDER))
                        .isPresent();
    }

    /** Installed programs, in the order of their use; none, too, where that could not be asked. */
    List<OpensmBinary> installed() {
        return binaries.ifKnown().orElseGet(List::of);
    }

    Fact<List<OpensmBinary>> binaries() {
        return binaries;
    }

    /** The program that a process runs, or the first that is installed. */
    Optional<OpensmBinary> binary(Optional<OpensmProcess> process) {
        Optional<String> program = process.flatMap(p -> place(p).program());
        return program.isPresent()
                ? installed().stream()
                        .filter(b -> b.path().equals(program.get()))
                        .findFirst()
                : installed().stream().findFirst();
    }
}
