package dev.ibplay.plan.opensm;

import dev.ibplay.ib.PortGuid;
import java.util.Comparator;

/**
 * A subnet manager in an election: the highest priority wins, then the lower port GUID (osm_sm.h: osm_sm_is_greater_than). The
 * winner is the greatest.
 */
record Candidate(int priority, PortGuid port) implements Comparable<Candidate> {
    private static final Comparator<Candidate> ORDER =
            Comparator.comparingInt(Candidate::priority).thenComparing(Candidate::port, Comparator.reverseOrder());

    @Override
    public int compareTo(Candidate other) {
        return ORDER.compare(this, other);
    }

    boolean beats(Candidate other) {
        return compareTo(other) > 0;
    }
}
