package dev.ibplay.gather;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.InterfaceOwner;
import dev.ibplay.facts.NetworkObserved;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.SessionCounts;
import dev.ibplay.transport.TransportException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class HostGathererTest {
    /** A Linux host with one bare IPoIB interface and no tools. */
    private static final class BareHost implements HostSession {
        private static final Map<String, String> FILES = Map.of(
                "/sys/class/net/ib0/type", "32\n",
                "/sys/class/net/ib0/ifindex", "4\n",
                "/sys/class/net/ib0/mtu", "2044\n");

        final List<Batch> batches = new ArrayList<>();

        @Override
        public List<Outcome> run(Batch batch, Duration timeLimit) {
            batches.add(batch);
            return batch.operations().stream().map(BareHost::answer).toList();
        }

        private static Outcome answer(Operation operation) {
            return switch (operation) {
                case Operation.ReadMatching matching ->
                    new Outcome.FilesFound(FILES.entrySet().stream()
                            .filter(e -> e.getKey().matches(matching.pattern().replace("*", "[^/]*")))
                            .map(e -> new Outcome.NamedFile(e.getKey(), Bytes.ofUtf8(e.getValue())))
                            .toList());
                case Operation.RunCommand command ->
                    switch (command.arguments().getFirst()) {
                        case "uname" -> said("Linux\n");
                        case "sh" -> said("");
                        default -> new Outcome.OperationFailed("ENOENT", "cannot start it");
                    };
                case Operation.ListProcesses ignored -> new Outcome.ProcessesFound(List.of());
                default -> new Outcome.FileAbsent();
            };
        }

        private static Outcome said(String text) {
            return new Outcome.CommandEnded(new CommandEnd.Exited(0), Bytes.ofUtf8(text), Bytes.EMPTY);
        }

        @Override
        public SessionCounts counts() {
            return new SessionCounts(1, 1, batches.size());
        }

        @Override
        public void close() {}
    }

    private final BareHost host = new BareHost();

    private HostFacts gather(FactsWanted wanted) throws TransportException {
        Gathered gathered = HostGatherer.gather(host, "leaf01", wanted);
        assertThat(gathered).isInstanceOf(Gathered.Known.class);
        return ((Gathered.Known) gathered).facts();
    }

    @Test
    void everythingIsOneBatch() throws TransportException {
        HostFacts facts = gather(new FactsWanted(true, true, Set.of("mlx4_core", "ib_ipoib")));
        assertThat(host.batches).hasSize(1);
        assertThat(facts.opensm()).isEqualTo(Fact.absent());
        assertThat(facts.network().owner("ib0")).contains(new InterfaceOwner.Nobody());
        assertThat(facts.network().links().link("ib0")).isPresent();
        assertThat(facts.network().route()).isEqualTo(Fact.absent());
        assertThat(facts.network().openibConf().content()).isEqualTo(Fact.absent());
        assertThat(facts.drivers()).containsOnlyKeys("mlx4_core", "ib_ipoib");
    }

    @Test
    void whatNobodyWantsIsNotAsked() throws TransportException {
        HostFacts facts = gather(new FactsWanted(false, false, Set.of()));
        assertThat(facts.network()).isEqualTo(NetworkObserved.NOT_ASKED);
        assertThat(facts.drivers()).isEmpty();
        assertThat(facts.ipoib("ib0")).isPresent();
        assertThat(host.batches.getFirst().operations())
                .noneMatch(o -> o instanceof Operation.RunCommand command
                        && !command.arguments().getFirst().equals("uname"));
    }

    @Test
    void theWayBackMattersWhateverIsChanged() throws TransportException {
        NetworkObserved network = gather(new FactsWanted(true, false, Set.of())).network();
        assertThat(network.route()).isEqualTo(Fact.absent());
        assertThat(network.owners()).isEmpty();
        assertThat(network.openibConf()).isEqualTo(NetworkObserved.NOT_ASKED.openibConf());
    }
}
