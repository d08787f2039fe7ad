package dev.ibplay.gather;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.MadKey;
import dev.ibplay.exec.MadPort;
import dev.ibplay.exec.MadTiming;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.SubnetQuery;
import dev.ibplay.exec.Outcome;
import dev.ibplay.exec.SmpAddress;
import dev.ibplay.fabric.Fabric;
import dev.ibplay.fabric.FabricNode;
import dev.ibplay.fabric.FabricPort;
import dev.ibplay.facts.FabricFacts;
import dev.ibplay.facts.Fact;
import dev.ibplay.ib.Attribute;
import dev.ibplay.ib.Gid;
import dev.ibplay.ib.McMemberRecord;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PKeyTable;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.ib.SmInfo;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.TransportException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Asks a swept fabric for its subnet managers, P_Key tables and IPoIB groups. */
public final class FabricQueries {
    private FabricQueries() {}

    /**
     * Sweeps and asks.
     *
     * @param partitions the partitions whose IPoIB group matters
     */
    public static FabricFacts run(HostSession session, String host, MadPort vantage, Set<PKey> partitions, MadKey mKey)
            throws TransportException {
        Fabric fabric = FabricSweep.run(session, vantage, mKey);
        List<FabricPort> managers = fabric.ports().stream()
                .filter(p -> p.info().isSm() && p.guid().isPresent())
                .toList();
        List<FabricPort> members = fabric.activeAdapterPorts();
        List<PKey> asked = List.copyOf(partitions);

        List<Operation> questions = new ArrayList<>();
        managers.forEach(p -> questions.add(query(vantage, p, Attribute.SM_INFO, 0, mKey)));
        for (FabricPort port : members) {
            for (int block = 0; block < blocks(fabric, port); block++) {
                questions.add(query(vantage, port, Attribute.P_KEY_TABLE, block, mKey));
            }
        }
        asked.forEach(pkey -> questions.add(FabricFacts.groupQuery(vantage, pkey)));
        List<Outcome> outcomes =
                questions.isEmpty() ? List.of() : session.run(Batch.of(questions), FabricSweep.limit(questions.size()));

        int index = 0;
        Map<PortGuid, Fact<SmInfo>> subnetManagers = new HashMap<>();
        for (FabricPort port : managers) {
            subnetManagers.put(port.guid().orElseThrow(), smInfo(outcomes.get(index++)));
        }
        Map<PortGuid, Fact<List<PKey>>> pkeys = new HashMap<>();
        for (FabricPort port : members) {
            List<Outcome> table = outcomes.subList(index, index + blocks(fabric, port));
            index += table.size();
            port.guid().ifPresent(guid -> pkeys.put(guid, pkeys(table)));
        }
        Map<Integer, Fact<McMemberRecord>> groups = new HashMap<>();
        for (PKey pkey : asked) {
            Fact<McMemberRecord> group = group(outcomes.get(index++), pkey);
            groups.put(pkey.base(), isHidden(fabric, pkeys, group, pkey) ? HIDDEN : group);
        }
        return new FabricFacts(host, vantage, fabric, subnetManagers, pkeys, groups);
    }

    /** Why a sweep from this port has found nothing, not even the port itself. */
    public static String whySilent(HostSession session, MadPort vantage, MadKey mKey) throws TransportException {
        Operation question = new SubnetQuery(
                vantage, new SmpAddress.ByRoute(List.of()), Attribute.NODE_INFO.id(), 0, mKey, MadTiming.DEFAULT);
        Outcome outcome =
                session.run(Batch.of(List.of(question)), FabricSweep.limit(1)).getFirst();
        return vantage + ": " + describe(outcome);
    }

    private static Operation query(MadPort vantage, FabricPort to, Attribute attribute, int modifier, MadKey mKey) {
        return new SubnetQuery(
                vantage, new SmpAddress.ByRoute(to.route()), attribute.id(), modifier, mKey, MadTiming.DEFAULT);
    }

    static Fact<SmInfo> smInfo(Outcome outcome) {
        return FabricSweep.data(outcome)
                .<Fact<SmInfo>>map(d -> new Fact.Known<>(SmInfo.decode(d)))
                .orElseGet(() -> new Fact.Unreadable<>(describe(outcome)));
    }

    private static int blocks(Fabric fabric, FabricPort port) {
        int capacity =
                fabric.node(port.ref().node()).map(FabricNode::pkeyCapacity).orElse(0);
        return Math.max(1, (capacity + PKeyTable.ENTRIES_PER_BLOCK - 1) / PKeyTable.ENTRIES_PER_BLOCK);
    }

    private static Fact<List<PKey>> pkeys(List<Outcome> blocks) {
        List<PKey> keys = new ArrayList<>();
        for (Outcome block : blocks) {
            Optional<byte[]> data = FabricSweep.data(block);
            if (data.isEmpty()) {
                return new Fact.Unreadable<>(describe(block));
            }
            keys.addAll(PKeyTable.decodeBlock(data.get()));
        }
        return new Fact.Known<>(List.copyOf(keys));
    }

    private static Fact<McMemberRecord> group(Outcome outcome, PKey pkey) {
        if (outcome instanceof Outcome.ErrorStatus error && error.status() == NO_RECORDS) {
            return new Fact.Absent<>();
        }
        if (!(outcome instanceof Outcome.RecordsRead read)) {
            return new Fact.Unreadable<>(describe(outcome));
        }
        Gid mgid = Gid.ipoibBroadcast(pkey);
        Optional<McMemberRecord> record = read.records().stream()
                .map(Bytes::toArray)
                .filter(d -> d.length >= Attribute.MC_MEMBER_RECORD.bytes())
                .flatMap(d -> McMemberRecord.decode(d).stream())
                .filter(r -> r.mgid().equals(mgid))
                .findFirst();
        return record.<Fact<McMemberRecord>>map(Fact.Known::new).orElseGet(Fact.Absent::new);
    }

    /**
     * Whether a group is missing only because OpenSM shows it to no port outside its partition
     * (osm_sa_mcmember_record.c: mcmr_by_comp_mask).
     */
    private static boolean isHidden(
            Fabric fabric, Map<PortGuid, Fact<List<PKey>>> pkeys, Fact<McMemberRecord> group, PKey pkey) {
        boolean outside = fabric.ports().stream()
                .filter(p -> p.route().isEmpty())
                .flatMap(p -> p.guid().stream())
                .flatMap(guid -> pkeys.getOrDefault(guid, new Fact.Absent<>()).ifKnown().stream())
                .anyMatch(table -> table.stream().noneMatch(pkey::samePartition));
        return outside && group instanceof Fact.Absent<McMemberRecord>;
    }

    private static final Fact<McMemberRecord> HIDDEN =
            new Fact.Unreadable<>("the port that asks is not in the partition");

    /** SA status ERR_NO_RECORDS (IBA vol. 1, 15.4.1): the question was right and nothing matches. */
    private static final int NO_RECORDS = 0x0300;

    /** Why an outcome has no data, for people. */
    static String describe(Outcome outcome) {
        return switch (outcome) {
            case Outcome.NoAnswer ignored -> "no answer";
            case Outcome.ErrorStatus error -> "status 0x%04x".formatted(error.status());
            case Outcome.OperationFailed failed -> failed.message();
            default -> "unexpected answer";
        };
    }
}
