package dev.ibplay.facts.linux;

import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.ReadFile;
import dev.ibplay.exec.Operation.ReadMatching;
import dev.ibplay.exec.Operation.ResolvePath;
import dev.ibplay.exec.Operation.RunCommand;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.DriverObserved;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.FileObserved;
import dev.ibplay.facts.Probe;
import dev.ibplay.facts.tools.ToolOutput;
import dev.ibplay.netstack.ModprobeFiles;
import dev.ibplay.netstack.PortMtuRules;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** Kernel modules by name: what is loaded, what the next loading would bring (modprobe.d(5)), and mlx4's port attributes. */
public final class DriverProbe implements Probe<Map<String, DriverObserved>> {
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final int ATTRIBUTE_LIMIT = 4096;

    private static final List<String> PATTERNS =
            ModprobeFiles.FOLDERS.stream().map(folder -> folder + "/*.conf").toList();

    private static final String PORTS = "/sys/bus/pci/drivers/mlx4_core/";

    private final List<String> modules;

    /**
     * A probe of some modules.
     *
     * @param modules as a playbook writes them, with {@code -} or {@code _}
     */
    public DriverProbe(Collection<String> modules) {
        this.modules = List.copyOf(new TreeSet<>(modules));
    }

    @Override
    public List<Operation> operations() {
        List<Operation> operations = new ArrayList<>(ObservedFiles.operations(PATTERNS));
        operations.add(new ReadMatching("/proc/cmdline", 1 << 16));
        operations.add(new ReadMatching(PORTS + "*/mlx4_port*", ATTRIBUTE_LIMIT));
        operations.add(ReadFile.of(PortMtuRules.PATH));
        for (String module : modules) {
            operations.add(new ResolvePath(folder(module)));
            operations.add(new ReadMatching(folder(module) + "/parameters/*", ATTRIBUTE_LIMIT));
            operations.add(RunCommand.of(LIMIT, "modinfo", "-p", module));
        }
        return List.copyOf(operations);
    }

    @Override
    public Map<String, DriverObserved> parse(List<Outcome> outcomes) {
        ObservedFiles files = ObservedFiles.parse(PATTERNS, outcomes);
        int at = PATTERNS.size();
        String boot =
                SysfsFiles.of(outcomes.subList(at, at + 1)).get("/proc/cmdline").orElse("");
        Map<String, String> ports =
                SysfsFiles.of(outcomes.subList(at + 1, at + 2)).contents();
        FileObserved rules = rules(outcomes.get(at + 2));
        at += 3;
        Map<String, DriverObserved> drivers = new LinkedHashMap<>();
        for (String module : modules) {
            SysfsFiles parameters = SysfsFiles.of(outcomes.subList(at + 1, at + 2));
            drivers.put(
                    module,
                    new DriverObserved(
                            module,
                            outcomes.get(at) instanceof Outcome.PathResolved,
                            byName(parameters),
                            parameterNames(outcomes.get(at + 2)),
                            withoutRepeats(files),
                            List.copyOf(files.unlisted().values()),
                            bootOptions(boot, module),
                            underscored(module).equals("mlx4_core") ? ports : Map.of(),
                            rules));
            at += 3;
        }
        return Map.copyOf(drivers);
    }

    private static FileObserved rules(Outcome outcome) {
        return switch (outcome) {
            case Outcome.FileContent file ->
                new FileObserved(PortMtuRules.PATH, Fact.known(file.content()), file.modifiedSeconds());
            case Outcome.FileAbsent ignored -> new FileObserved(PortMtuRules.PATH, Fact.absent(), 0);
            case Outcome.OperationFailed failed ->
                new FileObserved(PortMtuRules.PATH, Fact.unreadable(failed.message()), 0);
            default -> new FileObserved(PortMtuRules.PATH, Fact.unreadable("unexpected answer"), 0);
        };
    }

    /** sysfs and the kernel know a module by underscores only (kmod, modname_normalize). */
    private static String underscored(String module) {
        return module.replace('-', '_');
    }

    private static String folder(String module) {
        return "/sys/module/" + underscored(module);
    }

    private static Map<String, String> byName(SysfsFiles parameters) {
        Map<String, String> values = new TreeMap<>();
        parameters.contents().forEach((path, value) -> values.put(path.substring(path.lastIndexOf('/') + 1), value));
        return values;
    }

    /** One line for each: {@code NAME:what it does (type)}; a description may go on over further lines. */
    private static Fact<List<String>> parameterNames(Outcome modinfo) {
        if (modinfo instanceof Outcome.CommandEnded ended
                && !ended.succeeded()
                && ended.stderr().lossyText().contains("not found")) {
            return Fact.absent();
        }
        Fact<ToolOutput> output = ToolAnswer.of(modinfo);
        return output instanceof Fact.Absent<ToolOutput>
                ? Fact.unreadable("there is no modinfo")
                : output.map(said -> said.lines().stream()
                        .filter(line -> line.matches("\\w+:.*"))
                        .map(line -> line.substring(0, line.indexOf(':')))
                        .toList());
    }

    /** Where /lib is a link to /usr/lib, every file is found twice. */
    private static List<FileObserved> withoutRepeats(ObservedFiles files) {
        return files.files().values().stream()
                .filter(file -> !file.path().startsWith("/lib/")
                        || !files.files().containsKey("/usr" + file.path())
                        || !files.get("/usr" + file.path()).content().equals(file.content()))
                .toList();
    }

    private static List<String> bootOptions(String commandLine, String module) {
        return Arrays.stream(commandLine.split("\\s+", -1))
                .filter(word -> word.indexOf('.') > 0
                        && underscored(word.substring(0, word.indexOf('.'))).equals(underscored(module)))
                .map(word -> word.substring(word.indexOf('.') + 1))
                .toList();
    }
}
