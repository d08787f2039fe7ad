package dev.ibplay.lab.linux;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The IPv4 addresses of a host.
 *
 * @param way the address of eth0, by which logins come
 * @param byInterface of IPoIB interfaces, each with the length of its prefix
 */
record Addresses(String way, Map<String, String> byInterface) {
    Addresses {
        byInterface = Map.copyOf(byInterface);
    }

    List<String> of(String interfaceName) {
        return Optional.ofNullable(byInterface.get(interfaceName)).stream().toList();
    }

    /** The interface whose subnet an address is in. */
    Optional<String> towards(String address) {
        return byInterface.entrySet().stream()
                .filter(each -> isIn(each.getValue(), address))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    /** What {@code ip -o route get} prints: all that is no IPoIB subnet goes by eth0. */
    String route(String address) {
        return towards(address)
                .map(name -> "%s dev %s src %s uid 0 \\    cache "
                        .formatted(
                                address,
                                name,
                                byInterface.getOrDefault(name, "").replaceFirst("/.*", "")))
                .orElseGet(() -> "%s dev eth0 src %s uid 0 \\    cache ".formatted(address, way));
    }

    private static boolean isIn(String subnet, String address) {
        String[] parts = subnet.split("/", 2);
        int shift = 32 - Integer.parseInt(parts[1]);
        return address.matches("[0-9.]+") && shift < 32 && number(parts[0]) >>> shift == number(address) >>> shift;
    }

    private static int number(String digits) {
        try {
            return ByteBuffer.wrap(InetAddress.getByName(digits).getAddress()).getInt();
        } catch (UnknownHostException impossible) {
            throw new IllegalArgumentException(digits, impossible);
        }
    }
}
