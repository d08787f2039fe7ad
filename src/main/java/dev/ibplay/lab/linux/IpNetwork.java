package dev.ibplay.lab.linux;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Who has which IPoIB address in the whole lab: where pings go. */
final class IpNetwork {
    /** An interface of some host; through a bond its active slave answers. */
    record Endpoint(IpoibKernel kernel, String interfaceName) {
        Optional<IpoibDevice> device() {
            return kernel.sender(interfaceName).filter(IpoibDevice::hasCarrier);
        }
    }

    private final Map<String, Endpoint> endpoints = new ConcurrentHashMap<>();

    /** An address, without its prefix length. */
    void add(String address, Endpoint endpoint) {
        endpoints.put(address, endpoint);
    }

    Optional<Endpoint> find(String address) {
        return Optional.ofNullable(endpoints.get(address));
    }
}
