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
