package dev.ibplay.journal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;

/** The steps of all shards in one order, with numbers of their own. */
final class MergedSteps {
    /** The fabric's own steps stand between those that lower and those that raise. */
    private enum Place {
        BEFORE_THE_FABRIC,
        FABRIC,
        BEHIND_THE_FABRIC
    }

    private MergedSteps() {}

    /** All shards plan the fabric's steps, and one carries them out: what is of another's host and never began is left out. */
    static List<RecordedStep> of(List<ShardRecord> shards, MergedHosts hosts) {
        Map<Place, Map<OptionalInt, List<RecordedStep>>> steps = new TreeMap<>();
        for (ShardRecord shard : shards) {
            Place place = Place.BEFORE_THE_FABRIC;
            for (RecordedStep step : shard.run().map(RecordedRun::steps).orElse(List.of())) {
                boolean isOfFabric = step.planned().play().isEmpty();
                place = isOfFabric
                        ? Place.FABRIC
                        : place == Place.BEFORE_THE_FABRIC ? Place.BEFORE_THE_FABRIC : Place.BEHIND_THE_FABRIC;
                if (step.began().isPresent()
                        || hosts.tellsOf(shard, step.planned().host())) {
                    steps.computeIfAbsent(place, p -> new LinkedHashMap<>())
                            .computeIfAbsent(step.planned().play(), play -> new ArrayList<>())
                            .add(step);
                }
            }
        }
        List<RecordedStep> inOrder = new ArrayList<>();
        steps.values()
                .forEach(plays -> plays.values()
                        .forEach(play -> play.forEach(step -> inOrder.add(step.numbered(inOrder.size() + 1)))));
        return inOrder;
    }
}
