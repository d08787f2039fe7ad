package dev.ibplay.fabric;

import java.util.List;

/**
 * What limits packets between two interfaces of one partition.
 *
 * @param layers all that are on the way, from the first interface to the second
 */
public record PairMtu(MtuEnd one, MtuEnd other, List<MtuLayer> layers) {
    public PairMtu {
        layers = List.copyOf(layers);
    }

    /** The largest IP packet that passes, in bytes. */
    public int usable() {
        return layers.stream().mapToInt(MtuLayer::bytes).min().orElse(0);
    }

    /** The layers to which {@link #usable} is due. */
    public List<MtuLayer> limits() {
        int usable = usable();
        return layers.stream().filter(layer -> layer.bytes() == usable).toList();
    }

    /** The layers that stand against packets of {@code wanted} bytes. */
    public List<MtuLayer> below(int wanted) {
        return layers.stream().filter(layer -> layer.limits(wanted)).toList();
    }

    /** The largest packet that both interfaces send each other, in bytes. */
    public int sent() {
        return layers.stream()
                .filter(layer -> !layer.kind().isWire() && layer.kind() != MtuLayer.Kind.GROUP)
                .mapToInt(MtuLayer::bytes)
                .min()
                .orElse(0);
    }

    /**
     * The layers of the wire on which packets of {@link #sent} bytes are lost. The group is none of them: the kernel keeps an
     * interface below the group that it has joined (ipoib_multicast.c: ipoib_mcast_carrier_on_task).
     */
    public List<MtuLayer> lossy() {
        int sent = sent();
        return layers.stream()
                .filter(layer -> layer.kind().isWire() && layer.limits(sent))
                .toList();
    }
}
