package dev.ibplay.lab.fabric;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.MadKey;
import dev.ibplay.exec.Outcome;
import dev.ibplay.ib.Attribute;
import dev.ibplay.ib.PKeyTable;
import java.util.List;
import java.util.Optional;

/** What nodes answer to questions of subnet management, as their firmware and kernel do. */
final class SubnetAgent {
    /** Method and attribute are not supported (IBA vol. 1, 13.4.7): firmware's and the kernel's answer where nobody listens. */
    private static final Outcome UNSUPPORTED = new Outcome.ErrorStatus(0x0c);
    /** A field of the packet is not valid: no such port, no such block. */
    private static final Outcome INVALID = new Outcome.ErrorStatus(0x1c);

    private static final Outcome NO_ANSWER = new Outcome.NoAnswer();

    private SubnetAgent() {}

    /** The port by which a directed route enters its last node; nothing where a packet gets lost. */
    static Optional<LabPort> entry(LabPort from, List<Integer> route) {
        LabPort at = from;
        for (int hop = 0; hop < route.size(); hop++) {
            int exit = route.get(hop);
            LabNode node = at.node();
            boolean forwards = node.isSwitch() ? exit > 0 : hop == 0 && exit == from.number();
            if (!forwards || !node.hasPort(exit)) {
                return Optional.empty();
            }
            LabPort out = node.port(exit);
            Optional<LabPort> far = out.isLinked() ? out.peer() : Optional.empty();
            if (far.isEmpty()) {
                return Optional.empty();
            }
            at = far.get();
        }
        return Optional.of(at);
    }

    /**
     * The answer of a node.
     *
     * @param entry the port that the question came in by
     */
    static Outcome answer(LabPort entry, int attributeId, long modifier, MadKey mKey) {
        LabNode node = entry.node();
        LabPort own = node.isSwitch() ? node.port(0) : entry;
        Optional<Attribute> attribute = Attribute.ofId(attributeId);
        if (attribute.isEmpty()) {
            return UNSUPPORTED;
        }
        if (!own.key().admits(mKey)) {
            return NO_ANSWER;
        }
        return switch (attribute.get()) {
            case NODE_INFO -> data(NodeBytes.nodeInfo(entry));
            case NODE_DESCRIPTION -> data(NodeBytes.description(node));
            case SWITCH_INFO -> node.isSwitch() ? data(NodeBytes.switchInfo(node)) : UNSUPPORTED;
            case PORT_INFO ->
                port(entry, modifier)
                        .map(port -> data(PortInfoBytes.of(port, entry.number(), mKey)))
                        .orElse(INVALID);
            case MLNX_EXT_PORT_INFO ->
                port(entry, modifier)
                        .map(port -> data(PortInfoBytes.vendorSpeed(port)))
                        .orElse(INVALID);
            case P_KEY_TABLE -> pkeys(entry, modifier);
            case SM_INFO ->
                own.manager()
                        .map(manager ->
                                data(NodeBytes.smInfo(manager.info(), own.key().trusts(mKey) ? manager.key() : 0)))
                        .orElse(UNSUPPORTED);
            case PATH_RECORD, MC_MEMBER_RECORD -> UNSUPPORTED;
        };
    }

    private static Outcome data(byte[] bytes) {
        return new Outcome.AttributeRead(Bytes.of(bytes));
    }

    /** A switch's port 0 is its own; for an adapter 0 is the port that was asked. */
    private static Optional<LabPort> port(LabPort entry, long modifier) {
        int number = (int) (modifier & 0xff);
        LabNode node = entry.node();
        if (number == 0 && !node.isSwitch()) {
            return Optional.of(entry);
        }
        return node.hasPort(number) ? Optional.of(node.port(number)) : Optional.empty();
    }

    /** For a switch the modifier's high half names the port; its outer ports have as many keys as they can check. */
    private static Outcome pkeys(LabPort entry, long modifier) {
        LabNode node = entry.node();
        int number = (int) (modifier >> 16 & 0xff);
        if (!node.hasPort(node.isSwitch() ? number : entry.number())) {
            return INVALID;
        }
        LabPort port = node.isSwitch() ? node.port(number) : entry;
        int capacity = port.isEndPort() ? node.pkeyCapacity() : node.enforceCapacity();
        int block = (int) (modifier & 0xffff);
        int[] table = port.isEndPort() ? port.pkeyTable() : enforced(port);
        return block * PKeyTable.ENTRIES_PER_BLOCK < capacity
                ? data(NodeBytes.pkeys(table, block, PKeyTable.ENTRIES_PER_BLOCK))
                : INVALID;
    }

    /** A switch checks what the port at the other end of the cable may send (osm_pkey_mgr.c: pkey_mgr_update_peer_port). */
    private static int[] enforced(LabPort outer) {
        return outer.isEnforcing() ? outer.peer().map(LabPort::pkeyTable).orElse(new int[0]) : new int[0];
    }
}
