package dev.ibplay.lab.fabric;

import dev.ibplay.exec.Operation.DiscoverFabric;
import dev.ibplay.exec.Outcome;
import dev.ibplay.exec.SmpAddress;
import dev.ibplay.ib.Attribute;
import dev.ibplay.ib.LinkSpeed;
import dev.ibplay.ib.MadField;
import dev.ibplay.ib.NodeInfo;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Asks what the far end's discovery asks, in its order (native/src/discover.c): ways to unknown nodes before details, details
 * before more of known nodes. One packet is under way at a time.
 */
final class Discovery {
    private static final int PHYSICAL_LINK_UP = 5;
    private static final int STATE_ACTIVE = 4;
    private static final int IS_SM = 2;

    private final LabPort from;
    private final DiscoverFabric search;
    private final PacketLoss loss;
    private final List<Outcome.Finding> findings = new ArrayList<>();
    private final List<FoundNode> nodes = new ArrayList<>();
    private final Map<Long, List<FoundNode>> byGuid = new HashMap<>();
    private final Deque<Errand> walks = new ArrayDeque<>();
    private final Deque<Errand> details = new ArrayDeque<>();
    private long sent;
    private boolean complete = true;
    private int asked;

    private record Errand(FoundNode node, Attribute attribute, int modifier) {}

    Discovery(LabPort from, DiscoverFabric search, PacketLoss loss) {
        this.from = from;
        this.search = search;
        this.loss = loss;
    }

    Outcome.FabricDiscovered run() {
        arrive(Optional.empty(), List.of());
        while (nextWalk() || nextDetail() || nextOfNode()) {
            // each asks one question
        }
        return new Outcome.FabricDiscovered(findings, sent, complete);
    }

    private boolean nextWalk() {
        Optional<Errand> walk = Optional.empty();
        while (walk.isEmpty() && !walks.isEmpty()) {
            walk = Optional.of(walks.remove()).filter(w -> !w.node().isClosed(w.modifier()));
        }
        walk.ifPresent(way -> {
            List<Integer> route = new ArrayList<>(way.node().route());
            route.add(way.modifier());
            arrive(Optional.of(way.node()), route);
        });
        return walk.isPresent();
    }

    private boolean nextDetail() {
        Optional<Errand> detail = Optional.ofNullable(details.poll());
        detail.ifPresent(d -> ask(d.node().route(), d.attribute(), d.modifier()));
        return detail.isPresent();
    }

    private boolean nextOfNode() {
        while (asked < nodes.size()) {
            FoundNode node = nodes.get(asked);
            Optional<Attribute> attribute = node.next();
            if (attribute.isPresent()) {
                askNode(node, attribute.get());
                return true;
            }
            asked++;
        }
        return false;
    }

    private void askNode(FoundNode node, Attribute attribute) {
        boolean isPort = attribute == Attribute.PORT_INFO;
        int port = !isPort ? 0 : node.isSwitch() ? node.step() : node.entry();
        node.stepOn();
        Optional<byte[]> data = ask(node.route(), attribute, port);
        if (isPort) {
            data.ifPresent(info -> {
                leadOn(node, port, info);
                addVendorSpeed(node, port, info);
                if (search.details()) {
                    addDetails(node, port, info);
                }
            });
        }
    }

    private Optional<byte[]> ask(List<Integer> route, Attribute attribute, int modifier) {
        int tries = 1 + search.timing().retries();
        Optional<LabPort> entry = SubnetAgent.entry(from, route);
        int sendings = entry.isPresent() ? loss.sendings(tries) : tries + 1;
        Outcome answer = sendings > tries
                ? new Outcome.NoAnswer()
                : entry.map(port -> SubnetAgent.answer(port, attribute.id(), modifier, search.mKey()))
                        .orElseGet(Outcome.NoAnswer::new);
        sent += answer instanceof Outcome.NoAnswer ? tries : sendings;
        findings.add(new Outcome.Finding(new SmpAddress.ByRoute(route), attribute.id(), modifier, answer));
        return answer instanceof Outcome.AttributeRead read
                ? Optional.of(read.data().toArray())
                : Optional.empty();
    }

    /** Asks who is at the end of a way. */
    private void arrive(Optional<FoundNode> before, List<Integer> route) {
        Optional<NodeInfo> info = ask(route, Attribute.NODE_INFO, 0).flatMap(NodeInfo::decode);
        info.ifPresent(node -> {
            var arrived = new FoundNode(node, route);
            before.ifPresent(known -> {
                known.close(route.getLast());
                arrived.close(arrived.entry());
            });
            add(arrived);
        });
    }

    /** An adapter is another node by each of its ports, a switch is one. */
    private void add(FoundNode arrived) {
        List<FoundNode> same = byGuid.computeIfAbsent(arrived.guid(), guid -> new ArrayList<>());
        Optional<FoundNode> first = same.stream().findFirst();
        if (first.isPresent() && (first.get().isSwitch() || arrived.isSwitch())) {
            first.get().close(arrived.entry());
        } else if (same.stream().noneMatch(node -> node.entry() == arrived.entry())) {
            arrived.setAgain(first.isPresent());
            same.add(arrived);
            nodes.add(arrived);
        }
    }

    private void leadOn(FoundNode node, int port, byte[] info) {
        boolean forwards = node.isSwitch() ? port > 0 : node.route().isEmpty();
        boolean isUp = MadField.PORT_PHYSICAL_STATE.in(info) == PHYSICAL_LINK_UP;
        if (!forwards || port == 0 || port > FoundNode.MAX_EXIT || !isUp || node.isClosed(port)) {
            return;
        }
        if (node.route().size() == SmpAddress.ByRoute.MAX_HOPS) {
            complete = false;
        } else {
            walks.add(new Errand(node, Attribute.NODE_INFO, port));
        }
    }

    private void addVendorSpeed(FoundNode node, int port, byte[] info) {
        boolean isQdr = MadField.PORT_SPEED_ACTIVE.in(info) == LinkSpeed.QDR.code()
                && MadField.PORT_SPEED_EXT_ACTIVE.in(info) == 0;
        boolean isUp = MadField.PORT_PHYSICAL_STATE.in(info) == PHYSICAL_LINK_UP;
        if (port != 0 && isQdr && isUp && node.hasVendorSpeed()) {
            details.add(new Errand(node, Attribute.MLNX_EXT_PORT_INFO, port));
        }
    }

    private void addDetails(FoundNode node, int port, byte[] info) {
        if (node.isSwitch() && port != 0) {
            return;
        }
        if ((MadField.PORT_CAPABILITY_MASK.in(info) & IS_SM) != 0) {
            details.add(new Errand(node, Attribute.SM_INFO, 0));
        }
        if (!node.isSwitch() && MadField.PORT_STATE.in(info) != STATE_ACTIVE) {
            return;
        }
        for (int block = 0; block < node.keyBlocks(); block++) {
            details.add(new Errand(node, Attribute.P_KEY_TABLE, block));
        }
    }
}
