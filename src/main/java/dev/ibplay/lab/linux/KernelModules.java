package dev.ibplay.lab.linux;

import dev.ibplay.exec.Bytes;
import dev.ibplay.lab.disk.Disk;
import dev.ibplay.lab.disk.Virtual;
import dev.ibplay.lab.disk.VirtualFolder;
import dev.ibplay.lab.machine.Invocation;
import dev.ibplay.lab.machine.Line;
import dev.ibplay.lab.machine.Machine;
import dev.ibplay.netstack.ConfigFile;
import dev.ibplay.netstack.ModprobeFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The kernel modules of a host: which there are, which are loaded, and the parameters that they were loaded with. This is
 * {@code /sys/module} as well. A module with a value that the kernel refuses would not load at all; here such a value is
 * passed over, as an unknown parameter is.
 */
final class KernelModules implements VirtualFolder {
    private static final Map<String, KernelModule> UPSTREAM = all(false);
    private static final Map<String, KernelModule> MLNX_OFED = all(true);

    private final Machine machine;
    private final Map<String, KernelModule> onDisk;
    private final List<String> wanted = new ArrayList<>();
    private final Map<String, Map<String, String>> loaded = new ConcurrentHashMap<>();

    /** Those that a host with such adapters loads when it boots. */
    KernelModules(Machine machine, List<LinuxHost.Adapter> adapters) {
        this.machine = machine;
        boolean ofed = adapters.stream().anyMatch(a -> a.origin() == LinuxHost.Origin.MLNX_OFED);
        onDisk = ofed ? MLNX_OFED : UPSTREAM;
        for (LinuxHost.Adapter adapter : adapters) {
            wanted.add(adapter.driver());
            wanted.add(adapter.driver().replace("_core", "_ib"));
        }
        wanted.addAll(List.of("ib_umad", "ib_ipoib"));
    }

    private static Map<String, KernelModule> all(boolean ofed) {
        return Stream.of(
                        KernelModule.mlx4(ofed),
                        KernelModule.plain("mlx4_ib"),
                        KernelModule.mlx5(),
                        KernelModule.plain("mlx5_ib"),
                        KernelModule.plain("ib_umad"),
                        KernelModule.ipoib(ofed))
                .collect(Collectors.toUnmodifiableMap(KernelModule::name, Function.identity()));
    }

    /** Loads all anew, with the options of modprobe.d, and over them those of the kernel's command line (modprobe(8)). */
    void load() {
        loaded.clear();
        ModprobeFiles files = new ModprobeFiles(configuration(machine.disk()));
        for (String name : wanted) {
            Optional.ofNullable(onDisk.get(name)).ifPresent(module -> loaded.put(name, parameters(module, files)));
        }
    }

    private static List<ConfigFile> configuration(Disk disk) {
        return ModprobeFiles.FOLDERS.stream()
                .flatMap(folder -> disk.glob(folder + "/*.conf").stream())
                .flatMap(path -> disk.tryToRead(path).map(content -> new ConfigFile(path, content.latin1())).stream())
                .toList();
    }

    private Map<String, String> parameters(KernelModule module, ModprobeFiles files) {
        Map<String, String> values = new TreeMap<>();
        module.parameters().forEach((name, parameter) -> {
            Optional<String> said = bootOption(module.name(), name)
                    .or(() -> files.effective(module.name(), name)
                            .map(source -> source.setting().value()));
            values.put(name, said.flatMap(parameter.type()::parse).orElse(parameter.initial()));
        });
        return Map.copyOf(values);
    }

    /** {@code MODULE.OPTION=VALUE}, the last one. */
    private Optional<String> bootOption(String module, String option) {
        String start = module + "." + option + "=";
        return List.of(machine.commandLine().split(" ", -1)).stream()
                .map(word -> word.startsWith(start) ? word : word.replace('-', '_'))
                .filter(word -> word.startsWith(start))
                .map(word -> word.substring(start.length()))
                .reduce((a, b) -> b);
    }

    /** What a parameter of a loaded module is; empty where there is none. */
    Optional<String> value(String module, String parameter) {
        return Optional.ofNullable(loaded.get(module)).map(values -> values.get(parameter));
    }

    @Override
    public Collection<String> names() {
        return loaded.keySet();
    }

    @Override
    public Optional<Virtual> entry(String name) {
        return Optional.ofNullable(loaded.get(name)).map(values -> {
            Map<String, Virtual> files = new TreeMap<>();
            values.forEach((parameter, value) -> files.put(parameter, NetSysfs.text(() -> value)));
            return files.isEmpty()
                    ? VirtualFolder.of(Map.of())
                    : VirtualFolder.of(Map.of("parameters", VirtualFolder.of(files)));
        });
    }

    /** {@code modinfo -p MODULE}: the parameters of the module on disk, {@code NAME:DESCRIPTION (TYPE)}. */
    int modinfo(Invocation call) throws IOException {
        List<String> words = call.arguments();
        if (words.size() != 3 || !words.get(1).equals("-p")) {
            Line.write(call.stderr(), "modinfo: only -p MODULE is simulated");
            return 1;
        }
        Optional<KernelModule> module =
                Optional.ofNullable(onDisk.get(words.get(2).replace('-', '_')));
        if (module.isEmpty()) {
            Line.write(call.stderr(), "modinfo: ERROR: Module " + words.get(2) + " not found.");
            return 1;
        }
        for (Map.Entry<String, KernelModule.Parameter> each :
                new TreeMap<>(module.get().parameters()).entrySet()) {
            String type = each.getValue().type() == KernelModule.Type.INT ? "int" : "bool";
            Line.write(
                    call.stdout(),
                    "%s:%s (%s)".formatted(each.getKey(), each.getValue().description(), type));
        }
        return 0;
    }

    /** Content of a file, empty where there is none. */
    static String text(Disk disk, String path) {
        return disk.tryToRead(path).map(Bytes::latin1).orElse("");
    }
}
