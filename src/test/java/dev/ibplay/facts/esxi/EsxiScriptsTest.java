package dev.ibplay.facts.esxi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.Missing;
import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.GuardObserved;
import dev.ibplay.facts.GuardObserved.State;
import dev.ibplay.facts.tools.Said;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The scripts of the probes, run by real shells on a folder in place of the root. */
class EsxiScriptsTest {
    @TempDir
    Path root;

    private void write(String path, String text) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private String run(Operation operation, String shell, String... folders) throws Exception {
        String script = ((Operation.RunCommand) operation).arguments().getLast();
        for (String folder : folders) {
            script = script.replace(folder, root + folder);
        }
        List<String> words = new ArrayList<>(List.of(shell.split(" ", -1)));
        Missing.unless(Files.isExecutable(Path.of("/bin/" + words.getFirst())), words.getFirst());
        words.addAll(List.of("-c", script));
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(said).isZero();
        return said.replace(root.toString(), "");
    }

    @ParameterizedTest
    @ValueSource(strings = {"dash", "busybox ash"})
    void placesOfOpensm(String shell) throws Exception {
        String[] folders = {"/scratch", "/opt", "/etc"};
        OpensmPlaces none = OpensmPlaces.of(Said.well(run(OpensmPlaces.QUESTION, shell, folders)));
        assertThat(none).isEqualTo(new OpensmPlaces(false, false, List.of(), List.of(), false, List.of()));
        write("scratch/opensm/mlx4_0/partitions.conf", "");
        write("scratch/opensm/with blank/opensm.conf", "");
        write("scratch/opensm/opensm.log", "");
        write("etc/init.d/OpenSMd", "");
        write("etc/init.d/sfcbd", "");
        write("etc/rc.local.d/local.sh", "#!/bin/sh\n# opensm is started elsewhere\n");
        write("opt/opensm/bin/opensm-static", "#!/bin/sh\necho ------\necho \"OpenSM 3.3.16\"\necho \"$@\"\nexit 2\n");
        Files.setPosixFilePermissions(
                root.resolve("opt/opensm/bin/opensm-static"), PosixFilePermissions.fromString("rwxr-xr-x"));
        OpensmPlaces found = OpensmPlaces.of(Said.well(run(OpensmPlaces.QUESTION, shell, folders)));
        assertThat(found)
                .isEqualTo(new OpensmPlaces(
                        true,
                        true,
                        List.of("/scratch/opensm/mlx4_0", "/scratch/opensm/with blank"),
                        List.of("/etc/init.d/OpenSMd"),
                        false,
                        List.of("3.3.16")));
        write("etc/rc.local.d/local.sh", "#!/bin/sh\n/opt/opensm/bin/opensm-static -B\nexit 0\n");
        assertThat(OpensmPlaces.of(Said.well(run(OpensmPlaces.QUESTION, shell, folders)))
                        .local())
                .isTrue();
    }

    private Outcome files(String name) throws IOException {
        List<Outcome.NamedFile> found = new ArrayList<>();
        for (String guard : List.of("a", "b", "c")) {
            Path file = root.resolve("var/lib/ibplay/guards/" + guard + "/" + name);
            if (Files.exists(file)) {
                found.add(new Outcome.NamedFile(
                        "/var/lib/ibplay/guards/" + guard + "/" + name, Bytes.of(Files.readAllBytes(file))));
            }
        }
        return new Outcome.FilesFound(found);
    }

    private List<GuardObserved> guards(String shell) throws Exception {
        EsxiGuardsProbe probe = new EsxiGuardsProbe();
        String said = run(probe.operations().getFirst(), shell, "/var");
        return probe.parse(List.of(
                new Outcome.CommandEnded(new CommandEnd.Exited(0), Bytes.ofUtf8(said), Bytes.EMPTY),
                files("state"),
                files("record"),
                files("log")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"dash", "busybox ash"})
    void whatHasBecomeOfGuards(String shell) throws Exception {
        assertThat(guards(shell)).isEmpty();
        String folder = "var/lib/ibplay/guards/";
        write(folder + "a/state", "armed\n");
        write(folder + "a/process", ProcessHandle.current().pid() + " 0 boot\n");
        write(folder + "a/deadline", "120.00 4711-1\n");
        write(folder + "a/record", "run: r1\nwhat: vmk1: MTU 1500 -> 2044\n");
        Files.setLastModifiedTime(
                root.resolve(folder + "a/deadline"), FileTime.from(Instant.now().minusSeconds(30)));
        write(folder + "b/state", "armed\n");
        // No process has a number beyond 2^22.
        write(folder + "b/process", "99999999 0 boot\n");
        write(folder + "b/deadline", "120.00 4711-1\n");
        write(folder + "c/state", "undone\n");
        List<GuardObserved> found = guards(shell);
        assertThat(found).hasSize(3);
        assertThat(found.getFirst().state()).isInstanceOf(State.Waiting.class);
        assertThat(((State.Waiting) found.getFirst().state()).seconds()).isBetween(60L, 90L);
        assertThat(found.getFirst().run()).isEqualTo("r1");
        assertThat(found.getFirst().what()).isEqualTo("vmk1: MTU 1500 -> 2044");
        assertThat(found.get(1).state()).isEqualTo(new State.Unknown("its process has ended while armed"));
        assertThat(found.get(2).state()).isEqualTo(new State.Undone());
    }

    @ParameterizedTest
    @ValueSource(strings = {"dash", "busybox ash"})
    void processes(String shell) throws Exception {
        assertThat(run(EsxiProcesses.PS, shell)).isNotBlank();
    }
}
