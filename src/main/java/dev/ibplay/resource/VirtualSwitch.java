package dev.ibplay.resource;

import dev.ibplay.diag.Located;
import dev.ibplay.diag.Span;
import java.util.Optional;

/**
 * A standard vSwitch of an ESXi host.
 *
 * @param mtu in bytes
 */
public record VirtualSwitch(String name, Optional<Located<Integer>> mtu, Span span) implements Resource {
    @Override
    public String key() {
        return "vswitch " + name;
    }
}
