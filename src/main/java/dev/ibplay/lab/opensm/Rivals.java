package dev.ibplay.lab.opensm;

import dev.ibplay.ib.SmState;
import dev.ibplay.lab.fabric.LabPort;
import dev.ibplay.lab.fabric.SubnetManager;
import dev.ibplay.opensm.RunningOptions;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** The other subnet managers, as a process sees and ranks them (osm_sminfo_rcv.c; osm_sm.h: osm_sm_is_greater_than). */
final class Rivals {
    /** The higher priority wins, then the lower GUID. */
    private static final Comparator<SubnetManager> RANK = Comparator.<SubnetManager>comparingInt(
                    manager -> manager.info().priority())
            .thenComparing(manager -> manager.info().guid(), (one, other) -> Long.compareUnsigned(other, one));

    private final OpensmProcess process;
    private final Supplier<RunningOptions> options;
    private final OpensmLog log;
    /** Where the last heavy sweep has found some. */
    private Set<LabPort> known = Set.of();

    Rivals(OpensmProcess process, Supplier<RunningOptions> options, OpensmLog log) {
        this.process = process;
        this.options = options;
        this.log = log;
    }

    /** Those with the same key that answer, in a heavy sweep. */
    Map<LabPort, SubnetManager> find() {
        if (options.get().truth("ignore_other_sm")) {
            known = Set.of();
            return Map.of();
        }
        Map<LabPort, SubnetManager> found = new HashMap<>(process.fabric().otherManagers(process.port()));
        if (found.values().removeIf(this::isForeign)) {
            log.error("ERR 2F18: Got SM with sm_key that doesn't match our local sm_key. Ignoring SMInfo");
        }
        found.values().removeIf(manager -> !process.fabric().passesForManagers());
        known = Set.copyOf(found.keySet());
        return found;
    }

    /** A key of 0 knows all others. */
    private boolean isForeign(SubnetManager other) {
        long key = options.get().number("sm_key");
        return key != 0 && other.key() != key;
    }

    /** Whether one that is known should be master, or is too, as a master's light sweep shows. */
    boolean contest() {
        return known.stream()
                .flatMap(port -> process.fabric().managerAt(process.port(), port).stream())
                .filter(manager -> !isForeign(manager))
                .anyMatch(manager -> isMaster(manager) || isHigherStandby(manager));
    }

    private SubnetManager self() {
        return process.fabric().managerAt(process.port(), process.port()).orElseThrow();
    }

    boolean isHigher(SubnetManager other) {
        return RANK.compare(other, self()) > 0;
    }

    boolean isHigherStandby(SubnetManager manager) {
        return manager.info().state() == SmState.STANDBY && isHigher(manager);
    }

    static boolean isMaster(SubnetManager manager) {
        return manager.info().state() == SmState.MASTER;
    }

    /** A master among those found. */
    static Optional<LabPort> master(Map<LabPort, SubnetManager> found) {
        return found.entrySet().stream()
                .filter(entry -> isMaster(entry.getValue()))
                .max(Map.Entry.comparingByValue(RANK))
                .map(Map.Entry::getKey);
    }

    /** The highest of those found, if it is higher than this one. */
    Optional<LabPort> higher(Map<LabPort, SubnetManager> found) {
        return found.entrySet().stream()
                .filter(entry -> entry.getValue().info().state() != SmState.NOT_ACTIVE)
                .filter(entry -> isHigher(entry.getValue()))
                .max(Map.Entry.comparingByValue(RANK))
                .map(Map.Entry::getKey);
    }
}
