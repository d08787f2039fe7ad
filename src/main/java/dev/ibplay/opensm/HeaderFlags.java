package dev.ibplay.opensm;

import dev.ibplay.ib.Membership;

/**
 * What the header of a statement says.
 *
 * @param membership of members that do not name theirs
 * @param indexZero whether the P_Key goes to index 0 of the members' tables
 */
record HeaderFlags(GroupFlags group, boolean ipoib, Membership membership, boolean indexZero) {
    static final HeaderFlags DEFAULT = new HeaderFlags(GroupFlags.DEFAULT, false, Membership.LIMITED, false);

    HeaderFlags withGroup(GroupFlags value) {
        return new HeaderFlags(value, ipoib, membership, indexZero);
    }

    HeaderFlags withIpoib() {
        return new HeaderFlags(group, true, membership, indexZero);
    }

    HeaderFlags withMembership(Membership value) {
        return new HeaderFlags(group, ipoib, value, indexZero);
    }

    HeaderFlags withIndexZero() {
        return new HeaderFlags(group, ipoib, membership, true);
    }
}
