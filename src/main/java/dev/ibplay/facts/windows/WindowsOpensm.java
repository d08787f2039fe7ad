package dev.ibplay.facts.windows;

import dev.ibplay.exec.Bytes;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.FileObserved;
import dev.ibplay.facts.OpensmInstance;
import dev.ibplay.facts.OpensmLauncher;
import dev.ibplay.facts.OpensmObserved;
import dev.ibplay.facts.OpensmProcess;
import dev.ibplay.facts.WindowsServiceObserved;
import dev.ibplay.facts.WindowsServiceObserved.Start;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.opensm.OpensmArguments;
import dev.ibplay.opensm.OpensmConf;
import dev.ibplay.opensm.ServiceCommandLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** OpenSM as services, and as processes that somebody has started by hand. */
final class WindowsOpensm {
    private static final String CONF = "opensm.conf";
    private static final String PARTITIONS = "partitions.conf";

    /** Below the folder of programs: what builds of the OpenFabrics stack have compiled in. WinOF's is not known. */
    private static final String OPEN_FABRICS = "\\OFED\\";

    private static final Pattern ABSOLUTE = Pattern.compile("[A-Za-z]:[\\\\/].*|\\\\\\\\.*");
    private static final Pattern HEXADECIMAL = Pattern.compile("(?:0[xX])?([0-9a-fA-F]{1,16})");

    private final List<WindowsServiceObserved> services;
    private final List<OpensmProcess> processes;
    private final Optional<String> programs;
    private final Function<String, Optional<FileObserved>> read;
    private final Set<String> missing = new TreeSet<>();

    /**
     * OpenSM of a host.
     *
     * @param programs the folder of programs ({@code %ProgramFiles%})
     * @param read the files that were read, by path
     */
    WindowsOpensm(
            List<WindowsServiceObserved> services,
            List<OpensmProcess> processes,
            Optional<String> programs,
            Function<String, Optional<FileObserved>> read) {
        this.services = services;
        this.processes = processes;
        this.programs = programs;
        this.read = read;
    }

    /** The files that are wanted and were not read; known after {@link #observed}. */
    Set<String> missing() {
        return Set.copyOf(missing);
    }

    /** Absent where no service is set up and no process runs. */
    Fact<OpensmObserved> observed() {
        List<OpensmInstance> instances = new ArrayList<>();
        services.forEach(service -> instances.add(instance(service)));
        processes.stream()
                .filter(process -> services.stream().noneMatch(s -> s.process().equals(Optional.of(process.pid()))))
                .forEach(process ->
                        instances.add(instance(process.arguments(), Optional.of(process), Optional.empty())));
        if (instances.isEmpty()) {
            return Fact.absent();
        }
        OpensmLauncher launcher = new OpensmLauncher(
                services.isEmpty() ? OpensmLauncher.Kind.BY_HAND : OpensmLauncher.Kind.WINDOWS_SERVICE,
                Optional.empty(),
                List.of(),
                services.isEmpty()
                        ? Fact.known(false)
                        : services.getFirst().start().map(start -> start.compareTo(Start.AUTOMATIC) <= 0));
        return Fact.known(new OpensmObserved(launcher, instances, Fact.unreadable("not asked"), doubts()));
    }

    private OpensmInstance instance(WindowsServiceObserved service) {
        Optional<OpensmProcess> process = processes.stream()
                .filter(running -> service.process().equals(Optional.of(running.pid())))
                .findFirst();
        // What runs was started with what it shows; the service may have been changed since.
        OpensmArguments arguments = process.map(OpensmProcess::arguments)
                .filter(running -> running.all().size() > 1)
                .orElseGet(() -> new OpensmArguments(ServiceCommandLine.split(service.commandLine())));
        return instance(arguments, process, Optional.of(service));
    }

    private OpensmInstance instance(
            OpensmArguments arguments, Optional<OpensmProcess> process, Optional<WindowsServiceObserved> service) {
        FileObserved conf =
                arguments.config().map(path -> named(path, CONF)).orElseGet(() -> standard(arguments, CONF));
        return new OpensmInstance(
                conf,
                partitions(arguments, conf),
                process,
                service.map(WindowsServiceObserved::name),
                guid(arguments),
                service.isPresent(),
                List.of(),
                service);
    }

    private FileObserved partitions(OpensmArguments arguments, FileObserved conf) {
        Optional<String> given = arguments.partitionConfig();
        if (given.isPresent()) {
            return named(given.get(), PARTITIONS);
        }
        return switch (conf.content()) {
            case Fact.Known<Bytes> known ->
                OpensmConf.parse(conf.path(), known.value().latin1())
                        .last("partition_config_file")
                        .map(located -> located.value())
                        .filter(path -> !path.isEmpty() && !path.equals("(null)"))
                        .map(path -> named(path, PARTITIONS))
                        .orElseGet(() -> standard(arguments, PARTITIONS));
            case Fact.Absent<Bytes> ignored -> standard(arguments, PARTITIONS);
            case Fact.Unreadable<Bytes> unreadable ->
                untold(PARTITIONS, CONF + ", which may name another file, cannot be read: " + unreadable.because());
        };
    }

    private FileObserved named(String path, String what) {
        return ABSOLUTE.matcher(path).matches()
                ? get(path)
                : untold(what, path + " is relative to a folder that cannot be told");
    }

    /** Where a build of the OpenFabrics stack looks when nothing is named. */
    private FileObserved standard(OpensmArguments arguments, String name) {
        boolean known = arguments.all().stream().limit(1).anyMatch(program -> program.contains(OPEN_FABRICS));
        return programs.filter(folder -> known)
                .map(folder -> get(folder + OPEN_FABRICS + "OpenSM\\" + name))
                .orElseGet(() -> untold(name, "no option names it, and where this OpenSM looks is not known"));
    }

    private FileObserved get(String path) {
        return read.apply(path).orElseGet(() -> {
            missing.add(path);
            return untold(path, path + " was not read");
        });
    }

    private static FileObserved untold(String path, String why) {
        return new FileObserved(path, Fact.unreadable(why), 0);
    }

    /** {@code -g}; 0 is the first Active port. */
    private static Optional<PortGuid> guid(OpensmArguments arguments) {
        return arguments
                .guid()
                .map(HEXADECIMAL::matcher)
                .filter(Matcher::matches)
                .map(found -> Long.parseUnsignedLong(found.group(1), 16))
                .filter(guid -> guid != 0)
                .map(PortGuid::new);
    }

    private List<String> doubts() {
        List<String> doubts = new ArrayList<>();
        services.forEach(service -> {
            List<String> words = ServiceCommandLine.split(service.commandLine());
            if (!words.contains("--service")) {
                doubts.add(
                        "service %s is started without --service: the service manager gives it up as one that does not answer"
                                .formatted(service.name()));
            }
            if (new OpensmArguments(words).priority().isPresent()) {
                doubts.add("service %s gives a priority on its command line, which wins over opensm.conf"
                        .formatted(service.name()));
            }
            if (service.start() instanceof Fact.Known<Start> known && known.value() == Start.DISABLED) {
                doubts.add("service %s is disabled".formatted(service.name()));
            }
        });
        processes.stream()
                .filter(process -> process.arguments().all().size() <= 1)
                .forEach(process -> doubts.add(
                        "which options process %d was started with cannot be told".formatted(process.pid())));
        return List.copyOf(doubts);
    }
}
