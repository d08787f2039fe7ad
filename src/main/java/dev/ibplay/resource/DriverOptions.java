package dev.ibplay.resource;

import dev.ibplay.diag.Located;
import dev.ibplay.diag.Span;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Options of one kernel module (Linux: modprobe.d; ESXi: module parameters), by name, in the order written. */
public record DriverOptions(String module, Map<String, Located<String>> options, Span span) implements Resource {
    public DriverOptions {
        options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
    }

    @Override
    public String key() {
        return "driver " + module;
    }
}
