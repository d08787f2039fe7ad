package dev.ibplay.fabric;

import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.PortGuid;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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

    /**
     * A VMkernel interface of an ESXi host on its vSwitch, always in datagram mode.
     *
     * @param mtu of the interface
     * @param vswitch name and MTU of the vSwitch; empty where they are not known
     */
    public static MtuEnd ofVmkernel(
            String host, String interfaceName, PortGuid port, int mtu, Optional<Map.Entry<String, Integer>> vswitch) {
        List<MtuLayer> layers = new ArrayList<>();
        layers.add(MtuLayer.settable(MtuLayer.Kind.VMKERNEL, host + " " + interfaceName, mtu));
        vswitch.ifPresent(below -> layers.add(
                new MtuLayer(MtuLayer.Kind.VSWITCH, host + " " + below.getKey(), below.getValue(), MOST_DATAGRAM)));
        return new MtuEnd(host, interfaceName, port, IpoibMode.DATAGRAM, layers);
    }

    @Override
    public String toString() {
        return host + " " + interfaceName;
    }
}
