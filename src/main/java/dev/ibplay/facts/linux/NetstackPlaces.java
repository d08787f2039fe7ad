package dev.ibplay.facts.linux;

import dev.ibplay.netstack.NetplanFiles;
import dev.ibplay.netstack.NetworkdFile;
import java.util.List;
import java.util.stream.Stream;

/** Where the network stacks of Linux keep their files. */
final class NetstackPlaces {
    /** NetworkManager.conf(5), keyfile plugin; in the order of precedence. */
    static final List<String> KEYFILES = List.of(
            "/etc/NetworkManager/system-connections",
            "/run/NetworkManager/system-connections",
            "/usr/lib/NetworkManager/system-connections");

    /** Red Hat's network scripts, and NetworkManager's ifcfg-rh plugin. */
    static final String NETWORK_SCRIPTS = "/etc/sysconfig/network-scripts";

    /** SUSE's, for wicked. */
    static final String SUSE_NETWORK = "/etc/sysconfig/network";

    /** What networkd remembers of each link, by index (sd-network.c); private, but the same since systemd 209. */
    static final String NETWORKD_LINKS = "/run/systemd/netif/links";

    static final String INTERFACES = "/etc/network/interfaces";
    static final String INTERFACES_FOLDER = "/etc/network/interfaces.d";
    static final String OPENIB_CONF = "/etc/infiniband/openib.conf";

    /** The links by which System V's init starts Red Hat's network scripts. */
    static final String RC_FOLDERS = "/etc/rc.d/rc[35].d";

    private NetstackPlaces() {}

    /** Shell patterns of all files. */
    static List<String> patterns() {
        return Stream.of(
                        KEYFILES.stream().map(folder -> folder + "/*"),
                        Stream.of(NETWORK_SCRIPTS + "/ifcfg-*", SUSE_NETWORK + "/ifcfg-*"),
                        NetplanFiles.FOLDERS.stream().map(folder -> folder + "/*.yaml"),
                        NetworkdFile.FOLDERS.stream()
                                .flatMap(folder -> Stream.of(
                                        folder + "/*.network",
                                        folder + "/*.link",
                                        folder + "/*.netdev",
                                        folder + "/*.d/*.conf")),
                        Stream.of(
                                NETWORKD_LINKS + "/*",
                                INTERFACES,
                                INTERFACES_FOLDER + "/*",
                                OPENIB_CONF,
                                RC_FOLDERS + "/S*network"))
                .flatMap(all -> all)
                .toList();
    }
}
