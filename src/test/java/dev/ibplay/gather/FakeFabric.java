package dev.ibplay.gather;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.exec.SmpAddress;
import dev.ibplay.fabric.PortRef;
import dev.ibplay.ib.Attribute;
import dev.ibplay.ib.Gid;
import dev.ibplay.ib.MadField;
import dev.ibplay.ib.MadWriter;
import dev.ibplay.ib.NodeGuid;
import dev.ibplay.ib.PKey;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.SessionCounts;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A fabric that answers queries by directed route from one port of an adapter. */
public final class FakeFabric implements HostSession {
    private static final int CA = 1;
    private static final int SWITCH = 2;
    private static final int LINK_UP = 5;
    private static final int ACTIVE = 4;
    private static final int IS_SM = 2;

    private record Node(NodeGuid guid, int type, int ports, String description) {}

    private final Map<NodeGuid, Node> nodes = new HashMap<>();
    private final Map<PortRef, PortRef> cables = new HashMap<>();
    private final Map<PortRef, List<Integer>> pkeys = new HashMap<>();
    private final Map<Integer, Integer> groups = new HashMap<>();
    private final Map<Integer, List<Long>> members = new HashMap<>();
    private final Map<PortRef, Integer> managers = new HashMap<>();
    private final Set<NodeGuid> silent = new HashSet<>();
    private final PortRef vantage;
    private int pkeyCapacity = 32;
    private boolean discovers = true;
    /** How many batches were run. */
    int batches;

    /** Queries leave by this port. */
    public FakeFabric(PortRef vantage) {
        this.vantage = vantage;
    }

    public FakeFabric adapter(long guid, int ports, String description) {
        nodes.put(new NodeGuid(guid), new Node(new NodeGuid(guid), CA, ports, description));
        return this;
    }

    public FakeFabric switchNode(long guid, int ports, String description) {
        nodes.put(new NodeGuid(guid), new Node(new NodeGuid(guid), SWITCH, ports, description));
        return this;
    }

    public FakeFabric cable(PortRef one, PortRef other) {
        cables.put(one, other);
        cables.put(other, one);
        return this;
    }

    /** A far end that answers single queries only. */
    public FakeFabric withoutDiscovery() {
        discovers = false;
        return this;
    }

    public FakeFabric silence(long guid) {
        silent.add(new NodeGuid(guid));
        return this;
    }

    public FakeFabric withPKeys(PortRef port, int capacity, List<Integer> keys) {
        pkeyCapacity = capacity;
        pkeys.put(port, keys);
        return this;
    }

    public FakeFabric withGroup(int pkeyBase, int mtuCode) {
        groups.put(pkeyBase, mtuCode);
        return this;
    }

    public FakeFabric withMembers(int pkeyBase, Long... portGuids) {
        members.put(pkeyBase, List.of(portGuids));
        return this;
    }

    public FakeFabric withManager(PortRef port, int priority) {
        managers.put(port, priority);
        return this;
    }

    @Override
    public List<Outcome> run(Batch batch, Duration timeLimit) {
        batches++;
        return batch.operations().stream().map(this::answer).toList();
    }

    /** The answer to a query; anything else is a mistake of the test. */
    public Outcome answer(Operation operation) {
        return switch (operation) {
            case Operation.SubnetQuery query -> answer(query);
            case Operation.AdministrationQuery query -> group(query);
            case Operation.DiscoverFabric discovery ->
                discovers
                        ? new FakeDiscovery(this, discovery).run()
                        : new Outcome.OperationFailed("ENOSYS", "this far end cannot discover");
            default -> throw new IllegalArgumentException("not a query: " + operation);
        };
    }

    private Outcome answer(Operation.SubnetQuery query) {
        Optional<PortRef> end = walk(((SmpAddress.ByRoute) query.to()).ports());
        Optional<Node> node = end.flatMap(port -> Optional.ofNullable(nodes.get(port.node())));
        if (node.isEmpty() || silent.contains(node.get().guid())) {
            return new Outcome.NoAnswer();
        }
        byte[] data = new byte[64];
        int modifier = (int) query.attributeModifier();
        if (query.attributeId() == Attribute.NODE_INFO.id()) {
            nodeInfo(data, node.get(), end.get());
        } else if (query.attributeId() == Attribute.NODE_DESCRIPTION.id()) {
            byte[] text = node.get().description().getBytes(StandardCharsets.UTF_8);
            System.arraycopy(text, 0, data, 0, text.length);
        } else if (query.attributeId() == Attribute.PORT_INFO.id()) {
            portInfo(data, node.get(), new PortRef(node.get().guid(), modifier));
        } else if (query.attributeId() == Attribute.SWITCH_INFO.id()) {
            MadWriter.put(data, MadField.SWITCH_LINEAR_FDB_CAP, 0xc000);
        } else if (query.attributeId() == Attribute.P_KEY_TABLE.id()) {
            pkeyBlock(data, pkeys.getOrDefault(end.get(), List.of(0xffff)), modifier);
        } else if (query.attributeId() == Attribute.SM_INFO.id()) {
            MadWriter.put(
                    data,
                    MadField.SM_PRIORITY,
                    Optional.ofNullable(managers.get(end.get())).orElse(0));
            MadWriter.put(data, MadField.SM_STATE, 3);
        }
        return new Outcome.AttributeRead(Bytes.of(data));
    }

    /** Where a route ends: the port by which the last node is entered. */
    private Optional<PortRef> walk(List<Integer> route) {
        PortRef at = vantage;
        for (int hop = 0; hop < route.size(); hop++) {
            Node node = nodes.get(at.node());
            boolean leaves = node != null && (node.type() == SWITCH || hop == 0);
            PortRef next = leaves ? cables.get(new PortRef(at.node(), route.get(hop))) : null;
            if (next == null) {
                return Optional.empty();
            }
            at = next;
        }
        return Optional.of(at);
    }

    private void nodeInfo(byte[] data, Node node, PortRef entered) {
        long guid = node.guid().value();
        MadWriter.put(data, MadField.NODE_TYPE, node.type());
        MadWriter.put(data, MadField.NODE_NUM_PORTS, node.ports());
        MadWriter.put(data, MadField.NODE_GUID, guid);
        MadWriter.put(data, MadField.NODE_VENDOR_ID, 0x2c9);
        MadWriter.put(data, MadField.NODE_PORT_GUID, node.type() == SWITCH ? guid : guid + entered.number());
        MadWriter.put(data, MadField.NODE_PARTITION_CAP, pkeyCapacity);
        MadWriter.put(data, MadField.NODE_LOCAL_PORT, entered.number());
    }

    private void portInfo(byte[] data, Node node, PortRef port) {
        boolean up = cables.containsKey(port) || (node.type() == SWITCH && port.number() == 0);
        MadWriter.put(data, MadField.PORT_STATE, up ? ACTIVE : 1);
        MadWriter.put(data, MadField.PORT_PHYSICAL_STATE, up ? LINK_UP : 2);
        MadWriter.put(data, MadField.PORT_CAPABILITY_MASK, managers.containsKey(port) ? IS_SM : 0);
        MadWriter.put(data, MadField.PORT_MTU_CAP, 5);
    }

    private static void pkeyBlock(byte[] data, List<Integer> keys, int block) {
        for (int i = 0; i < 32 && block * 32 + i < keys.size(); i++) {
            int key = keys.get(block * 32 + i);
            data[2 * i] = (byte) (key >> 8);
            data[2 * i + 1] = (byte) key;
        }
    }

    /** Trusted questions are told of members, others of the groups that the vantage port is in. */
    private Outcome group(Operation.AdministrationQuery query) {
        List<Bytes> found = new ArrayList<>();
        groups.forEach((base, mtu) -> {
            byte[] mgid = Gid.ipoibBroadcast(new PKey(base)).toBytes();
            boolean asked = query.componentMask() == 0
                    || java.util.Arrays.equals(mgid, 0, 16, query.record().toArray(), 0, 16);
            if (asked && !query.saKey().isNone()) {
                members.getOrDefault(base, List.of()).forEach(guid -> found.add(record(mgid, base, mtu, guid)));
            } else if (asked && isVisible(base)) {
                found.add(record(mgid, base, mtu, 0));
            }
        });
        return found.isEmpty() ? new Outcome.ErrorStatus(0x0300) : new Outcome.RecordsRead(found);
    }

    private boolean isVisible(int base) {
        return pkeys.getOrDefault(vantage, List.of(0xffff)).stream().anyMatch(key -> (key & 0x7fff) == base);
    }

    private static Bytes record(byte[] mgid, int base, int mtu, long member) {
        byte[] record = new byte[56];
        System.arraycopy(mgid, 0, record, 0, 16);
        MadWriter.put(record, MadField.MCMEMBER_MTU, mtu);
        MadWriter.put(record, MadField.MCMEMBER_PKEY, base | 0x8000);
        MadWriter.put(record, MadField.MCMEMBER_PORT_GID_GUID, member);
        MadWriter.put(record, MadField.MCMEMBER_JOIN_STATE, member == 0 ? 0 : 1);
        return Bytes.of(record);
    }

    @Override
    public SessionCounts counts() {
        return new SessionCounts(1, 1, batches);
    }

    @Override
    public void close() {}
}
