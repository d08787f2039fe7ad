package dev.ibplay.lab.mlnxos;

/** How much a user may do; each mode has the commands of those before it. */
enum CliMode {
    OPERATOR(" > "),
    ENABLE(" # "),
    CONFIGURE(" (config) # ");

    private final String end;

    CliMode(String end) {
        this.end = end;
    }

    String prompt(String hostName) {
        return hostName + " [standalone: master]" + end;
    }

    boolean has(CliMode needed) {
        return compareTo(needed) >= 0;
    }
}
