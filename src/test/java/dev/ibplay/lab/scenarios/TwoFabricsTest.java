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
import dev.ibplay.lab.scenarios.Scene.Rail;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Hosts sit in two fabrics, each with two subnet managers of its own. One playbook for the whole inventory raises one of the
 * fabrics; the other one goes on as if nothing were.
 */
class TwoFabricsTest {
    static LabLayout dualRail() {
        return new LabLayout(
                List.of(
                        LeafSpine.of(0, List.of("sm1", "sm2", "node1", "node2")),
                        LeafSpine.of(1, List.of("sm3", "sm4", "node1", "node2"))),
                List.of(
                        Scene.manager("sm1", Rail.mlx5(0, 0), 5, Mtu.MTU_2048),
                        Scene.manager("sm2", Rail.mlx5(0, 1), 3, Mtu.MTU_2048),
                        Scene.manager("sm3", Rail.mlx5(1, 0), 5, Mtu.MTU_2048),
                        Scene.manager("sm4", Rail.mlx5(1, 1), 3, Mtu.MTU_2048),
                        node("node1", 2),
                        node("node2", 3)));
    }

    private static dev.ibplay.lab.layout.LabHost node(String name, int place) {
        return Scene.node(name, List.of(Rail.mlx5(0, place), Rail.mlx5(1, place)), IpoibMode.DATAGRAM, 2044);
    }

    private static Map<String, String> secondFabric(LabLook look) {
        Map<String, String> of = new TreeMap<>();
        look.fabric().forEach((what, value) -> {
            if (what.startsWith("fabric 1")) {
                of.put(what, value);
            }
        });
        look.files().forEach((file, text) -> {
            if (file.startsWith("sm3") || file.startsWith("sm4")) {
                of.put(file, text);
            }
        });
        look.running().forEach((name, value) -> {
            if (name.endsWith("ib1") || name.startsWith("sm3") || name.startsWith("sm4")) {
                of.put(name, value);
            }
        });
        return of;
    }

    @Test
    void oneOfThemIsRaised() throws Exception {
        String playbook = group("sm1:sm2", Mtu.MTU_4096) + group("sm3:sm4", Mtu.MTU_2048) + """
                - hosts: linux
                  state:
                    ipoib:
                      ib0: {mode: datagram, mtu: 4092}
                      ib1: {mode: datagram, mtu: 2044}
                """;
        try (LabRun lab = new LabRun(dualRail())) {
            LabLook before = LabLook.at(lab.hosts);
            long began = lab.clock.nanos();
            assertThat(secondFabric(before)).hasSizeGreaterThan(8);

            LabRun.Finished run = lab.run(playbook);
            assertThat(List.of(run.status("sm1"), run.status("sm2"), run.status("node1"), run.status("node2")))
                    .as("%s", run.record().hosts())
                    .containsOnly(HostStatus.CHANGED);
            assertThat(List.of(run.status("sm3"), run.status("sm4"))).containsOnly(HostStatus.OK);
            assertThat(mtu(lab, "node1", "ib0")).isEqualTo("4092");
            assertThat(secondFabric(LabLook.at(lab.hosts))).isEqualTo(secondFabric(before));
            assertThat(lab.hosts.fabrics().get(1).withoutMaster(began, lab.clock.nanos()))
                    .isZero();
            assertNothingToDo(lab, playbook);
        }
    }

    /** The other fabric's subnet managers are in the inventory, but no play names them. */
    @Test
    void aPlaybookNeedNotNameTheOther() throws Exception {
        String playbook = group("sm1:sm2", Mtu.MTU_4096) + datagram("linux", "ib0", 4092);
        try (LabRun lab = new LabRun(dualRail())) {
            LabLook before = LabLook.at(lab.hosts);
            Scene.assertAll(lab.run(playbook), HostStatus.CHANGED);
            assertThat(mtu(lab, "node2", "ib0")).isEqualTo("4092");
            assertThat(secondFabric(LabLook.at(lab.hosts))).isEqualTo(secondFabric(before));
            assertNothingToDo(lab, playbook);
        }
    }
}
