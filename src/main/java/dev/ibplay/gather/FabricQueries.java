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
import dev.ibplay.facts.MulticastFacts;
import dev.ibplay.gather.SweptFabric.Detail;
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
import java.util.stream.IntStream;

/** Asks a swept fabric for its subnet managers, P_Key tables and IPoIB groups. */
public final class FabricQueries {
    private final HostSession session;
    private final MadPort vantage;
    private final FabricWish wish;
    private final SweptFabric swept;
    private final List<Operation> questions = new ArrayList<>();
    private final Map<Detail, Integer> places = new HashMap<>();
    private List<Outcome> outcomes = List.of();

    private FabricQueries(HostSession session, MadPort vantage, FabricWish wish, SweptFabric swept) {
        this.session = session;
        this.vantage = vantage;
        this.wish = wish;
        this.swept = swept;
    }

    /** Sweeps and asks; what has come with the discovery is not asked again. */
    public static FabricFacts run(HostSession session, String host, MadPort vantage, FabricWish wish)
            throws TransportException {
        return new FabricQueries(session, vantage, wish, FabricSweep.run(session, vantage, wish)).facts(host);
    }

    private FabricFacts facts(String host) throws TransportException {
        Fabric fabric = swept.fabric();
        List<FabricPort> managers = fabric.ports().stream()
                .filter(p -> p.info().isSm() && p.guid().isPresent())
                .toList();
        List<FabricPort> members = fabric.activeAdapterPorts();
        managers.forEach(port -> want(port, Attribute.SM_INFO, 0));
        for (FabricPort port : members) {
            IntStream.range(0, blocks(port)).forEach(block -> want(port, Attribute.P_KEY_TABLE, block));
        }
        boolean isEmpty = fabric.nodes().isEmpty();
        List<PKey> asked = isEmpty ? List.of() : List.copyOf(wish.partitions());
        asked.forEach(pkey -> questions.add(FabricFacts.groupQuery(vantage, pkey)));
        boolean trusted = !isEmpty && !wish.keys().saKey().isNone();
        if (trusted) {
            questions.add(FabricFacts.groupsQuery(vantage, wish.keys().saKey()));
        }
        if (wish.allGroups() && !isEmpty) {
            questions.add(FabricFacts.groupsQuery(vantage, MadKey.NONE));
        }
        outcomes = questions.isEmpty()
                ? List.of()
                : session.run(Batch.of(questions), MadTiming.DEFAULT.limit(questions.size()));

        Map<PortGuid, Fact<SmInfo>> subnetManagers = new HashMap<>();
        managers.forEach(port ->
                port.guid().ifPresent(guid -> subnetManagers.put(guid, smInfo(answer(port, Attribute.SM_INFO, 0)))));
        Map<PortGuid, Fact<List<PKey>>> pkeys = new HashMap<>();
        members.forEach(port -> port.guid().ifPresent(guid -> pkeys.put(guid, pkeys(port))));
        int index = places.size();
        List<Outcome> ofGroups = outcomes.subList(index, index + asked.size());
        index += asked.size();
        Fact<List<McMemberRecord>> memberships = trusted ? records(outcomes.get(index++)) : Fact.absent();
        Fact<List<McMemberRecord>> all = index < outcomes.size() ? records(outcomes.get(index)) : Fact.absent();
        Map<Integer, Fact<McMemberRecord>> groups = new HashMap<>();
        for (int i = 0; i < asked.size(); i++) {
            PKey pkey = asked.get(i);
            groups.put(pkey.base(), group(ofGroups.get(i), memberships, isOutside(pkeys, pkey), pkey));
        }
        return new FabricFacts(
                host,
                vantage,
                wish.keys(),
                fabric,
                subnetManagers,
                pkeys,
                groups,
                new MulticastFacts(all, memberships));
    }

    private void want(FabricPort port, Attribute attribute, int block) {
        if (swept.detail(port, attribute, block).isEmpty()) {
            places.put(new Detail(port.ref(), attribute, block), questions.size());
            questions.add(new SubnetQuery(
                    vantage,
                    new SmpAddress.ByRoute(port.route()),
                    attribute.id(),
                    block,
                    wish.keys().mKey(),
                    MadTiming.DEFAULT));
        }
    }

    private Outcome answer(FabricPort port, Attribute attribute, int block) {
        return swept.detail(port, attribute, block)
                .orElseGet(() -> outcomes.get(places.getOrDefault(new Detail(port.ref(), attribute, block), 0)));
    }

    /** Why a sweep from this port has found nothing, not even the port itself. */
    public static String whySilent(HostSession session, MadPort vantage, MadKey mKey) throws TransportException {
        Operation question = new SubnetQuery(
                vantage, new SmpAddress.ByRoute(List.of()), Attribute.NODE_INFO.id(), 0, mKey, MadTiming.DEFAULT);
        Outcome outcome = session.run(Batch.of(List.of(question)), MadTiming.DEFAULT.limit(1))
                .getFirst();
        return vantage + ": " + describe(outcome);
    }

    static Fact<SmInfo> smInfo(Outcome outcome) {
        return FabricSweep.data(outcome)
                .<Fact<SmInfo>>map(d -> new Fact.Known<>(SmInfo.decode(d)))
                .orElseGet(() -> new Fact.Unreadable<>(describe(outcome)));
    }

    private int blocks(FabricPort port) {
        int capacity = swept.fabric()
                .node(port.ref().node())
                .map(FabricNode::pkeyCapacity)
                .orElse(0);
        return Math.max(1, (capacity + PKeyTable.ENTRIES_PER_BLOCK - 1) / PKeyTable.ENTRIES_PER_BLOCK);
    }

    private Fact<List<PKey>> pkeys(FabricPort port) {
        List<PKey> keys = new ArrayList<>();
        for (int block = 0; block < blocks(port); block++) {
            Outcome answer = answer(port, Attribute.P_KEY_TABLE, block);
            Optional<byte[]> data = FabricSweep.data(answer);
            if (data.isEmpty()) {
                return new Fact.Unreadable<>(describe(answer));
            }
            keys.addAll(PKeyTable.decodeBlock(data.get()));
        }
        return new Fact.Known<>(List.copyOf(keys));
    }

    /**
     * The group as anybody is told of it. OpenSM shows it to no port outside its partition (osm_sa_mcmember_record.c:
     * mcmr_by_comp_mask), but to trusted questions, as far as it has members.
     */
    private static Fact<McMemberRecord> group(
            Outcome outcome, Fact<List<McMemberRecord>> memberships, boolean isOutside, PKey pkey) {
        Fact<McMemberRecord> group = only(records(outcome), pkey);
        if (!(group instanceof Fact.Absent<McMemberRecord>) || !isOutside) {
            return group;
        }
        return only(memberships, pkey).ifKnown().map(Fact::known).orElse(HIDDEN);
    }

    private static Fact<McMemberRecord> only(Fact<List<McMemberRecord>> groups, PKey pkey) {
        Gid mgid = Gid.ipoibBroadcast(pkey);
        return groups.flatMap(records -> records.stream()
                .filter(r -> r.mgid().equals(mgid))
                .findFirst()
                .map(Fact::known)
                .orElseGet(Fact::absent));
    }

    private static Fact<List<McMemberRecord>> records(Outcome outcome) {
        if (outcome instanceof Outcome.ErrorStatus error && error.status() == NO_RECORDS) {
            return Fact.known(List.of());
        }
        if (!(outcome instanceof Outcome.RecordsRead read)) {
            return Fact.unreadable(describe(outcome));
        }
        return Fact.known(read.records().stream()
                .map(Bytes::toArray)
                .filter(d -> d.length >= Attribute.MC_MEMBER_RECORD.bytes())
                .flatMap(d -> McMemberRecord.decode(d).stream())
                .toList());
    }

    /** Whether the port that asks is known not to be in a partition. */
    private boolean isOutside(Map<PortGuid, Fact<List<PKey>>> pkeys, PKey pkey) {
        return swept.fabric()
                .vantage()
                .flatMap(FabricPort::guid)
                .flatMap(guid -> pkeys.getOrDefault(guid, Fact.absent()).ifKnown())
                .map(table -> table.stream().noneMatch(pkey::samePartition))
                .orElse(false);
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
