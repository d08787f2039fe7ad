package dev.ibplay.lab.windows;

import dev.ibplay.ib.PKey;
import dev.ibplay.lab.fabric.GroupMembership;
import dev.ibplay.lab.machine.IpNetwork;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A network connection. Its driver reads its MTU from the registry when it starts; what IP uses is at most that, and is what was set since
 * then, else what the persistent store has, else all that the driver can.
 */
final class NetAdapter {
    private static final int LEAST_ETHERNET = 1500;
    private static final int ETHERNET_HEADER = 14;

    /** What IPoIB's drivers take (netipoib.inx; WinOF's documentation of *JumboPacket). */
    private static final int LEAST_IPOIB = 600;

    private static final int MOST_IPOIB = 4092;
    private static final int USUAL_IPOIB = 2044;

    /** The least that IPv4 takes (RFC 791: 576 is what each host must accept; Windows refuses less). */
    private static final int LEAST_IP = 576;

    private final Identity identity;
    private final Registry registry;
    private final Optional<Link> link;
    private final boolean isRaiseRefused;
    private Optional<Integer> kept;
    private boolean isEnabled = true;
    private int driverMtu;
    private int mtu;

    /**
     * What tells it apart.
     *
     * @param index Windows' number
     * @param key in the registry, whole
     * @param guid of its instance, in braces
     * @param service of the driver
     * @param keyword which the driver takes its MTU from
     * @param address IPv4 with the length of its prefix
     */
    record Identity(
            int index,
            String name,
            String description,
            String key,
            String guid,
            String service,
            String keyword,
            String address) {}

    /** Over which it sends, where that is InfiniBand. */
    record Link(WindowsPort port, GroupMembership membership) {}

    NetAdapter(
            Identity identity,
            Registry registry,
            Optional<Link> link,
            Optional<Integer> keptMtu,
            WindowsHost.Raise raise) {
        this.identity = identity;
        this.registry = registry;
        this.link = link;
        this.kept = keptMtu;
        this.isRaiseRefused = raise == WindowsHost.Raise.REFUSED;
    }

    Identity identity() {
        return identity;
    }

    String name() {
        return identity.name();
    }

    boolean isIpoib() {
        return link.isPresent();
    }

    synchronized boolean isEnabled() {
        return isEnabled;
    }

    /** Ethernet's cable is always in. */
    boolean isConnected() {
        return isEnabled()
                && link.map(over -> over.membership().group().isPresent()).orElse(true);
    }

    /** Whether it has asked for its group since its port was last set up. */
    boolean isSettled() {
        return link.map(over -> over.membership().isSettled()).orElse(true);
    }

    /** What IP uses now, in bytes. */
    synchronized int mtu() {
        return mtu;
    }

    synchronized Optional<Integer> keptMtu() {
        return kept;
    }

    /** The host boots, or the adapter is enabled. */
    synchronized void start() {
        if (!isEnabled) {
            return;
        }
        driverMtu = told();
        mtu = Math.min(kept.orElse(driverMtu), driverMtu);
        link.ifPresent(over -> over.membership().start());
    }

    /** The host goes down. */
    void stop() {
        link.ifPresent(over -> over.membership().stop());
    }

    /** Whether that changed anything. */
    boolean enable(boolean yes) {
        synchronized (this) {
            if (isEnabled == yes) {
                return false;
            }
            isEnabled = yes;
        }
        if (yes) {
            start();
        } else {
            stop();
            link.ifPresent(over -> over.port().fabric().leave(over.port().ref(), PKey.DEFAULT.asFullMember()));
        }
        return true;
    }

    /** What the registry tells the driver; a driver takes what it can of it. */
    private int told() {
        int wish = registry.text(identity.key(), identity.keyword())
                .filter(text -> text.matches("\\d{1,5}"))
                .map(Integer::parseInt)
                .orElse(isIpoib() ? USUAL_IPOIB : LEAST_ETHERNET + ETHERNET_HEADER);
        return isIpoib() ? Math.clamp(wish, LEAST_IPOIB, MOST_IPOIB) : Math.max(wish - ETHERNET_HEADER, LEAST_ETHERNET);
    }

    /**
     * Sets the MTU of IP.
     *
     * @param forGood in the persistent store, too
     * @return false where that is refused
     */
    synchronized boolean changeMtu(int bytes, boolean forGood) {
        if (bytes < LEAST_IP || (bytes > driverMtu && isRaiseRefused)) {
            return false;
        }
        mtu = Math.min(bytes, driverMtu);
        if (forGood) {
            kept = Optional.of(bytes);
        }
        return true;
    }

    /** What gets through to it; empty while it is in no group. */
    synchronized Optional<IpNetwork.Receiver> receiver() {
        return link.filter(over -> isEnabled)
                .flatMap(over -> over.membership()
                        .group()
                        .map(group -> new IpNetwork.Receiver(
                                over.port().fabric(),
                                PKey.DEFAULT.asFullMember(),
                                IntStream.of(mtu, group).min().orElse(0))));
    }

    /** Its address without the length of the prefix. */
    String address() {
        return identity.address().replaceFirst("/.*", "");
    }

    /** Whether an address is in its subnet. */
    boolean reaches(String other) {
        int length = Integer.parseInt(identity.address().replaceFirst(".*/", ""));
        int bits = length == 0 ? 0 : -1 << (Integer.SIZE - length);
        return (number(address()) & bits) == (number(other) & bits);
    }

    private static int number(String address) {
        int number = 0;
        for (String part : address.split("\\.", -1)) {
            number = number << 8 | Integer.parseInt(part);
        }
        return number;
    }

    /** Of the subnet, as Windows tells it. */
    String mask() {
        int length = Integer.parseInt(identity.address().replaceFirst(".*/", ""));
        int bits = length == 0 ? 0 : -1 << (Integer.SIZE - length);
        return "%d.%d.%d.%d".formatted(bits >>> 24, bits >> 16 & 0xff, bits >> 8 & 0xff, bits & 0xff);
    }
}
