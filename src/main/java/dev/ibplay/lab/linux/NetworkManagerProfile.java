package dev.ibplay.lab.linux;

import dev.ibplay.netstack.ConfigFile;
import dev.ibplay.netstack.HardwareAddress;
import dev.ibplay.netstack.IfcfgFile;
import dev.ibplay.netstack.InterfaceFile;
import dev.ibplay.netstack.Keyfile;
import dev.ibplay.netstack.Match;
import dev.ibplay.netstack.NetworkLink;
import dev.ibplay.text.Parsed;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A connection profile as NetworkManager has it in memory.
 *
 * @param path of the file that it was read from
 * @param type such as infiniband or bond
 * @param autoconnect whether it comes up by itself
 * @param origin a bond's, a child's, or that of a port
 * @param bond the interface name, id or UUID of the bond that it is part of
 */
record NetworkManagerProfile(
        String path,
        String id,
        String uuid,
        String type,
        boolean autoconnect,
        LinkSettings.Origin origin,
        List<String> addresses,
        Optional<String> bond,
        InterfaceFile file) {
    private static final int MOST_ADDRESSES = 8;

    /** Empty for what it cannot read, or what it leaves to the network scripts. */
    static Optional<NetworkManagerProfile> read(ConfigFile file) {
        if (file.folder().equals(NetworkScripts.FOLDER)) {
            return IfcfgLinks.files(IfcfgFile.Dialect.RED_HAT, List.of(file)).stream()
                    .filter(ifcfg -> !ifcfg.isLeftToScripts()
                            && ifcfg.rejection().isEmpty()
                            && !ifcfg.interfaceName().equals("lo"))
                    .findFirst()
                    .map(ifcfg -> of(file, ifcfg));
        }
        return Keyfile.parse(file.path(), file.text()) instanceof Parsed.Document<Keyfile> document
                ? Optional.of(of(file, document.document()))
                : Optional.empty();
    }

    private static NetworkManagerProfile of(ConfigFile file, Keyfile keyfile) {
        String type = keyfile.type().orElse("");
        List<String> addresses = IntStream.rangeClosed(1, MOST_ADDRESSES)
                .boxed()
                .flatMap(i -> Stream.of("address" + i, "addresses" + i))
                .flatMap(key -> keyfile.value("ipv4", key).stream())
                .map(address -> Addresses.withPrefix(address, Optional.empty()))
                .toList();
        return new NetworkManagerProfile(
                file.path(),
                keyfile.id().orElse(file.name().replaceFirst("\\.nmconnection$", "")),
                keyfile.uuid().orElseGet(() -> madeUp(file)),
                type,
                keyfile.value("connection", "autoconnect").map("true"::equals).orElse(true),
                origin(keyfile, type),
                addresses,
                keyfile.value("connection", "controller").or(() -> keyfile.value("connection", "master")),
                keyfile);
    }

    private static LinkSettings.Origin origin(Keyfile keyfile, String type) {
        Optional<String> child = keyfile.childName();
        if (type.equals("bond")) {
            return new LinkSettings.Origin.Slaves(List.of());
        }
        return child.isPresent() && keyfile.pkey().isPresent()
                ? new LinkSettings.Origin.Child(
                        child.get().replaceFirst("\\.[^.]*$", ""),
                        keyfile.pkey().get(),
                        false)
                : new LinkSettings.Origin.Port();
    }

    private static NetworkManagerProfile of(ConfigFile file, IfcfgFile ifcfg) {
        LinkSettings link = IfcfgLinks.link(ifcfg, List.of());
        boolean isBond = link.origin() instanceof LinkSettings.Origin.Slaves;
        return new NetworkManagerProfile(
                file.path(),
                ifcfg.value("NAME").orElseGet(() -> "System " + ifcfg.interfaceName()),
                ifcfg.value("UUID").orElseGet(() -> madeUp(file)),
                isBond ? "bond" : ifcfg.isInfiniBand() ? "infiniband" : "ethernet",
                ifcfg.value("ONBOOT")
                        .map(value -> !value.toLowerCase(Locale.ROOT).equals("no"))
                        .orElse(true),
                link.origin(),
                link.addresses(),
                link.bond(),
                ifcfg);
    }

    /** One that a file without a UUID gets from its name. */
    private static String madeUp(ConfigFile file) {
        return UUID.nameUUIDFromBytes(file.path().getBytes(StandardCharsets.UTF_8))
                .toString();
    }

    /** The interface that it makes, or that a port's is when it is for no other; empty where any would do. */
    Optional<String> boundTo() {
        return switch (file) {
            case Keyfile keyfile -> keyfile.childName().or(keyfile::interfaceName);
            case IfcfgFile ifcfg -> Optional.of(ifcfg.interfaceName());
            default -> Optional.empty();
        };
    }

    /** Whether it is for a port's own interface. */
    Match matches(NetworkLink port) {
        return switch (file) {
            case Keyfile keyfile -> keyfile.matches(port);
            case IfcfgFile ifcfg -> matches(ifcfg, port);
            default -> Match.NO;
        };
    }

    private static Match matches(IfcfgFile ifcfg, NetworkLink port) {
        Optional<HardwareAddress> address = ifcfg.address();
        boolean isFor = ifcfg.interfaceName().equals(port.name())
                || (address.isPresent()
                        && port.address().filter(address.get()::samePort).isPresent());
        return isFor ? Match.YES : Match.NO;
    }

    boolean isPort() {
        return origin instanceof LinkSettings.Origin.Port;
    }

    /** Whether what others call their bond is this one. */
    boolean isCalled(String name) {
        return name.equals(uuid)
                || name.equals(id)
                || boundTo().filter(name::equals).isPresent();
    }

    LinkSettings link(String name, Optional<String> bondName) {
        return LinkSettings.of(name, origin, file, addresses, bondName);
    }
}
