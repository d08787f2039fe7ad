package dev.ibplay.lab.machine;

import dev.ibplay.ib.PKey;
import dev.ibplay.lab.fabric.SimulatedFabric;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Who has which IPoIB address in the whole lab: where pings go. */
public final class IpNetwork {
    private final Map<String, Endpoint> endpoints = new ConcurrentHashMap<>();

    /** An interface of some host that has an address. */
    @FunctionalInterface
    public interface Endpoint {
        /** What it can receive now; empty while it is in no group. */
        Optional<Receiver> receiver();
    }

    /**
     * An interface that is in the group of its partition.
     *
     * @param mtu the largest packet that comes through to it, in bytes with the IP header
     */
    public record Receiver(SimulatedFabric fabric, PKey pkey, int mtu) {
        /**
         * Whether a packet gets from one to the other: both are in one partition of one fabric, and it is not too large.
         *
         * @param bytes with the IP header
         */
        public boolean takes(int bytes, Receiver from) {
            return fabric.equals(from.fabric) && pkey.samePartition(from.pkey) && bytes <= mtu;
        }
    }

    /** An address, without its prefix length. */
    public void add(String address, Endpoint endpoint) {
        endpoints.put(address, endpoint);
    }

    /** Whether a packet from an interface is answered: it fits there, and so does the answer, which is as large. */
    public boolean answers(String address, int bytes, Receiver from) {
        return Optional.ofNullable(endpoints.get(address))
                .flatMap(Endpoint::receiver)
                .filter(to -> to.takes(bytes, from) && from.takes(bytes, to))
                .isPresent();
    }
}
