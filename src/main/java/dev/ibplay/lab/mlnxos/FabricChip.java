package dev.ibplay.lab.mlnxos;

import dev.ibplay.fabric.PortRef;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.NodeGuid;
import dev.ibplay.ib.PortPhysicalState;
import dev.ibplay.lab.fabric.PortView;
import dev.ibplay.lab.fabric.SimulatedFabric;
import dev.ibplay.lab.opensm.OpensmHost;
import dev.ibplay.lab.opensm.SimulatedOpensm;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A switch of a simulated fabric. */
final class FabricChip implements SwitchChip {
    private static final String SLOT = "1/";

    private final SimulatedFabric fabric;
    private final NodeGuid node;
    /** What port 0 and the others can do, by number. */
    private final List<Mtu> caps = new ArrayList<>();

    FabricChip(SimulatedFabric fabric, NodeGuid node, int ports) {
        this.fabric = fabric;
        this.node = node;
        for (int number = 0; number <= ports; number++) {
            caps.add(fabric.view(ref(number)).mtuCap());
        }
    }

    private PortRef ref(int number) {
        return new PortRef(node, number);
    }

    @Override
    public List<ChipPort> ports() {
        List<ChipPort> ports = new ArrayList<>();
        for (int number = 1; number < caps.size(); number++) {
            PortView view = fabric.view(ref(number));
            boolean isLinked = view.physicalState() == PortPhysicalState.LINK_UP;
            ports.add(new ChipPort(
                    SLOT + number,
                    view.state(),
                    view.physicalState(),
                    view.rate().filter(rate -> isLinked),
                    caps.get(number),
                    isLinked ? Optional.of(view.mtu()) : Optional.empty()));
        }
        return ports;
    }

    @Override
    public void limit(String port, Optional<Mtu> mtu) {
        int number = Integer.parseInt(port.substring(SLOT.length()));
        Mtu wanted = mtu.orElse(caps.get(number));
        if (fabric.view(ref(number)).mtuCap() != wanted) {
            fabric.reset(ref(number), wanted);
        }
    }

    @Override
    public Optional<SimulatedOpensm> opensm(OpensmHost files) {
        return Optional.of(new SimulatedOpensm(fabric, ref(0), files, List.of("opensm")));
    }

    @Override
    public void powerOff() {
        for (int number = 1; number < caps.size(); number++) {
            fabric.powerOff(ref(number));
        }
    }

    @Override
    public void powerOn() {
        for (int number = 0; number < caps.size(); number++) {
            fabric.powerOn(ref(number), caps.get(number));
        }
    }
}
