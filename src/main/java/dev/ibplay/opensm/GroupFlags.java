package dev.ibplay.opensm;

/**
 * The parameters of a multicast group as OpenSM's parser holds them, 32 bits wide and unchecked.
 *
 * @param scopes a bit per scope
 */
record GroupFlags(long mtu, long rate, int sl, int scopes, long qkey, int tclass, int flowLabel) {
    /** OpenSM's defaults: 2048 bytes, 10 Gb/s (osm_base.h, OSM_DEFAULT_MGRP_MTU and _RATE). */
    static final GroupFlags DEFAULT = new GroupFlags(4, 3, 0, 0, 0, 0, 0);

    /** The Q_Key of IP groups that do not name one (RFC 4391; OSM_IPOIB_BROADCAST_MGRP_QKEY). */
    static final long IPOIB_QKEY = 0x0b1b;

    /** Old versions take an MTU or a rate of 0, in the low eight bits, for the default. */
    GroupFlags withDefaultsForZero() {
        return withMtu((mtu & 0xff) == 0 ? DEFAULT.mtu : mtu).withRate((rate & 0xff) == 0 ? DEFAULT.rate : rate);
    }

    GroupFlags withMtu(long value) {
        return new GroupFlags(value, rate, sl, scopes, qkey, tclass, flowLabel);
    }

    GroupFlags withRate(long value) {
        return new GroupFlags(mtu, value, sl, scopes, qkey, tclass, flowLabel);
    }

    GroupFlags withSl(int value) {
        return new GroupFlags(mtu, rate, value, scopes, qkey, tclass, flowLabel);
    }

    GroupFlags withScopes(int bits) {
        return new GroupFlags(mtu, rate, sl, bits, qkey, tclass, flowLabel);
    }

    GroupFlags withQKey(long value) {
        return new GroupFlags(mtu, rate, sl, scopes, value, tclass, flowLabel);
    }

    GroupFlags withTClass(int value) {
        return new GroupFlags(mtu, rate, sl, scopes, qkey, value, flowLabel);
    }

    GroupFlags withFlowLabel(int value) {
        return new GroupFlags(mtu, rate, sl, scopes, qkey, tclass, value);
    }
}
