package dev.ibplay.lab.mlnxos;

import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PortPhysicalState;
import dev.ibplay.ib.PortState;
import dev.ibplay.ib.Rate;
import dev.ibplay.lab.opensm.OpensmHost;
import dev.ibplay.lab.opensm.SimulatedOpensm;
import java.util.List;
import java.util.Optional;

/** The silicon of a switch, as its management sees and sets it. */
interface SwitchChip {
    /** The ports for cables, in their order. */
    List<ChipPort> ports();

    /**
     * What a port may do changes, and its link goes down and comes up.
     *
     * @param mtu empty for all that it can
     */
    void limit(String port, Optional<Mtu> mtu);

    /** A subnet manager for port 0, which has not been started; nothing where there is no fabric. */
    Optional<SimulatedOpensm> opensm(OpensmHost files);

    /** All links go down, until {@link #powerOn}. */
    void powerOff();

    /** Ports come up as after power-on, with no limits. */
    void powerOn();

    /**
     * A port at one moment.
     *
     * @param name slot and number: {@code 1/1}
     * @param rate of its link; empty without one
     * @param cap what it could do
     * @param mtu of its link; empty without one
     */
    record ChipPort(
            String name,
            PortState state,
            PortPhysicalState physicalState,
            Optional<Rate> rate,
            Mtu cap,
            Optional<Mtu> mtu) {
        boolean isLinked() {
            return physicalState == PortPhysicalState.LINK_UP;
        }
    }
}
