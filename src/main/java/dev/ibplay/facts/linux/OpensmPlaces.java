package dev.ibplay.facts.linux;

/**
 * Where a distribution keeps OpenSM's files when the process names no others (the paths are compiled in). This is the seam
 * for further distributions: one constant each.
 */
public enum OpensmPlaces {
    /** Debian and Ubuntu; also the default of an upstream build. */
    ETC_OPENSM("/etc/opensm/opensm.conf", "/etc/opensm/partitions.conf");

    private final String conf;
    private final String partitions;

    OpensmPlaces(String conf, String partitions) {
        this.conf = conf;
        this.partitions = partitions;
    }

    public String conf() {
        return conf;
    }

    public String partitions() {
        return partitions;
    }
}
