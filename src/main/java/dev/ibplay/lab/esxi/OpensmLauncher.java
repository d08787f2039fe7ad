package dev.ibplay.lab.esxi;

import dev.ibplay.exec.Bytes;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.lab.disk.Disk;
import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.machine.Background;
import dev.ibplay.lab.machine.Invocation;
import dev.ibplay.lab.machine.Line;
import dev.ibplay.lab.machine.Machine;
import dev.ibplay.lab.machine.Program;
import dev.ibplay.lab.machine.SimulatedProcess;
import dev.ibplay.lab.opensm.OpensmHost;
import dev.ibplay.lab.opensm.SimulatedOpensm;
import dev.ibplay.lab.programs.OpensmRun;
import dev.ibplay.opensm.OpensmArguments;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The community package's subnet managers: one for each adapter, with a folder of its own. */
final class OpensmLauncher {
    /** The package's only program for a subnet manager. */
    static final String PROGRAM = "/opt/opensm/bin/opensm-static";

    private static final String FOLDERS = "/scratch/opensm/";
    private static final int FILE_MODE = 0644;
    private static final int TERM = 15;

    private final EsxiHost host;
    private final List<EsxiPort> ports;
    private boolean filled;

    OpensmLauncher(EsxiHost host, List<EsxiPort> ports) {
        this.host = host;
        this.ports = List.copyOf(ports);
    }

    /** What the host does at boot, where the package is installed and there are ports. */
    void boot(Machine machine) {
        if (host.opensm().isEmpty() || ports.isEmpty()) {
            return;
        }
        try {
            List<String> words = List.of("/bin/sh", "/opt/opensm/bin/start");
            SimulatedProcess process = machine.processes().start(1, 0, words);
            Invocation call = new Invocation(
                    machine,
                    process,
                    words,
                    Map.of("PATH", EsxiMachines.PATH),
                    "/",
                    InputStream.nullInputStream(),
                    OutputStream.nullOutputStream(),
                    OutputStream.nullOutputStream());
            fill(machine.disk(), host.opensm().get());
            machine.processes().run(process, () -> start(call));
        } catch (Errno full) {
            // As on a real host: the boot goes on without.
        }
    }

    /** The files that somebody has made before the host's first boot here. */
    private void fill(Disk disk, EsxiHost.OpensmPackage made) throws Errno {
        if (filled) {
            return;
        }
        filled = true;
        for (EsxiHost.OpensmFolder folder : folders()) {
            disk.folders(folder.path());
            if (made.conf().isPresent()) {
                disk.write(
                        folder.path() + "/opensm.conf", Bytes.ofUtf8(made.conf().get()), FILE_MODE);
            }
            if (made.partitions().isPresent()) {
                disk.write(
                        folder.path() + "/partitions.conf",
                        Bytes.ofUtf8(made.partitions().get()),
                        FILE_MODE);
            }
        }
        for (Map.Entry<String, Bytes> file : host.given().files().entrySet()) {
            disk.folders(file.getKey().substring(0, file.getKey().lastIndexOf('/')));
            disk.write(file.getKey(), file.getValue(), FILE_MODE);
        }
    }

    /** Those that are given, else one for the first port of each adapter. */
    private List<EsxiHost.OpensmFolder> folders() {
        return host.given().folders().isEmpty()
                ? ports.stream()
                        .filter(port -> port.number() == 1)
                        .map(port -> new EsxiHost.OpensmFolder(
                                FOLDERS + port.adapter().name(), port.guid(), Optional.empty()))
                        .toList()
                : host.given().folders();
    }

    private List<String> words(EsxiHost.OpensmFolder folder) {
        if (folder.arguments().isPresent()) {
            List<String> words = new ArrayList<>(List.of(PROGRAM));
            words.addAll(folder.arguments().get());
            return words;
        }
        List<String> words = new ArrayList<>(List.of(
                PROGRAM,
                "-g",
                "0x%016x".formatted(folder.port().value()),
                "-f",
                folder.path() + "/opensm.log",
                "-P",
                folder.path() + "/partitions.conf"));
        boolean readsConf = host.opensm()
                .filter(made -> made.launcher() != EsxiHost.Launcher.PARTITIONS_ONLY)
                .isPresent();
        if (readsConf) {
            words.addAll(List.of("-F", folder.path() + "/opensm.conf"));
        }
        return words;
    }

    /** Makes folders that are not there yet. */
    private int start(Invocation call) throws IOException {
        for (EsxiHost.OpensmFolder folder : folders()) {
            call.machine().disk().folders(folder.path());
            Background.start(call, call.process(), words(folder));
        }
        return 0;
    }

    private static List<SimulatedProcess> running(Invocation call) {
        return call.machine().processes().all().stream()
                .filter(process -> process.arguments().getFirst().equals(PROGRAM))
                .toList();
    }

    /** /etc/init.d/opensmd. */
    Program script() {
        return call -> {
            String verb = call.arguments().size() > 1 ? call.arguments().getLast() : "";
            return switch (verb) {
                case "start" -> running(call).isEmpty() ? start(call) : 0;
                case "stop" -> stop(call);
                case "restart" -> {
                    stop(call);
                    yield start(call);
                }
                case "status" -> {
                    boolean isRunning = !running(call).isEmpty();
                    Line.write(call.stdout(), isRunning ? "opensm is running" : "opensm is not running");
                    yield isRunning ? 0 : 3;
                }
                default -> {
                    Line.write(call.stdout(), "Usage: opensmd {start|stop|status|restart}");
                    yield 1;
                }
            };
        };
    }

    private static int stop(Invocation call) throws InterruptedException {
        for (SimulatedProcess process : running(call)) {
            call.machine().processes().signal(process.pid(), TERM);
            Background.await(process);
        }
        return 0;
    }

    /** opensm-static: without {@code -g} it takes the first port. */
    Program program() {
        return call -> {
            Optional<PortGuid> guid =
                    new OpensmArguments(call.arguments()).guid().flatMap(PortGuid::parse);
            Optional<EsxiPort> port = ports.stream()
                    .filter(each -> guid.map(each.guid()::equals).orElse(true))
                    .findFirst();
            if (port.isEmpty()) {
                Line.write(call.stderr(), "No local ports detected!");
                return 1;
            }
            OpensmHost files = path -> call.machine().disk().tryToRead(path).map(Bytes::latin1);
            return OpensmRun.toEnd(
                    call, new SimulatedOpensm(port.get().fabric(), port.get().ref(), files, call.arguments()));
        };
    }
}
