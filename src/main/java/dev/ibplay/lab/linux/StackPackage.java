package dev.ibplay.lab.linux;

import java.util.List;
import java.util.Map;

/**
 * What comes with a network stack's package, the same on each host.
 *
 * @param units the texts of its units, by name; all of them are enabled
 * @param programs paths of executables
 * @param links by their own path
 */
record StackPackage(Map<String, String> units, List<String> programs, Map<String, String> links) {
    private static final String NETWORKD = "/usr/lib/systemd/systemd-networkd";
    private static final String NETWORKMANAGER = "/usr/sbin/NetworkManager";

    static StackPackage of(LinuxHost.Stack stack) {
        return switch (stack) {
            case IFUPDOWN ->
                new StackPackage(
                        Map.of("networking.service", unit("Raise network interfaces", "/usr/sbin/ifup -a")),
                        List.of("/usr/sbin/ifup", "/usr/sbin/ifdown", "/usr/sbin/ifquery"),
                        Map.of("/sbin/ifup", "/usr/sbin/ifup"));
            case NETWORKD -> networkd(List.of(NETWORKD, "/usr/bin/networkctl"));
            case NETPLAN -> networkd(List.of(NETWORKD, "/usr/bin/networkctl", "/usr/sbin/netplan"));
            case NETWORKMANAGER -> networkManager(List.of(NETWORKMANAGER, "/usr/bin/nmcli"));
            case NETPLAN_NETWORKMANAGER ->
                networkManager(List.of(NETWORKMANAGER, "/usr/bin/nmcli", "/usr/sbin/netplan"));
            // Its unit is made from the script at each boot (NetworkScripts).
            case IFCFG ->
                new StackPackage(
                        Map.of(),
                        List.of("/etc/rc.d/init.d/network", "/usr/sbin/ifup", "/usr/sbin/ifdown"),
                        Map.of(
                                "/sbin/ifup",
                                "/usr/sbin/ifup",
                                "/etc/rc.d/rc3.d/S10network",
                                "../init.d/network",
                                "/etc/rc.d/rc5.d/S10network",
                                "../init.d/network"));
            case WICKED ->
                new StackPackage(
                        Map.of(
                                "wicked.service",
                                unit("wicked managed network interfaces", "/usr/sbin/wicked --systemd ifup all")),
                        List.of("/usr/sbin/wicked", "/usr/sbin/ifup", "/usr/sbin/ifdown"),
                        Map.of("/sbin/ifup", "/usr/sbin/ifup"));
        };
    }

    private static StackPackage networkd(List<String> programs) {
        return new StackPackage(
                Map.of("systemd-networkd.service", unit("Network Configuration", NETWORKD)), programs, Map.of());
    }

    private static StackPackage networkManager(List<String> programs) {
        return new StackPackage(
                Map.of("NetworkManager.service", unit("Network Manager", NETWORKMANAGER + " --no-daemon")),
                programs,
                Map.of());
    }

    /** A daemon's work is done when it has set up the interfaces, so that no process stays for it. */
    static String unit(String description, String command) {
        return """
                [Unit]
                Description=%s

                [Service]
                Type=oneshot
                RemainAfterExit=yes
                ExecStart=%s

                [Install]
                WantedBy=multi-user.target
                """.formatted(description, command);
    }
}
