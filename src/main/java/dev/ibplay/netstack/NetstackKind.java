package dev.ibplay.netstack;

/** The network stacks of Linux whose configuration brings an interface's MTU and mode back after a reboot. */
public enum NetstackKind {
    NETWORK_MANAGER("NetworkManager"),
    NETWORKD("systemd-networkd"),
    NETPLAN("netplan"),
    IFUPDOWN("ifupdown"),
    /** ifcfg files of RHEL and its kin, read by the network scripts or by NetworkManager's ifcfg-rh plugin. */
    IFCFG("ifcfg"),
    WICKED("wicked");

    private final String word;

    NetstackKind(String word) {
        this.word = word;
    }

    /** Its name as its own documentation writes it. */
    public String word() {
        return word;
    }
}
