package dev.ibplay.opensm;

import dev.ibplay.diag.Span;
import dev.ibplay.ib.Membership;

/**
 * A member of a partition as the file lists it. Later entries overrule earlier ones for the ports that both stand for.
 *
 * @param indexZero whether the ports get the P_Key at index 0 of their tables
 */
public record MemberEntry(Who who, Membership membership, boolean indexZero, Span span) {
    boolean sameBut(MemberEntry other) {
        return who.equals(other.who) && membership == other.membership && indexZero == other.indexZero;
    }
}
