package dev.ibplay.transport.helper;

import dev.ibplay.exec.SmpAddress;
import java.util.ArrayList;
import java.util.List;

/** Directed routes on the wire: the egress port at each hop, a byte each. */
final class Routes {
    private Routes() {}

    static byte[] bytes(SmpAddress.ByRoute to) {
        List<Integer> ports = to.ports();
        byte[] route = new byte[ports.size()];
        for (int i = 0; i < route.length; i++) {
            route[i] = ports.get(i).byteValue();
        }
        return route;
    }

    static SmpAddress.ByRoute read(FrameReader in) throws MalformedFrame {
        List<Integer> ports = new ArrayList<>();
        for (byte port : in.bytes().toArray()) {
            ports.add(port & 0xff);
        }
        try {
            return new SmpAddress.ByRoute(ports);
        } catch (IllegalArgumentException e) {
            throw new MalformedFrame("a route: " + e.getMessage());
        }
    }
}
