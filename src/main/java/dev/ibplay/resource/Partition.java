package dev.ibplay.resource;

import dev.ibplay.diag.Located;
import dev.ibplay.diag.Span;
import dev.ibplay.ib.Membership;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PKey;
import java.util.List;
import java.util.Optional;

/**
 * A partition, identified by the low 15 bits of its P_Key.
 *
 * @param name a label in partitions.conf
 * @param ipoib whether OpenSM makes the IPoIB broadcast group
 * @param mtu of the IPoIB broadcast group
 * @param rateGbps of the IPoIB broadcast group, in Gb/s as partitions.conf's table names it
 * @param serviceLevel 0..15
 * @param defaultMembership of members that do not say
 * @param members the whole membership, in the order written
 */
public record Partition(
        Located<PKey> pkey,
        Optional<Located<String>> name,
        Optional<Located<Boolean>> ipoib,
        Optional<Located<Mtu>> mtu,
        Optional<Located<String>> rateGbps,
        Optional<Located<Integer>> serviceLevel,
        Optional<Located<Membership>> defaultMembership,
        Optional<Located<List<PartitionMember>>> members,
        Span span) {

    /** What two plays want of one partition together; they agree where both speak. */
    Partition with(Partition other) {
        return new Partition(
                pkey,
                name.or(other::name),
                ipoib.or(other::ipoib),
                mtu.or(other::mtu),
                rateGbps.or(other::rateGbps),
                serviceLevel.or(other::serviceLevel),
                defaultMembership.or(other::defaultMembership),
                members.or(other::members),
                span);
    }

    /** What it is in the words of the reports: {@code partition 0x7fff}. */
    public String key() {
        return "partition " + pkey.value().asLimitedMember();
    }
}
