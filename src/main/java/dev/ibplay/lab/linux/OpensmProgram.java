package dev.ibplay.lab.linux;

import dev.ibplay.exec.Bytes;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.lab.disk.Disk;
import dev.ibplay.lab.machine.Background;
import dev.ibplay.lab.machine.Invocation;
import dev.ibplay.lab.machine.Line;
import dev.ibplay.lab.machine.Program;
import dev.ibplay.lab.machine.SimulatedProcess;
import dev.ibplay.lab.opensm.OpensmHost;
import dev.ibplay.lab.opensm.SimulatedOpensm;
import dev.ibplay.lab.programs.OpensmRun;
import dev.ibplay.opensm.OpensmArguments;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** opensm(8): a subnet manager for as long as the process lives. */
final class OpensmProgram implements Program {
    private static final int PID_FILE_MODE = 0644;

    private final List<HostPort> ports;
    private final LinuxHost.OpensmBuild build;

    /**
     * The program of one host.
     *
     * @param ports of the host; without {@code -g} it takes the first one
     */
    OpensmProgram(List<HostPort> ports, LinuxHost.OpensmBuild build) {
        this.ports = List.copyOf(ports);
        this.build = build;
    }

    @Override
    public int run(Invocation call) throws InterruptedException, IOException {
        List<String> words = call.arguments();
        if (words.contains("-h") || words.contains("--help")) {
            call.stdout().write(usage().getBytes(StandardCharsets.UTF_8));
            return 0;
        }
        if (words.contains("--version")) {
            Line.write(call.stdout(), "OpenSM " + build.version());
            return 0;
        }
        if (words.contains("--daemon") || words.contains("-B")) {
            return daemon(call);
        }
        return serve(call);
    }

    /** The beginning of its usage text, which names the files that are built in. */
    private String usage() {
        return """
                -------------------------------------------------
                OpenSM %s
                Usage:   opensm [options]
                Options:
                --config, -F <file-name>
                          The name of the OpenSM config file. When not specified
                          %s will be used (if exists).
                --Pconfig, -P <PKey-conf-file-name>
                          The default name is '%s'.
                """.formatted(build.version(), build.conf(), build.partitions());
    }

    /** The parent ends at once; the process that stays has its number in a file where one is named. */
    private int daemon(Invocation call) throws IOException {
        SimulatedProcess child = Background.copy(call, this::serve);
        child.newSession();
        int at = call.arguments().indexOf("--pidfile");
        if (at >= 0 && at + 1 < call.arguments().size()) {
            String path = call.arguments().get(at + 1);
            call.machine().disk().folders(path.substring(0, Math.max(1, path.lastIndexOf('/'))));
            call.machine().disk().write(path, Bytes.ofUtf8(child.pid() + "\n"), PID_FILE_MODE);
        }
        return 0;
    }

    private int serve(Invocation call) throws InterruptedException, IOException {
        List<String> words = call.arguments();
        Optional<HostPort> port = port(new OpensmArguments(words));
        if (port.isEmpty()) {
            Line.write(call.stderr(), "No local ports detected!");
            return 1;
        }
        var opensm = new SimulatedOpensm(
                port.get().fabric(), port.get().ref(), new Files(call.machine().disk(), folder()), words);
        return OpensmRun.toEnd(call, opensm);
    }

    private String folder() {
        return build.conf().substring(0, Math.max(0, build.conf().lastIndexOf('/')));
    }

    /** What the process sees of its host. */
    private record Files(Disk disk, String folder) implements OpensmHost {
        @Override
        public Optional<String> read(String path) {
            return disk.tryToRead(path).map(Bytes::latin1);
        }
    }

    private Optional<HostPort> port(OpensmArguments arguments) {
        Optional<PortGuid> guid = arguments.guid().flatMap(PortGuid::parse);
        return ports.stream()
                .filter(port -> guid.map(port.guid()::equals).orElse(true))
                .findFirst();
    }
}
