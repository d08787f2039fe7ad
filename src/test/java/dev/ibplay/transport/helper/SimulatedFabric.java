package dev.ibplay.transport.helper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One switch, four hosts, and OpenSM on the first of them: ibsim and OpenSM as installed from packages. */
public final class SimulatedFabric implements AutoCloseable {
    private static final int HOSTS = 4;

    private final FabricSimulator simulator;
    private final Process manager;

    private SimulatedFabric(FabricSimulator simulator, Process manager) {
        this.simulator = simulator;
        this.manager = manager;
    }

    public static void requireTools() {
        NativePrograms.requireTool("opensm");
        FabricSimulator.requireTools();
    }

    public static SimulatedFabric start(Path folder, String partitions) throws IOException {
        FabricSimulator simulator = FabricSimulator.start(folder, netFile(), List.of());
        Files.writeString(folder.resolve("partitions.conf"), partitions);
        String own = Files.createDirectory(folder.resolve("opensm")).toString();
        Map<String, String> environment = new HashMap<>(simulator.environment("H1"));
        environment.putAll(Map.of("OSM_CACHE_DIR", own, "OSM_TMP_DIR", own));
        ProcessBuilder manager = new ProcessBuilder(
                        "opensm",
                        "-f",
                        own + "/opensm.log",
                        "-P",
                        folder.resolve("partitions.conf").toString(),
                        "-p",
                        "5")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("opensm.out").toFile());
        manager.environment().putAll(environment);
        return new SimulatedFabric(simulator, manager.start());
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
        return simulator.environment(host);
    }

    @Override
    public void close() {
        manager.destroy();
        manager.onExit().join();
        simulator.close();
    }
}
