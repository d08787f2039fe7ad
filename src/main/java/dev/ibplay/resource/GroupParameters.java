package dev.ibplay.resource;

import dev.ibplay.diag.Located;
import dev.ibplay.ib.Mtu;
import java.util.Optional;

/**
 * What a multicast group is to be, in the words of partitions.conf's flags. What is empty is left as it is.
 *
 * @param rateGbps in Gb/s as partitions.conf's table of rates names it
 * @param serviceLevel 0..15
 * @param scope 1..15; of groups by mgid
 * @param qkey 32 bits, unsigned, not 0
 * @param trafficClass 0..255
 * @param flowLabel 20 bits
 */
public record GroupParameters(
        Optional<Located<Mtu>> mtu,
        Optional<Located<String>> rateGbps,
        Optional<Located<Integer>> serviceLevel,
        Optional<Located<Integer>> scope,
        Optional<Located<Long>> qkey,
        Optional<Located<Integer>> trafficClass,
        Optional<Located<Integer>> flowLabel) {
    /** Nothing is wanted. */
    public static final GroupParameters NONE = of(Optional.empty(), Optional.empty(), Optional.empty());

    /** Those that most playbooks speak of. */
    public static GroupParameters of(
            Optional<Located<Mtu>> mtu, Optional<Located<String>> rateGbps, Optional<Located<Integer>> serviceLevel) {
        return new GroupParameters(
                mtu, rateGbps, serviceLevel, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** What two plays want together; they agree where both speak. */
    GroupParameters with(GroupParameters other) {
        return new GroupParameters(
                mtu.or(other::mtu),
                rateGbps.or(other::rateGbps),
                serviceLevel.or(other::serviceLevel),
                scope.or(other::scope),
                qkey.or(other::qkey),
                trafficClass.or(other::trafficClass),
                flowLabel.or(other::flowLabel));
    }
}
