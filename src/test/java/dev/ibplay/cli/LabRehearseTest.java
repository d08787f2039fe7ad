package dev.ibplay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.lab.Lab;
import dev.ibplay.lab.LabFolder;
import dev.ibplay.lab.disk.Disk;
import dev.ibplay.lab.layout.LabHost;
import dev.ibplay.lab.layout.LabLayout;
import dev.ibplay.lab.layout.LeafSpine;
import dev.ibplay.lab.linux.LinuxHost;
import dev.ibplay.lab.machine.Machine;
import dev.ibplay.lab.machine.SimulatedProcess;
import dev.ibplay.lab.operations.Operations;
import dev.ibplay.lab.ssh.SshHost;
import dev.ibplay.lab.time.ScaledClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rehearsals for hosts that are simulated themselves: their twins must be as they are, and they must stay so. */
class LabRehearseTest {
    private static final String PLAYBOOK = "playbooks/site.yml";
    private static final String ALIKE = "as their hosts and fabrics in all that a plan rests on";
    private static final String PARTITIONS = "/etc/opensm/partitions.conf";

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    private final ScaledClock clock = new ScaledClock(20);

    @SuppressWarnings("NullAway.Init") // set before each test
    private Lab real;

    @BeforeEach
    void startTheRealOnes() throws IOException, InterruptedException {
        LabFolder place = LabFolder.at(folder.resolve("real"));
        place.create();
        real = Lab.start(LabLayout.sample(3), place, clock);
    }

    @AfterEach
    void stopThem() throws IOException {
        real.close();
        clock.close();
    }

    private CommandLineRun rehearse(String... more) {
        List<String> words = new ArrayList<>(
                List.of("lab", "rehearse", PLAYBOOK, "-i", real.inventory().toString()));
        words.addAll(List.of(more));
        return CommandLineRun.of(
                Map.of("XDG_STATE_HOME", folder.resolve("state").toString()), words.toArray(String[]::new));
    }

    private Disk disk(String host) {
        return real.hosts().machine(host).orElseThrow().machine().disk();
    }

    private void write(String host, String path, String text) throws IOException {
        disk(host).write(path, Bytes.ofUtf8(text), 0644);
    }

    /** What a change would be seen by. */
    private Map<String, String> state() throws IOException {
        Map<String, String> state = new TreeMap<>();
        for (var host : real.hosts().machines()) {
            String name = host.machine().name();
            for (String pattern : List.of(
                    "/etc/opensm/*",
                    "/etc/network/*",
                    "/etc/systemd/network/*",
                    "/sys/class/net/ib0/m*",
                    "/var/lib/ibplay/kept/*")) {
                for (String path : disk(name).glob(pattern)) {
                    state.put(
                            name + ":" + path,
                            disk(name).tryToRead(path).map(Bytes::lossyText).orElse("folder"));
                }
            }
        }
        return state;
    }

    @Test
    void whatWouldHappenIsToldAndNothingHappens() throws Exception {
        Map<String, String> before = state();
        CommandLineRun rehearsal = rehearse();
        assertThat(rehearsal.exitCode()).as(rehearsal.all()).isZero();
        assertThat(rehearsal.stdout())
                .containsSubsequence(
                        "ipoib ib0: mtu running and file 2044 -> 4092",
                        "Rehearsed, in the time of the simulated hosts",
                        "  0:00  sm2: write /etc/opensm/partitions.conf, then restart opensm: changed",
                        "no master for ",
                        "no IPoIB group of partition 0x7fff for ",
                        ALIKE,
                        "changed=5")
                .containsPattern("node03: set ipoib ib0 mtu 4092, .*: changed, \\d+\\.\\d s");
        assertThat(state()).isEqualTo(before);
        assertThat(folder.resolve("state")).as("records of runs").doesNotExist();
    }

    @Test
    void whatRunsOtherwiseThanItsFilesSayRunsSoOnTheTwins() throws Exception {
        // No sweep of the start is to make them live.
        clock.sleep(Duration.ofSeconds(30));
        write("sm1", "/etc/opensm/opensm.conf", "sm_priority 9\nsweep_interval 10\n");
        write("sm2", PARTITIONS, "Default=0x7fff, ipoib, mtu=5 : ALL=full;\n");
        write("node01", "/sys/class/net/ib0/mtu", "1500\n");
        write("node02", "/sys/class/net/ib0/create_child", "0x8001\n");
        CommandLineRun rehearsal = rehearse();
        assertThat(rehearsal.stdout())
                .contains(
                        "opensm: priority file 9, fabric 3 -> 4",
                        "node01\n  ipoib ib0: mtu running 1500, file 2044 -> 4092",
                        ALIKE)
                .doesNotContain("on the twin");
        assertThat(rehearsal.exitCode()).as(rehearsal.all()).isZero();
    }

    @Test
    void aSubnetManagerThatNoPlayNamesIsThereForTheTwinsToo() throws Exception {
        String inventory = Files.readString(real.inventory());
        Files.writeString(
                real.inventory(),
                inventory.lines().filter(line -> !line.startsWith("sm1 ")).reduce("", (a, b) -> a + b + "\n"));
        CommandLineRun rehearsal = rehearse();
        assertThat(rehearsal.stdout()).contains(ALIKE);
        assertThat(rehearsal.exitCode()).as(rehearsal.all()).isEqualTo(5);
    }

    /** One host for each network stack, beside the two subnet managers of the sample. */
    private static LabLayout allStacks() {
        List<String> places = new ArrayList<>(List.of("sm1", "sm2"));
        List<LabHost> hosts = new ArrayList<>(LabLayout.sample(1).hosts().subList(0, 2));
        for (LinuxHost.Stack stack : LinuxHost.Stack.values()) {
            String name = stack.name().toLowerCase(Locale.ROOT).replace('_', '-');
            var adapter = new LinuxHost.Adapter("mlx4_0", "mlx4_core", LeafSpine.adapter(0, places.size()), 1);
            var ib0 = new LinuxHost.Interface(
                    "ib0", IpoibMode.CONNECTED, Optional.of(8000), "10.44.0.%d/24".formatted(places.size()));
            places.add(name);
            hosts.add(new LabHost(
                    new LinuxHost(name, List.of(adapter), List.of(ib0), stack, Optional.empty()),
                    List.of("linux"),
                    Map.of()));
        }
        return new LabLayout(List.of(LeafSpine.of(0, places)), hosts);
    }

    @Test
    void whateverBringsInterfacesUp() throws Exception {
        try (LabFolder place = LabFolder.temporary();
                Lab lab = Lab.start(allStacks(), place, clock)) {
            CommandLineRun rehearsal = CommandLineRun.of(
                    Map.of(), "lab", "rehearse", PLAYBOOK, "-i", lab.inventory().toString(), "--pace", "50");
            assertThat(rehearsal.stdout())
                    .contains(ALIKE, "changed=9")
                    .contains("ipoib ib0: mode running and file connected -> datagram");
            assertThat(rehearsal.exitCode()).as(rehearsal.all()).isZero();
        }
    }

    private void runOn(String host, String... words) throws Exception {
        Machine machine = real.hosts().machine(host).orElseThrow().machine();
        SimulatedProcess own = machine.processes().start(1, 0, List.of("hand"));
        try (Operations operations = new Operations(machine, own, Map.of("PATH", "/usr/sbin:/usr/bin:/bin"))) {
            assertThat(operations.perform(Operation.RunCommand.of(Duration.ofSeconds(60), words)))
                    .isInstanceOfSatisfying(
                            Outcome.CommandEnded.class,
                            ended -> assertThat(ended.succeeded()).isTrue());
        }
    }

    @Test
    void anOpensmThatWasStartedByHand() throws Exception {
        runOn("sm2", "systemctl", "stop", "opensm.service");
        runOn("sm2", "sh", "-c", "/usr/sbin/opensm -p 2 >/dev/null 2>&1 &");
        clock.sleep(Duration.ofSeconds(30));
        CommandLineRun rehearsal = rehearse();
        assertThat(rehearsal.stdout()).as(rehearsal.all()).contains(ALIKE);
        assertThat(rehearsal.stderr()).doesNotContain("IB660");
    }

    /** node03 is in nobody's inventory, but the subnet administration tells of it who asks with its key. */
    @Test
    void whoeverHasJoinedAGroupIsInThatOfTheTwinsToo() throws Exception {
        String inventory = Files.readString(real.inventory());
        Files.writeString(
                real.inventory(),
                inventory.lines().filter(line -> !line.startsWith("node03 ")).reduce("", (a, b) -> a + b + "\n")
                        + "ibplay_sa_key=1\n");
        CommandLineRun rehearsal = rehearse();
        assertThat(rehearsal.stdout()).contains(ALIKE, "changed=4");
        assertThat(rehearsal.exitCode()).as(rehearsal.all()).isZero();
    }

    @Test
    void aHostThatCannotBeReadHasNoTwin() {
        real.servers().get(4).refuse();
        CommandLineRun rehearsal = rehearse();
        assertThat(rehearsal.stdout()).contains("node03  unreachable", ALIKE);
        CommandLineRun apply = CommandLineRun.of(
                Map.of("XDG_STATE_HOME", folder.resolve("state").toString(), Pace.VARIABLE, "20"),
                "apply",
                PLAYBOOK,
                "-i",
                real.inventory().toString(),
                "--yes");
        assertThat(rehearsal.exitCode()).as(apply.all()).isEqualTo(apply.exitCode());
    }

    @Test
    void fromSavedFactsNoHostIsContacted() throws Exception {
        write("sm1", "/etc/opensm/opensm.conf", "sm_priority 3\nsweep_interval 10\nsa_key 0x77\nm_key 0x0\n");
        String saved = folder.resolve("facts").toString();
        CommandLineRun facts =
                CommandLineRun.of(Map.of(), "facts", "-i", real.inventory().toString(), "--save", saved);
        assertThat(facts.exitCode()).as(facts.all()).isZero();
        real.servers().forEach(SshHost::refuse);
        CommandLineRun rehearsal = rehearse("--facts", saved);
        assertThat(rehearsal.exitCode()).as(rehearsal.all()).isZero();
        assertThat(rehearsal.stdout()).contains(ALIKE, "changed=5");
        Path other = Files.createDirectory(folder.resolve("other"));
        assertThat(rehearse("--facts", other.toString()).exitCode())
                .as("hosts without facts")
                .isEqualTo(4);
        CommandLineRun none = rehearse("--facts", folder.resolve("none").toString());
        assertThat(none.exitCode()).as(none.all()).isEqualTo(1);
        assertThat(none.stderr()).contains("--facts: there is no folder ");
    }

    /** An MTU that no kernel takes at this group stands for whatever the simulation cannot bring about. */
    @Test
    void nothingIsRehearsedOnTwinsThatAreOthers() throws Exception {
        Path saved = folder.resolve("facts");
        CommandLineRun facts =
                CommandLineRun.of(Map.of(), "facts", "-i", real.inventory().toString(), "--save", saved.toString());
        assertThat(facts.exitCode()).as(facts.all()).isZero();
        try (Stream<Path> files = Files.list(saved)) {
            Path node = files.filter(file -> file.getFileName().toString().startsWith("node01"))
                    .findFirst()
                    .orElseThrow();
            String text = Files.readString(node);
            assertThat(text).contains("\"2044\\n\"");
            Files.writeString(node, text.replace("\"2044\\n\"", "\"5000\\n\""));
        }
        CommandLineRun rehearsal = rehearse("--facts", saved.toString());
        assertThat(rehearsal.exitCode()).as(rehearsal.all()).isEqualTo(3);
        assertThat(rehearsal.stderr())
                .contains("error[IB660]: the plan for the twins is another one than that for the hosts");
        assertThat(rehearsal.stdout())
                .contains(
                        "node01: interface ib0: datagram, MTU 5000, P_Key 0xffff, carrier, and datagram, MTU 2044,",
                        "node01: only in the plan for the host: ipoib ib0 mtu (running): 5000 -> 4092",
                        "node01: only in the plan for the twin: ipoib ib0 mtu (running): 2044 -> 4092")
                .doesNotContain("Rehearsed");
    }

    @Test
    void whatWouldGoWrongIfSomethingDid() {
        CommandLineRun rehearsal = rehearse("--fault", "sm2 disk-full");
        assertThat(rehearsal.exitCode()).as(rehearsal.all()).isEqualTo(3);
        assertThat(rehearsal.stdout()).contains("sm2     failed", "node01  skipped");
    }

    @Test
    void forPrograms() {
        CommandLineRun rehearsal = rehearse("--format", "json");
        assertThat(rehearsal.exitCode()).as(rehearsal.all()).isZero();
        assertThat(rehearsal.stdout())
                .contains("\"command\" : \"lab rehearse\"", "\"doubts\" : [ ]", "\"missing\" : \"master\"");
    }
}
