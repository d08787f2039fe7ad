package dev.ibplay.resource;

import dev.ibplay.diag.Located;
import dev.ibplay.diag.Span;
import java.util.Optional;

/**
 * A VMkernel interface of an ESXi host.
 *
 * @param mtu in bytes
 */
public record VmkernelInterface(String name, Optional<Located<Integer>> mtu, Span span) implements Resource {
    @Override
    public String key() {
        return "vmkernel " + name;
    }
}
