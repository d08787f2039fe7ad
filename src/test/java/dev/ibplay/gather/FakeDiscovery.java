package dev.ibplay.gather;

import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.SubnetQuery;
import dev.ibplay.exec.Outcome;
import dev.ibplay.exec.SmpAddress.ByRoute;
import dev.ibplay.ib.Attribute;
import dev.ibplay.ib.NodeInfo;
import dev.ibplay.ib.NodeType;
import dev.ibplay.ib.PortInfo;
import dev.ibplay.ib.PortPhysicalState;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/** What a far end that discovers by itself would find: depth first, by long ways, with its answers in any order. */
final class FakeDiscovery {
    private final FakeFabric fabric;
    private final Operation.DiscoverFabric asked;
    private final List<Outcome.Finding> findings = new ArrayList<>();
    private final Deque<List<Integer>> ways = new ArrayDeque<>();
    private final Set<Object> visited = new HashSet<>();

    FakeDiscovery(FakeFabric fabric, Operation.DiscoverFabric asked) {
        this.fabric = fabric;
        this.asked = asked;
    }

    Outcome run() {
        ways.push(List.of());
        while (!ways.isEmpty()) {
            List<Integer> route = ways.pop();
            ask(route, Attribute.NODE_INFO, 0).flatMap(NodeInfo::decode).ifPresent(info -> explore(route, info));
        }
        Collections.shuffle(findings, new Random(findings.size()));
        return new Outcome.FabricDiscovered(findings, findings.size(), true);
    }

    private void explore(List<Integer> route, NodeInfo info) {
        boolean isSwitch = info.type() == NodeType.SWITCH;
        if (!visited.add(isSwitch ? info.nodeGuid() : info.portGuid())) {
            return;
        }
        ask(route, Attribute.NODE_DESCRIPTION, 0);
        if (isSwitch) {
            ask(route, Attribute.SWITCH_INFO, 0);
        }
        for (int port = isSwitch ? 0 : info.localPort(); port <= (isSwitch ? info.ports() : info.localPort()); port++) {
            Optional<PortInfo> portInfo = ask(route, Attribute.PORT_INFO, port).map(PortInfo::decode);
            boolean own = !isSwitch || port == 0;
            if (own && asked.details()) {
                for (int block = 0; block * 32 < info.pkeyCapacity(); block++) {
                    ask(route, Attribute.P_KEY_TABLE, block);
                }
            }
            if (own && asked.details() && portInfo.map(PortInfo::isSm).orElse(false)) {
                ask(route, Attribute.SM_INFO, 0);
            }
            boolean isUp = portInfo.map(p -> p.physicalState() == PortPhysicalState.LINK_UP)
                    .orElse(false);
            if (isUp && port > 0 && (isSwitch || route.isEmpty())) {
                List<Integer> next = new ArrayList<>(route);
                next.add(port);
                ways.push(next);
            }
        }
    }

    private Optional<byte[]> ask(List<Integer> route, Attribute attribute, int modifier) {
        Outcome answer = fabric.answer(new SubnetQuery(
                asked.from(), new ByRoute(route), attribute.id(), modifier, asked.mKey(), asked.timing()));
        findings.add(new Outcome.Finding(new ByRoute(route), attribute.id(), modifier, answer));
        return FabricSweep.data(answer);
    }
}
