package dev.ibplay.lab.linux;

import dev.ibplay.netstack.ConfigFile;
import dev.ibplay.netstack.IfcfgFile;
import dev.ibplay.netstack.NetworkLink;
import dev.ibplay.text.Parsed;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What ifcfg files make of interfaces, in the words of Red Hat's scripts or of wicked. */
final class IfcfgLinks {
    /** Names that both pass over, such as an editor's or a package's leftovers. */
    private static final String LEFTOVER = ".*(~|\\.(bak|old|orig|rpmnew|rpmorig|rpmsave|swp|rpmold))";

    private static final int MOST_SLAVES = 10;

    private IfcfgLinks() {}

    /** The files that can be read as one interface's settings. */
    static List<IfcfgFile> files(IfcfgFile.Dialect dialect, List<ConfigFile> all) {
        return all.stream()
                .filter(file -> !file.name().matches(LEFTOVER))
                .flatMap(file -> IfcfgFile.parse(dialect, file.path(), file.text())
                                instanceof Parsed.Document<IfcfgFile> document
                        ? Stream.of(document.document())
                        : Stream.<IfcfgFile>empty())
                .toList();
    }

    /** The interface that a file is for: by its name, or the port that it gives the address of. */
    static String name(IfcfgFile file, List<NetworkLink> ports) {
        boolean isNamed = ports.stream().anyMatch(port -> port.name().equals(file.interfaceName()));
        if (isNamed || file.pkey().isPresent()) {
            return file.interfaceName();
        }
        return ports.stream()
                .filter(port -> file.address().isPresent()
                        && port.address().filter(file.address().get()::samePort).isPresent())
                .map(NetworkLink::name)
                .findFirst()
                .orElseGet(file::interfaceName);
    }

    static LinkSettings link(IfcfgFile file, List<NetworkLink> ports) {
        String name = name(file, ports);
        Optional<String> mask =
                file.value("PREFIX").or(() -> file.value("PREFIXLEN")).or(() -> file.value("NETMASK"));
        List<String> addresses = file.value("IPADDR").filter(address -> !address.isEmpty()).stream()
                .map(address -> Addresses.withPrefix(address, mask))
                .toList();
        return LinkSettings.of(name, origin(file, name), file, addresses, file.master());
    }

    private static LinkSettings.Origin origin(IfcfgFile file, String name) {
        if (file.pkey().isPresent()) {
            String parent = file.parent().orElseGet(() -> name.replaceFirst("\\.[^.]*$", ""));
            return new LinkSettings.Origin.Child(parent, file.pkey().get(), false);
        }
        boolean isBond = file.value("BONDING_OPTS").isPresent()
                || file.value("BONDING_MASTER").filter("yes"::equalsIgnoreCase).isPresent()
                || file.value("TYPE").filter("bond"::equalsIgnoreCase).isPresent();
        return isBond ? new LinkSettings.Origin.Slaves(slaves(file)) : new LinkSettings.Origin.Port();
    }

    /** ifcfg-bonding(5) of SUSE counts slaves with or without an underscore. */
    private static List<String> slaves(IfcfgFile file) {
        return IntStream.range(0, MOST_SLAVES)
                .boxed()
                .flatMap(i -> Stream.of("BONDING_SLAVE_" + i, "BONDING_SLAVE" + i))
                .flatMap(key -> file.value(key).stream())
                .filter(slave -> !slave.isEmpty())
                .toList();
    }
}
