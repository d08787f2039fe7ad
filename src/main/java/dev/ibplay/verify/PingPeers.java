package dev.ibplay.verify;

import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.InterfaceAddress;
import dev.ibplay.facts.IpoibLink;
import dev.ibplay.facts.IpoibObserved;
import dev.ibplay.plan.Observed;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Chooses who pings whom: hosts with an address in one IP network and one partition of a fabric stand in a ring, and each asks
 * its two successors and the one across; so every host is tried from several sides with a number of packets that grows with
 * the hosts, not with their pairs.
 */
public final class PingPeers {
    private record Station(String host, String interfaceName, String address, int mtu) {}

    private PingPeers() {}

    /**
     * The pings of all hosts.
     *
     * @param managed names of the interfaces that a playbook describes, by host
     */
    public static List<PingProof> of(Map<String, Set<String>> managed, Observed observed) {
        Map<String, List<Station>> networks = new TreeMap<>();
        observed.hosts().values().stream()
                .sorted(Comparator.comparing(HostFacts::host))
                .forEach(host -> managed.getOrDefault(host.host(), Set.of()).stream()
                        .sorted()
                        .flatMap(name -> host.ipoib(name).stream())
                        .forEach(found -> stations(host, found, observed, networks)));
        List<PingProof> proofs = new ArrayList<>();
        networks.values().forEach(ring -> proofs.addAll(around(ring)));
        return proofs;
    }

    private static void stations(
            HostFacts host, IpoibObserved found, Observed observed, Map<String, List<Station>> networks) {
        Optional<IpoibLink> link = host.network().links().link(found.name());
        Optional<Integer> mtu = found.mtu().ifKnown();
        List<InterfaceAddress> addresses =
                link.flatMap(l -> l.addresses().ifKnown()).orElse(List.of());
        if (mtu.isEmpty() || !found.carrier()) {
            return;
        }
        int fabric = observed.fabricOf(host, found)
                .map(f -> observed.fabrics().indexOf(f))
                .orElse(-1);
        String partition = found.pkey().ifKnown().map(Object::toString).orElse("");
        for (InterfaceAddress address : addresses) {
            if (!address.address().startsWith("fe80:")) {
                network(address)
                        .map(network -> fabric + " " + partition + " " + network)
                        .ifPresent(key -> networks.computeIfAbsent(key, k -> new ArrayList<>())
                                .add(new Station(host.host(), found.name(), address.address(), mtu.get())));
            }
        }
    }

    /** The network of an address: its leading bits, in hexadecimal, and their number. */
    private static Optional<String> network(InterfaceAddress address) {
        try {
            // Digits only: nothing is looked up.
            byte[] bytes = InetAddress.getByName(address.address()).getAddress();
            var text = new StringBuilder();
            for (int i = 0; i < bytes.length; i++) {
                int bits = Math.clamp(address.prefixLength() - 8L * i, 0, 8);
                text.append("%02x".formatted(bytes[i] & (0xff00 >> bits) & 0xff));
            }
            return Optional.of(text + "/" + address.prefixLength());
        } catch (UnknownHostException notAnAddress) {
            return Optional.empty();
        }
    }

    private static List<PingProof> around(List<Station> ring) {
        List<PingProof> proofs = new ArrayList<>();
        int size = ring.size();
        for (int i = 0; i < size; i++) {
            Station from = ring.get(i);
            Set<Integer> peers = new LinkedHashSet<>(List.of((i + 1) % size, (i + 2) % size, (i + size / 2) % size));
            for (int other : peers) {
                Station to = ring.get(other);
                if (!to.host().equals(from.host())) {
                    proofs.add(new PingProof(
                            from.host(),
                            from.interfaceName(),
                            to.host(),
                            to.address(),
                            Math.min(from.mtu(), to.mtu())));
                }
            }
        }
        return proofs;
    }
}
