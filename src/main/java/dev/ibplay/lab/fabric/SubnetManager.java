package dev.ibplay.lab.fabric;

import dev.ibplay.exec.Operation.AdministrationQuery;
import dev.ibplay.exec.Outcome;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.SmInfo;
import java.util.Set;

/** A subnet manager as the fabric meets it. All calls come while the fabric's lock is held. */
public interface SubnetManager {
    /** What its port answers to SMInfo. */
    SmInfo info();

    /** The sm_key, by which subnet managers know each other. */
    long key();

    /** Whether its subnet administration answers: it is master and has finished its first sweep as one. */
    boolean serves();

    /** Answers a question to the subnet administration. */
    Outcome administration(LabPort from, AdministrationQuery query);

    /** A port that is in the partition joins its IPoIB broadcast group. */
    Join join(LabPort port, PKey partition);

    /** A port leaves it. */
    void leave(LabPort port, PKey partition);

    /** The partitions whose IPoIB broadcast group exists, by {@link PKey#asLimitedMember}. */
    Set<PKey> broadcastGroups();

    /** A switch has told it that a link came or went (trap 128). */
    void linkChanged();

    /** Another subnet manager has told it of a change of its own (trap 144). */
    void managerChanged();

    /** The master gives way to it (SubnSet of SMInfo, HANDOVER). */
    void handover();
}
