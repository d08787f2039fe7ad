package dev.ibplay.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Located;
import dev.ibplay.diag.Span;
import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Operation.Ping;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.FileObserved;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.InterfaceAddress;
import dev.ibplay.facts.IpoibLink;
import dev.ibplay.facts.IpoibObserved;
import dev.ibplay.facts.LinksObserved;
import dev.ibplay.facts.NetworkObserved;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.PKey;
import dev.ibplay.journal.HostStatus;
import dev.ibplay.plan.Observed;
import dev.ibplay.resource.DesiredHost;
import dev.ibplay.resource.IpoibInterface;
import dev.ibplay.resource.WantedMtu;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.SessionCounts;
import dev.ibplay.transport.TransportException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Pings over sessions: what is sent, and what an answer means. */
class PingingTest {
    private final HostStates states = new HostStates(List.of("n1", "n2"), event -> {});
    private final List<Ping> sent = Collections.synchronizedList(new ArrayList<>());

    private static HostFacts facts(String name, String address) {
        var observed = new IpoibObserved(
                "ib0", Fact.known(2044), Fact.known(IpoibMode.DATAGRAM), Fact.known(PKey.DEFAULT.asFullMember()), true);
        var link = new IpoibLink(
                "ib0",
                Fact.absent(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                "up",
                Fact.absent(),
                Fact.known(List.of(new InterfaceAddress(address, 24))),
                Fact.known(false));
        var network = new NetworkObserved(
                new LinksObserved(List.of(link), List.of()),
                Map.of(),
                new FileObserved("/etc/infiniband/openib.conf", Fact.absent(), 0),
                Fact.absent());
        return new HostFacts(name, List.of(), List.of(observed), Fact.absent(), network, Map.of());
    }

    private HostSession session(Outcome answer) {
        return new HostSession() {
            @Override
            public List<Outcome> run(Batch batch, Duration timeLimit) throws TransportException {
                batch.operations().forEach(o -> sent.add((Ping) o));
                return batch.operations().stream().map(o -> answer).toList();
            }

            @Override
            public SessionCounts counts() {
                return new SessionCounts(1, 1, 1);
            }

            @Override
            public void close() {}
        };
    }

    private PingResult ping(Outcome first, Outcome second) {
        states.opened("n1", session(first));
        states.opened("n2", session(second));
        Map<String, HostFacts> hosts = new HashMap<>();
        hosts.put("n1", facts("n1", "10.0.0.1"));
        hosts.put("n2", facts("n2", "10.0.0.2"));
        Span span = Span.at("site.yml", 3, 5);
        var ib0 = IpoibInterface.named(
                "ib0", Optional.of(new Located<>(new WantedMtu.Bytes(2044), span)), Optional.empty(), span);
        List<DesiredHost> desired = List.of(
                new DesiredHost("n1", true, List.of(new DesiredHost.Wanted(0, ib0, true))),
                new DesiredHost("n2", true, List.of(new DesiredHost.Wanted(0, ib0, true))));
        try (var forks = new Forks(2)) {
            return new Pinging(states, forks).ping(desired, new Observed(hosts, List.of()));
        }
    }

    @Test
    void everyAnswerCounts() {
        PingResult result = ping(new Outcome.Done(), new Outcome.Done());
        assertThat(result).isEqualTo(new PingResult(2, List.of()));
        assertThat(sent).extracting(Ping::bytes).containsOnly(2044);
    }

    @Test
    void silenceAndPacketsThatAreTooBigAreFailuresWithTheWayNamed() {
        PingResult result =
                ping(new Outcome.NoAnswer(), new Outcome.OperationFailed("EMSGSIZE", "the packet is too big"));
        assertThat(result.failures()).extracting(d -> d.code()).containsOnly(Code.PING_FAILED);
        assertThat(result.failures())
                .extracting(d -> d.message())
                .containsExactlyInAnyOrder(
                        "2044 bytes from ib0 to n2 (10.0.0.2): no answer",
                        "2044 bytes from ib0 to n1 (10.0.0.1): the packet is too big");
    }

    @Test
    void aHostThatIsLostIsNotAsked() {
        states.mark("n2", HostStatus.UNREACHABLE, "gone");
        PingResult result = ping(new Outcome.Done(), new Outcome.Done());
        assertThat(sent).hasSize(1);
        assertThat(result.failures()).isEmpty();
    }
}
