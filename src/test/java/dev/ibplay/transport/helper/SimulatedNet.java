package dev.ibplay.transport.helper;

import dev.ibplay.Missing;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** ibsim with a network of any shape and no subnet manager. */
public final class SimulatedNet implements AutoCloseable {
    private static final Path PRELOAD = Path.of("/usr/lib/x86_64-linux-gnu/umad2sim/libumad2sim.so");

    private final Path folder;
    private final String socketName =
            "ibplay-%d-%d".formatted(ProcessHandle.current().pid(), System.nanoTime());
    private final Process ibsim;

    private SimulatedNet(Path folder, Path net) throws IOException {
        this.folder = folder;
        ProcessBuilder builder = new ProcessBuilder(
                        "ibsim", "-s", "-n", "-N", "4000", "-S", "1000", "-P", "80000", net.toString())
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("ibsim.out").toFile());
        builder.environment().put("IBSIM_SOCKNAME", socketName);
        ibsim = builder.start();
    }

    public static void requireTools() {
        NativePrograms.requireTool("ibsim");
        NativePrograms.requireTool("ibnetdiscover");
        Missing.unless(Files.exists(PRELOAD), "libumad2sim");
    }

    /** Starts it in a folder of its own; clients wait until it is ready. */
    public static SimulatedNet start(Path folder, String text) throws IOException {
        Path own = Files.createTempDirectory(folder, "net");
        return new SimulatedNet(own, Files.writeString(own.resolve("net"), text));
    }

    /** What a process on a node needs to see the network. */
    public Map<String, String> environment(String node) {
        return Map.of("LD_PRELOAD", PRELOAD.toString(), "SIM_HOST", node, "IBSIM_SOCKNAME", socketName);
    }

    /** What a tool prints when it is run on a node. */
    public String run(String node, String... words) throws IOException {
        List<String> command = new ArrayList<>(List.of("timeout", "60"));
        command.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(Files.createTempDirectory(folder, "client").toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().putAll(environment(node));
        Process tool = builder.start();
        String printed = new String(tool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        tool.onExit().join();
        return printed;
    }

    @Override
    public void close() {
        ibsim.destroy();
        ibsim.onExit().join();
    }
}
