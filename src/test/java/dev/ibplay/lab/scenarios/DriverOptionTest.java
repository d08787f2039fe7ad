package dev.ibplay.lab.scenarios;

import static dev.ibplay.lab.scenarios.Scene.assertNothingToDo;
import static dev.ibplay.lab.scenarios.Scene.datagram;
import static dev.ibplay.lab.scenarios.Scene.group;
import static dev.ibplay.lab.scenarios.Scene.mtu;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.Mtu;
import dev.ibplay.journal.HostStatus;
import dev.ibplay.lab.LabLook;
import dev.ibplay.lab.LabRun;
import dev.ibplay.lab.layout.LabLayout;
import dev.ibplay.lab.layout.LeafSpine;
import dev.ibplay.lab.linux.LinuxHost.Origin;
import dev.ibplay.lab.scenarios.Scene.Rail;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A group is to carry 4K, which some adapters do only after an option of their driver and a reboot. */
class DriverOptionTest {
    static LabLayout layout(Origin origin, Mtu group, int mtu) {
        return new LabLayout(
                List.of(LeafSpine.of(0, List.of("sm1", "sm2", "node1", "node2"))),
                List.of(
                        Scene.manager("sm1", Rail.mlx5(0, 0), 5, group),
                        Scene.manager("sm2", Rail.mlx5(0, 1), 3, group),
                        Scene.node("node1", List.of(Rail.mlx4(0, 2, origin)), IpoibMode.DATAGRAM, mtu),
                        Scene.node("node2", List.of(Rail.mlx4(0, 3, origin)), IpoibMode.DATAGRAM, mtu)));
    }

    private static String option(String option) {
        return """
                - hosts: linux
                  state:
                    driver: {mlx4_core: {%s}}
                """.formatted(option);
    }

    @Test
    void anOptionThenARebootThenTheRest() throws Exception {
        String playbook =
                option("set_4k_mtu: 1") + group("subnet_managers", Mtu.MTU_4096) + datagram("linux", "ib0", 4092);
        try (LabRun lab = new LabRun(layout(Origin.MLNX_OFED, Mtu.MTU_2048, 2044))) {
            LabLook before = LabLook.at(lab.hosts);

            LabRun.Finished first = lab.run(playbook);
            assertThat(first.status("node1")).as("%s", first.record()).isEqualTo(HostStatus.HELD);
            assertThat(first.record().held()).isNotEmpty();
            assertThat(lab.read("node1", "/etc/modprobe.d/mlx4_core.conf")).contains("set_4k_mtu=1");
            assertThat(LabLook.at(lab.hosts).fabric()).isEqualTo(before.fabric());
            assertThat(lab.read("sm1", "/etc/opensm/partitions.conf")).contains("mtu=4");

            lab.reboot("node1");
            LabRun.Finished half = lab.run(playbook);
            assertThat(half.status("node2")).isEqualTo(HostStatus.HELD);
            assertThat(lab.read("sm1", "/etc/opensm/partitions.conf")).contains("mtu=4");

            lab.reboot("node2");
            LabRun.Finished second = lab.run(playbook);
            Scene.assertAll(second, HostStatus.CHANGED);
            assertThat(mtu(lab, "node1", "ib0")).isEqualTo("4092");
            assertThat(mtu(lab, "node2", "ib0")).isEqualTo("4092");

            LabRun.Finished third = lab.run(playbook);
            Scene.assertAll(third, HostStatus.OK);
            assertNothingToDo(lab, playbook);
        }
    }

    /** Upstream's driver: a udev rule caps the ports, until the playbook says otherwise. */
    @Test
    void aRuleForThePorts() throws Exception {
        String cap = option("mlx4_port1_mtu: 2048");
        String playbook = option("mlx4_port1_mtu: 4096")
                + group("subnet_managers", Mtu.MTU_4096)
                + datagram("linux", "ib0", 4092);
        try (LabRun lab = new LabRun(layout(Origin.UPSTREAM, Mtu.MTU_2048, 2044))) {
            assertThat(lab.run(cap).status("node1")).isEqualTo(HostStatus.HELD);
            lab.reboot("node1");
            lab.reboot("node2");
            Scene.assertAll(lab.run(cap), HostStatus.OK);

            LabRun.Finished first = lab.run(playbook);
            assertThat(first.status("node1")).as("%s", first.record()).isEqualTo(HostStatus.HELD);
            lab.reboot("node1");
            lab.reboot("node2");
            Scene.assertAll(lab.run(playbook), HostStatus.CHANGED);
            assertThat(mtu(lab, "node1", "ib0")).isEqualTo("4092");
            assertNothingToDo(lab, playbook);
        }
    }
}
