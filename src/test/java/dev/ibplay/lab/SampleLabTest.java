package dev.ibplay.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.journal.HostStatus;
import dev.ibplay.journal.RunRecord;
import dev.ibplay.lab.layout.LabLayout;
import dev.ibplay.plan.Plan;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The sample playbook, and what else one does to a fabric at 2K, on simulated hosts. */
class SampleLabTest {
    private static final String GROUP = """
            - hosts: subnet_managers
              state:
                opensm:
                  partitions:
                    - {name: Default, pkey: 0x7fff, ipoib: true, mtu: 4096, members: {ALL: full, SELF: full}}
            """;

    @Test
    void theSamplePlaybookRaisesTheFabric() throws Exception {
        String playbook = Files.readString(Path.of("playbooks/site.yml"));
        try (LabRun lab = new LabRun(LabLayout.sample(4))) {
            assertThat(lab.read("node01", "/sys/class/net/ib0/mtu")).isEqualTo("2044\n");
            RunRecord record = lab.apply(playbook);
            assertThat(record.hosts()).allMatch(host -> host.status() == HostStatus.CHANGED);
            assertThat(lab.read("node01", "/sys/class/net/ib0/mtu")).isEqualTo("4092\n");
            assertThat(lab.read("node03", "/etc/network/interfaces")).contains("\tmtu 4092\n");
            assertThat(lab.read("node02", "/etc/systemd/network/20-ib0.network"))
                    .contains("MTUBytes=4092\n");
            assertThat(lab.plan(playbook).differences()).isEmpty();
            lab.machine("node01").reboot();
            lab.await("node01", "/sys/class/net/ib0/carrier", "1\n");
            assertThat(lab.read("node01", "/sys/class/net/ib0/mtu"))
                    .as("what its file says")
                    .isEqualTo("4092\n");
        }
    }

    @Test
    void hostsThatHaveAllOfTheGroupRiseWithIt() throws Exception {
        String playbook = GROUP + """
                - hosts: linux
                  state:
                    ipoib:
                      ib0: {mode: datagram}
                """;
        try (LabRun lab = new LabRun(LabLayout.sample(10))) {
            Plan plan = lab.plan(playbook);
            assertThat(plan.diagnostics())
                    .hasSize(10)
                    .allSatisfy(
                            d -> assertThat(d.message())
                                    .isEqualTo(
                                            "ib0 will rise from 2044 to 4092 by itself when the group of P_Key 0xffff is made anew"));
            RunRecord record = lab.apply(playbook);
            assertThat(record.hosts())
                    .extracting(host -> host.host() + " " + host.status())
                    .startsWith("sm1 CHANGED", "sm2 CHANGED", "node01 OK", "node02 OK");
            for (int node = 1; node <= 10; node++) {
                assertThat(lab.read("node%02d".formatted(node), "/sys/class/net/ib0/mtu"))
                        .isEqualTo("4092\n");
            }
            assertThat(lab.plan(playbook).hasSteps()).isFalse();
        }
    }

    @Test
    void hostsThatAreToStayBelowAreSetBack() throws Exception {
        String playbook = GROUP + """
                - hosts: linux
                  state:
                    ipoib:
                      ib0: {mode: datagram, mtu: 2044}
                """;
        try (LabRun lab = new LabRun(LabLayout.sample(2))) {
            RunRecord record = lab.apply(playbook);
            assertThat(record.hosts()).allMatch(host -> host.status() == HostStatus.CHANGED);
            assertThat(lab.read("node01", "/sys/class/net/ib0/mtu")).isEqualTo("2044\n");
            assertThat(lab.plan(playbook).hasSteps()).isFalse();
        }
    }

    @Test
    void aStandbyIsRaisedAndTakesOver() throws Exception {
        String playbook = """
                - hosts: sm2
                  state:
                    opensm: {priority: 9}
                - hosts: sm1
                  state:
                    opensm: {priority: 3}
                """;
        try (LabRun lab = new LabRun(LabLayout.sample(2))) {
            assertThat(lab.apply(playbook).hosts())
                    .extracting(host -> host.host() + " " + host.status())
                    .contains("sm2 CHANGED", "sm1 OK");
            assertThat(lab.plan(playbook).differences()).isEmpty();
            assertThat(lab.read("node01", "/sys/class/infiniband/mlx5_0/ports/1/sm_lid"))
                    .isEqualTo(lab.read("sm2", "/sys/class/infiniband/mlx5_0/ports/1/lid"));
        }
    }

    @Test
    void aLowerGroupWaitsForItsMembers() throws Exception {
        String down = """
                - hosts: subnet_managers
                  state:
                    opensm:
                      partitions:
                        - {name: Default, pkey: 0x7fff, ipoib: true, mtu: 1024, members: {ALL: full, SELF: full}}
                - hosts: linux
                  state:
                    ipoib:
                      ib0: {mode: datagram, mtu: 1020}
                """;
        try (LabRun lab = new LabRun(LabLayout.sample(3))) {
            RunRecord record = lab.apply(down);
            assertThat(record.hosts()).allMatch(host -> host.status() == HostStatus.CHANGED);
            assertThat(lab.read("node02", "/sys/class/net/ib0/mtu")).isEqualTo("1020\n");
            assertThat(lab.plan(down).differences()).isEmpty();
        }
    }
}
