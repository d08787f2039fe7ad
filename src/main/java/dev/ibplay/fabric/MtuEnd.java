package dev.ibplay.fabric;

import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.PortGuid;
import java.util.List;

/**
 * Where packets start and end: an IPoIB interface of a host, with all that limits them there.
 *
 * @param interfaceName as the host calls it
 * @param port that it sits on
 * @param layers those above the wire: mode, interface, on ESXi vSwitch and vmkernel
 */
public record MtuEnd(String host, String interfaceName, PortGuid port, IpoibMode mode, List<MtuLayer> layers) {
    public MtuEnd {
        layers = List.copyOf(layers);
    }

    /** In datagram mode a packet is one datagram of at most the largest InfiniBand MTU; connected: ipoib.h, IPOIB_CM_MTU. */
    private static final int MOST_DATAGRAM = 4092;

    private static final int MOST_CONNECTED = 65520;

    /** An interface of a Linux host. */
    public static MtuEnd of(String host, String interfaceName, PortGuid port, IpoibMode mode, int mtu) {
        String name = host + " " + interfaceName;
        int most = mode == IpoibMode.CONNECTED ? MOST_CONNECTED : MOST_DATAGRAM;
        return new MtuEnd(
                host,
                interfaceName,
                port,
                mode,
                List.of(
                        new MtuLayer(MtuLayer.Kind.MODE, name + " (" + mode.word() + ")", most, most),
                        MtuLayer.settable(MtuLayer.Kind.INTERFACE, name, mtu)));
    }

    @Override
    public String toString() {
        return host + " " + interfaceName;
    }
}
