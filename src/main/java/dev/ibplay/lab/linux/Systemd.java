package dev.ibplay.lab.linux;

import dev.ibplay.exec.Bytes;
import dev.ibplay.lab.disk.Disk;
import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.machine.Invocation;
import dev.ibplay.lab.machine.Machine;
import dev.ibplay.lab.machine.Processes;
import dev.ibplay.lab.machine.Program;
import dev.ibplay.lab.machine.SimulatedProcess;
import dev.ibplay.transport.WaitingThreads;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.IntSupplier;
import java.util.stream.Stream;

/**
 * Process 1 as far as services need it: finds units and their drop-ins (systemd.unit(5)), starts, stops and enables them
 * (systemctl(1)). Dependencies beyond PartOf and the targets that a boot reaches are not known here.
 */
final class Systemd {
    /** The folders of system units, in the order of precedence. */
    private static final List<String> FOLDERS = List.of(
            "/etc/systemd/system",
            "/run/systemd/system",
            "/usr/lib/systemd/system",
            "/lib/systemd/system",
            "/run/systemd/generator.late");

    private static final List<String> BOOT_TARGETS = List.of("multi-user.target", "network-online.target");
    private static final String ENABLED = "/etc/systemd/system/";
    /** Made of System V's init scripts (systemd-sysv-generator(8)). */
    private static final String GENERATED = "/run/systemd/generator.late/";

    private static final int TERM = 15;

    /** What {@link #start} gives for a unit that has no file (systemctl(1), exit status). */
    static final int NOT_FOUND = 5;

    private static final String PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

    /**
     * A unit as systemd has loaded it.
     *
     * @param fragment its own file
     */
    record Loaded(String id, String fragment, List<String> dropIns, UnitFile file) {}

    /** What runs, or has run, for a unit. */
    private static final class State {
        boolean active;
        /** Whether it is active for as long as anything of it runs. */
        boolean byGroup;

        boolean guessesMain;
        Optional<SimulatedProcess> main = Optional.empty();
    }

    private final Machine machine;
    private final Disk disk;
    private final Map<String, State> states = new LinkedHashMap<>();

    Systemd(Machine machine) {
        this.machine = machine;
        this.disk = machine.disk();
    }

    /** Starts what the targets of a boot want; nothing else runs yet. */
    void boot() {
        synchronized (states) {
            states.clear();
        }
        for (String target : BOOT_TARGETS) {
            for (String folder : List.of(GENERATED, ENABLED)) {
                list(folder + target + ".wants").forEach(this::start);
            }
        }
    }

    /** A unit's file and drop-ins as they are on disk now; empty where there is none. */
    Optional<Loaded> load(String id) {
        List<String> names = template(id).map(t -> List.of(id, t)).orElseGet(() -> List.of(id));
        Optional<String> fragment = names.stream()
                .flatMap(name -> FOLDERS.stream().map(folder -> folder + "/" + name))
                .filter(disk::exists)
                .findFirst();
        return fragment.map(path -> {
            Map<String, String> dropIns = new TreeMap<>();
            for (String name : names) {
                for (String folder : FOLDERS) {
                    list(folder + "/" + name + ".d").stream()
                            .filter(file -> file.endsWith(".conf"))
                            .forEach(file -> dropIns.putIfAbsent(file, folder + "/" + name + ".d/" + file));
                }
            }
            List<String> paths = List.copyOf(dropIns.values());
            List<String> texts = Stream.concat(Stream.of(path), paths.stream())
                    .map(this::text)
                    .toList();
            return new Loaded(id, path, paths, UnitFile.of(texts));
        });
    }

    private List<String> list(String folder) {
        try {
            return disk.list(folder);
        } catch (Errno absent) {
            return List.of();
        }
    }

    private String text(String path) {
        return disk.tryToRead(path).map(Bytes::lossyText).orElse("");
    }

    private static Optional<String> template(String id) {
        int at = id.indexOf('@');
        return at < 0 ? Optional.empty() : Optional.of(id.substring(0, at + 1) + ".service");
    }

    private static String instance(String id) {
        int at = id.indexOf('@');
        return at < 0 ? "" : id.substring(at + 1, id.lastIndexOf('.'));
    }

    /** The instances of a template that run or have run since the boot. */
    List<String> instances(String prefix) {
        synchronized (states) {
            return new TreeSet<>(states.keySet())
                    .stream().filter(id -> id.startsWith(prefix)).toList();
        }
    }

    private State state(String id) {
        synchronized (states) {
            return states.computeIfAbsent(id, name -> new State());
        }
    }

    boolean isActive(String id) {
        State state = state(id);
        boolean goesOn = state.byGroup && !members(id).isEmpty();
        return goesOn || state.main.map(SimulatedProcess::isAlive).orElse(state.active);
    }

    /** 0 where nothing runs, or where it cannot be told which of several is the main one. */
    int mainPid(String id) {
        State state = state(id);
        if (state.byGroup) {
            List<SimulatedProcess> members = members(id);
            return state.guessesMain && members.size() == 1 ? members.getFirst().pid() : 0;
        }
        return state.main
                .filter(SimulatedProcess::isAlive)
                .map(SimulatedProcess::pid)
                .orElse(0);
    }

    /** Starts a unit that is not active; gives 0, or what the command that failed gave. */
    int start(String id) {
        Optional<Loaded> unit = load(id);
        if (unit.isEmpty()) {
            return NOT_FOUND;
        }
        if (isActive(id)) {
            return 0;
        }
        State state = state(id);
        Map<String, String> variables = new HashMap<>();
        unit.get()
                .file()
                .environmentFiles()
                .forEach(path ->
                        variables.putAll(UnitFile.assignments(text(path.startsWith("-") ? path.substring(1) : path))));
        boolean isOneshot = unit.get().file().type().equals("oneshot");
        boolean ends = isOneshot || unit.get().file().forks();
        for (List<String> command : unit.get().file().commands()) {
            SimulatedProcess process = run(id, UnitFile.expanded(command, instance(id), variables), variables);
            if (ends) {
                int status = await(process);
                if (status != 0) {
                    return 1;
                }
            } else {
                state.main = Optional.of(process);
            }
        }
        state.byGroup = unit.get().file().forks();
        state.guessesMain = unit.get().file().guessesMainPid();
        state.active = isOneshot || (state.byGroup && unit.get().file().remains());
        return 0;
    }

    /** Starts a program in the unit's control group. */
    private SimulatedProcess run(String id, List<String> words, Map<String, String> variables) {
        SimulatedProcess process = machine.processes().start(1, 0, words);
        process.newSession();
        process.controlGroup(group(id));
        Map<String, String> environment = new HashMap<>(variables);
        environment.put("PATH", PATH);
        Program program = machine.program(words.getFirst()).orElse(call -> 203);
        var call = new Invocation(
                machine,
                process,
                words,
                environment,
                "/",
                InputStream.nullInputStream(),
                OutputStream.nullOutputStream(),
                OutputStream.nullOutputStream());
        machine.processes().run(process, () -> program.run(call));
        return process;
    }

    /** What runs in the unit's control group. */
    private List<SimulatedProcess> members(String id) {
        return machine.processes().all().stream()
                .filter(process -> process.controlGroup().equals(group(id)))
                .toList();
    }

    private static String group(String id) {
        return "/system.slice/" + id;
    }

    private static int await(SimulatedProcess process) {
        try {
            return Processes.status(process.ended().get());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return 1;
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Stops a unit and those that are part of it, and waits for their ends. */
    void stop(String id) {
        partsOf(id).forEach(this::stop);
        State state = state(id);
        state.active = false;
        if (state.byGroup) {
            load(id).ifPresent(unit ->
                    unit.file().stopCommands().forEach(command -> await(run(id, command, Map.of()))));
        }
        List<SimulatedProcess> left = state.byGroup
                ? members(id)
                : state.main.filter(SimulatedProcess::isAlive).stream().toList();
        left.forEach(process -> machine.processes().signal(process.pid(), TERM));
        left.forEach(Systemd::await);
        state.main = Optional.empty();
    }

    /** Has a job done for somebody who waits for it: it goes on when that one is killed meanwhile. */
    static int job(IntSupplier work) {
        var job = new CompletableFuture<Integer>();
        WaitingThreads.builder().name("systemd").start(() -> {
            try {
                job.complete(work.getAsInt());
            } catch (RuntimeException broken) {
                job.completeExceptionally(broken);
            }
        });
        try {
            return job.get();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return 1;
        } catch (ExecutionException broken) {
            throw new IllegalStateException(broken.getCause());
        }
    }

    /** A unit's end, then its start; what is part of it goes the same way. */
    int restart(String id) {
        List<String> parts = partsOf(id).stream().filter(this::isActive).toList();
        stop(id);
        if (!machine.isUp()) {
            return 1; // it was switched off meanwhile
        }
        int status = start(id);
        parts.forEach(this::start);
        return status;
    }

    private List<String> partsOf(String id) {
        List<String> all;
        synchronized (states) {
            all = new ArrayList<>(states.keySet());
        }
        return all.stream()
                .filter(other -> load(other)
                        .filter(unit -> unit.file().partOf().equals(id))
                        .isPresent())
                .toList();
    }

    /** Links the unit to the targets that its file names. */
    void enable(String id) throws Errno {
        Loaded unit = load(id).orElseThrow(() -> new Errno("ENOENT", id));
        for (String target : unit.file().wantedBy()) {
            String link = ENABLED + target + ".wants/" + id;
            if (!disk.exists(link)) {
                disk.folders(ENABLED + target + ".wants");
                disk.symlink(unit.fragment(), link);
            }
        }
    }

    void disable(String id) throws Errno {
        for (String link : links(id)) {
            disk.unlink(link);
        }
    }

    private List<String> links(String id) {
        return list(ENABLED).stream()
                .filter(name -> name.endsWith(".wants"))
                .map(name -> ENABLED + name + "/" + id)
                .filter(disk::exists)
                .toList();
    }

    /** UnitFileState as {@code systemctl is-enabled} says it. */
    String fileState(Loaded unit) {
        if (unit.fragment().startsWith(GENERATED)) {
            return "generated";
        }
        if (!links(unit.id()).isEmpty()) {
            return "enabled";
        }
        return unit.file().wantedBy().isEmpty() ? "static" : "disabled";
    }
}
