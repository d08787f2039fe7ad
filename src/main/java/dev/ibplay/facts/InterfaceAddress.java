package dev.ibplay.facts;

/**
 * An IP address of an interface.
 *
 * @param address as {@code ip} prints it, without a zone
 * @param prefixLength 0..32, for IPv6 0..128
 */
public record InterfaceAddress(String address, int prefixLength) {
    public boolean isIpv6() {
        return address.indexOf(':') >= 0;
    }

    @Override
    public String toString() {
        return address + "/" + prefixLength;
    }
}
