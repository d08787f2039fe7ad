package dev.ibplay.gather;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.MadKey;
import dev.ibplay.exec.MadPort;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.HostDescription;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.HostSystem;
import dev.ibplay.facts.windows.ModelWindows;
import dev.ibplay.ib.Mtu;
import dev.ibplay.transport.powershell.ModelFarEnd;
import dev.ibplay.transport.powershell.PowerShellSession;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WindowsGathererTest {
    private static HostFacts gather(ModelWindows host, boolean opensm) throws Exception {
        Gathered gathered = HostGatherer.gather(host, "win1", new FactsWanted(opensm, true, Set.of()));
        return ((Gathered.Known) gathered).facts();
    }

    @Test
    void aHostThatIsToldToBeWindowsIsAskedAsSuch() throws Exception {
        ModelWindows host = ModelWindows.server();
        HostFacts facts = gather(host, true);
        assertThat(facts.system().kind()).isEqualTo(HostSystem.Kind.WINDOWS);
        assertThat(facts.interfaces()).hasSize(1);
        assertThat(facts.opensm().map(opensm -> opensm.instances().size())).isEqualTo(Fact.known(1));
        assertThat(host.asked)
                .as("five questions and five about guards, two ways to ask ibv_devinfo, two files")
                .hasSize(14);
    }

    @Test
    void itsPortsMtusNeedNoMoreQuestions() throws Exception {
        ModelWindows host = ModelWindows.server();
        HostFacts facts = gather(host, false);
        int asked = host.asked.size();
        HostDescription described = HostDescriber.describe(host, facts, MadKey.NONE);
        assertThat(host.asked).hasSize(asked);
        HostDescription.PortDescription port = described.ports().getFirst();
        assertThat(port.port().port()).isEqualTo(new MadPort("ibv_device0", 1));
        assertThat(port.mtu().ifKnown().flatMap(mtu -> mtu.cap())).isEqualTo(Optional.of(Mtu.MTU_4096));
    }

    /** The same facts over the wire as from the model itself. */
    @Test
    void throughPowerShellFactsAreTheSame() throws Exception {
        try (PowerShellSession session =
                PowerShellSession.open("win1", ModelFarEnd.connection(ModelWindows.server()))) {
            Gathered gathered = HostGatherer.gather(session, "win1", new FactsWanted(true, true, Set.of()));
            assertThat(gathered).isEqualTo(new Gathered.Known(gather(ModelWindows.server(), true)));
            assertThat(session.counts().roundTrips())
                    .as("questions, tools and files")
                    .isEqualTo(2);
        }
    }
}
