package dev.ibplay.lab.windows;

import dev.ibplay.fabric.PortRef;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.lab.fabric.PortView;
import dev.ibplay.lab.fabric.SimulatedFabric;

/** One InfiniBand port of a host, and the fabric that it is on. */
record WindowsPort(WindowsHost.Adapter adapter, int number, SimulatedFabric fabric) {
    PortRef ref() {
        return new PortRef(adapter.node(), number);
    }

    /** What the fabric has of it now. */
    PortView view() {
        return fabric.view(ref());
    }

    PortGuid guid() {
        return view().guid().orElseGet(() -> new PortGuid(adapter.node().value() + number));
    }
}
