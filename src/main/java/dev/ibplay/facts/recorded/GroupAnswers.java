package dev.ibplay.facts.recorded;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.MadKey;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.AdministrationQuery;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.FabricFacts;
import dev.ibplay.ib.Attribute;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What the subnet administration would say of one multicast group, from what it has said of all: it picks the records that
 * match from the same list (osm_sa_mcmember_record.c).
 */
final class GroupAnswers {
    /** The MGID, which a record begins with (IBA vol. 1, 15.2.5.17). */
    private static final int MGID_BYTES = 16;

    private static final long MGID_ONLY = 1;

    /** SA status ERR_NO_RECORDS (IBA vol. 1, 15.4.1). */
    private static final Outcome NONE = new Outcome.ErrorStatus(0x0300);

    private GroupAnswers() {}

    /** The question for all groups that answers this one as well; nothing for other questions. */
    static Optional<Operation> wider(Operation operation) {
        return operation instanceof AdministrationQuery query
                        && query.attributeId() == Attribute.MC_MEMBER_RECORD.id()
                        && query.componentMask() == MGID_ONLY
                        && query.saKey().isNone()
                ? Optional.of(FabricFacts.groupsQuery(query.from(), MadKey.NONE))
                : Optional.empty();
    }

    /** What of an answer about all groups is about the one that was asked for. */
    static Outcome of(Operation operation, Outcome all) {
        if (!(all instanceof Outcome.RecordsRead read) || !(operation instanceof AdministrationQuery query)) {
            return all;
        }
        List<Bytes> records = read.records().stream()
                .filter(record -> Arrays.equals(mgid(record), mgid(query.record())))
                .toList();
        return records.isEmpty() ? NONE : new Outcome.RecordsRead(records);
    }

    private static byte[] mgid(Bytes record) {
        return Arrays.copyOf(record.toArray(), MGID_BYTES);
    }
}
