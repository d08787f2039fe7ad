package dev.ibplay.facts;

import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PortPhysicalState;
import dev.ibplay.ib.PortState;

/**
 * A port of a switch as its command line shows it.
 *
 * @param name slot and number: {@code 1/19}
 * @param cap the largest MTU that it can do
 * @param mtu the one that it is set to
 */
public record SwitchPortObserved(
        String name, Fact<PortState> state, Fact<PortPhysicalState> physicalState, Fact<Mtu> cap, Fact<Mtu> mtu) {}
