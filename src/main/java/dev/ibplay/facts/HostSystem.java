package dev.ibplay.facts;

import java.util.Locale;

/**
 * What a host runs.
 *
 * @param name as people know it, with its version: {@code VMware ESXi 5.5.0 build-1331820}
 * @param version of the system; unreadable where it does not say
 */
public record HostSystem(Kind kind, String name, Fact<SystemVersion> version) {
    /** A Linux host, whose version decides nothing. */
    public static final HostSystem LINUX =
            new HostSystem(Kind.LINUX, "Linux", Fact.unreadable("nothing depends on it"));

    /** The systems that differ in what can be asked of them, and how. */
    public enum Kind {
        LINUX,
        ESXI,
        WINDOWS,
        MLNXOS;

        /** As an inventory's {@code ibplay_platform} has it. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
