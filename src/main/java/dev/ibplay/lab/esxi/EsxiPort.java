package dev.ibplay.lab.esxi;

import dev.ibplay.fabric.PortRef;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.lab.fabric.PortView;
import dev.ibplay.lab.fabric.SimulatedFabric;

/** One InfiniBand port of a host, and the fabric that it is on. */
record EsxiPort(EsxiHost.Adapter adapter, int number, SimulatedFabric fabric) {
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
