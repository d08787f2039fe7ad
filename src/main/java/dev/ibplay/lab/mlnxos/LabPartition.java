package dev.ibplay.lab.mlnxos;

import dev.ibplay.ib.Membership;
import dev.ibplay.ib.PKey;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A partition in a switch's configuration.
 *
 * @param mtu the switch's word, {@code 4K}; empty where none is set
 * @param members by GUID as the switch writes it, or {@code ALL}
 */
public record LabPartition(PKey pkey, boolean ipoib, Optional<String> mtu, Map<String, Membership> members) {
    /** The one that is there from the start. */
    static final LabPartition DEFAULT =
            new LabPartition(PKey.DEFAULT, true, Optional.empty(), Map.of("ALL", Membership.FULL));

    public LabPartition {
        members = Collections.unmodifiableMap(new LinkedHashMap<>(members));
    }

    LabPartition withMtu(String word) {
        return new LabPartition(pkey, ipoib, Optional.of(word), members);
    }

    LabPartition withIpoib(boolean wanted) {
        return new LabPartition(pkey, wanted, mtu, members);
    }

    LabPartition with(String member, Membership membership) {
        Map<String, Membership> more = new LinkedHashMap<>(members);
        more.put(member, membership);
        return new LabPartition(pkey, ipoib, mtu, more);
    }

    LabPartition without(String member) {
        Map<String, Membership> fewer = new LinkedHashMap<>(members);
        fewer.remove(member);
        return new LabPartition(pkey, ipoib, mtu, fewer);
    }
}
