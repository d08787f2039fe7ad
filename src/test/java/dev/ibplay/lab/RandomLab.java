package dev.ibplay.lab;

import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.Mtu;
import dev.ibplay.lab.layout.LabHost;
import dev.ibplay.lab.layout.LabLayout;
import dev.ibplay.lab.layout.LeafSpine;
import dev.ibplay.lab.linux.LinuxHost;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Random fabrics, and random wishes for them. */
final class RandomLab {
    private static final List<Mtu> MTUS = List.of(Mtu.MTU_1024, Mtu.MTU_2048, Mtu.MTU_4096);

    private final Random random;
    /** The drivers of the nodes. */
    private final Map<String, String> nodes = new TreeMap<>();

    private boolean oldDrivers;
    /** What is wanted of a P_Key child, if one is. */
    private String child = "";

    RandomLab(Random random) {
        this.random = random;
    }

    /** Two subnet managers and up to four nodes. */
    LabLayout layout() {
        Mtu group = MTUS.get(random.nextInt(MTUS.size()));
        // With old drivers a group at 4K would have no members among them.
        oldDrivers = group != Mtu.MTU_4096 && random.nextInt(4) == 0;
        String partitions = "Default=0x7fff, ipoib, mtu=%d : ALL=full, SELF=full;\n".formatted(group.code());
        List<String> names = new ArrayList<>(List.of("sm1", "sm2"));
        int count = 1 + random.nextInt(4);
        for (int i = 1; i <= count; i++) {
            names.add("node" + i);
        }
        List<LabHost> hosts = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            hosts.add(host(i, names.get(i), group, partitions));
        }
        return new LabLayout(List.of(LeafSpine.of(0, names)), hosts);
    }

    private LabHost host(int number, String name, Mtu group, String partitions) {
        boolean isManager = number < 2;
        String driver = random.nextBoolean() ? "mlx5_core" : "mlx4_core";
        LinuxHost.Origin origin = oldDrivers && !isManager ? LinuxHost.Origin.MLNX_OFED : LinuxHost.Origin.UPSTREAM;
        var adapter = new LinuxHost.Adapter("mlx5_0", driver, LeafSpine.adapter(0, number), 1, origin);
        if (!isManager) {
            nodes.put(name, driver);
        }
        boolean connected = driver.equals("mlx4_core") && random.nextInt(3) == 0;
        int most = connected ? 65_520 : group.ipoibDatagramBytes();
        Optional<Integer> mtu = random.nextInt(3) == 0 ? Optional.empty() : Optional.of(most - random.nextInt(2) * 100);
        var ib0 = new LinuxHost.Interface(
                "ib0",
                connected ? IpoibMode.CONNECTED : IpoibMode.DATAGRAM,
                mtu,
                "10.44.0.%d/24".formatted(number + 1));
        var opensm = new LinuxHost.Opensm(
                random.nextInt(4) == 0 && number == 1
                        ? Optional.empty()
                        : Optional.of("sm_priority %d\nsweep_interval 5\n".formatted(1 + random.nextInt(14))),
                Optional.of(partitions),
                true);
        return new LabHost(
                new LinuxHost(
                        name,
                        List.of(adapter),
                        isManager ? List.of() : List.of(ib0),
                        random.nextBoolean() ? LinuxHost.Stack.IFUPDOWN : LinuxHost.Stack.NETWORKD,
                        isManager ? Optional.of(opensm) : Optional.empty()),
                List.of(isManager ? "subnet_managers" : "linux"),
                Map.of());
    }

    /** What is asked of all of them. */
    String playbook() {
        Mtu group = MTUS.get(random.nextInt(MTUS.size()));
        StringBuilder text = new StringBuilder("- hosts: subnet_managers\n  state:\n    opensm:\n");
        if (random.nextInt(3) > 0) {
            text.append("      priority: ").append(1 + random.nextInt(15)).append('\n');
            if (random.nextInt(4) == 0) {
                text.append("      sm_activation: handover\n");
            }
        }
        if (random.nextInt(4) == 0) {
            text.append("      options: {sweep_interval: %d}\n".formatted(4 + random.nextInt(4)));
        }
        text.append("      partitions:\n").append(partition("Default", "0x7fff", group, "ALL: full, SELF: full"));
        if (random.nextInt(3) == 0) {
            Mtu other = MTUS.get(random.nextInt(MTUS.size()));
            boolean full = random.nextBoolean();
            text.append(partition("storage", "0x8005", other, full ? "ALL: full" : "ALL_CAS: limited"));
            child = full && random.nextBoolean()
                    ? ", ib0.8005: {parent: ib0, pkey: 0x8005, mtu: %d}".formatted(other.ipoibDatagramBytes())
                    : "";
        }
        if (oldDrivers && nodes.containsValue("mlx4_core")) {
            text.append("- hosts: ")
                    .append(of("mlx4_core"))
                    .append("\n  state: {driver: {mlx4_core: {set_4k_mtu: 1}}}\n");
        }
        boolean alike = random.nextBoolean();
        if (alike) {
            text.append(play("linux", group, false));
        } else {
            nodes.forEach((name, driver) -> text.append(play(name, group, driver.equals("mlx4_core"))));
        }
        return text.toString();
    }

    private String of(String driver) {
        return nodes.entrySet().stream()
                .filter(node -> node.getValue().equals(driver))
                .map(Map.Entry::getKey)
                .collect(Collectors.joining(":"));
    }

    private String play(String hosts, Mtu group, boolean canConnect) {
        int bytes = group.ipoibDatagramBytes() - random.nextInt(2) * 10;
        String datagram = random.nextInt(4) == 0 ? "datagram, mtu: group" : "datagram, mtu: " + bytes;
        String mode = canConnect && random.nextBoolean() ? "connected, mtu: 65520" : datagram;
        return "- hosts: %s\n  serial: [1, 100%%]\n  confirm: 30s\n  state: {ipoib: {ib0: {mode: %s}%s}}\n"
                .formatted(hosts, mode, child);
    }

    private static String partition(String name, String pkey, Mtu mtu, String members) {
        return "        - {name: %s, pkey: %s, ipoib: true, mtu: %d, members: {%s}}\n"
                .formatted(name, pkey, mtu.bytes(), members);
    }
}
