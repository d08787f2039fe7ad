package dev.ibplay.ib;

import java.util.Optional;
import java.util.Set;

/** The widths that a port can do, may use, and uses; {@code active} is nothing for a code that is not defined. */
public record LinkWidths(Set<LinkWidth> supported, Set<LinkWidth> enabled, Optional<LinkWidth> active) {
    /** A port of which no width is known. */
    public static final LinkWidths UNKNOWN = new LinkWidths(Set.of(), Set.of(), Optional.empty());

    /** The same with this width in use. */
    public LinkWidths using(LinkWidth width) {
        return new LinkWidths(supported, enabled, Optional.of(width));
    }

    static LinkWidths decode(byte[] portInfo) {
        return new LinkWidths(
                LinkWidth.setOf(MadField.PORT_WIDTH_SUPPORTED.intIn(portInfo)),
                LinkWidth.setOf(MadField.PORT_WIDTH_ENABLED.intIn(portInfo)),
                LinkWidth.ofCode(MadField.PORT_WIDTH_ACTIVE.intIn(portInfo)));
    }
}
