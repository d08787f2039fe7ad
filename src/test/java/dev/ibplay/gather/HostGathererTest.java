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
import dev.ibplay.facts.ManagementRoute;
import dev.ibplay.facts.NetworkObserved;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.SessionCounts;
import dev.ibplay.transport.TransportException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class HostGathererTest {
    private static final String CHILD = "/sys/class/net/ib0.8001/";

    /** A Linux host with one IPoIB interface and of tools only an {@code ip} that knows no addresses. */
    private static final class BareHost implements HostSession {
        final Map<String, String> files = new HashMap<>(Map.of(
                "/sys/class/net/ib0/type", "32\n",
                "/sys/class/net/ib0/ifindex", "4\n",
                "/sys/class/net/ib0/pkey", "0xffff\n",
                "/sys/class/net/ib0/mtu", "2044\n"));

        final List<Batch> batches = new ArrayList<>();
        Optional<String> system = Optional.empty();
        Optional<WayBack> wayBack = Optional.empty();

        @Override
        public Optional<WayBack> wayBack() {
            return wayBack;
        }

        /** An interface without IPoIB's own attributes. */
        void hasBare(String folder) {
            files.put(folder + "type", "32\n");
            files.put(folder + "ifindex", "5\n");
        }

        @Override
        public List<Outcome> run(Batch batch, Duration timeLimit) {
            batches.add(batch);
            return batch.operations().stream().map(this::answer).toList();
        }

        private Outcome answer(Operation operation) {
            return switch (operation) {
                case Operation.ReadMatching matching ->
                    new Outcome.FilesFound(files.entrySet().stream()
                            .filter(e -> e.getKey().matches(matching.pattern().replace("*", "[^/]*")))
                            .map(e -> new Outcome.NamedFile(e.getKey(), Bytes.ofUtf8(e.getValue())))
                            .toList());
                case Operation.RunCommand command ->
                    switch (command.arguments().getFirst()) {
                        case "uname" -> said("Linux\n");
                        case "sh" -> said("");
                        case "ip" ->
                            command.arguments().getLast().equals("ipoib")
                                    ? said("5: ib0.8001@ib0: <UP> mtu 2044\\    ipoib pkey  0x8001 mode  datagram\n")
                                    : said("");
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
        public Optional<String> system() {
            return system;
        }

        List<String> programs() {
            return batches.stream()
                    .flatMap(batch -> batch.operations().stream())
                    .flatMap(o -> o instanceof Operation.RunCommand command
                            ? Stream.of(command.arguments().getFirst())
                            : Stream.empty())
                    .toList();
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
        assertThat(host.programs()).containsExactly("uname");
    }

    @Test
    void aSessionThatHasToldItsSystemIsNotAskedForIt() throws TransportException {
        host.system = Optional.of(HostSession.LINUX);
        assertThat(gather(new FactsWanted(false, false, Set.of())).ipoib("ib0")).isPresent();
        assertThat(host.programs()).isEmpty();
    }

    @Test
    void whatSeveralProbesAskTravelsOnce() throws TransportException {
        assertThat(gather(FactsWanted.ALL).ipoib("ib0")).isPresent();
        assertThat(host.batches.getFirst().operations())
                .doesNotHaveDuplicates()
                .filteredOn(o -> o instanceof Operation.ReadMatching matching
                        && matching.pattern().equals("/sys/class/net/*/type"))
                .hasSize(1);
    }

    @Test
    void aRouteThatIsKnownIsNotAskedFor() throws TransportException {
        assertThat(gather(FactsWanted.ALL.withoutRoute()).network().route())
                .isEqualTo(NetworkObserved.NOT_ASKED.route());
        assertThat(gather(FactsWanted.ALL).network().route()).isEqualTo(Fact.absent());
    }

    @Test
    void aRouteThatTheSessionTellsIsNotAskedFor() throws TransportException {
        host.wayBack = Optional.of(new HostSession.WayBack("192.0.2.7", "ib0"));
        assertThat(gather(FactsWanted.ALL).network().route())
                .isEqualTo(Fact.known(new ManagementRoute("192.0.2.7", "ib0", List.of())));
        assertThat(host.batches.toString()).doesNotContain("SSH_CONNECTION");
        assertThat(gather(FactsWanted.ALL.withoutRoute()).network().route())
                .isEqualTo(NetworkObserved.NOT_ASKED.route());
    }

    @Test
    void theModeOfAChildMadeByNetlinkIsAskedForByItself() throws TransportException {
        host.hasBare(CHILD);
        assertThat(gather(FactsWanted.ALL).ipoib("ib0.8001").orElseThrow().mode())
                .isEqualTo(Fact.known(IpoibMode.DATAGRAM));
        assertThat(host.batches).hasSize(2);
        host.batches.clear();
        gather(new FactsWanted(true, false, Set.of()));
        assertThat(host.batches).hasSize(1);
    }

    @Test
    void aBondHasNoModeToAskFor() throws TransportException {
        host.hasBare("/sys/class/net/bond0/");
        host.files.put("/sys/class/net/bond0/bonding/slaves", "ib0 ib1\n");
        gather(FactsWanted.ALL);
        assertThat(host.batches).hasSize(1);
    }

    @Test
    void theWayBackMattersWhateverIsChanged() throws TransportException {
        NetworkObserved network = gather(new FactsWanted(true, false, Set.of())).network();
        assertThat(network.route()).isEqualTo(Fact.absent());
        assertThat(network.owners()).isEmpty();
        assertThat(network.openibConf()).isEqualTo(NetworkObserved.NOT_ASKED.openibConf());
    }
}
