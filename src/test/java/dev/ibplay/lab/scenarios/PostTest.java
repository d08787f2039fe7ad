package dev.ibplay.lab.scenarios;

import static dev.ibplay.lab.scenarios.Scene.assertNothingToDo;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.diag.Severity;
import dev.ibplay.journal.HostStatus;
import dev.ibplay.lab.LabRun;
import dev.ibplay.lab.layout.LabLayout;
import dev.ibplay.plan.chain.MtuFindings;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The fabric of the notes that this program starts from, and what it owes their author. */
class PostTest {
    /** What the notes did: mtu=5 for the partition, and larger MTUs everywhere. */
    private static final String FOUR_K = """
            - hosts: subnet_managers, esxi
              state:
                opensm:
                  partitions:
                    - {name: Default, pkey: 0x7fff, ipoib: true, mtu: 4096, members: {ALL: full, SELF: full}}
            - hosts: linux
              state:
                ipoib:
                  ib0: {mode: datagram, mtu: 4092}
            - hosts: esxi
              state:
                driver: {mlx4_core: {mtu_4k: 1}}
                vswitch: {vSwitch1: {mtu: 4092}}
                vmkernel: {vmk1: {mtu: 4092}}
            """;

    private static final String DRIVER = """
            - hosts: post-2k
              state:
                driver: {mlx4_core: {set_4k_mtu: 1}}
            """;

    private static List<String> errors(LabRun.Finished run) {
        return run.record().plan().diagnostics().stream()
                .filter(d -> d.severity() == Severity.ERROR)
                .map(d -> d.message())
                .toList();
    }

    /** "smpquery on lid 2: NeighborMTU and MtuCap 2048, while ibv_devinfo on other hosts says 4096." */
    @Test
    void thePortThatKeepsTheFabricAt2kIsNamedBeforeAnybodyRaisesIt() throws Exception {
        try (LabRun lab = new LabRun(LabLayout.post())) {
            LabRun.Finished refused = lab.run(FOUR_K);
            assertThat(refused.record().plan().isRefused()).isTrue();
            assertThat(errors(refused))
                    .anySatisfy(
                            message -> assertThat(message).contains("post-2k").contains("2048"));
            assertThat(lab.plan(FOUR_K).isRefused()).as("nothing was changed").isTrue();
        }
    }

    /** "On ESXi the VMkernel interface takes 4096 but the vSwitch no more than 2044, so 2044 is what counts." */
    @Test
    void theSwitchIsNamedThatDropsWhatItsInterfaceSends() throws Exception {
        try (LabRun lab = new LabRun(LabLayout.post())) {
            assertThat(lab.plan("""
                            - hosts: esxi
                              state:
                                vswitch: {vSwitch1: {mtu: 2044}}
                            """).diagnostics())
                    .anySatisfy(
                            finding -> assertThat(finding.message())
                                    .isEqualTo(
                                            "vmk1 on vSwitch1 has MTU 4096, and vSwitch1 carries 2044: what is larger is lost"));
        }
    }

    /** The way to 4K that the notes were looking for: two drivers, two reboots, then everything at once. */
    @Test
    void withTheDriversTold4kComesAfterTheReboots() throws Exception {
        try (LabRun lab = new LabRun(LabLayout.post())) {
            String all = DRIVER + FOUR_K;
            LabRun.Finished first = lab.run(all);
            assertThat(errors(first)).isEmpty();
            assertThat(first.status("post-2k")).isEqualTo(HostStatus.HELD);
            assertThat(first.status("post-esxi")).isEqualTo(HostStatus.HELD);

            lab.reboot("post-2k");
            lab.reboot("post-esxi");
            lab.awaitQuiet();
            LabRun.Finished second = lab.run(all);
            assertThat(errors(second)).isEmpty();
            assertThat(second.status("post-esxi"))
                    .as("%s", second.record().hosts())
                    .isEqualTo(HostStatus.CHANGED);
            assertThat(second.status("post-2k")).isEqualTo(HostStatus.CHANGED);
            assertThat(second.status("post-master")).isEqualTo(HostStatus.CHANGED);
            assertNothingToDo(lab, all);
            assertThat(MtuFindings.lost(lab.observed(all))).isEmpty();
        }
    }
}
