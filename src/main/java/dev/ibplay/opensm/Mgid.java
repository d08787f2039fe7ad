package dev.ibplay.opensm;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A multicast GID, 128 bits of which the first eight are ones (IBA vol. 1, 4.1.1).
 *
 * @param prefix the first eight bytes: 0xff, flags and scope, signature, P_Key of an IP group
 * @param groupId the last eight bytes
 */
public record Mgid(long prefix, long groupId) {
    private static final Pattern HEX_GROUP = Pattern.compile("[0-9a-fA-F]{1,4}");
    private static final Pattern DOTTED = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");
    private static final int IPV4_SIGNATURE = 0x401b;
    private static final int IPV6_SIGNATURE = 0x601b;
    private static final long BROADCAST_ID = 0xffff_ffffL;

    /** The group that every IPoIB interface of a partition must join (RFC 4391, section 4). */
    public static Mgid ipoibBroadcast(int pkeyBase) {
        return new Mgid(0xff12_401b_0000_0000L | (long) (pkeyBase | 0x8000) << 16, BROADCAST_ID);
    }

    /** Reads an IPv6 address as {@code inet_pton} does; nothing when it is none or does not start with {@code ff}. */
    public static Optional<Mgid> parse(String text) {
        int gap = text.indexOf("::");
        if (gap < 0) {
            return groups(text).filter(g -> g.size() == 8).flatMap(Mgid::of);
        }
        var head = groups(text.substring(0, gap));
        var tail = groups(text.substring(gap + 2));
        if (head.isEmpty() || tail.isEmpty() || (text.indexOf('.') >= 0 && text.indexOf('.') < gap)) {
            return Optional.empty();
        }
        var all = new ArrayList<>(head.get());
        int zeros = 8 - all.size() - tail.get().size();
        for (int i = 0; i < zeros; i++) {
            all.add(0);
        }
        all.addAll(tail.get());
        return zeros < 1 ? Optional.empty() : of(all);
    }

    private static Optional<List<Integer>> groups(String text) {
        var result = new ArrayList<Integer>();
        if (text.isEmpty()) {
            return Optional.of(result);
        }
        String[] parts = text.split(":", -1);
        for (int i = 0; i < parts.length; i++) {
            if (HEX_GROUP.matcher(parts[i]).matches()) {
                result.add(Integer.parseInt(parts[i], 16));
            } else if (i == parts.length - 1 && DOTTED.matcher(parts[i]).matches()) {
                result.addAll(dotted(parts[i]));
            } else {
                return Optional.empty();
            }
        }
        return result.contains(-1) ? Optional.empty() : Optional.of(result);
    }

    private static List<Integer> dotted(String text) {
        String[] octets = text.split("\\.", -1);
        int[] values = new int[4];
        for (int i = 0; i < 4; i++) {
            values[i] = Integer.parseInt(octets[i]);
            if (values[i] > 255 || (octets[i].length() > 1 && octets[i].startsWith("0"))) {
                return List.of(-1);
            }
        }
        return List.of(values[0] << 8 | values[1], values[2] << 8 | values[3]);
    }

    private static Optional<Mgid> of(List<Integer> groups) {
        long high = 0;
        long low = 0;
        for (int i = 0; i < 4; i++) {
            high = high << 16 | groups.get(i);
            low = low << 16 | groups.get(i + 4);
        }
        return high >>> 56 == 0xff ? Optional.of(new Mgid(high, low)) : Optional.empty();
    }

    int signature() {
        return (int) (prefix >>> 32) & 0xffff;
    }

    /** Whether the group carries IPv4 or IPv6 (RFC 4391). */
    public boolean isIp() {
        return signature() == IPV4_SIGNATURE || signature() == IPV6_SIGNATURE;
    }

    int pkeyField() {
        return (int) (prefix >>> 16) & 0xffff;
    }

    Mgid withPkeyField(int pkey) {
        return new Mgid((prefix & ~0xffff_0000L) | (long) pkey << 16, groupId);
    }

    /** The scope, 0..15; 2 is the subnet. */
    public int scope() {
        return (int) (prefix >>> 48) & 0xf;
    }

    /** The three flags above the transient one, which must be 0. */
    int reservedFlags() {
        return (int) (prefix >>> 48) & 0xe0;
    }

    Mgid withScope(int scope) {
        return new Mgid((prefix & ~(0xfL << 48)) | (long) scope << 48, groupId);
    }

    /** The IPv4 broadcast group that must exist before this IP group may (OpenSM, mcmr_rcv_create_new_mgrp). */
    Mgid broadcastOfSamePartition() {
        return new Mgid(0xff10_401b_0000_0000L | (long) pkeyField() << 16, BROADCAST_ID).withScope(scope());
    }

    /** Two groups of 16 hexadecimal digits, as saquery and OpenSM's dump print it. */
    @Override
    public String toString() {
        return "0x%016x:0x%016x".formatted(prefix, groupId);
    }
}
