package dev.ibplay.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.fabric.PortRef;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.NodeGuid;
import dev.ibplay.ib.PortState;
import dev.ibplay.lab.fabric.SimulatedFabric;
import dev.ibplay.lab.layout.LabHost;
import dev.ibplay.lab.layout.LabLayout;
import dev.ibplay.lab.layout.PostFabric;
import dev.ibplay.lab.time.ScaledClock;
import java.nio.file.Files;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Labs in which ESXi hosts are. */
class EsxiLayoutsTest {
    private static PortRef port(NodeGuid node) {
        return new PortRef(node, 1);
    }

    @Test
    void thePostsFabricIsAsItsOutputsTell() throws Exception {
        try (ScaledClock clock = new ScaledClock(40)) {
            LabHosts hosts = LabHosts.boot(LabLayout.post(), clock);
            hosts.awaitMasters();
            SimulatedFabric fabric = hosts.fabrics().getFirst();
            assertThat(fabric.isMaster(port(PostFabric.MASTER))).isTrue();
            // Its start script runs beside the boot that is waited for.
            for (int look = 0; look < 300 && !fabric.view(port(PostFabric.ESXI)).runsSm(); look++) {
                clock.sleep(Duration.ofMillis(200));
            }
            assertThat(fabric.view(port(PostFabric.ESXI)).runsSm())
                    .as("it waits")
                    .isTrue();
            assertThat(fabric.view(port(PostFabric.ESXI)).capabilityMask()).isEqualTo(0x0251_086a);
            assertThat(fabric.view(port(PostFabric.TWO_K)).capabilityMask()).isEqualTo(0x0251_0868);
            assertThat(fabric.view(port(PostFabric.TWO_K)).mtuCap()).isEqualTo(Mtu.MTU_2048);
            assertThat(fabric.view(port(PostFabric.TWO_K)).mtu()).isEqualTo(Mtu.MTU_2048);
            assertThat(fabric.view(port(PostFabric.WINDOWS_7)).mtuCap()).isEqualTo(Mtu.MTU_4096);
            assertThat(fabric.view(port(PostFabric.WINDOWS_7)).state()).isEqualTo(PortState.ACTIVE);
            assertThat(fabric.view(new PortRef(PostFabric.WINDOWS_2012, 2)).state())
                    .isEqualTo(PortState.DOWN);
            assertThat(fabric.view(port(PostFabric.ESXI)).rate().orElseThrow().gigabitsPerSecond())
                    .isEqualTo(40);
        }
    }

    @Test
    void aMixedLabIsTheSampleWithMore() throws Exception {
        LabLayout mixed = LabLayout.mixed(2);
        assertThat(mixed.hosts().subList(0, 4)).isEqualTo(LabLayout.sample(2).hosts());
        assertThat(mixed.hosts().subList(4, 6)).extracting(LabHost::name).containsExactly("esx1", "esx2");
        assertThat(mixed.hosts().get(6).name()).isEqualTo("win1");
        try (LabFolder files = LabFolder.temporary();
                ScaledClock clock = new ScaledClock(20);
                Lab lab = Lab.start(mixed, files, clock)) {
            assertThat(Files.readString(lab.inventory()))
                    .containsPattern("\\[esxi\\]\nesx1 ansible_port=\\d+ .*\nesx2 ansible_port=\\d+ .*\n");
            assertThat(lab.servers()).hasSize(8);
            assertThat(lab.hosts().linux()).hasSize(4);
        }
    }
}
