package dev.ibplay.opensm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** The real OpenSM over a simulated switch with four hosts, one process per file; see {@code ibsim(8)}. */
final class SimulatedFabric implements AutoCloseable {
    private static final Path PRELOAD = Path.of("/usr/lib/x86_64-linux-gnu/umad2sim/libumad2sim.so");
    private static final Map<String, String> ROUTES =
            Map.of("H1", "0", "Sw1", "0,1", "H2", "0,1,2", "H3", "0,1,3", "H4", "0,1,4");
    private static final String NET = """
            Switch 8 "Sw1"
            [1] "H1"[1]
            [2] "H2"[1]
            [3] "H3"[1]
            [4] "H4"[1]

            Hca 1 "H1"
            [1] "Sw1"[1]

            Hca 1 "H2"
            [1] "Sw1"[2]

            Hca 1 "H3"
            [1] "Sw1"[3]

            Hca 1 "H4"
            [1] "Sw1"[4]
            """;

    private static final String OUTPUT = "out";

    private final Path folder;
    private final String socket;
    private final Process simulator;

    SimulatedFabric(Path folder) throws IOException {
        this.folder = folder;
        this.socket = "ibplay-" + ProcessHandle.current().pid() + "-" + System.nanoTime();
        Files.writeString(folder.resolve("net"), NET);
        var start = process(List.of("ibsim", "-s", "-n", "net"), false);
        simulator = start.redirectOutput(folder.resolve("ibsim.log").toFile()).start();
    }

    /** What is missing on this machine to run it; empty when nothing is. */
    static List<String> missing() {
        var missing = new ArrayList<String>();
        for (String program : List.of("opensm", "ibsim", "smpquery")) {
            boolean found = List.of("/usr/sbin", "/usr/bin", "/sbin", "/bin").stream()
                    .anyMatch(d -> Files.isExecutable(Path.of(d, program)));
            if (!found) {
                missing.add(program);
            }
        }
        if (!Files.exists(PRELOAD)) {
            missing.add(PRELOAD.toString());
        }
        return missing;
    }

    /** What the kernel's shell gives for a process that was ended by SIGSEGV or SIGABRT, and the JDK with it. */
    private static final Set<Integer> CRASHES = Set.of(128 + 11, 128 + 6);

    /**
     * What one sweep of OpenSM made of a file.
     *
     * @param crashed whether OpenSM broke off when it ended; what it had to say of its groups may be lost then
     */
    record Sweep(boolean discarded, boolean crashed, RecordedRuns.Observed observed) {}

    /** Nothing when OpenSM ended before its sweep did. */
    Optional<Sweep> sweep(String file, SmOptions options) throws IOException, InterruptedException {
        Files.write(folder.resolve("partitions.conf"), file.getBytes(StandardCharsets.ISO_8859_1));
        Files.writeString(
                folder.resolve("opensm.conf"),
                "sa_db_dump TRUE\nforce_log_flush TRUE\ndump_files_dir %s\nqos %s\nallow_both_pkeys %s\n"
                        .formatted(folder, truth(options.qos()), truth(options.allowBothPkeys())));
        Files.deleteIfExists(folder.resolve("opensm-sa.dump"));
        Files.deleteIfExists(folder.resolve("opensm.log"));
        int status = end(List.of("opensm", "-o", "-F", "opensm.conf", "-P", "partitions.conf", "-f", "opensm.log"));
        var output = new StringBuilder();
        for (var route : ROUTES.entrySet()) {
            String table = run(List.of("smpquery", "-D", "pkeys", route.getValue(), "0"));
            output.append("pkeys ")
                    .append(route.getKey())
                    .append(':')
                    .append(table.replace('\n', ' '))
                    .append('\n');
        }
        Path dump = folder.resolve("opensm-sa.dump");
        output.append(Files.exists(dump) ? Files.readString(dump) : ""); // no group, no file
        String log = Files.readString(folder.resolve("opensm.log"), StandardCharsets.ISO_8859_1);
        if (!log.contains("SUBNET UP")) {
            return Optional.empty();
        }
        return Optional.of(new Sweep(
                log.contains("retrying with default config"),
                CRASHES.contains(status),
                RecordedRuns.observed(output.toString())));
    }

    private static String truth(boolean value) {
        return value ? "TRUE" : "FALSE";
    }

    private String run(List<String> command) throws IOException, InterruptedException {
        end(command);
        return Files.readString(folder.resolve(OUTPUT), StandardCharsets.ISO_8859_1);
    }

    /** Runs a program to its end, and gives its status. */
    private int end(List<String> command) throws IOException, InterruptedException {
        Process process = process(command, true)
                .redirectOutput(folder.resolve(OUTPUT).toFile())
                .start();
        if (!process.waitFor(20, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
            throw new IOException("no end of " + String.join(" ", command));
        }
        return process.exitValue();
    }

    private ProcessBuilder process(List<String> command, boolean preload) {
        var builder = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        Map<String, String> env = builder.environment();
        env.put("IBSIM_SOCKNAME", socket);
        env.put("SIM_HOST", "H1");
        env.put("OSM_CACHE_DIR", folder.toString());
        env.put("OSM_TMP_DIR", folder.toString());
        env.put("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
        if (preload) {
            env.put("LD_PRELOAD", PRELOAD.toString());
        }
        return builder;
    }

    @Override
    public void close() {
        simulator.destroyForcibly();
        try {
            simulator.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UncheckedIOException(new IOException("interrupted", e));
        }
    }
}
