package dev.ibplay.transport.ssh.config;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Networks in CIDR notation, for {@code Match localnetwork}. */
final class Networks {
    private Networks() {}

    /** Whether one of the addresses is in one of the networks, which have commas between. */
    static boolean containAny(String networks, List<InetAddress> addresses, String place) throws ConfigException {
        for (String network : networks.split(",", -1)) {
            int slash = network.indexOf('/');
            String base = slash < 0 ? network : network.substring(0, slash);
            if (!base.matches("[0-9a-fA-F:.]+") || !network.matches("[^/]+(/[0-9]{1,3})?")) {
                throw new ConfigException(
                        place, "\"" + network + "\" is not a network", "write it as 192.0.2.0/24 or 2001:db8::/32");
            }
            try {
                byte[] wanted = InetAddress.getByName(base).getAddress();
                int bits = slash < 0 ? wanted.length * 8 : Integer.parseInt(network.substring(slash + 1));
                if (addresses.stream().anyMatch(address -> agree(wanted, address.getAddress(), bits))) {
                    return true;
                }
            } catch (UnknownHostException e) {
                throw new ConfigException(place, "\"" + base + "\" is not an address", "write it in numbers");
            }
        }
        return false;
    }

    private static boolean agree(byte[] one, byte[] other, int bits) {
        if (one.length != other.length || bits > one.length * 8) {
            return false;
        }
        for (int bit = 0; bit < bits; bit++) {
            int mask = 0x80 >> (bit % 8);
            if ((one[bit / 8] & mask) != (other[bit / 8] & mask)) {
                return false;
            }
        }
        return true;
    }
}
