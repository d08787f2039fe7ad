package dev.ibplay.plan.esxi;

import dev.ibplay.diag.Located;
import dev.ibplay.exec.Operation;
import dev.ibplay.facts.esxi.EsxiLists;
import dev.ibplay.plan.Reading;

/**
 * A vSwitch or VMkernel interface that a play describes, with what it is now.
 *
 * @param kind {@code vswitch} or {@code vmkernel}
 * @param now its MTU in bytes
 */
record VirtualLink(int play, String kind, String name, int now, Located<Integer> wanted, boolean changeable) {
    static final String SWITCH = "vswitch";
    static final String VMKERNEL = "vmkernel";

    boolean isSwitch() {
        return kind.equals(SWITCH);
    }

    String key() {
        return kind + " " + name;
    }

    Operation read() {
        return isSwitch() ? EsxiLists.switches() : EsxiLists.vmkernels();
    }

    Reading reading() {
        return new MtuReading(
                key(), answer -> isSwitch() ? EsxiLists.switchMtu(name, answer) : EsxiLists.vmkernelMtu(name, answer));
    }

    Operation set(int mtu) {
        return isSwitch() ? Esxcli.switchMtu(name, mtu) : Esxcli.vmkernelMtu(name, mtu);
    }
}
