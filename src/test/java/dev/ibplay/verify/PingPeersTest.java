package dev.ibplay.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Operation.Ping;
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
import dev.ibplay.plan.Observed;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class PingPeersTest {
    private final Map<String, HostFacts> hosts = new HashMap<>();
    private final Map<String, Set<String>> managed = new HashMap<>();

    private void host(String name, int mtu, boolean carrier, String... addresses) {
        host(name, mtu, carrier, 0x7fff, addresses);
    }

    private void host(String name, int mtu, boolean carrier, int pkey, String... addresses) {
        var observed = new IpoibObserved(
                "ib0", Fact.known(mtu), Fact.known(IpoibMode.DATAGRAM), Fact.known(new PKey(pkey)), carrier);
        List<InterfaceAddress> found = List.of(addresses).stream()
                .map(a -> a.split("/"))
                .map(a -> new InterfaceAddress(a[0], Integer.parseInt(a[1])))
                .toList();
        var link = new IpoibLink(
                "ib0",
                Fact.absent(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                "up",
                Fact.absent(),
                Fact.known(found),
                Fact.known(false));
        var network = new NetworkObserved(
                new LinksObserved(List.of(link), List.of()),
                Map.of(),
                new FileObserved("/etc/infiniband/openib.conf", Fact.absent(), 0),
                Fact.absent());
        hosts.put(name, new HostFacts(name, List.of(), List.of(observed), Fact.absent(), network, Map.of()));
        managed.put(name, Set.of("ib0"));
    }

    private List<PingProof> proofs() {
        return PingPeers.of(managed, new Observed(hosts, List.of()));
    }

    private Set<String> words() {
        return proofs().stream()
                .map(p -> p.host() + ">" + p.peer() + " " + p.bytes())
                .collect(Collectors.toSet());
    }

    @Test
    void twoHostsPingEachOtherWithTheSmallerMtu() {
        host("n1", 4092, true, "10.0.0.1/24");
        host("n2", 2044, true, "10.0.0.2/24");

        assertThat(words()).containsExactlyInAnyOrder("n1>n2 2044", "n2>n1 2044");
        assertThat(proofs().getFirst().operation())
                .isEqualTo(new Ping("ib0", "10.0.0.2", 2044, 3, Duration.ofSeconds(2)));
    }

    @Test
    void oneHostAloneHasNobodyToAsk() {
        host("n1", 4092, true, "10.0.0.1/24", "fd00::1/64");
        assertThat(proofs()).isEmpty();
    }

    @Test
    void otherNetworksPartitionsAndInterfacesWithoutCarrierAreNoPeers() {
        host("n1", 2044, true, "10.0.0.1/24");
        host("n2", 2044, true, "10.0.1.2/24");
        host("n3", 2044, true, 0x8001, "10.0.0.3/24");
        host("n4", 2044, false, "10.0.0.4/24");
        host("n5", 2044, true, "10.0.0.5/16");
        host("n6", 2044, true, "fe80::6/64");
        assertThat(proofs()).isEmpty();
    }

    @Test
    void networksNeedNotEndAtABytesEnd() {
        host("n1", 2044, true, "10.0.0.65/26");
        host("n2", 2044, true, "10.0.0.126/26");
        host("n3", 2044, true, "10.0.0.1/26");
        assertThat(words()).containsExactlyInAnyOrder("n1>n2 2044", "n2>n1 2044");
    }

    @Test
    void ipv6CountsToo() {
        host("n1", 2044, true, "fd00:0:0:1::1/64", "fe80::1/64");
        host("n2", 2044, true, "fd00:0:0:1::2/64", "fe80::2/64");
        assertThat(words()).containsExactlyInAnyOrder("n1>n2 2044", "n2>n1 2044");
    }

    @Test
    void interfacesThatNoPlayDescribesAreLeftAlone() {
        host("n1", 2044, true, "10.0.0.1/24");
        host("n2", 2044, true, "10.0.0.2/24");
        managed.put("n2", Set.of());
        assertThat(proofs()).isEmpty();
    }

    @Test
    void packetsGrowWithTheHostsNotWithTheirPairs() {
        for (int i = 1; i <= 200; i++) {
            host("n%03d".formatted(i), 2044, true, "10.0.0." + i + "/24");
        }
        List<PingProof> proofs = proofs();
        assertThat(proofs).hasSizeLessThanOrEqualTo(3 * 200);
        assertThat(proofs.stream().collect(Collectors.groupingBy(PingProof::host)))
                .hasSize(200)
                .allSatisfy((host, own) -> assertThat(own).hasSizeBetween(2, 3));
        assertThat(proofs).extracting(PingProof::peer).as("each is asked, too").contains("n001", "n100", "n200");
        assertThat(proofs).noneMatch(p -> p.host().equals(p.peer()));
    }
}
