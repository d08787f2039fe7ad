package dev.ibplay.facts;

import dev.ibplay.exec.MadPort;
import dev.ibplay.ib.IpoibAddress;
import java.util.List;
import java.util.Optional;

/**
 * How an IPoIB interface is tied to ports, to other interfaces and to IP.
 *
 * @param port of the adapter; for a child that of its parent
 * @param driver of the adapter, for example {@code mlx5_core}
 * @param parent the interface whose child this is, whatever the names; a child is identified by it and the low 15 bits of
 *     the P_Key
 * @param master the bond (or bridge, or team) that this interface is a part of
 * @param operstate the kernel's word (RFC 2863): {@code up}, {@code down}, {@code dormant}, ...
 * @param carrierChanges how often the carrier has come or gone since the interface was made; absent before Linux 3.15
 * @param addresses of IPv4 and IPv6
 * @param ipv6 whether it has an IPv6 address: its MTU cannot be below 1280 then (RFC 8200, section 5)
 */
public record IpoibLink(
        String name,
        Fact<IpoibAddress> hardwareAddress,
        Optional<MadPort> port,
        Optional<String> driver,
        Optional<String> parent,
        Optional<String> master,
        String operstate,
        Fact<Long> carrierChanges,
        Fact<List<InterfaceAddress>> addresses,
        Fact<Boolean> ipv6) {

    /** Whether the kernel would accept connected mode; unreadable where there is no proper hardware address. */
    public Fact<Boolean> canConnect() {
        return hardwareAddress.map(IpoibAddress::canConnect);
    }
}
