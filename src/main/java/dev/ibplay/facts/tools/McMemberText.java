package dev.ibplay.facts.tools;

import dev.ibplay.ib.Lid;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PKey;
import java.util.Optional;

/**
 * A multicast group, or one port's membership in it, as saquery prints MCMemberRecords (IBA vol. 1, 15.2.5.17).
 *
 * @param mgid eight groups of four lower-case hexadecimal digits
 * @param mlid 0xc000..0xfffe
 * @param mtu the MTU field as printed: code in the low six bits, selector above; old tools leave the selector away; missing
 *     in lists of members
 * @param rate the rate field in the same form
 * @param qkey missing in saquery's short form
 * @param portGid of the member, in the form of {@code mgid}; all zero where the subnet manager does not tell
 */
public record McMemberText(
        String mgid,
        Lid mlid,
        Optional<Integer> mtu,
        Optional<Integer> rate,
        Optional<PKey> pKey,
        Optional<Integer> serviceLevel,
        Optional<Long> qkey,
        Optional<String> portGid) {
    private static final int CODE_BITS = 6;
    private static final int CODE_MASK = (1 << CODE_BITS) - 1;

    /** The MTU; missing also when the code is none of the five. */
    public Optional<Mtu> groupMtu() {
        return mtu.flatMap(field -> Mtu.ofCode(field & CODE_MASK));
    }

    /** 0 greater than, 1 less than, 2 exactly, 3 largest available; 0 also where the tool does not print it. */
    public Optional<Integer> mtuSelector() {
        return mtu.map(field -> field >> CODE_BITS);
    }

    /** The rate's code (IBA vol. 1, PathRecord.Rate), for example 3 for 10 Gb/s. */
    public Optional<Integer> rateCode() {
        return rate.map(field -> field & CODE_MASK);
    }
}
