package dev.ibplay.lab.windows;

import dev.ibplay.ib.PKey;
import dev.ibplay.lab.fabric.GroupMembership;
import dev.ibplay.lab.machine.IpNetwork;
import dev.ibplay.lab.time.LabClock;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/** The network connections of a host. */
final class WindowsNetwork {
    private static final int ETHERNET_INDEX = 12;

    private final List<NetAdapter> adapters;
    private final String wayIn;
    private final IpNetwork addresses;

    /**
     * Those of a host.
     *
     * @param way the address of its Ethernet adapter
     */
    WindowsNetwork(
            WindowsHost host,
            String way,
            List<WindowsPort> ports,
            Registry registry,
            LabClock clock,
            IpNetwork addresses) {
        this.addresses = addresses;
        List<NetAdapter> all = new ArrayList<>();
        String ethernet = host.language().of("Ethernet", "イーサネット");
        all.add(made(
                host,
                registry,
                new NetAdapter.Identity(
                        ETHERNET_INDEX,
                        host.release().isElder() ? host.language().of("Local Area Connection", "ローカル エリア接続") : ethernet,
                        "Intel(R) I350 Gigabit Network Connection",
                        Registry.NETWORK_CLASS + "\\0007",
                        guid(host, "0007"),
                        "e1rexpress",
                        "*JumboPacket",
                        way + "/24"),
                "1514",
                Optional.empty(),
                Optional.empty()));
        for (WindowsHost.Connection connection : host.connections()) {
            WindowsPort port = ports.stream()
                    .filter(each -> each.adapter().equals(host.adapters().get(connection.adapter()))
                            && each.number() == connection.port())
                    .findFirst()
                    .orElseThrow();
            all.add(made(
                    host,
                    registry,
                    new NetAdapter.Identity(
                            connection.index(),
                            connection.name(),
                            connection.description(),
                            Registry.NETWORK_CLASS + "\\" + connection.key(),
                            guid(host, connection.key()),
                            "ipoib6x",
                            host.stack().keyword(),
                            connection.address()),
                    Integer.toString(connection.driverMtu()),
                    Optional.of(new NetAdapter.Link(
                            port, new GroupMembership(port.fabric(), port.ref(), PKey.DEFAULT, clock))),
                    connection.keptMtu()));
        }
        adapters = List.copyOf(all);
        wayIn = host.traits().wayIn().orElse(adapters.getFirst().name());
        adapters.forEach(adapter -> addresses.add(adapter.address(), adapter::receiver));
    }

    private static NetAdapter made(
            WindowsHost host,
            Registry registry,
            NetAdapter.Identity identity,
            String driverMtu,
            Optional<NetAdapter.Link> link,
            Optional<Integer> keptMtu) {
        registry.set(identity.key(), "NetCfgInstanceId", "REG_SZ", identity.guid());
        registry.set(identity.key(), "DriverDesc", "REG_SZ", identity.description());
        registry.set(identity.key(), identity.keyword(), "REG_SZ", driverMtu);
        return new NetAdapter(identity, registry, link, keptMtu, host.traits().raise());
    }

    private static String guid(WindowsHost host, String key) {
        byte[] name = (host.name() + "\\" + key).getBytes(StandardCharsets.UTF_8);
        return "{" + UUID.nameUUIDFromBytes(name).toString().toUpperCase(Locale.ROOT) + "}";
    }

    List<NetAdapter> adapters() {
        return adapters;
    }

    /** By its name or number, as netsh takes them. */
    Optional<NetAdapter> find(String nameOrIndex) {
        return adapters.stream()
                .filter(each -> each.name().equalsIgnoreCase(nameOrIndex)
                        || Integer.toString(each.identity().index()).equals(nameOrIndex))
                .findFirst();
    }

    /** The one that logins come by. */
    NetAdapter wayIn() {
        return find(wayIn).orElseThrow();
    }

    /**
     * Whether an echo comes back.
     *
     * @param bytes with the IP header
     */
    boolean answers(NetAdapter from, String address, int bytes) {
        return adapters.stream().anyMatch(own -> own.address().equals(address))
                || from.receiver()
                        .filter(own -> addresses.answers(address, bytes, own))
                        .isPresent();
    }
}
