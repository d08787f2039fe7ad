package dev.ibplay.lab.linux;

import dev.ibplay.exec.Bytes;
import dev.ibplay.lab.disk.Disk;
import dev.ibplay.lab.machine.Background;
import dev.ibplay.lab.machine.Invocation;
import dev.ibplay.lab.machine.Line;
import dev.ibplay.lab.machine.Program;
import dev.ibplay.lab.machine.SimulatedProcess;
import dev.ibplay.opensm.LauncherVariables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * /etc/init.d/opensmd of upstream, MLNX_OFED and DOCA: one daemon, by OPTIONS, whose number is in a file. The script itself is one for
 * bash, and is not read here.
 */
final class OpensmdScript implements Program {
    private static final String PID_FILE = "/var/run/opensm.pid";
    private static final String NAME = "opensm";
    private static final int TERM = 15;
    private static final int NOT_RUNNING = 3;

    private final LinuxHost.OpensmBuild build;

    OpensmdScript(LinuxHost.OpensmBuild build) {
        this.build = build;
    }

    @Override
    public int run(Invocation call) throws IOException, InterruptedException {
        String verb = call.arguments().size() > 1 ? call.arguments().getLast() : "";
        return switch (verb) {
            case "start" -> start(call);
            case "stop" -> stop(call);
            case "restart", "reload" -> {
                stop(call);
                yield start(call);
            }
            case "status" -> running(call).isPresent() ? 0 : NOT_RUNNING;
            default -> {
                Line.write(call.stderr(), "Usage: opensmd start|stop|restart|reload|status");
                yield 1;
            }
        };
    }

    private int start(Invocation call) throws IOException, InterruptedException {
        if (running(call).isPresent()) {
            return 0;
        }
        List<String> words = new ArrayList<>(List.of(build.path(), "--daemon", "--pidfile", PID_FILE));
        words.addAll(new LauncherFile(call.machine().disk()).words(LauncherVariables.OPTIONS));
        SimulatedProcess started = Background.start(call, call.process(), words);
        Background.await(started);
        return 0;
    }

    private static int stop(Invocation call) throws InterruptedException {
        Optional<SimulatedProcess> running = running(call);
        if (running.isPresent()) {
            call.machine().processes().signal(running.get().pid(), TERM);
            Background.await(running.get());
        }
        return 0;
    }

    private static Optional<SimulatedProcess> running(Invocation call) {
        Disk disk = call.machine().disk();
        return disk.tryToRead(PID_FILE)
                .map(Bytes::lossyText)
                .map(String::strip)
                .filter(text -> text.matches("\\d{1,7}"))
                .flatMap(text -> call.machine().processes().find(Integer.parseInt(text)))
                .filter(process -> process.comm().equals(NAME));
    }
}
