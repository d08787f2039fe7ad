package dev.ibplay.opensm;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The version of OpenSM that reads a partitions.conf. Versions differ in the words they know and in what an error costs;
 * 3.2.0 is the oldest one described here. The 5.x versions of MLNX_OFED are closed: they are taken for the newest open one.
 */
public record Dialect(int major, int minor, int patch) implements Comparable<Dialect> {
    /** What Debian ships, and what the rules of this package were compared with. */
    public static final Dialect DEFAULT = new Dialect(3, 3, 23);

    private static final Pattern VERSION =
            Pattern.compile("(?:OpenSM )?(\\d{1,4})\\.(\\d{1,4})(?:\\.(\\d{1,4})(?:[.+~-].*)?)?");

    /** What later versions have brought (the release notes and osm_prtn_config.c). */
    enum Feature {
        /** All that 3.2.0 has, which brought defmember. */
        FIRST(2, 0),
        /** The members ALL_CAS, ALL_SWITCHES and ALL_ROUTERS. */
        NODE_KINDS(3, 1),
        /** Groups by mgid, the flags Q_Key, TClass and FlowLabel; scope no longer counts for the IPoIB group. */
        GROUPS(3, 13),
        /** The membership "both". */
        BOTH(3, 14),
        /** An error anywhere costs the whole file. Before, it costs the rest of its line. */
        WHOLE_FILE(3, 17),
        INDX0(3, 20),
        /** The rate codes 19 to 22. */
        RATES_TO_600(3, 21),
        ;

        private final int minor;
        private final int patch;

        Feature(int minor, int patch) {
            this.minor = minor;
            this.patch = patch;
        }

        /** The first version that has it. */
        Dialect since() {
            return new Dialect(3, minor, patch);
        }

        /** Its version as a user knows it: {@code 3.3.20}. */
        String version() {
            return "3.%d.%d".formatted(minor, patch);
        }
    }

    /** Reads {@code 3.3.13}, {@code OpenSM 3.3.23} or {@code 5.17.0.MLNX20230101}; nothing for other texts and before 3.2.0. */
    public static Optional<Dialect> parse(String text) {
        Matcher m = VERSION.matcher(text.strip());
        if (!m.matches()) {
            return Optional.empty();
        }
        int patch = m.group(3) == null ? 0 : Integer.parseInt(m.group(3));
        var dialect = new Dialect(Integer.parseInt(m.group(1)), Integer.parseInt(m.group(2)), patch);
        return dialect.knows(Feature.FIRST) ? Optional.of(dialect) : Optional.empty();
    }

    boolean knows(Feature feature) {
        return compareTo(feature.since()) >= 0;
    }

    /** Whether it is one of MLNX_OFED's, of which only documents are known. */
    public boolean isClosed() {
        return major >= 5;
    }

    /** How many bytes of a line are read at once: {@code fgets} with a buffer of 4096, of 1024 in old versions. */
    int lineBytes() {
        return knows(Feature.GROUPS) ? LineBuffer.MAX_PIECE : 1022;
    }

    @Override
    public int compareTo(Dialect other) {
        return Comparator.comparingInt(Dialect::major)
                .thenComparingInt(Dialect::minor)
                .thenComparingInt(Dialect::patch)
                .compare(this, other);
    }

    /** As messages name it: {@code OpenSM 3.3.23}. */
    @Override
    public String toString() {
        return "OpenSM %d.%d.%d".formatted(major, minor, patch);
    }
}
