package dev.ibplay.gather;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.MadKey;
import dev.ibplay.exec.Operation;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.HostSystem;
import dev.ibplay.facts.MlnxosObserved;
import dev.ibplay.facts.recorded.Exchange;
import dev.ibplay.facts.recorded.HostRecording;
import dev.ibplay.gather.recorded.RecordedSession;
import dev.ibplay.transport.HostSession;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SwitchGathererTest {
    private static HostFacts gather(HostSession session) throws Exception {
        return ((Gathered.Known) HostGatherer.gather(session, "sw1", FactsWanted.ALL)).facts();
    }

    private static MlnxosObserved observed(HostFacts facts) {
        return facts.mlnxos().orElseThrow();
    }

    @Test
    void aHostThatIsToldToBeASwitchIsAskedAsSuch() throws Exception {
        ModelCommandLine its = new ModelCommandLine();
        HostFacts facts = gather(its);
        assertThat(facts.system().kind()).isEqualTo(HostSystem.Kind.MLNXOS);
        assertThat(facts.opensm()).isEqualTo(Fact.absent());
        assertThat(observed(facts).sm().priority()).isEqualTo(Fact.known(9));
        assertThat(observed(facts).sm().running()).isEqualTo(Fact.known(false));
        assertThat(observed(facts).unsaved())
                .isEqualTo(Fact.known(
                        List.of("ib smnode sw1 sm-priority 9", "not any more: ib smnode sw1 sm-priority 4")));
        assertThat(its.asked).contains("show running-config").doesNotContain("uname -s");
    }

    @Test
    void nothingMoreIsAskedToDescribeIt() throws Exception {
        ModelCommandLine its = new ModelCommandLine();
        HostFacts facts = gather(its);
        int asked = its.asked.size();
        assertThat(HostDescriber.describe(its, facts, MadKey.NONE).ports()).isEmpty();
        assertThat(its.asked).hasSize(asked);
    }

    @Test
    void anEthernetProfileIsNotAbsenceOfASubnetManager() throws Exception {
        HostFacts facts = gather(new ModelCommandLine().with("show protocols", "Infiniband: disabled\n"));
        assertThat(observed(facts).refusal()).contains("an Ethernet profile: not managed, it has no InfiniBand");
    }

    @Test
    void whatWasSavedOfItGivesTheSameFacts() throws Exception {
        ModelCommandLine its = new ModelCommandLine();
        HostFacts facts = gather(its);
        List<Exchange> exchanges = new ArrayList<>();
        for (String line : List.copyOf(its.asked)) {
            Operation question = Operation.RunCommand.of(Duration.ofSeconds(1), line);
            exchanges.add(new Exchange(
                    question,
                    its.run(Batch.of(List.of(question)), Duration.ofSeconds(1)).getFirst()));
        }
        assertThat(gather(new RecordedSession(new HostRecording("sw1", exchanges))))
                .isEqualTo(facts);
    }
}
