package dev.ibplay.lab.fabric;

import dev.ibplay.fabric.PortRef;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.ib.PortPhysicalState;
import dev.ibplay.ib.PortState;
import dev.ibplay.ib.Rate;
import dev.ibplay.opensm.EndPort;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A port of the lab. Who holds the fabric's lock may read and set it: {@link SimulatedFabric}, and subnet managers in their
 * sweeps.
 */
public final class LabPort {
    /** After power-on: member of the default partition only (IBA vol. 1, 10.9.2). */
    private static final int[] INITIAL_KEYS = {0xffff};

    private final LabNode node;
    private final int number;
    private final Optional<PortGuid> guid;
    private PortAbilities abilities;
    private Optional<LabPort> peer = Optional.empty();
    private boolean cut;
    private boolean disabled;
    /** The host that its adapter sits in is down. */
    private boolean off;

    private PortState state = PortState.DOWN;
    private int lid;
    private int smLid;
    private int lmc;
    private Mtu neighborMtu = Mtu.MTU_256;
    private int operationalVls = 1;
    private boolean enforcing;
    private int[] pkeys = INITIAL_KEYS;
    private PortKey key = PortKey.NONE;
    private int reregistrations;
    private int timesUp;
    private Optional<SubnetManager> manager = Optional.empty();
    private List<Runnable> listeners = List.of();

    LabPort(LabNode node, int number, Optional<PortGuid> guid, PortAbilities abilities) {
        this.node = node;
        this.number = number;
        this.guid = guid;
        this.abilities = abilities;
        // A switch's own port hangs on no cable: it is always there.
        if (isOwnPortOfSwitch()) {
            state = PortState.ACTIVE;
        }
    }

    public LabNode node() {
        return node;
    }

    public PortRef ref() {
        return new PortRef(node.guid(), number);
    }

    public int number() {
        return number;
    }

    /** Of ports that have one: those of adapters and routers, and port 0 of a switch. */
    public Optional<PortGuid> guid() {
        return guid;
    }

    /** Whether it carries traffic of its own, has a LID and P_Keys. */
    public boolean isEndPort() {
        return !node.isSwitch() || number == 0;
    }

    /** For what partitions.conf calls ALL_CAS, ALL_SWITCHES and ALL_ROUTERS. */
    public EndPort.Kind kind() {
        return switch (node.shape().type()) {
            case SWITCH -> EndPort.Kind.SWITCH;
            case ROUTER -> EndPort.Kind.ROUTER;
            case CA, UNKNOWN -> EndPort.Kind.CA;
        };
    }

    boolean isOwnPortOfSwitch() {
        return node.isSwitch() && number == 0;
    }

    PortAbilities abilities() {
        return abilities;
    }

    /** With the bit of a subnet manager that runs here. */
    int capabilityMask() {
        return manager().isPresent() ? abilities.capabilityMask() | PortAbilities.IS_SM : abilities.capabilityMask();
    }

    public Mtu mtuCap() {
        return abilities.mtuCap();
    }

    /** Of the link; nothing where width and speed make none of the table of rates. */
    public Optional<Rate> rate() {
        return abilities.rate();
    }

    /** Whether a subnet manager may tell it to register anew with the subnet administration. */
    public boolean canReregister() {
        return (abilities.capabilityMask() & PortAbilities.CLIENT_REREGISTRATION) != 0;
    }

    /** The port at the other end of its cable. */
    public Optional<LabPort> peer() {
        return peer;
    }

    void connect(LabPort other) {
        peer = Optional.of(other);
        other.peer = Optional.of(this);
    }

    /** Whether packets of subnet management get through: cable in, nobody has disabled either end. */
    public boolean isLinked() {
        return isOwnPortOfSwitch()
                || (!cut
                        && !disabled
                        && !off
                        && peer.map(p -> !p.disabled && !p.off).orElse(false));
    }

    void setCut(boolean isCut) {
        cut = isCut;
        peer.ifPresent(p -> p.cut = isCut);
    }

    void setDisabled(boolean isDisabled) {
        disabled = isDisabled;
    }

    void setOff(boolean isOff) {
        off = isOff;
    }

    PortPhysicalState physicalState() {
        if (isLinked()) {
            return PortPhysicalState.LINK_UP;
        }
        return disabled ? PortPhysicalState.DISABLED : PortPhysicalState.POLLING;
    }

    public PortState state() {
        return state;
    }

    public void setState(PortState now) {
        state = now;
    }

    /** How often its link has come up; by that a sweep tells a new port from one that it knows. */
    public int timesUp() {
        return timesUp;
    }

    /** The link has come up or gone down. */
    void setUp(boolean isUp) {
        timesUp += isUp ? 1 : 0;
        state = isUp ? PortState.INITIALIZE : PortState.DOWN;
    }

    /** As after power-on, with a device that can do as much. */
    void reset(Mtu mtuCap) {
        abilities = abilities.withMtuCap(mtuCap);
        setLid(0, 0);
        smLid = 0;
        neighborMtu = Mtu.MTU_256;
        operationalVls = 1;
        pkeys = INITIAL_KEYS;
        key = PortKey.NONE;
    }

    /** 0 while nobody has assigned one. */
    public int lid() {
        return lid;
    }

    public int lmc() {
        return lmc;
    }

    public void setLid(int first, int lowBits) {
        lid = first;
        lmc = lowBits;
    }

    /** The master's that configured it; 0 before. */
    public int smLid() {
        return smLid;
    }

    public void setSmLid(int master) {
        smLid = master;
    }

    public Mtu neighborMtu() {
        return neighborMtu;
    }

    public void setNeighborMtu(Mtu mtu) {
        neighborMtu = mtu;
    }

    int operationalVls() {
        return operationalVls;
    }

    public void setOperationalVls(int code) {
        operationalVls = code;
    }

    boolean isEnforcing() {
        return enforcing;
    }

    /** Whether an outer port of a switch checks P_Keys. */
    public void setEnforcing(boolean isEnforcing) {
        enforcing = isEnforcing;
    }

    PortKey key() {
        return key;
    }

    public void setKey(PortKey mKey) {
        key = mKey;
    }

    /** The table's entries, 0 where there is none. The array is shared: nobody may change it. */
    public int[] pkeyTable() {
        return pkeys;
    }

    public void setPkeyTable(int[] table) {
        pkeys = table;
    }

    /** The P_Keys in the order of the table. */
    public List<PKey> pkeys() {
        return IntStream.of(pkeys)
                .filter(k -> (k & 0x7fff) != 0)
                .mapToObj(PKey::new)
                .toList();
    }

    /** Whether it is a member of the partition, full or limited. */
    public boolean isIn(PKey partition) {
        return Arrays.stream(pkeys).anyMatch(k -> (k & 0x7fff) == partition.base());
    }

    int reregistrations() {
        return reregistrations;
    }

    /** Sets PortInfo.ClientReregister, which the port's host hears of. */
    public void reregister() {
        reregistrations++;
    }

    Optional<SubnetManager> manager() {
        return manager;
    }

    void setManager(Optional<SubnetManager> running) {
        manager = running;
    }

    List<Runnable> listeners() {
        return listeners;
    }

    void listen(Runnable listener) {
        Runnable[] all = Arrays.copyOf(listeners.toArray(new Runnable[0]), listeners.size() + 1);
        all[listeners.size()] = listener;
        listeners = List.of(all);
    }
}
