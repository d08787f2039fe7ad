package dev.ibplay.facts.saved;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.facts.Fact;
import dev.ibplay.facts.LinkLayer;
import dev.ibplay.facts.tools.AdapterPortText;
import dev.ibplay.facts.tools.AdapterText;
import dev.ibplay.facts.tools.AdaptersText;
import dev.ibplay.facts.tools.PortInfoText;
import dev.ibplay.facts.tools.SmInfoText;
import dev.ibplay.ib.Lid;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.NodeGuid;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.ib.PortPhysicalState;
import dev.ibplay.ib.PortState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The outputs that the project started from, from Windows 7, Windows Server 2012 R2 and ESXi 5.5: every value. */
class SeedOutputsTest {
    private static final Path SEED = Path.of("src/test/resources/tools/seed");

    private static Reading read(String file) throws IOException {
        List<Excerpt> excerpts = Excerpt.of(SavedText.of(Files.readString(SEED.resolve(file))));
        assertThat(excerpts).hasSize(1);
        return Reading.of(excerpts.getFirst());
    }

    private static void assertSays(String file, Tool tool, Said said) throws IOException {
        Reading reading = read(file);
        assertThat(reading.excerpt().tool()).isEqualTo(tool);
        assertThat(reading.excerpt().firstLine()).as("behind the prompt").isEqualTo(file.startsWith("08") ? 1 : 2);
        assertThat(reading.said()).isEqualTo(Fact.known(said));
        assertThat(reading.incomplete()).isEmpty();
    }

    /** Port 2 prints 4096 although it is down. */
    private static Said windows(long nodeGuid, int lid) {
        AdapterPortText active = new AdapterPortText(
                1,
                PortState.ACTIVE,
                Optional.empty(),
                Optional.empty(),
                Optional.of(new Lid(lid)),
                Optional.of(new Lid(1)),
                Optional.empty(),
                Optional.empty(),
                new LinkLayer(LinkLayer.Kind.INFINIBAND, "IB"),
                Optional.of(Mtu.MTU_4096),
                Optional.of(Mtu.MTU_4096));
        AdapterPortText down = new AdapterPortText(
                2,
                PortState.DOWN,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                new LinkLayer(LinkLayer.Kind.INFINIBAND, "IB"),
                Optional.of(Mtu.MTU_4096),
                Optional.of(Mtu.MTU_4096));
        assertThat(active.activeMtu()).contains(Mtu.MTU_4096);
        assertThat(down.activeMtu()).isEmpty();
        return new Said.Adapters(new AdaptersText(
                List.of(new AdapterText(
                        "ibv_device0",
                        Optional.of("MT26428"),
                        Optional.of("2.9.8350"),
                        Optional.empty(),
                        Optional.of(new NodeGuid(nodeGuid)),
                        List.of(active, down))),
                Optional.empty()));
    }

    @Test
    void readsTheAdaptersOfTheWindowsHosts() throws IOException {
        assertSays("01-ibv_devinfo-windows7.txt", Tool.IBV_DEVINFO, windows(0x0002c903000916f8L, 5));
        assertSays("02-ibv_devinfo-server2012r2.txt", Tool.IBV_DEVINFO, windows(0x0002c9030009656cL, 11));
    }

    @Test
    void seesThatAnSmRunsOnTheEsxiHost() throws IOException {
        AdapterPortText port = new AdapterPortText(
                1,
                PortState.ACTIVE,
                Optional.of(PortPhysicalState.LINK_UP),
                Optional.of("40"),
                Optional.of(new Lid(4)),
                Optional.of(new Lid(1)),
                Optional.of(0x0251086aL),
                Optional.of(new PortGuid(0x0002c903000b87f9L)),
                LinkLayer.INFINIBAND,
                Optional.empty(),
                Optional.empty());
        assertSays(
                "03-ibstat-esxi55.txt",
                Tool.IBSTAT,
                new Said.Adapters(new AdaptersText(
                        List.of(new AdapterText(
                                "mlx4_0",
                                Optional.of("MT26428"),
                                Optional.of("2.9.1000"),
                                Optional.empty(),
                                Optional.of(new NodeGuid(0x0002c903000b87f8L)),
                                List.of(port))),
                        Optional.empty())));
        assertThat(port.isSm()).contains(true);
        assertThat(port.isSmDisabled()).contains(false);
    }

    @Test
    void readsTheMaster() throws IOException {
        PortGuid guid = new PortGuid(0x0002c9030008c997L);
        assertSays(
                "04-sminfo-windows7.txt",
                Tool.SMINFO,
                new Said.SubnetManagers(List.of(new SmInfoText(new Lid(1), guid, 8342, 0, Optional.of(3)))));
        assertSays(
                "05-sminfo-server2012r2.txt",
                Tool.SMINFO,
                new Said.SubnetManagers(List.of(new SmInfoText(new Lid(1), guid, 7217, 0, Optional.of(3)))));
    }

    @Test
    void findsThePortThatCanDo2048Only() throws IOException {
        Said port = new Said.Port(new PortInfoText(
                Optional.of(1),
                Optional.of(new Lid(2)),
                Optional.of(new Lid(1)),
                Optional.of(0x2510868L),
                Optional.of("Active"),
                Optional.of("LinkUp"),
                Optional.of(Mtu.MTU_2048),
                Optional.of(Mtu.MTU_2048),
                Optional.of("4X"),
                Optional.of("10.0 Gbps")));
        assertSays("06-smpquery-portinfo-windows7.txt", Tool.SMPQUERY, port);
        assertSays("07-smpquery-portinfo-server2012r2.txt", Tool.SMPQUERY, port);
    }

    @Test
    void knowsThatAListOfFilesIsNoOutputOfATool() throws IOException {
        String listing = Files.readString(SEED.resolve("08-esxi-opensm-bin-ls.txt"));
        assertThat(Excerpt.of(SavedText.of(listing))).isEmpty();
    }
}
