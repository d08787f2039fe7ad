package dev.ibplay.facts.esxi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.MadPort;
import dev.ibplay.facts.AdapterPort;
import dev.ibplay.ib.PortGuid;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OpensmFoldersTest {
    private static AdapterPort port(String adapter, int number, long guid) {
        return new AdapterPort(new MadPort(adapter, number), Optional.of(new PortGuid(guid)), true, true, false);
    }

    private static Optional<PortGuid> port(String folder, AdapterPort... ports) {
        return new OpensmFolders(List.of(folder), List.of(ports)).port(folder);
    }

    @Test
    void aFoldersNameMayMeanAPort() {
        AdapterPort first = port("mlx4_0", 1, 0x11);
        AdapterPort second = port("mlx4_0", 2, 0x12);
        assertThat(port("/scratch/opensm/0x0002c90300000011")).contains(new PortGuid(0x0002c90300000011L));
        assertThat(port("/scratch/opensm/hca-0002c90300000011")).contains(new PortGuid(0x0002c90300000011L));
        assertThat(port("/scratch/opensm/mlx4_0", first)).contains(new PortGuid(0x11));
        assertThat(port("/scratch/opensm/mlx4_0_2", first, second)).contains(new PortGuid(0x12));
        assertThat(port("/scratch/opensm/mlx4_0-port1", first, second)).contains(new PortGuid(0x11));
        // Nobody says which of the two.
        assertThat(port("/scratch/opensm/mlx4_0", first, second)).isEmpty();
        assertThat(port("/scratch/opensm/mlx4_01", first)).isEmpty();
        assertThat(port("/scratch/opensm/adapter_1_hca", first)).isEmpty();
    }

    @Test
    void aGuidAsAnArgument() {
        assertThat(OpensmFolders.guid("0x2c90300000011")).contains(new PortGuid(0x2c90300000011L));
        assertThat(OpensmFolders.guid("2C90300000011")).contains(new PortGuid(0x2c90300000011L));
        assertThat(OpensmFolders.guid("0")).isEmpty();
        assertThat(OpensmFolders.guid("port1")).isEmpty();
    }
}
