package dev.ibplay.lab.fabric;

import dev.ibplay.ib.PKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * When nobody answered as subnet administration, and when an IPoIB group that had been there was not. Times are nanoseconds of
 * the lab.
 */
public final class Outages {
    private final List<Gap> closed = new ArrayList<>();
    /** Since when what is missing is missing; nothing stands for the master. */
    private final Map<Optional<PKey>, Long> open = new HashMap<>();

    private Set<PKey> served = Set.of();

    /**
     * A time without something.
     *
     * @param group the partition whose group was missing, without the full member bit; nothing for the master itself
     * @param untilNanos nothing while it lasts
     */
    public record Gap(Optional<PKey> group, long fromNanos, OptionalLong untilNanos) {
        /** How much of it lies between two times. */
        Duration within(long from, long until) {
            long end = Math.min(untilNanos.orElse(until), until);
            return Duration.ofNanos(Math.max(0, end - Math.max(fromNanos, from)));
        }
    }

    Outages(long now) {
        open.put(Optional.empty(), now);
    }

    /** Takes note of what is served from now on. */
    void update(boolean hasMaster, Set<PKey> groups, long now) {
        note(Optional.empty(), hasMaster, now);
        served.stream().filter(pkey -> !groups.contains(pkey)).forEach(pkey -> note(Optional.of(pkey), false, now));
        groups.forEach(pkey -> note(Optional.of(pkey), true, now));
        served = Set.copyOf(groups);
    }

    private void note(Optional<PKey> what, boolean isThere, long now) {
        if (!isThere) {
            open.putIfAbsent(what, now);
            return;
        }
        Optional.ofNullable(open.remove(what))
                .ifPresent(since -> closed.add(new Gap(what, since, OptionalLong.of(now))));
    }

    /** All times, those that are over first. */
    List<Gap> gaps() {
        List<Gap> all = new ArrayList<>(closed);
        open.forEach((what, since) -> all.add(new Gap(what, since, OptionalLong.empty())));
        return List.copyOf(all);
    }
}
