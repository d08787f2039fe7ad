package dev.ibplay.gather;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.MadKey;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.HostDescription;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.HostSystem;
import dev.ibplay.facts.PortMtu;
import dev.ibplay.facts.esxi.EsxiHost;
import dev.ibplay.facts.esxi.SampleHost;
import dev.ibplay.facts.recorded.Concealment;
import dev.ibplay.facts.recorded.Exchange;
import dev.ibplay.facts.recorded.HostRecording;
import dev.ibplay.facts.recorded.KeyStandIns;
import dev.ibplay.gather.recorded.RecordedSession;
import dev.ibplay.gather.recorded.RecordingSession;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.SessionCounts;
import dev.ibplay.transport.TransportException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EsxiGathererTest {
    private static final FactsWanted ALL = new FactsWanted(true, true, Set.of("mlx4_core"));

    /** A session with a host; opening it may have told its system. */
    private static final class Session implements HostSession {
        private final EsxiHost host;
        private final Optional<String> told;
        private int batches;

        Session(EsxiHost host, Optional<String> told) {
            this.host = host;
            this.told = told;
        }

        @Override
        public List<Outcome> run(Batch batch, Duration timeLimit) {
            batches++;
            return host.run(batch.operations());
        }

        @Override
        public Optional<String> system() {
            return told;
        }

        @Override
        public SessionCounts counts() {
            return new SessionCounts(1, 1, batches);
        }

        @Override
        public void close() {}
    }

    private final EsxiHost host = SampleHost.host();

    private static HostFacts facts(HostSession session) throws TransportException {
        return ((Gathered.Known) HostGatherer.gather(session, "esx1", ALL)).facts();
    }

    @Test
    void oneBatchWhereOpeningHasToldTheSystem() throws TransportException {
        Session session = new Session(host, Optional.of("VMkernel"));
        HostFacts facts = facts(session);
        assertThat(session.batches).isEqualTo(1);
        assertThat(facts.host()).isEqualTo("esx1");
        assertThat(facts.system().kind()).isEqualTo(HostSystem.Kind.ESXI);
        assertThat(facts.ipoib("vmk1")).isPresent();
        assertThat(facts.drivers()).containsOnlyKeys("mlx4_core");
        assertThat(facts.opensm()).isInstanceOf(Fact.Known.class);
    }

    @Test
    void theFirstBatchTellsItElse() throws TransportException {
        Session session = new Session(host, Optional.empty());
        assertThat(facts(session).system().kind()).isEqualTo(HostSystem.Kind.ESXI);
        assertThat(session.batches).isEqualTo(2);
    }

    @Test
    void filesOfOtherPlacesTakeMoreBatches() throws TransportException {
        host.script("ps -c", "9 9 opensm /opt/opensm/bin/opensm-static -F /scratch/o.conf\n")
                .file("/scratch/o.conf", "sm_priority 6\npartition_config_file /scratch/p.conf\n");
        Session session = new Session(host, Optional.of("VMkernel"));
        var instance =
                facts(session).opensm().ifKnown().orElseThrow().instances().getFirst();
        assertThat(session.batches).isEqualTo(3);
        assertThat(instance.filePriority()).isEqualTo(Fact.known(6));
        assertThat(instance.partitions().content()).isEqualTo(Fact.absent());
    }

    @Test
    void recordedAnswersGiveTheSameFactsWithoutKeys() throws TransportException {
        host.script("ps -c", "9 9 opensm /opt/opensm/bin/opensm-static -k 0x00c0ffee00c0ffee -p 2\n")
                .file("/scratch/opensm/mlx4_0/opensm.conf", "sm_key 0x00c0ffee00c0ffee\nsm_priority 6\n");
        RecordingSession recording = new RecordingSession(new Session(host, Optional.of("VMkernel")));
        HostFacts live = facts(recording);
        HostRecording kept =
                new Concealment(new KeyStandIns()).conceal(new HostRecording("esx1", recording.exchanges()));
        assertThat(kept.exchanges().stream().map(EsxiGathererTest::text))
                .noneMatch(text -> text.contains("c0ffee"))
                .anyMatch(text -> text.contains("sm_priority 6"))
                .anyMatch(text -> text.contains("opensm-static -k"));
        HostFacts replayed = facts(new RecordedSession(kept));
        assertThat(replayed.system()).isEqualTo(live.system());
        assertThat(replayed.esxi()).isEqualTo(live.esxi());
        assertThat(replayed.interfaces()).isEqualTo(live.interfaces());
        assertThat(replayed.drivers()).isEqualTo(live.drivers());
        var opensm = replayed.opensm().ifKnown().orElseThrow().instances().getFirst();
        assertThat(opensm.filePriority()).isEqualTo(Fact.known(6));
        assertThat(opensm.process().orElseThrow().startPriority()).contains("2");
    }

    private static String text(Exchange exchange) {
        return switch (exchange.outcome()) {
            case Outcome.CommandEnded ended ->
                ended.stdout().lossyText() + ended.stderr().lossyText();
            case Outcome.FilesFound found ->
                found.files().stream()
                        .map(file -> file.content().lossyText())
                        .toList()
                        .toString();
            default -> exchange.outcome().toString();
        };
    }

    @Test
    void nobodyAsksForMtusThatNoToolTells() throws TransportException {
        Session session = new Session(host, Optional.of("VMkernel"));
        HostDescription description = HostDescriber.describe(session, facts(session), MadKey.NONE);
        assertThat(session.batches).isEqualTo(1);
        Fact<PortMtu> mtu = description.ports().getFirst().mtu();
        assertThat(mtu).isInstanceOf(Fact.Unreadable.class);
    }
}
