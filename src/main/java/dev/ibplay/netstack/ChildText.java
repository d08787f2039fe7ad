package dev.ibplay.netstack;

import dev.ibplay.ib.IpoibMode;
import java.util.ArrayList;
import java.util.List;

/** The texts that make a P_Key child in the words of each network stack. None of them gives it an IP address. */
final class ChildText {
    private final ChildLink child;
    private final List<String> lines = new ArrayList<>();

    private ChildText(ChildLink child) {
        this.child = child;
    }

    /**
     * A profile of NetworkManager (nm-settings-keyfile(5)). It gets its UUID from the file's name
     * (nm_keyfile_read_ensure_uuid); numbers are decimal, as NetworkManager writes them.
     */
    static String keyfile(ChildLink child) {
        return new ChildText(child)
                .add("[connection]")
                .set("id", child.name())
                .set("type", "infiniband")
                .set("interface-name", child.name())
                .add("")
                .add("[infiniband]")
                .mtu("mtu=")
                .set("p-key", Integer.toString(child.pkey().asFullMember().value()))
                .set("parent", child.parent())
                .set("transport-mode", child.mode().word())
                .add("")
                .add("[ipv4]")
                .set("method", "disabled")
                .add("")
                .add("[ipv6]")
                .set("method", "disabled")
                .text();
    }

    /**
     * A file for Red Hat's network scripts or NetworkManager's ifcfg-rh plugin.
     *
     * @param isLeftToScripts whether NetworkManager must keep off
     */
    static String redHat(ChildLink child, boolean isLeftToScripts) {
        var text = new ChildText(child)
                .set("TYPE", "InfiniBand")
                .set("NAME", child.name())
                .set("DEVICE", child.name())
                .set("PHYSDEV", child.parent())
                .set("PKEY", "yes")
                .set("PKEY_ID", child.key())
                .set("CONNECTED_MODE", child.mode() == IpoibMode.CONNECTED ? "yes" : "no")
                .mtu("MTU=")
                .set("BOOTPROTO", "none")
                .set("IPV6INIT", "no")
                .set("ONBOOT", "yes");
        return (isLeftToScripts ? text.set("NM_CONTROLLED", "no") : text).text();
    }

    /** A file for wicked (ifcfg-infiniband(5)); its P_Keys are hexadecimal with or without 0x. */
    static String wicked(ChildLink child) {
        return new ChildText(child)
                .set("STARTMODE", "auto")
                .set("BOOTPROTO", "none")
                .set("IPOIB", "yes")
                .set("IPOIB_DEVICE", child.parent())
                .set("IPOIB_PKEY", child.key().substring(2))
                .set("IPOIB_MODE", child.mode().word())
                .mtu("MTU=")
                .text();
    }

    /** What makes the child (systemd.netdev(5); systemd 250 and later). */
    static String netdev(ChildLink child) {
        return new ChildText(child)
                .add("[NetDev]")
                .set("Name", child.name())
                .set("Kind", "ipoib")
                .add("")
                .add("[IPoIB]")
                .set("PartitionKey", child.key())
                .set("Mode", child.mode().word())
                .text();
    }

    /** What brings the child up without an address, and does not let the boot wait for it (systemd.network(5)). */
    static String network(ChildLink child) {
        return new ChildText(child)
                .add("[Match]")
                .set("Name", child.name())
                .add("")
                .add("[Link]")
                .mtu("MTUBytes=")
                .set("RequiredForOnline", "no")
                .add("")
                .add("[Network]")
                .set("DHCP", "no")
                .set("LinkLocalAddressing", "no")
                .set("IPv6AcceptRA", "no")
                .text();
    }

    /**
     * A stanza of ifupdown (interfaces(5)). The child is made and unmade by its commands, since ifupdown has no word for it.
     *
     * @param isStarted whether it comes up at boot
     */
    static String stanza(ChildLink child, boolean isStarted) {
        String folder = "/sys/class/net/" + child.parent();
        var text = new ChildText(child);
        if (isStarted) {
            text.add("auto " + child.name());
        }
        return text.add("iface %s inet manual".formatted(child.name()))
                .add("    pre-up test -e /sys/class/net/%s || echo %s > %s/create_child"
                        .formatted(child.name(), child.key(), folder))
                .add("    pre-up echo %s > /sys/class/net/%s/mode"
                        .formatted(child.mode().word(), child.name()))
                .mtu("    mtu ")
                .add("    up ip link set dev %s up".formatted(child.name()))
                .add("    post-down echo %s > %s/delete_child".formatted(child.key(), folder))
                .text();
    }

    private ChildText set(String key, String value) {
        return add(key + "=" + value);
    }

    private ChildText mtu(String before) {
        child.mtu().ifPresent(mtu -> add(before + mtu));
        return this;
    }

    private ChildText add(String line) {
        lines.add(line);
        return this;
    }

    private String text() {
        return String.join("\n", lines) + "\n";
    }
}
