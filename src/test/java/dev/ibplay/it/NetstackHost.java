package dev.ibplay.it;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A host of the container fabric whose {@code ib0} belongs to a network stack: its files and its link. */
record NetstackHost(ContainerFabric fabric, String node) {
    static final int INITIAL_MTU = 1020;

    private static final String FOLDERS =
            "/etc/systemd/network /etc/network /etc/netplan /etc/NetworkManager /etc/sysconfig /etc/infiniband";
    private static final Pattern FILE = Pattern.compile("==== (.+)\\n([\\s\\S]*?)==== end\\n");
    private static final String EVENTS = "/run/fabric/links";

    /** What stays: path and mode of each file of any stack, with its content. */
    Map<String, String> files() {
        String all = fabric.require(
                node,
                "sh",
                "-c",
                "find " + FOLDERS + " -type f 2>/dev/null | sort | while IFS= read -r file; do"
                        + " printf '==== %s %s\\n' \"$file\" \"$(stat -c '%a %u %g' \"$file\")\"; cat \"$file\";"
                        + " echo '==== end'; done");
        Map<String, String> files = new TreeMap<>();
        Matcher matcher = FILE.matcher(all);
        while (matcher.find()) {
            files.put(matcher.group(1), matcher.group(2));
        }
        return files;
    }

    int mtu() {
        return Integer.parseInt(fabric.read(node, "/sys/class/net/ib0/mtu").strip());
    }

    void setMtu(int mtu) {
        fabric.require(node, "ip", "link", "set", "ib0", "mtu", Integer.toString(mtu));
    }

    /** From now on what happens to {@code ib0} is written down. */
    void watchLink() {
        fabric.require(
                node,
                "sh",
                "-c",
                "systemctl stop fabric-links.service 2>/dev/null; rm -f " + EVENTS
                        + "; systemd-run --quiet --unit fabric-links.service --property=StandardOutput=file:" + EVENTS
                        + " stdbuf -oL ip -o monitor link dev ib0"
                        // It listens when it shows a change that matters to nobody.
                        + "; until [ -s " + EVENTS + " ]; do"
                        + " ip link set ib0 multicast off; ip link set ib0 multicast on; done");
    }

    /** What was seen of {@code ib0} since {@link #watchLink()} that an MTU change has no need of; how often it lost its carrier. */
    String bounces() {
        return fabric.require(
                node,
                "sh",
                "-c",
                // What happened last is there when the present MTU is.
                "until grep -q \"mtu $(cat /sys/class/net/ib0/mtu) \" " + EVENTS + "; do :; done; grep -v '[<,]UP[,>]' "
                        + EVENTS + "; cat /sys/class/net/ib0/carrier_changes");
    }
}
