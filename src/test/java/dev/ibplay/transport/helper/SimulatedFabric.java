package dev.ibplay.transport.helper;

import dev.ibplay.Missing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** One switch, four hosts, and OpenSM on the first of them: ibsim and OpenSM as installed from packages. */
public final class SimulatedFabric implements AutoCloseable {
    private static final Path PRELOAD = Path.of("/usr/lib/x86_64-linux-gnu/umad2sim/libumad2sim.so");
    private static final int HOSTS = 4;

    private final Path folder;
    private final String socketName;
    private final List<Process> processes = new ArrayList<>();

    private SimulatedFabric(Path folder) {
        this.folder = folder;
        socketName = "ibplay-%d-%d".formatted(ProcessHandle.current().pid(), System.nanoTime());
    }

    public static void requireTools() {
        NativePrograms.requireTool("ibsim");
        NativePrograms.requireTool("opensm");
        Missing.unless(Files.exists(PRELOAD), "libumad2sim");
    }

    public static SimulatedFabric start(Path folder, String partitions) throws IOException {
        SimulatedFabric fabric = new SimulatedFabric(folder);
        Files.writeString(folder.resolve("net"), netFile());
        Files.writeString(folder.resolve("partitions.conf"), partitions);
        fabric.launch(Map.of(), "ibsim", "-s", "-n", folder.resolve("net").toString());
        String sm = Files.createDirectory(folder.resolve("opensm")).toString();
        fabric.launch(
                Map.of("LD_PRELOAD", PRELOAD.toString(), "SIM_HOST", "H1", "OSM_CACHE_DIR", sm, "OSM_TMP_DIR", sm),
                "opensm",
                "-f",
                sm + "/opensm.log",
                "-P",
                folder.resolve("partitions.conf").toString(),
                "-p",
                "5");
        return fabric;
    }

    private static String netFile() {
        StringBuilder net = new StringBuilder("Switch 8 \"Sw1\"\n");
        for (int i = 1; i <= HOSTS; i++) {
            net.append("[%d] \"H%d\"[1]\n".formatted(i, i));
        }
        for (int i = 1; i <= HOSTS; i++) {
            net.append("\nHca 1 \"H%d\"\n[1] \"Sw1\"[%d]\n".formatted(i, i));
        }
        return net.toString();
    }

    /** What a process on a host needs to see the fabric. */
    public Map<String, String> environment(String host) {
        return Map.of("LD_PRELOAD", PRELOAD.toString(), "SIM_HOST", host, "IBSIM_SOCKNAME", socketName);
    }

    private void launch(Map<String, String> environment, String... words) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(words)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(words[0] + ".out").toFile());
        builder.environment().put("IBSIM_SOCKNAME", socketName);
        builder.environment().putAll(environment);
        processes.add(builder.start());
    }

    @Override
    public void close() {
        processes.reversed().forEach(p -> {
            p.destroy();
            p.onExit().join();
        });
    }
}
