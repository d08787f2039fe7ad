package dev.ibplay.lab.linux;

import dev.ibplay.exec.Bytes;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.fabric.SimulatedFabric;
import dev.ibplay.lab.layout.LeafSpine;
import dev.ibplay.lab.machine.Invocation;
import dev.ibplay.lab.machine.Machine;
import dev.ibplay.lab.machine.SimulatedProcess;
import dev.ibplay.lab.time.ManualClock;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A host of one network stack with two ports, on a fabric without a subnet manager: ib0 has a file, ib1 has none. */
final class StackMachine {
    private static final String PATH = "/usr/sbin:/usr/bin:/sbin:/bin";

    private static final Duration BOOT = Duration.ofMinutes(1);

    private final ManualClock clock = new ManualClock();
    private final LinuxMachine host;
    private final Machine machine;

    StackMachine(LinuxHost.Stack stack) throws Errno {
        var fabric = new SimulatedFabric(LeafSpine.of(0, List.of("a", "b")), clock);
        var ib0 = new LinuxHost.Interface("ib0", IpoibMode.DATAGRAM, Optional.of(2000), "10.44.0.1/24");
        var description = new LinuxHost(
                "node1",
                List.of(
                        new LinuxHost.Adapter("mlx4_0", "mlx4_core", LeafSpine.adapter(0, 0), 1),
                        new LinuxHost.Adapter("mlx4_1", "mlx4_core", LeafSpine.adapter(0, 1), 1)),
                List.of(ib0),
                stack,
                Optional.empty());
        host = new LinuxMachines(clock).make(description, "192.0.2.2", node -> fabric);
        machine = host.machine();
        host.boot();
    }

    /** What a program ends with, and what it says on both outputs. */
    record Said(int status, String text) {}

    Said run(String... words) throws IOException, InterruptedException, Errno {
        SimulatedProcess process = machine.processes().start(1, 0, List.of(words));
        var out = new ByteArrayOutputStream();
        int status = machine.load(machine.find(words[0], PATH).orElseThrow())
                .run(new Invocation(
                        machine,
                        process,
                        List.of(words),
                        Map.of("PATH", PATH),
                        "/",
                        InputStream.nullInputStream(),
                        out,
                        out));
        return new Said(status, out.toString(StandardCharsets.UTF_8));
    }

    /** What it says when it ends well. */
    String says(String... words) throws IOException, InterruptedException, Errno {
        Said said = run(words);
        if (said.status() != 0) {
            throw new AssertionError(String.join(" ", words) + ": " + said);
        }
        return said.text();
    }

    String net(String path) {
        try {
            return machine.disk().read("/sys/class/net/" + path).lossyText().strip();
        } catch (Errno unreadable) {
            return unreadable.name();
        }
    }

    void setNet(String path, String value) throws Errno {
        machine.disk().write("/sys/class/net/" + path, Bytes.ofUtf8(value + "\n"), 0644);
    }

    String file(String path) throws Errno {
        return machine.disk().read(path).lossyText();
    }

    void write(String path, String text, int mode) throws Errno {
        machine.disk().folders(path.substring(0, path.lastIndexOf('/')));
        machine.disk().write(path, Bytes.ofUtf8(text), mode);
    }

    /** Makes a file say something else. */
    void edit(String path, String before, String after) throws Errno {
        String text = file(path);
        if (!text.contains(before)) {
            throw new AssertionError(path + ": " + text);
        }
        machine.disk().write(path, Bytes.ofUtf8(text.replace(before, after)), 0600);
    }

    void reboot() {
        machine.reboot();
        clock.advance(BOOT);
    }

    IpoibKernel kernel() {
        return host.kernel();
    }

    Machine machine() {
        return machine;
    }
}
