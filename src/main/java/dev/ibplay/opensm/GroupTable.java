package dev.ibplay.opensm;

import dev.ibplay.diag.Span;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PKey;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The SA's multicast groups while the file is read. A group that exists is never changed (osm_sa_mcmember_record.c,
 * osm_mcmr_rcv_find_or_create_new_mgrp).
 */
final class GroupTable {
    static final int MIN_RATE_CODE = 2;
    private static final int DEFAULT_SCOPE = 2;
    private static final int SA_SIGNATURE = 0xa01b;

    /** The outcome of asking for a group: the group, or why there is none. */
    record Answer(Optional<MulticastGroup> group, boolean isNew, String refusal) {
        static Answer refused(String reason) {
            return new Answer(Optional.empty(), false, reason);
        }
    }

    private final Dialect dialect;
    private final Map<Mgid, MulticastGroup> groups = new HashMap<>();

    GroupTable(Dialect dialect) {
        this.dialect = dialect;
    }

    /** The largest rate code that is accepted: 300 Gb/s, later 600; MLNX_OFED's documents have 1200. */
    static int maxRateCode(Dialect dialect) {
        if (dialect.isClosed()) {
            return 24;
        }
        return dialect.knows(Dialect.Feature.RATES_TO_600) ? 22 : 18;
    }

    /** The address in that scope; 0 stands for the usual one. */
    static Mgid inScope(Mgid mgid, int scope) {
        return mgid.withScope(scope == 0 ? DEFAULT_SCOPE : scope);
    }

    /** The group of exactly this address. */
    Optional<MulticastGroup> find(Mgid mgid) {
        return Optional.ofNullable(groups.get(mgid));
    }

    /** Finds or makes the group, its scope set to {@code scope}, or to 2 when that is 0. */
    Answer ask(Mgid wanted, int scope, GroupFlags flags, PKey partition, Span span) {
        Mgid mgid = inScope(wanted, scope);
        MulticastGroup known = groups.get(mgid);
        if (known != null) {
            return new Answer(Optional.of(known), false, "");
        }
        var group = new MulticastGroup(
                mgid,
                partition.asFullMember(),
                mtu(flags.mtu()),
                rate(flags.rate()),
                flags.sl(),
                flags.qkey(),
                flags.tclass(),
                flags.flowLabel(),
                span);
        Optional<String> refusal = refusal(group, flags);
        if (refusal.isPresent()) {
            return Answer.refused(refusal.get());
        }
        groups.put(mgid, group);
        return new Answer(Optional.of(group), true, "");
    }

    private Optional<String> refusal(MulticastGroup group, GroupFlags flags) {
        if (group.mgid().isIp() && !group.mgid().equals(group.mgid().broadcastOfSamePartition())) {
            if (!groups.containsKey(group.mgid().broadcastOfSamePartition())) {
                return Optional.of("the partition has no IPoIB broadcast group of that scope");
            }
        } else if (!group.mgid().isIp() && isReserved(group.mgid())) {
            return Optional.of("the address is reserved");
        }
        if (group.mtu().isEmpty() && !takesMinimum(flags.mtu())) {
            return Optional.of("mtu=%d is no MTU code".formatted(flags.mtu()));
        }
        int rate = group.rateCode().orElse(MIN_RATE_CODE);
        return rate < MIN_RATE_CODE || rate > maxRateCode(dialect)
                ? Optional.of("rate=%d is no rate code of %s".formatted(flags.rate(), dialect))
                : Optional.empty();
    }

    private static boolean isReserved(Mgid mgid) {
        return mgid.reservedFlags() != 0 || (mgid.signature() == SA_SIGNATURE && mgid.scope() == DEFAULT_SCOPE);
    }

    /**
     * Whether the selector says "largest available" once OpenSM has put the value, cut to eight bits, and the selector
     * "exactly" (0x80) into one byte: then it takes what the weakest adapter of the fabric can do.
     */
    static boolean takesMinimum(long written) {
        return (written & 0x40) != 0;
    }

    private static Optional<Mtu> mtu(long written) {
        return takesMinimum(written) ? Optional.empty() : Mtu.ofCode((int) written & 0x3f);
    }

    private static OptionalInt rate(long written) {
        return takesMinimum(written) ? OptionalInt.empty() : OptionalInt.of((int) written & 0x3f);
    }
}
