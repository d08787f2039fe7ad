package dev.ibplay.transport.helper;

import dev.ibplay.Missing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** ibsim as installed from packages, with a fabric of its own. */
public final class FabricSimulator implements AutoCloseable {
    public static final Path PRELOAD = Path.of("/usr/lib/x86_64-linux-gnu/umad2sim/libumad2sim.so");
    private static final Duration READY_LIMIT = Duration.ofSeconds(30);

    private final String socketName;
    private final Path output;
    private final Process process;

    private FabricSimulator(String socketName, Path output, Process process) {
        this.socketName = socketName;
        this.output = output;
        this.process = process;
    }

    public static void requireTools() {
        NativePrograms.requireTool("ibsim");
        Missing.unless(Files.exists(PRELOAD), "libumad2sim");
    }

    /**
     * Starts it and waits until it has carried out the commands.
     *
     * @param net the fabric, as ibnetdiscover would print it
     * @param commands of ibsim's console
     */
    public static FabricSimulator start(Path folder, String net, List<String> commands) throws IOException {
        String name = "ibplay-%d-%d".formatted(ProcessHandle.current().pid(), System.nanoTime());
        Files.writeString(folder.resolve("net"), net);
        Path output = folder.resolve("ibsim.out");
        ProcessBuilder builder = new ProcessBuilder(
                        "ibsim", "-s", folder.resolve("net").toString())
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().put("IBSIM_SOCKNAME", name);
        FabricSimulator simulator = new FabricSimulator(name, output, builder.start());
        simulator.carryOut(commands);
        return simulator;
    }

    /** The console shows its prompt once at its start and again behind each command. Its input stays open: at its end ibsim would spin. */
    private void carryOut(List<String> commands) throws IOException {
        for (String command : commands) {
            process.getOutputStream().write((command + "\n").getBytes(StandardCharsets.UTF_8));
        }
        process.getOutputStream().flush();
        long deadline = System.nanoTime() + READY_LIMIT.toNanos();
        while (prompts() <= commands.size()) {
            if (System.nanoTime() > deadline || !process.isAlive()) {
                close();
                throw new IOException("ibsim does not start: " + Files.readString(output));
            }
            Thread.onSpinWait();
        }
    }

    /** Hands a command to the console, and does not wait for it. */
    public void tell(String command) throws IOException {
        process.getOutputStream().write((command + "\n").getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
    }

    private int prompts() {
        try {
            return Files.readString(output).split("sim> ", -1).length - 1;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a process on a host needs to see the fabric. */
    public Map<String, String> environment(String host) {
        return Map.of("LD_PRELOAD", PRELOAD.toString(), "SIM_HOST", host, "IBSIM_SOCKNAME", socketName);
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().join();
    }
}
