package dev.ibplay.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.cli.CommandLineRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever starts OpenSM on a host, its own files are found and changed, and only the opensm process is told. */
@NeedsDocker
@Tag("long")
class OpensmPlacesIT {
    private static final String SM1_GUID = "0x2c90300000011";
    private static final String SYSCONFIG = "/etc/sysconfig/opensm";

    private final ContainerFabric fabric = ContainerFabric.shared();
    private final FabricRun run = new FabricRun(fabric);

    @TempDir
    private Path folder = Path.of("set by JUnit");

    private String playbook = "";

    @BeforeEach
    void reset() throws IOException {
        fabric.reset();
        playbook = Files.writeString(folder.resolve("priority.yml"), """
                - hosts: subnet_managers
                  become: true
                  state:
                    opensm: {priority: "{{ sm_priority }}"}
                """).toString();
    }

    @AfterAll
    static void restore() {
        ContainerFabric.shared().reset();
    }

    /** All that has to do with OpenSM's processes, with numbers and arguments. */
    private List<String> processes() {
        return fabric.require("sm1", "sh", "-c", "ps -o pid=,comm=,args= -C opensm,opensm-launch")
                .lines()
                .map(String::strip)
                .toList();
    }

    /** The standby must not take over meanwhile: on this simulator a master that finds another one hangs. */
    private void start(String launcher, String... preparation) {
        fabric.require("sm2", "fabric-node", "stop-sm");
        fabric.launcher("sm1", launcher);
        if (preparation.length > 0) {
            fabric.require("sm1", preparation);
        }
        fabric.startSubnetManager("sm1", "master");
        fabric.startSubnetManager("sm2", "standby");
    }

    private void assertPriorityIsLowered(String conf) {
        List<String> before = processes();

        CommandLineRun check = run.expect(2, "check", playbook, "--diff");
        assertThat(check.stdout())
                .contains(
                        "priority file and fabric 5 -> 4",
                        "+++ " + conf + " (sm1)",
                        "-sm_priority 5",
                        "+sm_priority 4");
        CommandLineRun apply = run.expect(0, "apply", playbook, "--yes");

        assertThat(apply.stdout()).contains("The desired state holds.");
        assertThat(processes()).as("no process is a new one").isEqualTo(before);
        assertThat(fabric.read("sm1", conf)).contains("\nsm_priority 4\n", "site_rack_label \"row 3, rack 12\"");
        run.awaitMaster(SM1_GUID, 4);
        run.expect(0, "check", playbook);
    }

    @ParameterizedTest
    @CsvSource({"debian, /etc/opensm/opensm.conf", "rhel, /etc/rdma/opensm.conf", "opensmd, /etc/opensm/opensm.conf"})
    void aLowerPriorityIsAHup(String launcher, String conf) {
        start(launcher);

        assertPriorityIsLowered(conf);
    }

    @Test
    void onePortOfGuids() {
        start("rhel", "sh", "-c", "echo GUIDS=" + SM1_GUID + " > " + SYSCONFIG);
        assertThat(processes())
                .anyMatch(line ->
                        line.endsWith("/usr/sbin/opensm -g " + SM1_GUID + " --subnet_prefix 0xfe80000000000000"));

        assertPriorityIsLowered("/etc/rdma/opensm.conf");
    }

    @Test
    void aNumberedConf() {
        start("rhel", "mv", "/etc/rdma/opensm.conf", "/etc/rdma/opensm.conf.1");

        assertPriorityIsLowered("/etc/rdma/opensm.conf.1");
    }

    /** The variable wins over the file at the next start, and the process has it as an argument now. */
    @Test
    void aPriorityThatTheLauncherHandsOver() throws IOException {
        start("rhel", "sed", "-i", "s/^#PRIORITY=.*/PRIORITY=5/", SYSCONFIG);
        List<String> before = processes();
        assertThat(before).anyMatch(line -> line.endsWith("/usr/sbin/opensm -p 5"));

        CommandLineRun lowered = run.expect(0, "apply", playbook, "--yes");

        assertThat(lowered.stdout())
                .contains(
                        "  opensm: priority file and fabric 5, running started with -p 5 -> 4 ",
                        "  opensm: priority in /etc/sysconfig/opensm file 5 -> 4 ",
                        "The desired state holds.");
        assertThat(processes()).as("no process is a new one").isEqualTo(before);
        assertThat(fabric.read("sm1", SYSCONFIG)).contains("\nPRIORITY=4\n#GUIDS=");
        assertThat(fabric.read("sm1", "/etc/rdma/opensm.conf")).contains("\nsm_priority 4\n");
        run.awaitMaster(SM1_GUID, 4);
        run.expect(0, "check", playbook);

        restartsByTheUnit();
    }

    /** A new group takes a new process; the master moves with it, since it gets the lower priority. */
    private void restartsByTheUnit() throws IOException {
        String group = Files.writeString(folder.resolve("group.yml"), """
                - hosts: subnet_managers
                  become: true
                  state:
                    opensm:
                      priority: "{{ 0 if inventory_hostname == 'sm1' else 1 }}"
                      partitions:
                        - {name: Default, pkey: 0x7fff, mtu: 2048}
                """).toString();

        CommandLineRun apply = run.expect(0, "apply", group, "--yes", "-v");

        assertThat(apply.stderr())
                .containsSubsequence(
                        "sm2: write /etc/opensm/partitions.conf, then restart opensm: changed",
                        "sm1: the subnet manager of sm2 answers: ok",
                        "sm1: write /etc/rdma/opensm.conf and /etc/rdma/partitions.conf and /etc/sysconfig/opensm,"
                                + " then restart opensm: changed",
                        "sm1: sm2 is master and the fabric is as planned: ok");
        assertThat(processes()).anyMatch(line -> line.endsWith("/usr/sbin/opensm -p 0"));
        run.awaitMaster("0x2c90300000021", 1);
        run.awaitGroupMtu("0x84");
        assertThat(fabric.require("sm1", "sminfo", "-D", "0")).contains("priority 0 state 2 SMINFO_STANDBY");
        run.expect(0, "check", group);
    }
}
