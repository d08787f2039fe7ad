package dev.ibplay.facts;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.MadKey;
import dev.ibplay.exec.MadKeys;
import dev.ibplay.exec.MadPort;
import dev.ibplay.exec.MadTiming;
import dev.ibplay.exec.Operation;
import dev.ibplay.fabric.Fabric;
import dev.ibplay.fabric.FabricPort;
import dev.ibplay.ib.Attribute;
import dev.ibplay.ib.Gid;
import dev.ibplay.ib.McMemberQuery;
import dev.ibplay.ib.McMemberRecord;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.ib.SmInfo;
import dev.ibplay.ib.SmState;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What port queries say of one fabric.
 *
 * @param vantage the host and port that asked
 * @param keys with which it asked
 * @param subnetManagers by the port they run on: every port whose capabilities say that one does
 * @param pkeys P_Key table by port, for ports of adapters that are up
 * @param groups IPoIB broadcast group by the low 15 bits of the P_Key, for those that were asked for
 * @param multicast what else is known of groups
 */
public record FabricFacts(
        String vantageHost,
        MadPort vantage,
        MadKeys keys,
        Fabric fabric,
        Map<PortGuid, Fact<SmInfo>> subnetManagers,
        Map<PortGuid, Fact<List<PKey>>> pkeys,
        Map<Integer, Fact<McMemberRecord>> groups,
        MulticastFacts multicast) {
    public FabricFacts {
        subnetManagers = Map.copyOf(subnetManagers);
        pkeys = Map.copyOf(pkeys);
        groups = Map.copyOf(groups);
    }

    /** The ports whose subnet manager says that it is master. */
    public List<PortGuid> masters() {
        return subnetManagers.entrySet().stream()
                .filter(e -> e.getValue()
                        .ifKnown()
                        .map(i -> i.state() == SmState.MASTER)
                        .orElse(false))
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }

    public Optional<FabricPort> port(PortGuid guid) {
        return fabric.port(guid);
    }

    /** The MTU of a partition's IPoIB group, where it is known. */
    public Optional<Mtu> groupMtu(PKey pkey) {
        return groups.getOrDefault(pkey.base(), new Fact.Absent<>()).ifKnown().flatMap(McMemberRecord::mtu);
    }

    /** The ports that have joined a partition's IPoIB group; nothing where that is not known. */
    public Optional<Set<PortGuid>> joined(PKey pkey) {
        return multicast.joined(Gid.ipoibBroadcast(pkey));
    }

    /** The port that the questions leave by: the one at the end of no route. */
    public Optional<PortGuid> vantageGuid() {
        return fabric.vantage().flatMap(FabricPort::guid);
    }

    /**
     * The question to the subnet administration for a partition's IPoIB broadcast group. It is no trusted one: those are told
     * of groups with members only.
     */
    public static Operation groupQuery(MadPort vantage, PKey pkey) {
        return query(vantage, McMemberQuery.all().withMgid(Gid.ipoibBroadcast(pkey)), MadKey.NONE);
    }

    /**
     * The question for all multicast groups.
     *
     * @param saKey with it the question is a trusted one, which is told of each member instead
     */
    public static Operation groupsQuery(MadPort vantage, MadKey saKey) {
        return query(vantage, McMemberQuery.all(), saKey);
    }

    private static Operation query(MadPort vantage, McMemberQuery query, MadKey saKey) {
        return new Operation.AdministrationQuery(
                vantage,
                Attribute.MC_MEMBER_RECORD.id(),
                query.componentMask(),
                Bytes.of(query.record()),
                saKey,
                MadTiming.DEFAULT);
    }
}
