package dev.ibplay.lab.fabric;

import dev.ibplay.fabric.FabricNode;
import dev.ibplay.ib.NodeGuid;
import dev.ibplay.ib.SwitchInfo;
import java.util.List;

/** An adapter, switch or router of the lab. */
public final class LabNode {
    /** What a switch says that tells nothing of itself: base port 0, and P_Keys that its outer ports check. */
    private static final SwitchInfo USUAL_SWITCH =
            new SwitchInfo(0xc000, 0, 0x4000, 0, 0, 0, 0, 18, false, 0, 0, 32, true, true, false, false, false, 0);

    private static final int USUAL_KEYS = 128;

    private final FabricNode shape;
    private final int pkeyCapacity;
    private List<LabPort> ports = List.of();
    private int linearFdbTop;

    LabNode(FabricNode shape) {
        this.shape = shape;
        this.pkeyCapacity = shape.pkeyCapacity() == 0 ? USUAL_KEYS : shape.pkeyCapacity();
    }

    /** Completes it, once. */
    void withPorts(List<LabPort> all) {
        ports = List.copyOf(all);
    }

    FabricNode shape() {
        return shape;
    }

    public NodeGuid guid() {
        return shape.guid();
    }

    public boolean isSwitch() {
        return shape.isSwitch();
    }

    /** Entries of the P_Key table of a port, of port 0 for a switch. */
    public int pkeyCapacity() {
        return pkeyCapacity;
    }

    /** How many P_Keys an outer port of a switch can check. */
    public int enforceCapacity() {
        return isSwitch() ? tables().partitionEnforceCap() : 0;
    }

    SwitchInfo tables() {
        return shape.switchInfo().orElse(USUAL_SWITCH);
    }

    int linearFdbTop() {
        return linearFdbTop;
    }

    /** Where the highest LID of its forwarding table is; a sweep sets it. */
    public void setLinearFdbTop(int lid) {
        linearFdbTop = lid;
    }

    /** By number: port 0 first where there is one, which a switch has. */
    public List<LabPort> ports() {
        return ports;
    }

    int externalPorts() {
        return ports.size() - (isSwitch() ? 1 : 0);
    }

    boolean hasPort(int number) {
        return isSwitch() ? number >= 0 && number < ports.size() : number >= 1 && number <= ports.size();
    }

    /** The port with this number, which must be there. */
    LabPort port(int number) {
        return ports.get(isSwitch() ? number : number - 1);
    }
}
