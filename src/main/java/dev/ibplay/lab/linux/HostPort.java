package dev.ibplay.lab.linux;

import dev.ibplay.exec.MadPort;
import dev.ibplay.fabric.PortRef;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.lab.fabric.PortView;
import dev.ibplay.lab.fabric.SimulatedFabric;

/** One port of a host's adapter, and the fabric that it is on. */
record HostPort(LinuxHost.Adapter adapter, int number, SimulatedFabric fabric) {
    PortRef ref() {
        return new PortRef(adapter.node(), number);
    }

    /** As the host itself names it. */
    MadPort name() {
        return new MadPort(adapter.name(), number);
    }

    /** What the fabric has of it now. */
    PortView view() {
        return fabric.view(ref());
    }

    PortGuid guid() {
        return view().guid().orElseGet(() -> new PortGuid(adapter.node().value() + number));
    }
}
