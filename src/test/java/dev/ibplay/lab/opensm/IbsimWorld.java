package dev.ibplay.lab.opensm;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.ProcessConnection;
import dev.ibplay.transport.TransportException;
import dev.ibplay.transport.helper.FabricSimulator;
import dev.ibplay.transport.helper.NativePrograms;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The world as ibsim and OpenSM make it, both as installed from packages. */
final class IbsimWorld implements World {
    private static final String CONFIGURED = "SUBNET UP";

    private final Path folder;
    private final FabricSimulator simulator;
    private final HostSession session;
    private final Map<String, Process> managers = new HashMap<>();

    private IbsimWorld(Path folder, FabricSimulator simulator, HostSession session) {
        this.folder = folder;
        this.simulator = simulator;
        this.session = session;
    }

    static void requireTools() {
        NativePrograms.requireTool("opensm");
        FabricSimulator.requireTools();
    }

    static IbsimWorld start(Path folder, Path helper) throws IOException, TransportException {
        FabricSimulator simulator = FabricSimulator.start(folder, SimulatedWorld.NET, List.of());
        for (String host : List.of("H1", "H2", "H3", "H4")) {
            Files.createDirectory(folder.resolve(host));
        }
        ProcessConnection host = ProcessConnection.plain()
                .withEnvironment(simulator.environment("H4"))
                .in(folder.resolve("H4"));
        return new IbsimWorld(folder, simulator, NativePrograms.open(host, helper));
    }

    @Override
    public String path(String host, String file) {
        return folder.resolve(host).resolve(file).toString();
    }

    @Override
    public void write(String host, String file, String text) {
        try {
            Files.writeString(Path.of(path(host, file)), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void remove(String host, String file) {
        try {
            Files.delete(Path.of(path(host, file)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void start(String host, List<String> more) {
        List<String> command = new ArrayList<>(arguments(host, more));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.resolve(host).toFile())
                .redirectErrorStream(true)
                .redirectOutput(Path.of(path(host, "opensm.out")).toFile());
        builder.environment().putAll(simulator.environment(host));
        builder.environment().put("OSM_CACHE_DIR", folder.resolve(host).toString());
        builder.environment().put("OSM_TMP_DIR", folder.resolve(host).toString());
        try {
            managers.put(host, builder.start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Process manager(String host) {
        return Optional.ofNullable(managers.get(host)).orElseThrow();
    }

    @Override
    public void hup(String host) {
        try {
            new ProcessBuilder("kill", "-HUP", Long.toString(manager(host).pid()))
                    .start()
                    .onExit()
                    .join();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void terminate(String host) {
        manager(host).destroy();
        manager(host).onExit().join();
    }

    @Override
    public void kill(String host) {
        manager(host).destroyForcibly().onExit().join();
    }

    @Override
    public void cut(String host) {
        tell("Unlink \"" + host + "\"[1]");
    }

    @Override
    public void restore(String host) {
        tell("ReLink \"" + host + "\"[1]");
    }

    private void tell(String command) {
        try {
            simulator.tell(command);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** How often the host's OpenSM says that it has configured the fabric. */
    int sweeps(String host) {
        return log(host).split(CONFIGURED, -1).length - 1;
    }

    /** Whether it is master and has not configured the fabric since: it waits for an answer that ibsim does not pass on. */
    boolean hangs(String host) {
        String log = log(host);
        return log.lastIndexOf("Entering MASTER") > log.lastIndexOf(CONFIGURED);
    }

    private String log(String host) {
        try {
            Path log = Path.of(path(host, "opensm.log"));
            return Files.exists(log) ? Files.readString(log) : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Outcome ask(Operation question) {
        try {
            return session.run(Batch.of(List.of(question)), NativePrograms.LIMIT)
                    .getFirst();
        } catch (TransportException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        session.close();
        managers.values().forEach(manager -> manager.destroyForcibly().onExit().join());
        simulator.close();
    }
}
