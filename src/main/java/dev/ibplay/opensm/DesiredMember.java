package dev.ibplay.opensm;

import dev.ibplay.ib.Membership;

/** A member that a partition is to have. */
public record DesiredMember(Who who, Membership membership) {
    /** As it is written into the file. */
    @Override
    public String toString() {
        return who + "=" + membership.word();
    }
}
