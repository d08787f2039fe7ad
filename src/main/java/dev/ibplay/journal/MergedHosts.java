package dev.ibplay.journal;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;

/** Whose host is whose in the shards of a job, and what became of all of them. */
final class MergedHosts {
    private final List<ShardRecord> shards;
    private final Map<String, Integer> owners;
    private final List<String> changeable;

    private MergedHosts(List<ShardRecord> shards, Map<String, Integer> owners, List<String> changeable) {
        this.shards = shards;
        this.owners = owners;
        this.changeable = changeable;
    }

    static MergedHosts of(List<ShardRecord> shards) {
        Map<String, Integer> owners = new HashMap<>();
        int most = 0;
        for (ShardRecord shard : shards) {
            List<String> own = shard.run().map(RecordedRun::hosts).orElse(List.of());
            own.forEach(host -> owners.putIfAbsent(host, shard.number()));
            most = Math.max(most, own.size());
        }
        // They were dealt out in turn: so they are collected.
        List<String> inTurn = new ArrayList<>();
        for (int i = 0; i < most; i++) {
            for (ShardRecord shard : shards) {
                List<String> own = shard.run().map(RecordedRun::hosts).orElse(List.of());
                if (i < own.size()) {
                    inTurn.add(own.get(i));
                }
            }
        }
        return new MergedHosts(shards, owners, inTurn.stream().distinct().toList());
    }

    /** The hosts that any shard may change, in the order of the plays as far as it can be told. */
    List<String> changeable() {
        return changeable;
    }

    /** Whether what a shard tells of a host counts: not, where another one may change it. */
    boolean tellsOf(ShardRecord shard, String host) {
        return owners.getOrDefault(host, shard.number()) == shard.number();
    }

    /** How each host ended, those first that could be changed. */
    List<JournalEvent.HostEnded> ends() {
        SequencedMap<String, JournalEvent.HostEnded> ends = new LinkedHashMap<>();
        Map<String, JournalEvent.HostEnded> told = new HashMap<>();
        List<JournalEvent.HostEnded> onlyRead = new ArrayList<>();
        for (ShardRecord shard : shards) {
            for (JournalEvent.HostEnded end : ends(shard)) {
                if (owners.containsKey(end.host())) {
                    if (tellsOf(shard, end.host())) {
                        told.put(end.host(), end);
                    }
                } else {
                    onlyRead.add(end);
                }
            }
        }
        changeable.forEach(host -> Optional.ofNullable(told.get(host)).ifPresent(end -> ends.put(host, end)));
        onlyRead.forEach(end -> ends.merge(end.host(), end, MergedHosts::worse));
        return List.copyOf(ends.values());
    }

    private static List<JournalEvent.HostEnded> ends(ShardRecord shard) {
        return shard.run()
                .map(run -> run.hostEnds().isEmpty() ? withoutEnd(shard, run) : run.hostEnds())
                .orElse(List.of());
    }

    /** Of a shard that has not said how its hosts ended: what its steps tell, but that none of them is known to be right. */
    private static List<JournalEvent.HostEnded> withoutEnd(ShardRecord shard, RecordedRun run) {
        List<JournalEvent.HostEnded> ends = new ArrayList<>();
        String why = shard.trouble().isEmpty() ? "shard " + shard.number() + " has not told its end" : shard.trouble();
        RecordedOutcomes.of(run).forEach((host, status) -> {
            HostStatus known = status == HostStatus.OK ? HostStatus.SKIPPED : status;
            ends.add(new JournalEvent.HostEnded(host, known.word(), List.of(why)));
        });
        return ends;
    }

    private static JournalEvent.HostEnded worse(JournalEvent.HostEnded one, JournalEvent.HostEnded other) {
        Set<String> messages = new LinkedHashSet<>(one.messages());
        messages.addAll(other.messages());
        // A word of a later version outweighs those that this one knows.
        String status = HostStatus.parse(one.status())
                .flatMap(first -> HostStatus.parse(other.status()).map(first::or))
                .map(HostStatus::word)
                .orElse(HostStatus.parse(one.status()).isEmpty() ? one.status() : other.status());
        return new JournalEvent.HostEnded(one.host(), status, List.copyOf(messages));
    }
}
