package dev.ibplay.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.Mtu;
import dev.ibplay.journal.HostStatus;
import dev.ibplay.journal.RunRecord;
import dev.ibplay.lab.layout.LabHost;
import dev.ibplay.lab.layout.LabLayout;
import dev.ibplay.lab.layout.LeafSpine;
import dev.ibplay.lab.linux.LinuxHost;
import dev.ibplay.plan.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * From random fabrics to random desired states, on simulated hosts: a run ends with the state that was asked for, after which
 * there is nothing to do, or it was refused and has changed nothing.
 */
class LabLawTest {
    private static final int ROUNDS = Integer.getInteger("rounds", 4);
    private static final List<Mtu> MTUS = List.of(Mtu.MTU_1024, Mtu.MTU_2048, Mtu.MTU_4096);
    private static final List<String> FILES = List.of(
            "/etc/opensm/opensm.conf",
            "/etc/opensm/partitions.conf",
            "/etc/network/interfaces",
            "/etc/systemd/network/20-ib0.network",
            "/sys/class/net/ib0/mtu",
            "/sys/class/net/ib0/mode");

    private final long seed = Long.getLong("seed", System.nanoTime());
    private final Random random = new Random(seed);

    private LabLayout layout() {
        Mtu group = MTUS.get(random.nextInt(MTUS.size()));
        String partitions = "Default=0x7fff, ipoib, mtu=%d : ALL=full, SELF=full;\n".formatted(group.code());
        List<String> names = new ArrayList<>(List.of("sm1", "sm2"));
        int nodes = 1 + random.nextInt(4);
        for (int i = 1; i <= nodes; i++) {
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
        var adapter = new LinuxHost.Adapter("mlx5_0", driver, LeafSpine.adapter(0, number), 1);
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

    private String playbook() {
        Mtu group = MTUS.get(random.nextInt(MTUS.size()));
        StringBuilder text = new StringBuilder("- hosts: subnet_managers\n  state:\n    opensm:\n");
        if (random.nextInt(3) > 0) {
            text.append("      priority: ").append(1 + random.nextInt(15)).append('\n');
        }
        text.append(
                "      partitions:\n        - {name: Default, pkey: 0x7fff, ipoib: true, mtu: %d, members: {ALL: full, SELF: full}}\n"
                        .formatted(group.bytes()));
        int bytes = group.ipoibDatagramBytes() - random.nextInt(2) * 10;
        text.append("- hosts: linux\n  serial: [1, 100%]\n  state:\n    ipoib:\n      ib0: {mode: datagram, mtu: ")
                .append(random.nextInt(4) == 0 ? "group" : Integer.toString(bytes))
                .append("}\n");
        return text.toString();
    }

    private static Map<String, String> state(LabRun lab) {
        Map<String, String> state = new TreeMap<>();
        lab.hosts
                .machines()
                .forEach(host -> FILES.forEach(path -> {
                    String name = host.machine().name();
                    if (host.machine().disk().exists(path)) {
                        state.put(name + path, lab.readOr(name, path));
                    }
                }));
        return state;
    }

    @Test
    void whatIsAskedForComesAboutOrIsRefused() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            String playbook = "";
            try (LabRun lab = new LabRun(layout())) {
                playbook = playbook();
                Map<String, String> before = state(lab);
                Plan plan = lab.plan(playbook);
                assertThat(state(lab)).as("a plan changes nothing").isEqualTo(before);
                RunRecord record = lab.apply(playbook);
                if (plan.isRefused()) {
                    assertThat(state(lab)).as("a refused plan changes nothing").isEqualTo(before);
                    continue;
                }
                assertThat(record.hosts())
                        .as("%s", record.hosts())
                        .allMatch(host -> host.status() == HostStatus.CHANGED || host.status() == HostStatus.OK);
                Plan after = lab.plan(playbook);
                assertThat(after.differences()).isEmpty();
                assertThat(after.hasSteps()).isFalse();
            } catch (AssertionError failed) {
                throw new AssertionError(
                        "seed %d, round %d, %s: %s".formatted(seed, round, playbook, failed.getMessage()), failed);
            }
        }
    }
}
