package dev.ibplay.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.cli.CommandLineRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two real subnet managers: their options, keys and partitions are changed, and who is master stays known at all times. */
@NeedsDocker
@Tag("long")
class SubnetManagersIT {
    private static final String SM1_GUID = "0x2c90300000011";
    private static final String KEY = "0x5ec2e7c0ffee1234";

    private final ContainerFabric fabric = ContainerFabric.shared();
    private final FabricRun run = new FabricRun(fabric);

    @TempDir
    private Path folder = Path.of("set by JUnit");

    @BeforeEach
    void reset() {
        fabric.reset();
    }

    @AfterAll
    static void restore() {
        ContainerFabric.shared().reset();
    }

    /** A play of these hosts, whose opensm is this. */
    private String play(String hosts, String opensm) {
        try {
            Path playbook = Files.createTempFile(folder, "play", ".yml");
            return Files.writeString(
                            playbook,
                            "- hosts: %s%n  become: true%n  state:%n    opensm:%n%s".formatted(hosts, opensm.indent(6)))
                    .toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String pid(String node) {
        return fabric.require(node, "pgrep", "-x", "opensm").strip();
    }

    private String pkeys(String guid) {
        return fabric.require("node1", "smpquery", "-G", "pkeys", guid);
    }

    private String smInfo(String node) {
        return fabric.require(node, "sminfo", "-D", "0");
    }

    private static void assertOneMaster(String master, String standby) {
        assertThat(master).contains("SMINFO_MASTER");
        assertThat(standby).contains("SMINFO_STANDBY");
    }

    /**
     * One journey: options and members take a HUP, and a second run is kept out meanwhile; what takes P_Keys away asks first; the
     * standby stops and starts.
     */
    @Test
    void optionsAndMembersTakeAHup() throws Exception {
        String playbook = play("subnet_managers", """
                options: {sweep_interval: 3, sminfo_polling_timeout: 1500}
                partitions:
                  - {name: storage, pkey: 0x8005, members_add: {sm1: full}}
                  - {name: archive, pkey: 0x8006, members: {node1: full, node2: limited}}
                """);
        String other = play("subnet_managers", "options: {sweep_interval: 4}");
        String pids = pid("sm1") + " " + pid("sm2");
        assertThat(run.expect(2, "check", playbook).stdout())
                .contains(
                        "  opensm: option sweep_interval file 2 -> 3 ",
                        "  opensm: option sminfo_polling_timeout file 1000 -> 1500 ",
                        "  partition 0x0005: P_Key tables fabric 0x0002c90300000011: none -> 0x0002c90300000011: 0x8005 ");

        var controller = new Controller(Files.createDirectory(folder.resolve("first")), fabric.inventory());
        Process apply = controller.apply(playbook);
        fabric.require("sm2", "sh", "-c", """
                for i in $(seq 600); do
                [ -e /var/lib/ibplay/fabric-0x0002c90300000021.lock ] && exit
                sleep 0.1
                done
                exit 1""");
        CommandLineRun refused = run.expect(3, "apply", other, "--yes");
        assertThat(apply.isAlive()).as(controller.output()).isTrue();
        assertThat(apply.waitFor()).as(controller.output()).isZero();

        assertThat(refused.stderr())
                .containsPattern(
                        "sm1: error\\[IB\\d+]: .*another run changes this fabric: \\d{8}T\\d{6}-[0-9a-f]{4} of ");
        assertThat(controller.output()).contains("The desired state holds.", "changed=2");
        assertThat(pid("sm1") + " " + pid("sm2")).as("no new process").isEqualTo(pids);
        for (String node : List.of("sm1", "sm2")) {
            assertThat(fabric.read(node, FabricRun.OPENSM_CONF))
                    .contains("\nsweep_interval 3\n", "\nsminfo_polling_timeout 1500\n", "\nsite_rack_label \"row 3");
        }
        assertThat(pkeys(SM1_GUID)).contains("0x8005").doesNotContain("0x8006");
        assertThat(pkeys("0x2c90300000031")).contains("0x8005", "0x8006");
        assertThat(pkeys("0x2c90300000041")).contains("0x0005", "0x0006");
        assertOneMaster(smInfo("sm1"), smInfo("sm2"));
        run.expect(0, "check", playbook);

        membersGoAndTheStandbyStops();
        theStandbyStarts();
    }

    private void membersGoAndTheStandbyStops() {
        String playbook = play("subnet_managers", """
                enabled: "{{ inventory_hostname == 'sm1' }}"
                partitions:
                  - {name: storage, pkey: 0x8005, members_remove: [node2, sm1]}
                  - {name: archive, pkey: 0x8006, state: absent}
                """);
        String before = run.holdings();
        assertThat(run.expect(5, "apply", playbook, "--yes").stderr())
                .contains(
                        "sm1: error[IB550]: storage 0x0005: 2 ports lose the P_Key: "
                                + "sm1/ibsim0/1 (0x0002c90300000011), node2/ibsim0/1 (0x0002c90300000041)",
                        "sm1: error[IB550]: archive 0x0006: 2 ports lose the P_Key: "
                                + "\"H3\" port 1 (0x0002c90300000031), node2/ibsim0/1 (0x0002c90300000041)",
                        "--allow-removal");
        assertThat(run.holdings()).isEqualTo(before);

        CommandLineRun apply = run.expect(0, "apply", playbook, "--yes", "--allow-removal", "-v");

        assertThat(apply.stdout()).contains("The desired state holds.");
        assertThat(apply.stderr())
                .containsSubsequence(
                        "sm1: write /etc/opensm/partitions.conf, then send HUP to opensm: changed",
                        "sm2: write /etc/opensm/partitions.conf, then stop opensm, now and with the host: changed",
                        "sm1: sm1 is master and the fabric is as planned: ok");
        assertThat(fabric.exec("sm2", "pgrep", "-x", "opensm").exitCode()).isEqualTo(1);
        assertThat(fabric.exec("sm2", "systemctl", "is-enabled", "opensm").stdout())
                .isEqualTo("disabled\n");
        assertThat(smInfo("sm1")).contains("SMINFO_MASTER");
        assertThat(pkeys(SM1_GUID)).doesNotContain("0x8005");
        assertThat(pkeys("0x2c90300000031")).contains("0x8005").doesNotContain("0x8006");
        assertThat(pkeys("0x2c90300000041")).doesNotContain("0x0005").doesNotContain("0x0006");
        for (String node : List.of("sm1", "sm2")) {
            assertThat(fabric.read(node, FabricRun.PARTITIONS_CONF))
                    .contains("storage=0x0005", "# node1", "# Owned by the storage team.")
                    .doesNotContain("archive");
        }
        run.expect(0, "check", playbook);
    }

    @Test
    void aNewKeyIsNeverHalfInForce() throws Exception {
        String playbook = play("subnet_managers", "options: {sm_key: \"%s\"}".formatted(KEY));
        String pid1 = pid("sm1");
        String pid2 = pid("sm2");
        var controller = new Controller(Files.createDirectory(folder.resolve("key")), fabric.inventory());

        CommandLineRun apply =
                controller.ibplay("apply", "-i", fabric.inventory().toString(), playbook, "--yes", "-v", "--diff");

        assertThat(apply.exitCode()).as(apply.all()).isZero();
        assertThat(apply.stdout()).contains("The desired state holds.", "sm_key <hidden>", "changed=2");
        assertThat(apply.stderr())
                .containsSubsequence(
                        "sm2: stop opensm until the master has the new sm_key: changed",
                        "sm1: write /etc/opensm/opensm.conf, then send HUP to opensm: changed",
                        "sm1: the subnet manager of sm1 answers as MASTER: ok",
                        "sm2: write /etc/opensm/opensm.conf, then start opensm: changed",
                        "sm1: sm1 is master and the fabric is as planned: ok");
        assertThat(pid("sm1")).isEqualTo(pid1);
        assertThat(pid("sm2")).isNotEqualTo(pid2);
        for (String node : List.of("sm1", "sm2")) {
            assertThat(fabric.read(node, FabricRun.OPENSM_CONF)).contains("\nsm_key " + KEY + "\n");
            assertThat(fabric.require(node, "ps", "axww", "-o", "args=")).doesNotContainIgnoringCase(KEY.substring(2));
        }
        assertOneMaster(smInfo("sm1"), smInfo("sm2"));
        assertThat(run.expect(0, "check", playbook).all()).doesNotContainIgnoringCase(KEY.substring(2));
        assertThat(apply.all()).doesNotContainIgnoringCase(KEY.substring(2));
        assertThat(controller.ibplay("runs", "show", "last").all()).doesNotContainIgnoringCase(KEY.substring(2));
        assertThat(recorded(controller)).contains("sm_key").doesNotContainIgnoringCase(KEY.substring(2));
    }

    private static String recorded(Controller controller) throws IOException {
        try (Stream<Path> files = Files.walk(controller.state())) {
            return files.filter(Files::isRegularFile)
                    .map(SubnetManagersIT::text)
                    .collect(Collectors.joining());
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** It has the lower priority, so that it can be started beside the master on this simulator. */
    private void theStandbyStarts() {
        String playbook = play("subnet_managers", "enabled: true");
        String before = run.holdings();
        assertThat(run.expect(5, "apply", play("subnet_managers", "enabled: false"), "--yes")
                        .stderr())
                .contains("sm1: error[IB558]: sm1 runs the last subnet manager of its fabric");
        assertThat(run.holdings()).isEqualTo(before);

        CommandLineRun apply = run.expect(0, "apply", playbook, "--yes");

        assertThat(apply.stdout())
                .contains(
                        "sm2\n  opensm: enabled file not started with the host, running not running"
                                + " -> file started with the host, running running ",
                        "The desired state holds.");
        assertThat(fabric.exec("sm2", "systemctl", "is-enabled", "opensm").stdout())
                .isEqualTo("enabled\n");
        assertOneMaster(smInfo("sm1"), smInfo("sm2"));
        run.expect(0, "check", playbook);
    }
}
