package dev.ibplay.lab.mlnxos;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A configuration of a switch.
 *
 * @param sm whether the subnet manager is enabled on the switch
 * @param node whether it is for its node
 * @param priority 0..15
 * @param partitions by name
 * @param portMtus by port, where one is set
 */
public record SwitchSettings(
        boolean sm, boolean node, int priority, Map<String, LabPartition> partitions, Map<String, String> portMtus) {
    /** As it leaves the factory. */
    public static final SwitchSettings FACTORY =
            new SwitchSettings(false, true, 0, Map.of("Default", LabPartition.DEFAULT), Map.of());

    public SwitchSettings {
        partitions = Collections.unmodifiableMap(new LinkedHashMap<>(partitions));
        portMtus = Collections.unmodifiableMap(new LinkedHashMap<>(portMtus));
    }

    /** The factory's with a subnet manager that runs. */
    public static SwitchSettings managing(int priority) {
        return FACTORY.withSm(true).withPriority(priority);
    }

    SwitchSettings withSm(boolean enabled) {
        return new SwitchSettings(enabled, node, priority, partitions, portMtus);
    }

    SwitchSettings withNode(boolean enabled) {
        return new SwitchSettings(sm, enabled, priority, partitions, portMtus);
    }

    SwitchSettings withPriority(int number) {
        return new SwitchSettings(sm, node, number, partitions, portMtus);
    }

    SwitchSettings withPartition(String name, LabPartition partition) {
        Map<String, LabPartition> more = new LinkedHashMap<>(partitions);
        more.put(name, partition);
        return new SwitchSettings(sm, node, priority, more, portMtus);
    }

    SwitchSettings withoutPartition(String name) {
        Map<String, LabPartition> fewer = new LinkedHashMap<>(partitions);
        fewer.remove(name);
        return new SwitchSettings(sm, node, priority, fewer, portMtus);
    }

    SwitchSettings withPortMtu(String port, String word) {
        Map<String, String> more = new LinkedHashMap<>(portMtus);
        more.put(port, word);
        return new SwitchSettings(sm, node, priority, partitions, more);
    }

    /** Whether a subnet manager is to run. */
    boolean wantsSm() {
        return sm && node;
    }

    /** The MTUs that are set for partitions, by their names. */
    Map<String, String> partitionMtus() {
        Map<String, String> mtus = new LinkedHashMap<>();
        partitions.forEach((name, partition) -> partition.mtu().ifPresent(word -> mtus.put(name, word)));
        return mtus;
    }

    Optional<LabPartition> partition(String name) {
        return Optional.ofNullable(partitions.get(name));
    }

    /**
     * The lines that would bring it about on a new switch.
     *
     * @param ofNode whether priorities are nodes', else they are the subnet manager's
     */
    public List<String> lines(String hostName, boolean ofNode) {
        List<String> lines = new ArrayList<>();
        partitions.forEach((name, partition) -> lines.addAll(lines(name, partition)));
        portMtus.forEach((port, word) -> lines.add("interface ib " + port + " mtu " + word));
        if (sm) {
            lines.add("ib sm");
        }
        String smnode = "ib smnode " + hostName;
        lines.add(smnode + " create");
        lines.add(smnode + (node ? " enable" : " disable"));
        lines.add(ofNode ? smnode + " sm-priority " + priority : "ib sm sm-priority " + priority);
        return lines;
    }

    private static List<String> lines(String name, LabPartition partition) {
        List<String> lines = new ArrayList<>();
        String begin = "ib partition " + name + " ";
        if (!partition.equals(LabPartition.DEFAULT)) {
            lines.add(begin + "pkey " + partition.pkey() + " force");
            if (partition.ipoib()) {
                lines.add(begin + "ipoib force");
            }
            partition.mtu().ifPresent(word -> lines.add(begin + "mtu " + word + " force"));
            partition
                    .members()
                    .forEach((who, how) -> lines.add(begin + "member " + who + " type " + how.word() + " force"));
        }
        return lines;
    }
}
