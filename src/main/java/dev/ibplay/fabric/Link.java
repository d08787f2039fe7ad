package dev.ibplay.fabric;

/** A cable between two ports. */
public record Link(PortRef one, PortRef other) {
    public boolean touches(PortRef port) {
        return one.equals(port) || other.equals(port);
    }
}
