package dev.ibplay.ib;

/** The physical state of a port (IBA vol. 1, PortInfo.PortPhysicalState), in libibmad's words. */
public enum PortPhysicalState {
    NO_CHANGE("No change"),
    SLEEP("Sleep"),
    POLLING("Polling"),
    DISABLED("Disabled"),
    TRAINING("PortConfigurationTraining"),
    LINK_UP("LinkUp"),
    ERROR_RECOVERY("LinkErrorRecovery"),
    PHY_TEST("PhyTest"),
    UNKNOWN("?");

    private final String printed;

    PortPhysicalState(String printed) {
        this.printed = printed;
    }

    public static PortPhysicalState ofCode(int code) {
        return code >= 0 && code <= 7 ? values()[code] : UNKNOWN;
    }

    @Override
    public String toString() {
        return printed;
    }
}
