package dev.ibplay.ib;

import java.util.Optional;

/**
 * What packets of a path or a multicast group carry and may be.
 *
 * @param mtu nothing for a code that is not defined; so is {@code rate}
 * @param packetLife code n stands for 4.096 us * 2^n
 * @param tClass 8 bits
 * @param flowLabel 20 bits
 * @param hopLimit 8 bits
 * @param serviceLevel 0..15
 */
public record PathParameters(
        Selector mtuSelector,
        Optional<Mtu> mtu,
        Selector rateSelector,
        Optional<Rate> rate,
        Selector packetLifeSelector,
        int packetLife,
        int tClass,
        int flowLabel,
        int hopLimit,
        int serviceLevel) {
    static PathParameters ofGroup(byte[] data) {
        return new PathParameters(
                Selector.ofCode(MadField.MCMEMBER_MTU_SELECTOR.intIn(data)),
                Mtu.ofCode(MadField.MCMEMBER_MTU.intIn(data)),
                Selector.ofCode(MadField.MCMEMBER_RATE_SELECTOR.intIn(data)),
                Rate.ofCode(MadField.MCMEMBER_RATE.intIn(data)),
                Selector.ofCode(MadField.MCMEMBER_LIFE_SELECTOR.intIn(data)),
                MadField.MCMEMBER_LIFE.intIn(data),
                MadField.MCMEMBER_TCLASS.intIn(data),
                MadField.MCMEMBER_FLOW_LABEL.intIn(data),
                MadField.MCMEMBER_HOP_LIMIT.intIn(data),
                MadField.MCMEMBER_SL.intIn(data));
    }

    static PathParameters ofPath(byte[] data) {
        return new PathParameters(
                Selector.ofCode(MadField.PATH_MTU_SELECTOR.intIn(data)),
                Mtu.ofCode(MadField.PATH_MTU.intIn(data)),
                Selector.ofCode(MadField.PATH_RATE_SELECTOR.intIn(data)),
                Rate.ofCode(MadField.PATH_RATE.intIn(data)),
                Selector.ofCode(MadField.PATH_LIFE_SELECTOR.intIn(data)),
                MadField.PATH_LIFE.intIn(data),
                MadField.PATH_TCLASS.intIn(data),
                MadField.PATH_FLOW_LABEL.intIn(data),
                MadField.PATH_HOP_LIMIT.intIn(data),
                MadField.PATH_SL.intIn(data));
    }
}
