package dev.ibplay.facts;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What only a managed switch has.
 *
 * @param node the name of its subnet manager's node, which is the switch's host name
 * @param infiniband whether it does InfiniBand; not with an Ethernet profile
 * @param sm absent facts where there is no InfiniBand
 * @param partitions of its subnet manager, whether that runs or not
 * @param ports all of InfiniBand
 * @param running what it goes by
 * @param saved what its next start brings
 */
public record MlnxosObserved(
        Fact<String> node,
        Fact<Boolean> infiniband,
        SwitchSmObserved sm,
        Fact<List<SwitchPartitionObserved>> partitions,
        Fact<List<SwitchPortObserved>> ports,
        Fact<SwitchConfiguration> running,
        Fact<SwitchConfiguration> saved) {

    public Optional<SwitchPartitionObserved> partition(String name) {
        return partitions.ifKnown().orElse(List.of()).stream()
                .filter(p -> p.name().equals(name))
                .findFirst();
    }

    /** Why a switch is left alone, for people; nothing for one that is managed. */
    public Optional<String> refusal() {
        return infiniband
                .ifKnown()
                .filter(does -> !does)
                .map(no -> "an Ethernet profile: not managed, it has no InfiniBand");
    }

    /** What of the running configuration the next start does not bring, and what it brings back. */
    public Fact<List<String>> unsaved() {
        return running.flatMap(now -> saved.map(next -> differences(now.lines(), next.lines())));
    }

    private static List<String> differences(List<String> now, List<String> next) {
        List<String> differences = new ArrayList<>(
                now.stream().filter(line -> !next.contains(line)).toList());
        next.stream()
                .filter(line -> !now.contains(line))
                .map(line -> "not any more: " + line)
                .forEach(differences::add);
        return List.copyOf(differences);
    }
}
