package dev.ibplay.lab.opensm;

import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.lab.fabric.LabPort;
import dev.ibplay.opensm.Dialect;
import dev.ibplay.opensm.EndPort;
import dev.ibplay.opensm.MulticastGroup;
import dev.ibplay.opensm.PartitionsConf;
import dev.ibplay.opensm.PartitionsMeaning;
import dev.ibplay.opensm.PortTables;
import dev.ibplay.opensm.SmOptions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a partitions.conf means for the ports of a fabric. A file that is not there means what an empty one does: everybody is
 * a full member of 0x7fff (osm_prtn.c: osm_prtn_make_partitions).
 */
final class PartitionsInForce {
    private final PortTables tables;
    private final boolean discarded;
    private final Set<Integer> partitions = new HashSet<>();

    private PartitionsInForce(PortTables tables, boolean discarded) {
        this.tables = tables;
        this.discarded = discarded;
        tables.pkeys().values().forEach(keys -> keys.forEach(key -> partitions.add(key.base())));
    }

    static PartitionsInForce of(
            Optional<String> file, Dialect dialect, SmOptions options, LabPort own, List<LabPort> endPorts) {
        PartitionsConf conf = PartitionsConf.parse("partitions.conf", file.orElse(""), dialect);
        PartitionsMeaning meaning = PartitionsMeaning.of(conf, options);
        List<EndPort> ports = new ArrayList<>(endPorts.size());
        endPorts.forEach(port -> port.guid().ifPresent(guid -> ports.add(new EndPort(guid, port.kind(), port == own))));
        boolean discarded = file.isPresent() && meaning.rejection().isPresent();
        return new PartitionsInForce(meaning.tables(ports), discarded);
    }

    /** Whether there is a file and OpenSM takes nothing of it. */
    boolean isDiscarded() {
        return discarded;
    }

    /** The partitions that have a port, by the low 15 bits of their P_Keys. */
    Set<Integer> partitions() {
        return partitions;
    }

    List<MulticastGroup> groups() {
        return tables.groups();
    }

    Set<PKey> keysOf(PortGuid port) {
        return tables.pkeysOf(port);
    }

    Optional<PKey> first(PortGuid port) {
        return Optional.ofNullable(tables.atIndexZero().get(port));
    }
}
