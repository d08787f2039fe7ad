package dev.ibplay.diag;

/**
 * Every kind of diagnostic has a stable number, so that it can be looked up and tested for. The hundreds say which part of
 * the program speaks: 0 command line, files, YAML and templates; 1 playbook; 2 inventory; 3 connection, login, sudo and
 * helper; 4 facts of a host; 5 what the plan refuses; 6 apply and verify; 7 opensm.conf; 8 partitions.conf.
 */
public enum Code {
    USAGE("IB001"),
    FILE_UNREADABLE("IB002"),
    YAML_SYNTAX("IB003"),
    YAML_DUPLICATE_KEY("IB004"),
    YAML_UNSUPPORTED("IB005"),
    TEMPLATE("IB006"),
    TEMPLATE_UNDEFINED("IB007"),
    PLAYBOOK_EMPTY("IB101"),
    KEY_UNKNOWN("IB102"),
    KEY_MISSING("IB103"),
    KEY_NOT_IN_FORCE("IB104"),
    KEY_FOREIGN("IB105"),
    VALUE_WRONG("IB106"),
    VALUE_MISSING("IB107"),
    STATE_CONFLICT("IB108"),
    INVENTORY_SOURCE("IB200"),
    INVENTORY_SYNTAX("IB201"),
    INVENTORY_RANGE("IB202"),
    INVENTORY_SECTION("IB203"),
    INVENTORY_GROUP_UNDEFINED("IB204"),
    INVENTORY_GROUP_LOOP("IB205"),
    INVENTORY_VALUE("IB206"),
    INVENTORY_VAULT("IB207"),
    INVENTORY_NAME("IB208"),
    INVENTORY_IGNORED("IB209"),
    HOST_PATTERN_SYNTAX("IB210"),
    HOST_PATTERN_UNMATCHED("IB211"),
    CONNECTION_VARIABLE("IB220"),
    CONNECTION_UNSUPPORTED("IB221"),
    OPENSM_CONF_UNKNOWN("IB701"),
    OPENSM_CONF_NOT_NUMERIC("IB702"),
    OPENSM_CONF_OUT_OF_RANGE("IB703"),
    OPENSM_CONF_NOT_BOOLEAN("IB704"),
    OPENSM_CONF_DUPLICATE("IB705"),
    OPENSM_CONF_LONG_LINE("IB706"),
    OPENSM_CONF_EDIT("IB707"),
    PARTITIONS_REJECTED("IB801"),
    PARTITIONS_READS_ON("IB802"),
    PARTITIONS_LONG_LINE("IB803"),
    PARTITIONS_IGNORED("IB804"),
    PARTITIONS_MISREAD("IB805"),
    PARTITIONS_NO_GROUP("IB806"),
    PARTITIONS_GUID("IB807"),
    PARTITIONS_BOTH("IB808"),
    PARTITIONS_PKEY("IB809"),
    PARTITIONS_DUPLICATE("IB810"),
    PARTITIONS_DEFAULT("IB811"),
    PARTITIONS_EMPTY("IB812"),
    PARTITIONS_ABBREVIATION("IB813"),
    PARTITIONS_EDIT("IB814"),
    ;

    private final String id;

    Code(String id) {
        this.id = id;
    }

    /** The stable number as printed, for example {@code IB104}. */
    public String id() {
        return id;
    }
}
