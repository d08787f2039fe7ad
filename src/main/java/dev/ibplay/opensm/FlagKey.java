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
    Q_KEY("Q_Key", true),
    T_CLASS("TClass", true),
    SL("sl", true),
    FLOW_LABEL("FlowLabel", true),
    IPOIB("ipoib", false),
    DEFMEMBER("defmember", false),
    INDX0("indx0", false);

    private final String keyword;
    private final boolean ofGroup;

    FlagKey(String keyword, boolean ofGroup) {
        this.keyword = keyword;
        this.ofGroup = ofGroup;
    }

    String keyword() {
        return keyword;
    }

    /** Whether it is a parameter of a multicast group. */
    boolean isOfGroup() {
        return ofGroup;
    }

    /** The flag that OpenSM takes the text for in the header of a partition. */
    static Optional<FlagKey> inHeader(String text) {
        return Arrays.stream(values()).filter(k -> k.matches(text)).findFirst();
    }

    /** The flag that OpenSM takes the text for behind an mgid. */
    static Optional<FlagKey> ofGroup(String text) {
        return inHeader(text).filter(k -> k.ofGroup);
    }

    private boolean matches(String text) {
        return this == INDX0 ? keyword.equals(text) : Members.abbreviates(text, keyword);
    }
}
