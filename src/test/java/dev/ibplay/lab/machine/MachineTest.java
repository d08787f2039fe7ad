package dev.ibplay.lab.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.CommandEnd;
import dev.ibplay.lab.disk.Disk;
import dev.ibplay.lab.time.ManualClock;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MachineTest {
    private final ManualClock clock = new ManualClock();
    private final Machine machine = new Machine("node01", new Disk(clock), clock);

    private static int echo(Invocation call) throws java.io.IOException {
        List<String> words = call.arguments();
        call.stdout().write(String.join(" ", words).getBytes(StandardCharsets.UTF_8));
        return 0;
    }

    private String run(String path, String... arguments) throws Exception {
        List<String> all = new ArrayList<>(List.of(path));
        all.addAll(List.of(arguments));
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        SimulatedProcess process = machine.processes().start(1, 0, all);
        Invocation call = new Invocation(
                machine,
                process,
                all,
                Map.of(),
                "/",
                InputStream.nullInputStream(),
                output,
                OutputStream.nullOutputStream());
        machine.processes().runHere(process, () -> machine.load(path).run(call));
        return output.toString(StandardCharsets.UTF_8);
    }

    @Test
    void aProgramIsItsContentWhereverThatIs() throws Exception {
        machine.install("/usr/bin/echo", MachineTest::echo);
        machine.disk().write("/tmp-copy", machine.disk().read("/usr/bin/echo"), 0700);
        assertThat(run("/tmp-copy", "a", "b")).isEqualTo("/tmp-copy a b");
        machine.disk().write("/usr/bin/echo", Bytes.ofUtf8("damaged"), 0);
        assertThatThrownBy(() -> machine.load("/usr/bin/echo")).hasMessageContaining("Exec format error");
        machine.disk().chmod("/tmp-copy", 0600);
        assertThatThrownBy(() -> machine.load("/tmp-copy")).hasMessageContaining("Permission denied");
    }

    @Test
    void aScriptIsRunByItsInterpreter() throws Exception {
        machine.install("/bin/echo", MachineTest::echo);
        machine.disk().write("/script", Bytes.ofUtf8("#! /bin/echo -n x\nbody\n"), 0755);
        assertThat(run("/script", "a")).isEqualTo("/bin/echo -n x /script a");
        machine.disk().write("/loop", Bytes.ofUtf8("#!/loop\n"), 0755);
        assertThatThrownBy(() -> machine.load("/loop")).hasMessageContaining("symbolic links");
    }

    @Test
    void aSiblingKnowsTheSameProgramsAndItsOwnFiles() throws Exception {
        machine.install("/bin/echo", MachineTest::echo);
        Machine other = machine.sibling("node02");
        machine.disk().write("/only", Bytes.EMPTY, 0644);
        assertThat(other.program("/bin/echo")).isPresent();
        assertThat(other.disk().exists("/only")).isFalse();
        assertThat(other.bootId()).isNotEqualTo(machine.bootId());
        assertThat(other.find("echo", "/usr/bin:/bin")).contains("/bin/echo");
        assertThat(other.find("ech", "/usr/bin:/bin")).isEmpty();
    }

    @Test
    void procTellsOfProcesses() throws Exception {
        clock.advance(Duration.ofMillis(1230));
        SimulatedProcess opensm = machine.processes().start(1, 0, List.of("/usr/sbin/opensm", "-g", "0x1"));
        String folder = "/proc/" + opensm.pid();
        assertThat(machine.disk().read(folder + "/comm").lossyText()).isEqualTo("opensm\n");
        assertThat(machine.disk().read(folder + "/cmdline").lossyText()).isEqualTo("/usr/sbin/opensm\0-g\0" + "0x1\0");
        assertThat(machine.disk().read(folder + "/stat").lossyText().split(" ", -1)[21])
                .isEqualTo("123");
        assertThat(machine.disk().read("/proc/uptime").lossyText()).startsWith("1.23 ");
        machine.processes().end(opensm.pid(), 0);
        assertThat(machine.disk().exists(folder)).isFalse();
    }

    @Test
    void signalsEndAProcessUnlessItHandlesThem() {
        SimulatedProcess one = machine.processes().start(1, 0, List.of("one"));
        List<Integer> seen = new ArrayList<>();
        one.onSignal(seen::add);
        assertThat(machine.processes().signal(one.pid(), 1)).isTrue();
        assertThat(seen).containsExactly(1);
        machine.processes().signal(one.pid(), 9);
        assertThat(one.ended()).isCompletedWithValue(new CommandEnd.Signalled(9));
        assertThat(machine.processes().signal(one.pid(), 0)).isFalse();
    }

    @Test
    void aKilledProgramIsInterrupted() {
        SimulatedProcess process = machine.processes().start(1, 0, List.of("sleep"));
        machine.processes().run(process, () -> {
            clock.sleep(Duration.ofDays(1));
            return 0;
        });
        machine.processes().signal(process.pid(), 15);
        assertThat(process.ended().join()).isEqualTo(new CommandEnd.Signalled(15));
    }

    @Test
    void aRebootEndsEverythingAndIsAnotherBoot() {
        SimulatedProcess process = machine.processes().start(1, 0, List.of("sleep"));
        String before = machine.bootId();
        clock.advance(Duration.ofSeconds(90));
        List<Long> boots = new ArrayList<>();
        machine.onBoot(() -> boots.add(machine.bootedAtSeconds()));
        machine.reboot();
        assertThat(process.isAlive()).isFalse();
        assertThat(machine.bootId()).isNotEqualTo(before);
        assertThat(boots).containsExactly(clock.epochSeconds());
        assertThat(machine.processes().all()).hasSize(1);
    }

    @Test
    void aRebootTakesItsTime() {
        machine.bootTime(Duration.ofSeconds(8));
        List<String> seen = new ArrayList<>();
        machine.onHalt(() -> seen.add("down " + machine.isUp()));
        machine.onBoot(() -> seen.add("booting " + machine.isUp()));
        machine.logins().open(0, () -> seen.add("dropped"));
        String before = machine.bootId();
        machine.reboot();
        machine.reboot();
        machine.logins().open(0, () -> seen.add("refused"));
        assertThat(machine.processes().start(1, 0, List.of("sleep")).isAlive()).isFalse();
        assertThat(machine.processes().all()).isEmpty();
        clock.advance(Duration.ofSeconds(7));
        assertThat(machine.isUp()).isFalse();
        clock.advance(Duration.ofSeconds(1));
        assertThat(machine.isUp()).isTrue();
        assertThat(machine.bootId()).isNotEqualTo(before);
        assertThat(seen).containsExactly("dropped", "down false", "refused", "booting false");
        assertThat(machine.processes().all()).hasSize(1);
    }
}
