package dev.ibplay.plan.opensm;

/**
 * What makes a running OpenSM use its files. A HUP re-reads both, but never changes a multicast group that exists
 * (osm_sa_mcmember_record.c: osm_mcmr_rcv_find_or_create_new_mgrp); only a new process does.
 */
enum Activation {
    NONE,
    HUP,
    RESTART,
    /** Started now, and with the host. */
    ENABLE,
    /** Stopped now, and not started with the host. */
    DISABLE;

    String words() {
        return switch (this) {
            case NONE -> "nothing to do";
            case HUP -> "send HUP to opensm";
            case RESTART -> "restart opensm";
            case ENABLE -> "start opensm, now and with the host";
            case DISABLE -> "stop opensm, now and with the host";
        };
    }

    /** The same behind the writing of files. */
    String after() {
        return this == NONE ? "" : ", then " + words();
    }

    Activation or(Activation other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
