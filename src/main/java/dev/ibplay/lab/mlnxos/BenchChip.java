package dev.ibplay.lab.mlnxos;

import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PortPhysicalState;
import dev.ibplay.ib.PortState;
import dev.ibplay.ib.Rate;
import dev.ibplay.lab.opensm.OpensmHost;
import dev.ibplay.lab.opensm.SimulatedOpensm;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** A switch of no fabric, with three ports: 1/1 and 1/2 have links, which its own subnet manager alone sets up. */
final class BenchChip implements SwitchChip {
    private final Map<String, Mtu> limits = new HashMap<>();
    private BooleanSupplier isManaged = () -> false;
    private boolean isOn = true;

    /** Who says whether a subnet manager runs. */
    void managedBy(BooleanSupplier manager) {
        isManaged = manager;
    }

    @Override
    public synchronized List<ChipPort> ports() {
        return List.of(port("1/1", isOn), port("1/2", isOn), port("1/3", false));
    }

    private ChipPort port(String name, boolean isLinked) {
        PortState up = isManaged.getAsBoolean() ? PortState.ACTIVE : PortState.INITIALIZE;
        return new ChipPort(
                name,
                isLinked ? up : PortState.DOWN,
                isLinked ? PortPhysicalState.LINK_UP : PortPhysicalState.POLLING,
                isLinked ? Optional.of(Rate.GBPS_56) : Optional.empty(),
                Mtu.MTU_4096,
                isLinked ? Optional.of(limits.getOrDefault(name, Mtu.MTU_4096)) : Optional.empty());
    }

    @Override
    public synchronized void limit(String port, Optional<Mtu> mtu) {
        mtu.ifPresentOrElse(wanted -> limits.put(port, wanted), () -> limits.remove(port));
    }

    @Override
    public Optional<SimulatedOpensm> opensm(OpensmHost files) {
        return Optional.empty();
    }

    @Override
    public synchronized void powerOff() {
        isOn = false;
    }

    @Override
    public synchronized void powerOn() {
        isOn = true;
        limits.clear();
    }
}
