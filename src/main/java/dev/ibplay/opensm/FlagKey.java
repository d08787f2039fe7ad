package dev.ibplay.opensm;

import java.util.Arrays;
import java.util.Optional;

/**
 * The flags of partitions.conf in the order in which OpenSM compares them (osm_prtn_config.c, parse_group_flag and
 * partition_add_flag). A flag matches by any beginning of the keyword, so an empty one is {@code mtu}.
 */
enum FlagKey {
    MTU("mtu", true),
    RATE("rate", true),
    SCOPE("scope", true),
    Q_KEY("Q_Key", true, Dialect.Feature.GROUPS),
    T_CLASS("TClass", true, Dialect.Feature.GROUPS),
    SL("sl", true),
    FLOW_LABEL("FlowLabel", true, Dialect.Feature.GROUPS),
    IPOIB("ipoib", false),
    DEFMEMBER("defmember", false),
    INDX0("indx0", false, Dialect.Feature.INDX0);

    private final String keyword;
    private final boolean ofGroup;
    private final Dialect.Feature since;

    FlagKey(String keyword, boolean ofGroup) {
        this(keyword, ofGroup, Dialect.Feature.FIRST);
    }

    FlagKey(String keyword, boolean ofGroup, Dialect.Feature feature) {
        this.keyword = keyword;
        this.ofGroup = ofGroup;
        this.since = feature;
    }

    String keyword() {
        return keyword;
    }

    /** Whether it is a parameter of a multicast group. */
    boolean isOfGroup() {
        return ofGroup;
    }

    /** What it came with. */
    Dialect.Feature since() {
        return since;
    }

    boolean isKnownTo(Dialect dialect) {
        return dialect.knows(since);
    }

    /** The flag that OpenSM takes the text for in the header of a partition. */
    static Optional<FlagKey> inHeader(String text, Dialect dialect) {
        if (text.isEmpty() && !dialect.knows(Dialect.Feature.GROUPS)) {
            return Optional.of(IPOIB); // which was compared with first
        }
        return Arrays.stream(values())
                .filter(k -> k.isKnownTo(dialect) && k.matches(text))
                .findFirst();
    }

    /** The flag that OpenSM takes the text for behind an mgid. */
    static Optional<FlagKey> ofGroup(String text, Dialect dialect) {
        return inHeader(text, dialect).filter(k -> k.ofGroup);
    }

    private boolean matches(String text) {
        return this == INDX0 ? keyword.equals(text) : Members.abbreviates(text, keyword);
    }
}
