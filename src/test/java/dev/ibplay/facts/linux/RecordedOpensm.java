package dev.ibplay.facts.linux;

import dev.ibplay.exec.Bytes;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.FileObserved;
import dev.ibplay.facts.OpensmInstance;
import dev.ibplay.facts.OpensmObserved;
import java.util.ArrayList;
import java.util.List;

/** A recorded host that may have OpenSM: what its processes, units and programs look like, and what a probe makes of it. */
final class RecordedOpensm {
    static final String GUID1 = "0x0002c903000e0b72";
    static final String GUID2 = "0x0002c903000e0b73";

    final RecordedHost host = new RecordedHost();
    /** How many batches {@link #found} took. */
    int batches;

    private final List<String> places = new ArrayList<>();
    private final List<String> units = new ArrayList<>();
    private final List<String> programs = new ArrayList<>();

    RecordedOpensm file(String path, String... lines) {
        host.file(path, lines);
        return this;
    }

    RecordedOpensm unreadable(String path) {
        host.unreadable(path);
        return this;
    }

    /** An installed opensm, as its usage text names version and files. */
    RecordedOpensm installed(String path, String version, String folder) {
        programs.addAll(List.of(
                "program " + path,
                "OpenSM " + version,
                "          " + folder + "/opensm.conf will be used (if exists).",
                "          The default name is '" + folder + "/partitions.conf'."));
        return this;
    }

    RecordedOpensm installed(String folder) {
        return installed("/usr/sbin/opensm", "3.3.23", folder);
    }

    /** A process in a control group, with the folder it was started in. */
    RecordedOpensm process(int pid, String group, String... arguments) {
        host.process(pid, "opensm", arguments);
        places.addAll(List.of(
                "process " + pid,
                "folder /",
                "program " + (arguments[0].startsWith("/") ? arguments[0] : "/usr/sbin/opensm"),
                "group 0::" + group));
        return this;
    }

    /** Adds to what is known of the last process, or takes the place of it. */
    RecordedOpensm place(String line) {
        places.removeIf(old -> places.indexOf(old) > places.size() - 4
                && old.startsWith(line.substring(0, line.indexOf(' ') + 1))
                && line.contains(" "));
        places.add(line);
        return this;
    }

    /** A loaded unit, with the properties that matter. */
    RecordedOpensm unit(String id, String state, String fileState, String command, String... more) {
        units.add(String.join(
                        "\n",
                        "Id=" + id,
                        "MainPID=0",
                        "LoadState=loaded",
                        "ActiveState=" + state,
                        "UnitFileState=" + fileState,
                        "ExecStart={ path=" + command.split(" ", -1)[0] + " ; argv[]=" + command
                                + " ; ignore_errors=no ; start_time=[n/a] ; stop_time=[n/a] ; pid=0 ; code=(null) }",
                        String.join("\n", more))
                + "\n");
        return systemd();
    }

    RecordedOpensm notFound(String id) {
        units.add("Id=" + id + "\nMainPID=0\nLoadState=not-found\nActiveState=inactive\n");
        return systemd();
    }

    RecordedOpensm systemd() {
        host.file("/run/systemd/system/booted");
        return this;
    }

    Fact<OpensmObserved> found() {
        host.says("sh -c own=", places.toArray(String[]::new));
        host.says("sh -c for b in", programs.toArray(String[]::new));
        if (!units.isEmpty()) {
            host.says("systemctl show", String.join("\n", units));
        }
        OpensmFound found = host.ask(new OpensmProbe());
        for (batches = 1; batches < 3 && found.next().isPresent(); batches++) {
            found = host.ask(found.next().get());
        }
        return found.opensm();
    }

    OpensmObserved opensm() {
        return found().ifKnown().orElseThrow(() -> new AssertionError(found().toString()));
    }

    /** One line for each instance: files, port, process, unit. */
    static List<String> instances(OpensmObserved opensm) {
        return opensm.instances().stream().map(RecordedOpensm::line).toList();
    }

    private static String line(OpensmInstance instance) {
        return "%s %s port %s process %s unit %s%s"
                .formatted(
                        file(instance.conf()),
                        file(instance.partitions()),
                        instance.port().map(Object::toString).orElse("-"),
                        instance.process().map(p -> Integer.toString(p.pid())).orElse("-"),
                        instance.unit().orElse("-"),
                        instance.launched() ? "" : " by itself");
    }

    private static String file(FileObserved file) {
        return switch (file.content()) {
            case Fact.Known<Bytes> ignored -> file.path();
            case Fact.Absent<Bytes> ignored -> "(" + file.path() + ")";
            case Fact.Unreadable<Bytes> unreadable -> file.path() + "[" + unreadable.because() + "]";
        };
    }
}
