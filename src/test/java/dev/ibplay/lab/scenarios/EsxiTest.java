package dev.ibplay.lab.scenarios;

import static dev.ibplay.lab.scenarios.Scene.assertNothingToDo;
import static dev.ibplay.lab.scenarios.Scene.datagram;
import static dev.ibplay.lab.scenarios.Scene.group;
import static dev.ibplay.lab.scenarios.Scene.manager;
import static dev.ibplay.lab.scenarios.Scene.node;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.Mtu;
import dev.ibplay.journal.HostStatus;
import dev.ibplay.lab.LabRun;
import dev.ibplay.lab.esxi.EsxiHost;
import dev.ibplay.lab.esxi.EsxiRelease;
import dev.ibplay.lab.layout.LabHost;
import dev.ibplay.lab.layout.LabLayout;
import dev.ibplay.lab.layout.LeafSpine;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** ESXi hosts beside Linux ones on one fabric. */
class EsxiTest {
    private static final String UP =
            group("subnet_managers", Mtu.MTU_4096) + datagram("linux", "ib0", 4092) + network(4092, 4092);

    private static String network(int vswitch, int vmkernel) {
        return """
                - hosts: esxi
                  state:
                    vswitch: {vSwitch1: {mtu: %d}}
                    vmkernel: {vmk1: {mtu: %d}}
                """.formatted(vswitch, vmkernel);
    }

    private static final String DRIVER = """
            - hosts: esxi
              state:
                driver: {mlx4_core: {mtu_4k: 1}}
            """;

    private static LabHost esxi(int place, EsxiRelease release, EsxiHost.Traits traits) {
        var host = new EsxiHost(
                "esx1",
                release,
                List.of(EsxiHost.Adapter.connectX2("mlx4_0", LeafSpine.adapter(0, place), 1)),
                List.of(EsxiHost.VirtualSwitch.standard("vSwitch1", 2044, List.of("vmnic_ib0"), List.of("IB-Storage"))),
                List.of(new EsxiHost.Vmkernel("vmk1", "vSwitch1", "IB-Storage", 2044, "10.40.0.9/24")),
                Optional.empty(),
                traits);
        // Without the community package nothing on the host tells its ports.
        String guid = "0x%016x".formatted(LeafSpine.adapter(0, place).value() + 1);
        return new LabHost(host, List.of("esxi"), Map.of("ibplay_port_guids", guid));
    }

    private static LabLayout layout(EsxiRelease release, EsxiHost.Traits traits) {
        List<String> names = List.of("sm1", "node1", "esx1");
        return new LabLayout(
                List.of(LeafSpine.of(0, names)),
                List.of(
                        manager("sm1", Scene.Rail.mlx5(0, 0), 10, Mtu.MTU_2048),
                        node("node1", List.of(Scene.Rail.mlx5(0, 1)), IpoibMode.DATAGRAM, 2044),
                        esxi(2, release, traits)));
    }

    private static EsxiRelease release(String version) {
        return version.equals("5.5") ? EsxiRelease.V5_5 : EsxiRelease.V6_7;
    }

    /** From 2K to 4K: the driver waits for the reboot and holds all that rests on it; the next run goes on. */
    @ParameterizedTest
    @ValueSource(strings = {"5.5", "6.7"})
    void fourKComesWithARebootInBetween(String version) throws Exception {
        try (LabRun lab = new LabRun(layout(release(version), EsxiHost.Traits.USUAL))) {
            String all = DRIVER + UP;
            LabRun.Finished first = lab.run(all);
            assertThat(first.record().plan().diagnostics().stream()
                            .filter(d -> d.severity().name().equals("ERROR")))
                    .isEmpty();
            assertThat(first.status("esx1")).isEqualTo(HostStatus.HELD);
            assertThat(first.status("sm1")).isEqualTo(HostStatus.HELD);
            assertThat(first.record().plan().held().stream().map(held -> held.resource() + " " + held.until()))
                    .contains("driver mlx4_core until esx1 has rebooted");

            lab.reboot("esx1");
            LabRun.Finished second = lab.run(all);
            assertThat(second.status("esx1")).as("%s", second.record().hosts()).isEqualTo(HostStatus.CHANGED);
            assertThat(second.status("sm1")).isEqualTo(HostStatus.CHANGED);
            assertNothingToDo(lab, all);

            // What was saved is there after a loss of power.
            lab.reboot("esx1");
            assertNothingToDo(lab, all);
        }
    }

    /** A guard that nobody confirms takes the change back, and nothing of it was saved. */
    @Test
    void aKilledControllerLeavesTheOldState() throws Exception {
        try (LabRun lab = new LabRun(layout(EsxiRelease.V5_5, EsxiHost.Traits.USUAL.with4k()))) {
            String down = network(1500, 1500);
            lab.killed(down, 1);
            assertThat(lab.plan(down).hasDifferences()).isTrue();
            LabRun.Finished done = lab.run(down);
            assertThat(done.status("esx1")).isEqualTo(HostStatus.CHANGED);
            assertNothingToDo(lab, down);
        }
    }

    @Test
    void aRollbackPutsItBack() throws Exception {
        try (LabRun lab = new LabRun(layout(EsxiRelease.V6_7, EsxiHost.Traits.USUAL.with4k()))) {
            String down = network(1500, 1400);
            LabRun.Finished done = lab.run(down);
            assertThat(done.status("esx1")).isEqualTo(HostStatus.CHANGED);
            LabRun.Finished undone = lab.rollback(done.journal(), down);
            assertThat(undone.status("esx1"))
                    .as("%s", undone.record().plan().diagnostics())
                    .isEqualTo(HostStatus.CHANGED);
            assertNothingToDo(lab, network(2044, 2044));
        }
    }

    /** The post's own observation: ESXi takes a VMkernel MTU above that of its vSwitch without a word. */
    @Test
    void whatEsxiWouldTakeWithoutAWordIsRefused() throws Exception {
        try (LabRun lab = new LabRun(layout(EsxiRelease.V5_5, EsxiHost.Traits.USUAL))) {
            LabRun.Finished refused = lab.run(network(2044, 4092));
            assertThat(refused.record().plan().isRefused()).isTrue();
            assertThat(refused.record().plan().diagnostics())
                    .anyMatch(d -> d.message()
                            .equals("vmk1 cannot use MTU 4092: vSwitch1 below it carries 2044,"
                                    + " and ESXi would take it without a word"));
        }
    }

    @Test
    void anEsxiWithoutIpoibIsReadAndUnsupported() throws Exception {
        try (LabRun lab = new LabRun(layout(EsxiRelease.V8_0_2, EsxiHost.Traits.USUAL))) {
            LabRun.Finished run = lab.run(network(1500, 1500));
            assertThat(run.status("esx1")).isEqualTo(HostStatus.UNSUPPORTED);
        }
    }
}
