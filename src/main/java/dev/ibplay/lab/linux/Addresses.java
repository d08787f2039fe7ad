package dev.ibplay.lab.linux;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;

/** The addresses of a host: that of eth0, by which logins come, and those that the network stack gives to IPoIB interfaces. */
final class Addresses {
    private static final String IPV4 = "\\d{1,3}(\\.\\d{1,3}){3}/([12]?\\d|3[0-2])";

    private final String way;
    private final Optional<LinuxHost.Way> wayIn;
    private final Map<String, List<String>> byInterface = new ConcurrentSkipListMap<>();

    /**
     * Of eth0 only.
     *
     * @param way the address of eth0
     * @param wayIn where logins come from, and by which interface packets go there; by eth0 where nothing is said
     */
    Addresses(String way, Optional<LinuxHost.Way> wayIn) {
        this.way = way;
        this.wayIn = wayIn;
    }

    Optional<LinuxHost.Way> wayIn() {
        return wayIn;
    }

    String way() {
        return way;
    }

    /**
     * Gives an interface these and no others.
     *
     * @param addresses each with the length of its prefix
     */
    void set(String interfaceName, List<String> addresses) {
        byInterface.put(interfaceName, List.copyOf(addresses));
    }

    void clear() {
        byInterface.clear();
    }

    List<String> of(String interfaceName) {
        return byInterface.getOrDefault(interfaceName, List.of());
    }

    private Optional<Map.Entry<String, String>> subnet(String address) {
        return byInterface.entrySet().stream()
                .flatMap(each -> each.getValue().stream().map(own -> Map.entry(each.getKey(), own)))
                .filter(each -> isIn(each.getValue(), address))
                .findFirst();
    }

    /** The interface whose subnet an address is in. */
    Optional<String> towards(String address) {
        return subnet(address).map(Map.Entry::getKey);
    }

    /** What {@code ip -o route get} prints: all that is no IPoIB subnet goes by eth0. */
    String route(String address) {
        Optional<LinuxHost.Way> back = wayIn.filter(given -> given.peer().equals(address));
        if (back.isPresent()) {
            return "%s dev %s uid 0 \\    cache ".formatted(address, back.get().interfaceName());
        }
        return subnet(address)
                .map(each -> "%s dev %s src %s uid 0 \\    cache "
                        .formatted(address, each.getKey(), each.getValue().replaceFirst("/.*", "")))
                .orElseGet(() -> "%s dev eth0 src %s uid 0 \\    cache ".formatted(address, way));
    }

    /**
     * An address with the length of its prefix, as files give both.
     *
     * @param mask a length or a mask; empty where the address has it already, or is alone
     */
    static String withPrefix(String address, Optional<String> mask) {
        String bare = address.replaceFirst("[,\\s].*", "");
        if (bare.contains("/")) {
            return bare;
        }
        return bare + "/"
                + mask.filter(text -> text.matches("\\d{1,2}|\\d{1,3}(\\.\\d{1,3}){3}"))
                        .map(text -> text.contains(".") ? Integer.bitCount(number(text)) : Integer.parseInt(text))
                        .orElse(32);
    }

    private static boolean isIn(String subnet, String address) {
        if (!subnet.matches(IPV4) || !address.matches("[0-9.]+")) {
            return false;
        }
        String[] parts = subnet.split("/", 2);
        int shift = 32 - Integer.parseInt(parts[1]);
        return shift < 32 && number(parts[0]) >>> shift == number(address) >>> shift;
    }

    private static int number(String digits) {
        try {
            return ByteBuffer.wrap(InetAddress.getByName(digits).getAddress()).getInt();
        } catch (UnknownHostException impossible) {
            throw new IllegalArgumentException(digits, impossible);
        }
    }
}
