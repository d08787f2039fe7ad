package dev.ibplay.lab.windows;

import dev.ibplay.ib.PortGuid;
import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.machine.Invocation;
import dev.ibplay.lab.machine.Line;
import dev.ibplay.lab.machine.Machine;
import dev.ibplay.lab.machine.Program;
import dev.ibplay.lab.machine.SimulatedProcess;
import dev.ibplay.lab.opensm.OpensmHost;
import dev.ibplay.lab.opensm.SimulatedOpensm;
import dev.ibplay.lab.programs.OpensmRun;
import dev.ibplay.opensm.OpensmArguments;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The services of a host as the registry has them, by the numbers of winerror.h and winsvc.h. */
final class ServiceManager {
    static final int DONE = 0;
    static final int NOT_FOUND = 2;
    static final int ACCESS_DENIED = 5;
    static final int NOT_IN_TIME = 1053;
    static final int RUNS_ALREADY = 1056;
    static final int DISABLED = 1058;
    static final int NO_SERVICE = 1060;
    static final int NOT_STARTED = 1062;
    static final int INVALID_CONTROL = 1052;

    /** Without it opensm is a console program. */
    static final String AS_SERVICE = "--service";

    /** What a user-defined control does (OpenSM's main.c for Windows): 128 begins a new log, 129 is Linux's HUP. */
    private static final int REREAD = 129;

    private static final int NEW_LOG = 128;
    private static final int HUP = 1;
    private static final int TERM = 15;
    private static final int DISABLED_START = 4;
    private static final int AUTOMATIC_START = 2;

    private static final Pattern UNQUOTED = Pattern.compile("(?i)\\s*([A-Z]:[^\"]*?\\.exe)(?=\\s|$)(.*)");

    private final Machine machine;
    private final Registry registry;
    private final Programs programs;
    private final Map<String, SimulatedProcess> running = new HashMap<>();
    private final Map<String, Boolean> stopping = new HashMap<>();

    /** What a service does. */
    enum State {
        STOPPED(1),
        STOP_PENDING(3),
        RUNNING(4);

        private final int number;

        State(int number) {
            this.number = number;
        }

        int number() {
            return number;
        }
    }

    ServiceManager(Machine machine, Registry registry, Programs programs) {
        this.machine = machine;
        this.registry = registry;
        this.programs = programs;
    }

    static String key(String service) {
        return Registry.SERVICES + "\\" + service;
    }

    private static String folded(String service) {
        return service.toLowerCase(Locale.ROOT);
    }

    boolean exists(String service) {
        return registry.has(key(service));
    }

    synchronized State state(String service) {
        if (process(service).isEmpty()) {
            return State.STOPPED;
        }
        return stopping.getOrDefault(folded(service), false) ? State.STOP_PENDING : State.RUNNING;
    }

    /** That of one that runs. */
    synchronized Optional<SimulatedProcess> process(String service) {
        return Optional.ofNullable(running.get(folded(service))).filter(SimulatedProcess::isAlive);
    }

    private int start(String service, String what) {
        return registry.text(key(service), what)
                .filter(text -> text.matches("\\d"))
                .map(Integer::parseInt)
                .orElse(DISABLED_START);
    }

    /** All that start with the host do so. */
    void boot() {
        for (String service : registry.below(Registry.SERVICES)) {
            if (start(service, "Start") == AUTOMATIC_START
                    && registry.text(key(service), "ImagePath").isPresent()) {
                start(service);
            }
        }
    }

    /** The words of a service's command line: its program may stand there without quotes although its path has blanks. */
    static List<String> words(String image) {
        Matcher plain = UNQUOTED.matcher(image);
        return ArgumentWords.of(plain.matches() ? "\"" + plain.group(1) + "\"" + plain.group(2) : image);
    }

    synchronized int start(String service) {
        if (!exists(service)) {
            return NO_SERVICE;
        }
        if (start(service, "Start") == DISABLED_START) {
            return DISABLED;
        }
        if (process(service).isPresent()) {
            return RUNS_ALREADY;
        }
        List<String> words = words(
                Variables.expanded(registry.text(key(service), "ImagePath").orElse(""), Map.of()));
        if (words.isEmpty()) {
            return NOT_FOUND;
        }
        // A console program never tells the service manager that it runs.
        if (!words.contains(AS_SERVICE)) {
            return NOT_IN_TIME;
        }
        try {
            SimulatedProcess init = machine.processes().find(1).orElseThrow();
            running.put(
                    folded(service),
                    programs.start(
                            init,
                            words,
                            Map.of(),
                            InputStream.nullInputStream(),
                            OutputStream.nullOutputStream(),
                            OutputStream.nullOutputStream()));
            stopping.remove(folded(service));
            return DONE;
        } catch (Errno none) {
            return NOT_FOUND;
        }
    }

    synchronized int stop(String service) {
        Optional<SimulatedProcess> process = process(service);
        if (process.isEmpty()) {
            return exists(service) ? NOT_STARTED : NO_SERVICE;
        }
        stopping.put(folded(service), true);
        machine.processes().signal(process.get().pid(), TERM);
        return DONE;
    }

    synchronized int control(String service, int number) {
        Optional<SimulatedProcess> process = process(service);
        if (process.isEmpty()) {
            return exists(service) ? NOT_STARTED : NO_SERVICE;
        }
        if (number == REREAD) {
            machine.processes().signal(process.get().pid(), HUP);
        }
        return number == REREAD || number == NEW_LOG ? DONE : INVALID_CONTROL;
    }

    /** {@code opensm.exe}: without {@code -g} it takes the first port. */
    static Program opensm(List<WindowsPort> ports, WindowsFiles files, String folder) {
        return call -> {
            Optional<PortGuid> guid = new OpensmArguments(call.arguments())
                    .guid()
                    .flatMap(PortGuid::parse)
                    .filter(given -> given.value() != 0);
            Optional<WindowsPort> port = ports.stream()
                    .filter(each -> guid.map(each.guid()::equals).orElse(true))
                    .findFirst();
            if (port.isEmpty()) {
                Line.write(call.stderr(), "No local ports detected!");
                return 1;
            }
            return run(call, port.get(), files, folder);
        };
    }

    private static int run(Invocation call, WindowsPort port, WindowsFiles files, String folder)
            throws InterruptedException, IOException {
        OpensmHost host = new OpensmHost() {
            @Override
            public Optional<String> read(String path) {
                // Files are opened as text there.
                return files.tryToRead(path).map(content -> content.latin1().replace("\r\n", "\n"));
            }

            @Override
            public String folder() {
                return folder;
            }
        };
        return OpensmRun.toEnd(call, new SimulatedOpensm(port.fabric(), port.ref(), host, call.arguments()));
    }
}
