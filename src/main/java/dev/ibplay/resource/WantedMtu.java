package dev.ibplay.resource;

/** The MTU that an interface is to have. */
public sealed interface WantedMtu {
    /** So many bytes: 72..4092 in datagram mode, up to 65520 in connected mode. */
    record Bytes(int bytes) implements WantedMtu {
        @Override
        public String toString() {
            return Integer.toString(bytes);
        }
    }

    /** All that the interface's group carries: the group's MTU less 4. */
    record OfGroup() implements WantedMtu {
        @Override
        public String toString() {
            return "group";
        }
    }
}
