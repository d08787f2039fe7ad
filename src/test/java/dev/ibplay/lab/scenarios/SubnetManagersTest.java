package dev.ibplay.lab.scenarios;

import static dev.ibplay.lab.scenarios.Scene.assertNothingToDo;
import static dev.ibplay.lab.scenarios.Scene.mtu;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.ib.Mtu;
import dev.ibplay.journal.HostStatus;
import dev.ibplay.lab.LabLook;
import dev.ibplay.lab.LabRun;
import dev.ibplay.lab.layout.LabLayout;
import dev.ibplay.lab.layout.LeafSpine;
import dev.ibplay.lab.scenarios.Scene.Rail;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Two subnet managers change their places. */
class SubnetManagersTest {
    private static LabLayout layout() {
        return new LabLayout(
                List.of(LeafSpine.of(0, List.of("sm1", "sm2", "node1"))),
                List.of(
                        Scene.manager("sm1", Rail.mlx5(0, 0), 7, Mtu.MTU_2048),
                        Scene.manager("sm2", Rail.mlx5(0, 1), 3, Mtu.MTU_2048),
                        Scene.node("node1", List.of(Rail.mlx5(0, 2)), dev.ibplay.ib.IpoibMode.DATAGRAM, 2044)));
    }

    private static String smLid(LabRun lab, String host) {
        return lab.readOr(host, "/sys/class/infiniband/mlx_0/ports/1/sm_lid");
    }

    private static String lid(LabRun lab, String host) {
        return lab.readOr(host, "/sys/class/infiniband/mlx_0/ports/1/lid");
    }

    private static String swapped(String more) {
        return """
                - hosts: sm1
                  state:
                    opensm: {priority: 3%1$s}
                - hosts: sm2
                  state:
                    opensm: {priority: 7%1$s}
                """.formatted(more);
    }

    @Test
    void prioritiesAreSwapped() throws Exception {
        try (LabRun lab = new LabRun(layout())) {
            assertThat(smLid(lab, "node1")).isEqualTo(lid(lab, "sm1"));
            long began = lab.clock.nanos();
            Scene.assertAll(lab.run(swapped("")), HostStatus.CHANGED);
            assertThat(smLid(lab, "node1")).isEqualTo(lid(lab, "sm2"));
            assertThat(LabLook.at(lab.hosts).fabric().values()).contains("MASTER 7", "STANDBY 3");
            assertThat(lab.hosts.fabrics().getFirst().withoutMaster(began, lab.clock.nanos()))
                    .as("a handover, not a restart")
                    .isLessThan(Duration.ofSeconds(2));
            assertNothingToDo(lab, swapped(""));
        }
    }

    /** With a new group MTU, and without ever a restart of the one that is master. */
    @Test
    void aNewGroupByHandover() throws Exception {
        String playbook = """
                - hosts: sm1
                  state:
                    opensm: {priority: 7, sm_activation: handover}
                - hosts: sm1:sm2
                  state:
                    opensm:
                      partitions:
                        - {name: Default, pkey: 0x7fff, ipoib: true, mtu: 4096, members: {ALL: full, SELF: full}}
                - hosts: linux
                  state:
                    ipoib: {ib0: {mode: datagram, mtu: 4092}}
                """;
        try (LabRun lab = new LabRun(layout())) {
            long began = lab.clock.nanos();
            LabRun.Finished run = lab.run(playbook);
            Scene.assertAll(run, HostStatus.CHANGED);
            assertThat(mtu(lab, "node1", "ib0")).isEqualTo("4092");
            assertThat(lab.read("sm1", "/etc/opensm/opensm.conf")).isEqualTo("sm_priority 7\nsweep_interval 5\n");
            assertThat(LabLook.at(lab.hosts).fabric().values()).contains("MASTER 7", "STANDBY 3");
            assertThat(smLid(lab, "node1")).isEqualTo(lid(lab, "sm1"));
            assertThat(lab.hosts.fabrics().getFirst().withoutMaster(began, lab.clock.nanos()))
                    .isLessThan(Duration.ofSeconds(2));
            assertNothingToDo(lab, playbook);
        }
    }
}
