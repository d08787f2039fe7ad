package dev.ibplay.lab.scenarios;

import static dev.ibplay.lab.scenarios.Scene.datagram;
import static dev.ibplay.lab.scenarios.Scene.group;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.cli.CommandLineRun;
import dev.ibplay.ib.Mtu;
import dev.ibplay.lab.Lab;
import dev.ibplay.lab.LabFolder;
import dev.ibplay.lab.LabLook;
import dev.ibplay.lab.layout.LabLayout;
import dev.ibplay.lab.linux.LinuxHost.Origin;
import dev.ibplay.lab.machine.SimulatedHost;
import dev.ibplay.lab.time.ScaledClock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stories as a user lives them: command lines, SSH, exit codes. */
class CommandLineTest {
    private static final double PACE = 20;

    private final ScaledClock clock = new ScaledClock(PACE);

    @TempDir
    private Path files;

    @AfterEach
    void stop() {
        clock.close();
    }

    private CommandLineRun apply(Lab lab, String playbook) throws Exception {
        Path file = Files.writeString(files.resolve("site.yml"), playbook);
        return CommandLineRun.of(
                Map.of(
                        "XDG_STATE_HOME", files.toString(),
                        "IBPLAY_LAB_PACE", Double.toString(PACE)),
                "apply",
                "--yes",
                "-i",
                lab.inventory().toString(),
                file.toString());
    }

    private void reboot(Lab lab, String... names) throws InterruptedException {
        for (String name : names) {
            SimulatedHost host = lab.hosts().machine(name).orElseThrow();
            host.machine().reboot();
            awaitUp(host);
        }
    }

    private void awaitUp(SimulatedHost host) throws InterruptedException {
        while (!(host.machine().isUp() && host.isSettled())) {
            clock.sleep(Duration.ofMillis(200));
        }
    }

    /** The first run sets a driver's option and ends with 6; after the reboots the rest is done; then there is nothing to do. */
    @Test
    void anOptionThatWaitsForAReboot() throws Exception {
        String playbook = """
                - hosts: linux
                  state:
                    driver: {mlx4_core: {set_4k_mtu: 1}}
                """ + group("subnet_managers", Mtu.MTU_4096) + datagram("linux", "ib0", 4092);
        LabLayout layout = DriverOptionTest.layout(Origin.MLNX_OFED, Mtu.MTU_2048, 2044);
        try (LabFolder folder = LabFolder.temporary();
                Lab lab = Lab.start(layout, folder, clock)) {
            CommandLineRun first = apply(lab, playbook);
            assertThat(first.exitCode()).as(first.all()).isEqualTo(6);
            assertThat(first.stdout()).containsPattern("node1 +held").containsPattern("node2 +held");

            reboot(lab, "node1", "node2");
            CommandLineRun second = apply(lab, playbook);
            assertThat(second.exitCode()).as(second.all()).isZero();
            assertThat(second.stdout()).containsPattern("sm1 +changed").containsPattern("node2 +changed");
            assertThat(LabLook.at(lab.hosts()).running()).containsEntry("node1 ib0", "datagram 4092");

            CommandLineRun third = apply(lab, playbook);
            assertThat(third.exitCode()).as(third.all()).isZero();
            assertThat(third.stdout()).contains("changed=0").containsPattern("node1 +ok");
        }
    }

    /** One host is just rebooting when a group is to be lowered: it waits, and the end is 4 for that host; later it is done. */
    @Test
    void aLoweringThatMeetsAReboot() throws Exception {
        String playbook = group("subnet_managers", Mtu.MTU_1024) + datagram("linux", "ib0", 1020);
        try (LabFolder folder = LabFolder.temporary();
                Lab lab = Lab.start(LabLayout.sample(2), folder, clock)) {
            SimulatedHost node = lab.hosts().machine("node02").orElseThrow();
            node.machine().bootTime(Duration.ofMinutes(4));
            node.machine().reboot();
            CommandLineRun waits = apply(lab, playbook);
            assertThat(waits.exitCode()).as(waits.all()).isEqualTo(4);
            assertThat(waits.stdout())
                    .contains("Held:\n", "partition 0x7fff until these can be read: node02")
                    .containsPattern("sm1 +held")
                    .containsPattern("node01 +changed")
                    .containsPattern("node02 +unreachable");
            assertThat(LabLook.at(lab.hosts()).running()).containsEntry("node01 ib0", "datagram 1020");
            assertThat(lab.hosts().fabrics().getFirst().gaps())
                    .as("groups that were made anew")
                    .noneMatch(gap -> gap.group().isPresent());

            awaitUp(node);
            CommandLineRun done = apply(lab, playbook);
            assertThat(done.exitCode()).as(done.all()).isZero();
            assertThat(LabLook.at(lab.hosts()).running())
                    .containsEntry("node01 ib0", "datagram 1020")
                    .containsEntry("node02 ib0", "datagram 1020");
        }
    }

    private void rehearsesAsItApplies(LabLayout layout, String playbook, int exitCode) throws Exception {
        try (LabFolder folder = LabFolder.temporary();
                Lab lab = Lab.start(layout, folder, clock)) {
            String inventory = lab.inventory().toString();
            LabLook before = LabLook.at(lab.hosts());
            Path file = Files.writeString(files.resolve("site.yml"), playbook);
            CommandLineRun rehearsal = CommandLineRun.of(Map.of(), "lab", "rehearse", "-i", inventory, file.toString());
            assertThat(rehearsal.stdout())
                    .as(rehearsal.stderr())
                    .contains("as their hosts and fabrics in all that a plan rests on");
            assertThat(rehearsal.exitCode()).as(rehearsal.all()).isEqualTo(exitCode);
            assertThat(LabLook.at(lab.hosts()))
                    .as("the hosts that were only read")
                    .isEqualTo(before);
            CommandLineRun apply = apply(lab, playbook);
            assertThat(apply.exitCode()).as(apply.all()).isEqualTo(exitCode);
            assertThat(recap(rehearsal)).isEqualTo(recap(apply));
        }
    }

    private static String recap(CommandLineRun run) {
        return run.stdout().substring(run.stdout().indexOf("\nRecap\n"));
    }

    /** mlx4 with a driver that makes small ports, until the reboot. */
    @Test
    void whatWaitsForARebootWaitsInARehearsalToo() throws Exception {
        rehearsesAsItApplies(
                DriverOptionTest.layout(Origin.MLNX_OFED, Mtu.MTU_2048, 2044),
                """
                        - hosts: linux
                          state:
                            driver: {mlx4_core: {set_4k_mtu: 1}}
                        """ + group("subnet_managers", Mtu.MTU_4096) + datagram("linux", "ib0", 4092),
                6);
    }

    @Test
    void twoFabricsAreRehearsedAsTwo() throws Exception {
        rehearsesAsItApplies(
                TwoFabricsTest.dualRail(), group("sm1:sm2", Mtu.MTU_4096) + datagram("linux", "ib0", 4092), 0);
    }
}
