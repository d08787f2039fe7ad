package dev.ibplay.lab.opensm;

import dev.ibplay.ib.MadField;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.Rate;
import dev.ibplay.lab.fabric.LabPort;
import dev.ibplay.opensm.MulticastGroup;
import java.util.LinkedHashSet;
import java.util.Set;

/** A multicast group as a process keeps it: what it was made with stays, whatever the file says later. */
final class Group {
    /** A record's size, in units of eight bytes as the answer states it. */
    private static final int RECORD_BYTES = 56;

    private static final int EXACTLY = 2;
    private static final int FULL_MEMBER = 1;

    private final MulticastGroup made;
    private final Mtu mtu;
    private final Rate rate;
    private final int mlid;
    private final int packetLife;
    private final Set<LabPort> members = new LinkedHashSet<>();
    private boolean wellKnown = true;

    Group(MulticastGroup made, Mtu mtu, Rate rate, int mlid, int packetLife) {
        this.made = made;
        this.mtu = mtu;
        this.rate = rate;
        this.mlid = mlid;
        this.packetLife = packetLife;
    }

    MulticastGroup made() {
        return made;
    }

    Mtu mtu() {
        return mtu;
    }

    Rate rate() {
        return rate;
    }

    int mlid() {
        return mlid;
    }

    Set<LabPort> members() {
        return members;
    }

    /** Whether its partition is there: without that it lives as long as it has members. */
    boolean isWellKnown() {
        return wellKnown;
    }

    void setWellKnown(boolean isWellKnown) {
        wellKnown = isWellKnown;
    }

    /** MCMemberRecord of the group itself. */
    byte[] record() {
        byte[] record = new byte[RECORD_BYTES];
        MadField.MCMEMBER_MGID_PREFIX.put(record, made.mgid().prefix());
        MadField.MCMEMBER_MGID_GUID.put(record, made.mgid().groupId());
        MadField.MCMEMBER_Q_KEY.put(record, made.qkey());
        MadField.MCMEMBER_MLID.put(record, mlid);
        MadField.MCMEMBER_MTU_SELECTOR.put(record, EXACTLY);
        MadField.MCMEMBER_MTU.put(record, mtu.code());
        MadField.MCMEMBER_TCLASS.put(record, made.tclass());
        MadField.MCMEMBER_PKEY.put(record, made.pkey().value());
        MadField.MCMEMBER_RATE_SELECTOR.put(record, EXACTLY);
        MadField.MCMEMBER_RATE.put(record, rate.code());
        MadField.MCMEMBER_LIFE_SELECTOR.put(record, EXACTLY);
        MadField.MCMEMBER_LIFE.put(record, packetLife);
        MadField.MCMEMBER_SL.put(record, made.sl());
        MadField.MCMEMBER_FLOW_LABEL.put(record, made.flowLabel());
        MadField.MCMEMBER_SCOPE.put(record, made.mgid().scope());
        return record;
    }

    /** MCMemberRecord of a member, as trusted questions get it. */
    byte[] record(LabPort member, long prefix) {
        byte[] record = record();
        MadField.MCMEMBER_PORT_GID_PREFIX.put(record, prefix);
        member.guid().ifPresent(guid -> MadField.MCMEMBER_PORT_GID_GUID.put(record, guid.value()));
        MadField.MCMEMBER_JOIN_STATE.put(record, FULL_MEMBER);
        return record;
    }
}
