package dev.ibplay.lab.linux;

import dev.ibplay.exec.Bytes;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.lab.machine.Invocation;
import dev.ibplay.lab.machine.Program;
import dev.ibplay.lab.opensm.OpensmHost;
import dev.ibplay.lab.opensm.SimulatedOpensm;
import dev.ibplay.opensm.OpensmArguments;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/** opensm(8) of Debian: a subnet manager for as long as the process lives. */
final class OpensmProgram implements Program {
    /** The beginning of its usage text, which names the files that are built in. */
    private static final String USAGE = """
            -------------------------------------------------
            OpenSM 3.3.23
            Usage:   opensm [options]
            Options:
            --config, -F <file-name>
                      The name of the OpenSM config file. When not specified
                      /etc/opensm/opensm.conf will be used (if exists).
            --Pconfig, -P <PKey-conf-file-name>
                      The default name is '/etc/opensm/partitions.conf'.
            """;

    private static final int HUP = 1;
    private static final int USR1 = 10;

    private final List<HostPort> ports;

    /**
     * The program of one host.
     *
     * @param ports of the host; without {@code -g} it takes the first one
     */
    OpensmProgram(List<HostPort> ports) {
        this.ports = List.copyOf(ports);
    }

    @Override
    public int run(Invocation call) throws InterruptedException, IOException {
        List<String> words = call.arguments();
        if (words.contains("-h") || words.contains("--help")) {
            call.stdout().write(USAGE.getBytes(StandardCharsets.UTF_8));
            return 0;
        }
        if (words.contains("--version")) {
            Line.write(call.stdout(), "OpenSM 3.3.23");
            return 0;
        }
        Optional<HostPort> port = port(new OpensmArguments(words));
        if (port.isEmpty()) {
            Line.write(call.stderr(), "No local ports detected!");
            return 1;
        }
        OpensmHost host = path -> call.machine().disk().tryToRead(path).map(Bytes::latin1);
        var opensm = new SimulatedOpensm(port.get().fabric(), port.get().ref(), host, words);
        var over = new CountDownLatch(1);
        opensm.onEnd(over::countDown);
        call.process().onSignal(signal -> {
            switch (signal) {
                case HUP -> opensm.hup();
                case USR1 -> {}
                default -> opensm.terminate();
            }
        });
        Optional<String> refusal = opensm.start();
        if (refusal.isPresent()) {
            Line.write(call.stderr(), refusal.get());
            return 1;
        }
        try {
            over.await();
            return 0;
        } catch (InterruptedException killed) {
            opensm.kill();
            throw killed;
        }
    }

    private Optional<HostPort> port(OpensmArguments arguments) {
        Optional<PortGuid> guid = arguments.guid().flatMap(PortGuid::parse);
        return ports.stream()
                .filter(port -> guid.map(port.guid()::equals).orElse(true))
                .findFirst();
    }
}
