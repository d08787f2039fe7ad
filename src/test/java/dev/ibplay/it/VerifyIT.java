package dev.ibplay.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.cli.CommandLineRun;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A fabric in its state, broken behind ibplay's back: verify finds it and names the level. Each test mends what it broke. */
@NeedsDocker
class VerifyIT {
    private static final String MASTER = "0x2c90300000011";

    private final ContainerFabric fabric = ContainerFabric.shared();
    private final FabricRun run = new FabricRun(fabric);

    @BeforeAll
    static void bringToState() {
        ContainerFabric.shared().reset();
        new FabricRun(ContainerFabric.shared()).expect(0, "apply", FabricRun.PLAYBOOK, "--yes");
    }

    @AfterEach
    void isMended() {
        run.expect(0, "verify", FabricRun.PLAYBOOK);
    }

    private String edited() {
        return fabric.read("sm1", FabricRun.PARTITIONS_CONF)
                .replace("Default=0x7fff, ipoib, mtu=4,", "Default=0x7fff, ipoib, mtu=3,");
    }

    @Test
    void aFileEditedBehindItsBack() {
        String right = fabric.read("sm1", FabricRun.PARTITIONS_CONF);
        fabric.write("sm1", FabricRun.PARTITIONS_CONF, edited());

        CommandLineRun verify = run.expect(2, "verify", FabricRun.PLAYBOOK);

        assertThat(verify.stdout())
                .startsWith("sm1\n  partition 0x7fff: mtu file 1024 -> 2048   (playbooks/two-k.yml:9:59)\n\nRecap");
        fabric.write("sm1", FabricRun.PARTITIONS_CONF, right);
    }

    @Test
    void aRightFileThatTheFabricDoesNotFollow() {
        String right = fabric.read("sm1", FabricRun.PARTITIONS_CONF);
        fabric.write("sm1", FabricRun.PARTITIONS_CONF, edited());
        fabric.require("sm1", "systemctl", "restart", "opensm");
        run.awaitGroupMtu("0x83");
        fabric.write("sm1", FabricRun.PARTITIONS_CONF, right);

        CommandLineRun verify = run.expect(2, "verify", FabricRun.PLAYBOOK);

        assertThat(verify.stdout())
                .startsWith("sm1\n  partition 0x7fff: mtu fabric 1024 -> 2048   (playbooks/two-k.yml:9:59)\n\nRecap");
        fabric.require("sm1", "systemctl", "restart", "opensm");
        run.awaitGroupMtu("0x84");
    }

    @Test
    void aSubnetManagerStartedByHandWithAnotherPriority() {
        fabric.require(
                "sm1", "sh", "-c", "systemctl stop opensm && ibsim-env /usr/sbin/opensm -p 9 -B >/dev/null 2>&1");
        run.awaitMaster(MASTER, 9);

        CommandLineRun verify = run.expect(2, "verify", FabricRun.PLAYBOOK);

        assertThat(verify.stdout())
                .startsWith("sm1\n  opensm: priority running started with -p 9, fabric 9 -> 4"
                        + "   (playbooks/two-k.yml:7:17)\n\nRecap");
        // To change what somebody started by hand is not ours to do.
        CommandLineRun check = run.expect(5, "check", FabricRun.PLAYBOOK);
        assertThat(check.stderr())
                .contains("sm1: error[IB508]: opensm was started with -p 9, which wins over the file");
        fabric.require(
                "sm1",
                "sh",
                "-c",
                "pkill -x opensm; while pgrep -x opensm; do sleep 0.1; done; systemctl start opensm");
        run.awaitMaster(MASTER, 4);
    }

    @Test
    void anInterfaceSetBack() {
        fabric.require("node2", "ip", "link", "set", "ib0", "mtu", "1500");

        CommandLineRun verify = run.expect(2, "verify", FabricRun.PLAYBOOK);

        assertThat(verify.stdout())
                .startsWith("node2\n  ipoib ib0: mtu running 1500 -> 2044   (playbooks/two-k.yml:18:34)\n\nRecap");
        fabric.require("node2", "ip", "link", "set", "ib0", "mtu", "2044");
    }
}
