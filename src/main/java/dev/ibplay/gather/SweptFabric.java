package dev.ibplay.gather;

import dev.ibplay.exec.Outcome;
import dev.ibplay.fabric.Fabric;
import dev.ibplay.fabric.FabricPort;
import dev.ibplay.fabric.PortRef;
import dev.ibplay.ib.Attribute;
import java.util.Map;
import java.util.Optional;

/**
 * A fabric, and what its discovery has learnt besides.
 *
 * @param details P_Key tables and SMInfo, or why they are not known
 */
record SweptFabric(Fabric fabric, Map<Detail, Outcome> details) {
    SweptFabric {
        details = Map.copyOf(details);
    }

    /** A table's block, or SMInfo with block 0. */
    record Detail(PortRef port, Attribute attribute, int block) {}

    Optional<Outcome> detail(FabricPort port, Attribute attribute, int block) {
        return Optional.ofNullable(details.get(new Detail(port.ref(), attribute, block)));
    }
}
