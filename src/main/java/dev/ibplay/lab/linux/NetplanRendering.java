package dev.ibplay.lab.linux;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;

/**
 * The files that netplan generates for networkd and NetworkManager of interfaces and bonds (src/networkd.c, src/nm.c), as far as
 * they matter to IPoIB.
 */
final class NetplanRendering {
    private static final String NETWORKD = "/run/systemd/network/10-netplan-";
    private static final String PROFILES = "/run/NetworkManager/system-connections/netplan-";

    private final SortedMap<String, String> values;
    private final SortedMap<String, String> files = new TreeMap<>();

    /** @param values of all YAML files together, by path */
    NetplanRendering(SortedMap<String, String> values) {
        this.values = values;
        for (String section : List.of("ethernets", "bonds")) {
            for (String id : ids(section)) {
                boolean isManaged = value(section, id, "renderer")
                        .or(() -> Optional.ofNullable(values.get("/" + section + "/renderer")))
                        .or(() -> Optional.ofNullable(values.get("/renderer")))
                        .filter(Netplan.NETWORKMANAGER::equals)
                        .isPresent();
                if (isManaged) {
                    profile(section, id);
                } else {
                    networkd(section, id);
                }
            }
        }
    }

    /** The texts by path. */
    Map<String, String> files() {
        return files;
    }

    private Set<String> ids(String section) {
        Set<String> ids = new TreeSet<>();
        String before = "/" + section + "/";
        values.keySet().stream()
                .filter(path -> path.startsWith(before) && path.indexOf('/', before.length()) > 0)
                .forEach(path -> ids.add(path.substring(before.length(), path.indexOf('/', before.length()))));
        return ids;
    }

    private Optional<String> value(String section, String id, String key) {
        return Optional.ofNullable(values.get("/" + section + "/" + id + "/" + key));
    }

    private List<String> list(String section, String id, String key) {
        String before = "/" + section + "/" + id + "/" + key + "/";
        return values.entrySet().stream()
                .filter(each -> each.getKey().startsWith(before))
                .map(Map.Entry::getValue)
                .toList();
    }

    /** The bond that an interface is in. */
    private Optional<String> bond(String id) {
        return ids("bonds").stream()
                .filter(bond -> list("bonds", bond, "interfaces").contains(id))
                .findFirst();
    }

    private void networkd(String section, String id) {
        StringBuilder text = new StringBuilder("[Match]\n");
        Optional<String> address = value(section, id, "match/macaddress");
        Optional<String> name = value(section, id, "match/name");
        address.ifPresent(mac -> text.append("PermanentMACAddress=").append(mac).append('\n'));
        if (address.isEmpty() || name.isPresent()) {
            text.append("Name=").append(name.orElse(id)).append('\n');
        }
        value(section, id, "mtu")
                .ifPresent(mtu -> text.append("\n[Link]\nMTUBytes=").append(mtu).append('\n'));
        text.append("\n[Network]\nLinkLocalAddressing=no\n");
        list(section, id, "addresses")
                .forEach(each -> text.append("Address=").append(each).append('\n'));
        bond(id).ifPresent(bond -> text.append("Bond=").append(bond).append('\n'));
        value(section, id, "infiniband-mode")
                .ifPresent(mode -> text.append("\n[IPoIB]\nMode=").append(mode).append('\n'));
        files.put(NETWORKD + id + ".network", text.toString());
        if (section.equals("bonds")) {
            files.put(
                    NETWORKD + id + ".netdev",
                    "[NetDev]\nName=%s\n%sKind=bond\n\n[Bond]\nMode=%s\n"
                            .formatted(
                                    id,
                                    value(section, id, "mtu")
                                            .map(mtu -> "MTUBytes=" + mtu + "\n")
                                            .orElse(""),
                                    value(section, id, "parameters/mode").orElse("balance-rr")));
        }
    }

    private void profile(String section, String id) {
        boolean isInfiniBand = value(section, id, "infiniband-mode").isPresent();
        String type = section.equals("bonds") ? "bond" : isInfiniBand ? "infiniband" : "ethernet";
        StringBuilder text = new StringBuilder("[connection]\nid=netplan-%s\ntype=%s\nuuid=%s\n"
                .formatted(id, type, UUID.nameUUIDFromBytes(id.getBytes(StandardCharsets.UTF_8))));
        Optional<String> address = value(section, id, "match/macaddress");
        if (address.isEmpty()) {
            text.append("interface-name=")
                    .append(value(section, id, "match/name").orElse(id))
                    .append('\n');
        }
        bond(id).ifPresent(bond ->
                text.append("slave-type=bond\nmaster=").append(bond).append('\n'));
        text.append("\n[").append(isInfiniBand ? "infiniband" : "ethernet").append("]\n");
        address.ifPresent(mac -> text.append("mac-address=").append(mac).append('\n'));
        value(section, id, "mtu")
                .ifPresent(mtu -> text.append("mtu=").append(mtu).append('\n'));
        value(section, id, "infiniband-mode")
                .ifPresent(mode -> text.append("transport-mode=").append(mode).append('\n'));
        if (section.equals("bonds")) {
            text.append("\n[bond]\nmode=")
                    .append(value(section, id, "parameters/mode").orElse("balance-rr"))
                    .append('\n');
        }
        List<String> addresses = list(section, id, "addresses");
        text.append("\n[ipv4]\nmethod=")
                .append(addresses.isEmpty() ? "disabled" : "manual")
                .append('\n');
        for (int i = 0; i < addresses.size(); i++) {
            text.append("address")
                    .append(i + 1)
                    .append('=')
                    .append(addresses.get(i))
                    .append('\n');
        }
        files.put(PROFILES + id + ".nmconnection", text.toString());
    }
}
