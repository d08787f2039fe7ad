package dev.ibplay.facts.linux;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.ListProcesses;
import dev.ibplay.exec.Operation.ReadFile;
import dev.ibplay.exec.Operation.ResolvePath;
import dev.ibplay.exec.Operation.RunCommand;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.FileObserved;
import dev.ibplay.facts.OpensmInstance;
import dev.ibplay.facts.OpensmLauncher;
import dev.ibplay.facts.OpensmObserved;
import dev.ibplay.facts.OpensmProcess;
import dev.ibplay.facts.Probe;
import dev.ibplay.opensm.OpensmArguments;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** OpenSM on a Linux host: processes, files at given paths, and the systemd units that run it. */
public final class OpensmProbe implements Probe<Fact<OpensmObserved>> {
    private static final Duration UNITS_LIMIT = Duration.ofSeconds(10);

    private final String confPath;
    private final String partitionsPath;

    /** A probe that reads the files at these paths. */
    public OpensmProbe(String confPath, String partitionsPath) {
        this.confPath = confPath;
        this.partitionsPath = partitionsPath;
    }

    /** A probe that reads the files where a distribution has them. */
    public static OpensmProbe at(OpensmPlaces places) {
        return new OpensmProbe(places.conf(), places.partitions());
    }

    @Override
    public List<Operation> operations() {
        return List.of(
                new ListProcesses(Set.of("opensm")),
                ReadFile.of(confPath),
                ReadFile.of(partitionsPath),
                RunCommand.of(
                        UNITS_LIMIT,
                        "systemctl",
                        "show",
                        "--property=Id,MainPID,LoadState,ActiveState",
                        "opensm.service",
                        "opensmd.service",
                        "opensm@*.service"),
                new ResolvePath("/usr/sbin/opensm"));
    }

    @Override
    public Fact<OpensmObserved> parse(List<Outcome> outcomes) {
        if (!(outcomes.get(0) instanceof Outcome.ProcessesFound found)) {
            return new Fact.Unreadable<>("the processes cannot be listed: " + describe(outcomes.get(0)));
        }
        List<OpensmProcess> processes = found.processes().stream()
                .map(p -> new OpensmProcess(
                        p.pid(), new OpensmArguments(p.arguments()), p.startTicks(), p.startSeconds()))
                .toList();
        if (processes.isEmpty() && outcomes.get(4) instanceof Outcome.FileAbsent) {
            return new Fact.Absent<>();
        }
        FileObserved conf = file(confPath, outcomes.get(1));
        FileObserved partitions = file(partitionsPath, outcomes.get(2));
        Optional<String> unit = unit(SystemdUnits.parse(outcomes.get(3)), processes);
        List<OpensmInstance> instances = processes.isEmpty()
                ? List.of(new OpensmInstance(conf, partitions, Optional.empty(), unit, Optional.empty()))
                : processes.stream()
                        .map(p -> new OpensmInstance(conf, partitions, Optional.of(p), unit, Optional.empty()))
                        .toList();
        var kind = unit.isPresent() ? OpensmLauncher.Kind.UNIT : OpensmLauncher.Kind.BY_HAND;
        var launcher = new OpensmLauncher(kind, Optional.empty(), List.of(), new Fact.Unreadable<>("not asked"));
        return new Fact.Known<>(new OpensmObserved(launcher, instances));
    }

    /**
     * The probe that reads what the process really uses, where that is not what was read: {@code -F} and {@code -P}, or
     * {@code partition_config_file} of the file.
     */
    public Optional<OpensmProbe> better(OpensmInstance observed, Optional<String> partitionsOfConf) {
        Optional<OpensmArguments> arguments = observed.process().map(OpensmProcess::arguments);
        String conf = arguments.flatMap(OpensmArguments::config).orElse(confPath);
        String partitions = arguments
                .flatMap(OpensmArguments::partitionConfig)
                .or(() -> partitionsOfConf)
                .orElse(partitionsPath);
        return conf.equals(confPath) && partitions.equals(partitionsPath)
                ? Optional.empty()
                : Optional.of(new OpensmProbe(conf, partitions));
    }

    private static Optional<String> unit(List<SystemdUnits.Unit> units, List<OpensmProcess> processes) {
        Optional<String> running = units.stream()
                .filter(u -> processes.stream().anyMatch(p -> p.pid() == u.mainPid()))
                .map(SystemdUnits.Unit::id)
                .findFirst();
        // Without a process of its own a unit may still be what starts one; with a process of other origin it is not.
        return processes.isEmpty()
                ? units.stream()
                        .filter(SystemdUnits.Unit::loaded)
                        .map(SystemdUnits.Unit::id)
                        .findFirst()
                : running;
    }

    private static FileObserved file(String path, Outcome outcome) {
        return switch (outcome) {
            case Outcome.FileContent content ->
                new FileObserved(path, new Fact.Known<Bytes>(content.content()), content.modifiedSeconds());
            case Outcome.FileAbsent ignored -> new FileObserved(path, new Fact.Absent<>(), 0);
            default -> new FileObserved(path, new Fact.Unreadable<>(describe(outcome)), 0);
        };
    }

    private static String describe(Outcome outcome) {
        return outcome instanceof Outcome.OperationFailed failed ? failed.message() : "unexpected answer";
    }
}
