package dev.ibplay.lab.scenarios;

import static dev.ibplay.lab.scenarios.Scene.assertNothingToDo;
import static dev.ibplay.lab.scenarios.Scene.datagram;
import static dev.ibplay.lab.scenarios.Scene.group;
import static dev.ibplay.lab.scenarios.Scene.mtu;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Location;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.Mtu;
import dev.ibplay.journal.HostStatus;
import dev.ibplay.lab.LabRun;
import dev.ibplay.lab.layout.LabHost;
import dev.ibplay.lab.layout.LabLayout;
import dev.ibplay.lab.layout.LeafSpine;
import dev.ibplay.lab.linux.InterfaceChange;
import dev.ibplay.lab.linux.LinuxHost;
import dev.ibplay.plan.Plan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A group grows from 2K to 4K. */
class RisingGroupTest {
    /**
     * Ten hosts have all that the group carries. A playbook raises the group and speaks of five of them, without an MTU: the plan
     * tells of these five that they will rise by themselves. They do, and so do those that nobody has named.
     */
    @Test
    void hostsRiseByThemselves() throws Exception {
        String playbook = group("subnet_managers", Mtu.MTU_4096) + """
                - hosts: node01:node02:node03:node04:node05
                  state:
                    ipoib:
                      ib0: {mode: datagram}
                """;
        try (LabRun lab = new LabRun(LabLayout.sample(10))) {
            Plan plan = lab.plan(playbook);
            assertThat(plan.diagnostics())
                    .filteredOn(d -> d.code() == Code.MTU_RISES)
                    .extracting(d -> ((Location.OnHost) d.location()).host())
                    .containsExactly("node01", "node02", "node03", "node04", "node05");

            LabRun.Finished run = lab.run(playbook);
            assertThat(run.status("sm1")).isEqualTo(HostStatus.CHANGED);
            assertThat(run.status("node05")).isEqualTo(HostStatus.OK);
            for (int node = 1; node <= 10; node++) {
                assertThat(mtu(lab, "node%02d".formatted(node), "ib0")).isEqualTo("4092");
            }
            assertNothingToDo(lab, playbook);
        }
    }

    /**
     * Hosts with mlx4 adapters run connected mode with 65520 bytes. They are to go to datagram mode with 4092 while the group
     * grows: the mode comes before the MTU, and no interface is above its group at any time.
     */
    @Test
    void fromConnectedToDatagram() throws Exception {
        List<String> names = List.of("sm1", "sm2", "node1", "node2", "node3");
        List<LabHost> hosts = new ArrayList<>();
        hosts.add(Scene.manager("sm1", Scene.Rail.mlx5(0, 0), 5, Mtu.MTU_2048));
        hosts.add(Scene.manager("sm2", Scene.Rail.mlx5(0, 1), 3, Mtu.MTU_2048));
        IntStream.range(2, names.size())
                .forEach(place -> hosts.add(Scene.node(
                        names.get(place),
                        List.of(Scene.Rail.mlx4(0, place, LinuxHost.Origin.UPSTREAM)),
                        IpoibMode.CONNECTED,
                        65_520)));
        String playbook = group("subnet_managers", Mtu.MTU_4096) + datagram("linux", "ib0", 4092);
        try (LabRun lab = new LabRun(new LabLayout(List.of(LeafSpine.of(0, names)), hosts))) {
            List<InterfaceChange> changes = Collections.synchronizedList(new ArrayList<>());
            lab.hosts.linux().forEach(host -> host.onInterfaceChange(changes::add));
            assertThat(mtu(lab, "node1", "ib0")).isEqualTo("65520");

            LabRun.Finished run = lab.run(playbook);
            Scene.assertAll(run, HostStatus.CHANGED);
            assertThat(changes)
                    .filteredOn(change -> change.mode() == IpoibMode.DATAGRAM)
                    .isNotEmpty()
                    .allSatisfy(change -> assertThat(change.mtu()).isLessThanOrEqualTo(change.group()))
                    .noneMatch(InterfaceChange::isCut);
            assertThat(mtu(lab, "node3", "ib0")).isEqualTo("4092");
            assertNothingToDo(lab, playbook);

            changes.clear();
            Scene.assertAll(lab.rollback(run.journal(), playbook), HostStatus.CHANGED);
            assertThat(mtu(lab, "node1", "ib0")).isEqualTo("65520");
            assertThat(lab.read("node1", "/sys/class/net/ib0/mode")).isEqualTo("connected\n");
            assertThat(changes).as("and back").noneMatch(InterfaceChange::isCut);
        }
    }
}
