package dev.ibplay.lab.scenarios;

import static dev.ibplay.lab.scenarios.Scene.assertNothingToDo;
import static dev.ibplay.lab.scenarios.Scene.datagram;
import static dev.ibplay.lab.scenarios.Scene.group;
import static dev.ibplay.lab.scenarios.Scene.mtu;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.ib.Mtu;
import dev.ibplay.journal.HostStatus;
import dev.ibplay.lab.LabRun;
import dev.ibplay.lab.layout.LabLayout;
import dev.ibplay.lab.linux.InterfaceChange;
import dev.ibplay.plan.Held;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A group is lowered: not before all of its members are known to have gone down. */
class LoweringTest {
    private static final String DOWN = group("subnet_managers", Mtu.MTU_1024) + datagram("linux", "ib0", 1020);

    @Test
    void aMemberOutOfReachHoldsAllBack() throws Exception {
        try (LabRun lab = new LabRun(LabLayout.sample(3))) {
            String partitions = lab.read("sm1", "/etc/opensm/partitions.conf");
            List<InterfaceChange> changes = Collections.synchronizedList(new ArrayList<>());
            lab.hosts.linux().forEach(host -> host.onInterfaceChange(changes::add));
            lab.reachable("node02", false);

            LabRun.Finished held = lab.run(DOWN);
            assertThat(held.status("node02")).isEqualTo(HostStatus.UNREACHABLE);
            assertThat(held.status("sm1")).isEqualTo(HostStatus.HELD);
            assertThat(held.status("sm2")).isEqualTo(HostStatus.HELD);
            assertThat(held.status("node01")).isEqualTo(HostStatus.CHANGED);
            assertThat(held.record().held())
                    .contains(new Held("sm1", "partition 0x7fff", "until these can be read: node02"));
            assertThat(held.record().open()).isEmpty();
            assertThat(lab.read("sm1", "/etc/opensm/partitions.conf")).isEqualTo(partitions);
            assertThat(mtu(lab, "node01", "ib0")).isEqualTo("1020");
            assertThat(mtu(lab, "node02", "ib0")).isEqualTo("2044");

            lab.reachable("node02", true);
            LabRun.Finished done = lab.run(DOWN);
            assertThat(done.record().hosts())
                    .allMatch(host -> host.status() == HostStatus.CHANGED || host.status() == HostStatus.OK);
            assertThat(mtu(lab, "node02", "ib0")).isEqualTo("1020");
            assertThat(changes).noneMatch(InterfaceChange::isCut);
            assertNothingToDo(lab, DOWN);
        }
    }
}
