package dev.ibplay.fabric;

/**
 * One thing that limits the IP packets of an IPoIB interface.
 *
 * @param name for people: the interface, port, link or group that it is
 * @param bytes the largest IP packet that it lets through now
 * @param couldBe what it would let through if everything that can be set were set; what hardware and drivers allow
 */
public record MtuLayer(Kind kind, String name, int bytes, int couldBe) {
    /** What can limit a packet, from the wire to what sits on the interface. */
    public enum Kind {
        ADAPTER("the adapter or its driver"),
        LINK("the link between adapter and switch"),
        SWITCH("a link between switches"),
        GROUP("the partition's IPoIB group"),
        MODE("the interface's mode"),
        INTERFACE("the interface's MTU"),
        VSWITCH("the vSwitch"),
        VMKERNEL("the vmkernel interface");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        /**
         * Whether it is passed by the packet itself, on which no host cuts it any more. So is a vSwitch: ESXi lets a VMkernel
         * interface send what its vSwitch then drops.
         */
        boolean isWire() {
            return this == ADAPTER || this == LINK || this == SWITCH || this == VSWITCH;
        }

        /** For people, as the subject of a sentence. */
        public String words() {
            return words;
        }
    }

    /** A layer that nothing but its setting limits. */
    static MtuLayer settable(Kind kind, String name, int bytes) {
        return new MtuLayer(kind, name, bytes, Integer.MAX_VALUE);
    }

    /** Whether it stands against packets of {@code wanted} bytes now. */
    public boolean limits(int wanted) {
        return bytes < wanted;
    }

    /** Whether packets of {@code wanted} bytes are out of its reach, whatever is set. */
    public boolean forbids(int wanted) {
        return couldBe < wanted;
    }

    /** What would have to change for packets of {@code wanted} bytes, as an imperative or the reason why nothing helps. */
    public String remedy(int wanted) {
        if (forbids(wanted)) {
            return switch (kind) {
                case ADAPTER ->
                    "%s carries at most %d: see whether its driver has an option for 4K MTU".formatted(name, couldBe);
                case LINK, SWITCH -> "%s carries at most %d: the MtuCap of one end".formatted(name, couldBe);
                case MODE -> "%s carries at most %d: only connected mode carries more".formatted(name, couldBe);
                case GROUP, INTERFACE, VSWITCH, VMKERNEL -> "%s carries at most %d".formatted(name, couldBe);
            };
        }
        return switch (kind) {
            case ADAPTER -> "%s: raise the port's MTU".formatted(name);
            case LINK, SWITCH -> "%s: its NeighborMTU follows at the subnet manager's next heavy sweep".formatted(name);
            case GROUP -> "%s: raise the partition's mtu and restart its subnet managers".formatted(name);
            case MODE -> "%s: change its mode".formatted(name);
            case INTERFACE, VMKERNEL -> "%s: set mtu to %d".formatted(name, wanted);
            case VSWITCH -> "%s: set mtu to at least %d".formatted(name, wanted);
        };
    }
}
