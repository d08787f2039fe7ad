package dev.ibplay.journal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Why shards ended before their last batch, in one text. */
final class StoppedShards {
    private static final int MOST_NUMBERS = 10;

    private StoppedShards() {}

    /** Shards with the same reason are told of together; empty text where all went to their end. */
    static String words(List<ShardRecord> shards) {
        List<String> parts = new ArrayList<>();
        Map<String, List<Integer>> reasons = new LinkedHashMap<>();
        for (ShardRecord shard : shards) {
            if (!shard.trouble().isEmpty()) {
                parts.add(shard.trouble());
            }
            shard.run()
                    .flatMap(RecordedRun::end)
                    .map(JournalEvent.RunEnded::stopped)
                    .filter(why -> !why.isEmpty())
                    .ifPresent(why ->
                            reasons.computeIfAbsent(why, w -> new ArrayList<>()).add(shard.number()));
        }
        reasons.forEach((why, numbers) -> parts.add(numbers(numbers) + ": " + why));
        return String.join("; ", parts);
    }

    private static String numbers(List<Integer> numbers) {
        String first = numbers.stream().limit(MOST_NUMBERS).map(String::valueOf).collect(Collectors.joining(", "));
        int more = numbers.size() - MOST_NUMBERS;
        return (numbers.size() == 1 ? "shard " : "shards ") + first + (more > 0 ? " and %d more".formatted(more) : "");
    }
}
