package dev.ibplay.lab.opensm;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Operation.AdministrationQuery;
import dev.ibplay.exec.Outcome;
import dev.ibplay.ib.Attribute;
import dev.ibplay.ib.MadField;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.lab.fabric.LabPort;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Answers questions for MCMemberRecords (osm_sa_mcmember_record.c: mcmr_query_mgrp). A group is shown only to ports of its
 * partition; a trusted question gets a record of each member in place of the group's.
 */
final class MemberRecords {
    private static final long MGID = 1;
    private static final long PORT_GID = 1L << 1;
    private static final long MTU_SELECTOR = 1L << 4;
    private static final long RATE_SELECTOR = 1L << 8;
    private static final long LIFE_SELECTOR = 1L << 10;
    private static final long JOIN_STATE = 1L << 16;

    /** Components that must be equal, by their bit of the mask. */
    private static final Map<Integer, MadField> EQUAL = Map.of(
            2, MadField.MCMEMBER_Q_KEY,
            3, MadField.MCMEMBER_MLID,
            6, MadField.MCMEMBER_TCLASS,
            7, MadField.MCMEMBER_PKEY,
            12, MadField.MCMEMBER_SL,
            13, MadField.MCMEMBER_FLOW_LABEL,
            14, MadField.MCMEMBER_HOP_LIMIT,
            15, MadField.MCMEMBER_SCOPE);

    private final long mask;
    private final byte[] asked;
    private final boolean trusted;
    private final long prefix;

    /**
     * A question.
     *
     * @param prefix of the subnet, for GIDs
     */
    MemberRecords(AdministrationQuery query, long prefix) {
        this.mask = query.componentMask();
        this.asked = Arrays.copyOf(
                query.record().toArray(), Math.max(query.record().size(), Attribute.MC_MEMBER_RECORD.bytes()));
        this.trusted = !query.saKey().isNone();
        this.prefix = prefix;
    }

    /** The answer to SubnAdmGetTable, which may hold no record at all. */
    Outcome answer(Groups groups, LabPort from) {
        List<Bytes> records = new ArrayList<>();
        groups.all().stream()
                .filter(group -> from.isIn(group.made().pkey()))
                .filter(group -> matches(group.record()))
                .flatMap(this::records)
                .forEach(record -> records.add(Bytes.of(record)));
        return new Outcome.RecordsRead(records);
    }

    private Stream<byte[]> records(Group group) {
        boolean namesPort = isAsked(PORT_GID);
        Stream<LabPort> members = group.members().stream().filter(port -> !namesPort || isNamed(port));
        if (trusted) {
            return members.map(port -> group.record(port, prefix)).filter(this::hasJoinState);
        }
        return !namesPort || members.findAny().isPresent() ? Stream.of(group.record()) : Stream.empty();
    }

    private boolean isNamed(LabPort port) {
        return port.guid().map(PortGuid::value).orElse(0L) == MadField.MCMEMBER_PORT_GID_GUID.in(asked);
    }

    private boolean hasJoinState(byte[] record) {
        return !isAsked(JOIN_STATE) || isEqual(MadField.MCMEMBER_JOIN_STATE, record);
    }

    private boolean matches(byte[] group) {
        boolean isAddress = !isAsked(MGID)
                || (isEqual(MadField.MCMEMBER_MGID_PREFIX, group) && isEqual(MadField.MCMEMBER_MGID_GUID, group));
        return isAddress
                && EQUAL.entrySet().stream().allMatch(c -> !isAsked(1L << c.getKey()) || isEqual(c.getValue(), group))
                && selects(MTU_SELECTOR, MadField.MCMEMBER_MTU_SELECTOR, MadField.MCMEMBER_MTU, group)
                && selects(RATE_SELECTOR, MadField.MCMEMBER_RATE_SELECTOR, MadField.MCMEMBER_RATE, group)
                && selects(LIFE_SELECTOR, MadField.MCMEMBER_LIFE_SELECTOR, MadField.MCMEMBER_LIFE, group);
    }

    private boolean selects(long component, MadField selector, MadField field, byte[] group) {
        long has = field.in(group);
        long wanted = field.in(asked);
        if (!isAsked(component)) {
            return true;
        }
        return switch ((int) selector.in(asked)) {
            case 0 -> has > wanted;
            case 1 -> has < wanted;
            case 2 -> has == wanted;
            default -> true;
        };
    }

    private boolean isAsked(long component) {
        return (mask & component) != 0;
    }

    private boolean isEqual(MadField field, byte[] record) {
        return field.in(record) == field.in(asked);
    }
}
