package dev.ibplay.plan;

import static dev.ibplay.plan.Desired.defaultPartition;
import static dev.ibplay.plan.Desired.driver;
import static dev.ibplay.plan.Desired.host;
import static dev.ibplay.plan.Desired.ipoib;
import static dev.ibplay.plan.Desired.ofGroup;
import static dev.ibplay.plan.Desired.serving;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.facts.InterfaceOwner;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.Mtu;
import dev.ibplay.netstack.NetstackKind;
import dev.ibplay.plan.whole.Planner;
import dev.ibplay.resource.DesiredHost;
import dev.ibplay.resource.IpoibInterface;
import dev.ibplay.resource.Resource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Whatever stacks, files and values hosts have: after a plan was carried out files and running values are as wanted, a second
 * plan is empty, and so is one after a reboot.
 */
class InterfaceLawTest {
    private static final int ROUNDS = 300;
    private static final List<Mtu> GROUPS = List.of(Mtu.MTU_1024, Mtu.MTU_2048, Mtu.MTU_4096);
    private static final List<String> MODES = List.of("", "datagram", "connected");
    private static final List<NetstackKind> SHARED = List.of(NetstackKind.NETPLAN, NetstackKind.IFUPDOWN);

    private static final List<NetstackKind> OWN = List.of(
            NetstackKind.NETWORK_MANAGER,
            NetstackKind.NETWORKD,
            NetstackKind.NETPLAN,
            NetstackKind.IFCFG,
            NetstackKind.WICKED);

    private final long seed = Optional.ofNullable(Long.getLong("seed")).orElseGet(System::nanoTime);
    private final Random random = new Random(seed);

    @Test
    void randomHosts() {
        for (int round = 0; round < ROUNDS; round++) {
            try {
                oneRound();
            } catch (AssertionError | RuntimeException failed) {
                throw new AssertionError("-Dseed=%d, round %d".formatted(seed, round), failed);
            }
        }
    }

    private void oneRound() {
        ModelFabric fabric = random.nextBoolean() ? ModelFabric.twoK() : ModelFabric.fourK();
        ModelHost node = fabric.host("node1");
        for (String name : List.of("ib0", "ib1", "ib2")) {
            ModelInterface made = node.add(name, 100 + random.nextInt(900));
            if (random.nextInt(3) == 0) {
                made.mode = IpoibMode.CONNECTED;
            }
            if (name.equals("ib2")) {
                made.childOf("ib0", 0x7fff);
            }
        }
        files(node, fabric.groups.size());
        module(node);
        Mtu group = GROUPS.get(random.nextInt(GROUPS.size()));
        List<Resource> wanted = new ArrayList<>(List.of(wish("ib0", group), wish("ib1", group), wish("ib2", group)));
        wanted.add(driver("mlx5_core", "prof_sel", Integer.toString(random.nextInt(3))));
        wanted.add(driver("ib_ipoib", "send_queue_size", Integer.toString(128 << random.nextInt(3))));
        Collections.shuffle(wanted, random);
        List<DesiredHost> desired = List.of(
                host("sm1", serving(defaultPartition(group))),
                host("node1", wanted.toArray(Resource[]::new)),
                host("sm2", serving(defaultPartition(group))));
        PlanSettings settings = random.nextBoolean() ? Desired.SETTINGS : Desired.UNGUARDED;

        Plan plan = Planner.plan(desired, fabric.observed(), settings);
        assertThat(plan.isRefused()).as("%s", plan.diagnostics()).isFalse();
        var simulator = new Simulator(fabric);
        simulator.apply(plan);
        nothingIsLeft(desired, fabric, "after " + simulator.log);
        asWanted(node, wanted, group);
        simulator.kernel(node).reboot();
        Plan after = Planner.plan(desired, fabric.observed(), Desired.SETTINGS);
        assertThat(after.differences()).as("after a reboot").isEmpty();
        assertThat(after.held()).isEmpty();
    }

    private static void nothingIsLeft(List<DesiredHost> desired, ModelFabric fabric, String when) {
        Plan after = Planner.plan(desired, fabric.observed(), Desired.SETTINGS);
        assertThat(after.differences())
                .as(when)
                .allMatch(d -> d.level() == Level.RUNNING && d.resource().startsWith("driver "))
                .allMatch(d -> after.held().stream().anyMatch(held -> held.explains(d)));
        assertThat(after.hasSteps()).as(when).isFalse();
    }

    private void asWanted(ModelHost node, List<Resource> wanted, Mtu group) {
        for (Resource resource : wanted) {
            if (resource instanceof IpoibInterface ipoib) {
                int bytes = switch (ipoib.mtu().orElseThrow().value()) {
                    case dev.ibplay.resource.WantedMtu.Bytes fixed -> fixed.bytes();
                    case dev.ibplay.resource.WantedMtu.OfGroup ignored -> group.ipoibDatagramBytes();
                };
                ModelInterface now = node.ib(ipoib.name());
                assertThat(now.mtu.ifKnown()).as(ipoib.name()).contains(bytes);
                var owner = (InterfaceOwner.Configured) now.owner(node.files).orElseThrow();
                assertThat(owner.settings().mtu())
                        .as("%s: %s", ipoib.name(), owner.file())
                        .contains(bytes);
                ipoib.mode().ifPresent(mode -> {
                    assertThat(now.mode).isEqualTo(mode.value());
                    assertThat(owner.settings().mode().orElse(IpoibMode.DATAGRAM))
                            .isEqualTo(mode.value());
                });
            }
        }
    }

    private IpoibInterface wish(String name, Mtu group) {
        int most = group.ipoibDatagramBytes();
        return switch (random.nextInt(4)) {
            case 0 -> ipoib(name, IpoibMode.CONNECTED, 65520 - random.nextInt(3));
            case 1 -> ipoib(name, IpoibMode.DATAGRAM, most - random.nextInt(200));
            case 2 ->
                ofGroup(name)
                        .with(IpoibInterface.named(
                                name, Optional.empty(), Optional.of(Desired.at(IpoibMode.DATAGRAM)), Desired.SPAN));
            default -> ipoib(name, IpoibMode.DATAGRAM, 72 + random.nextInt(most - 71));
        };
    }

    /** One file for all, of netplan or ifupdown, or one of any stack for each. */
    private void files(ModelHost node, int salt) {
        List<String> names = List.of("ib0", "ib1", "ib2");
        if (random.nextBoolean()) {
            NetstackKind kind = SHARED.get(random.nextInt(SHARED.size()));
            var text =
                    new StringBuilder(kind == NetstackKind.NETPLAN ? "network:\n  ethernets:\n" : "# " + salt + "\n");
            String path = path(kind, "all");
            for (String name : names) {
                text.append(text(kind, name));
                node.ib(name).in(kind, path);
            }
            node.put(path, text.toString(), 500);
            return;
        }
        for (String name : names) {
            NetstackKind kind = OWN.get(random.nextInt(OWN.size()));
            String path = path(kind, name);
            String head = kind == NetstackKind.NETPLAN ? "network:\n  ethernets:\n" : "";
            node.put(path, head + text(kind, name), 500);
            node.ib(name).in(kind, path);
        }
    }

    private static String path(NetstackKind kind, String name) {
        return switch (kind) {
            case NETWORK_MANAGER -> "/etc/NetworkManager/system-connections/" + name + ".nmconnection";
            case NETWORKD -> "/etc/systemd/network/" + name + ".network";
            case NETPLAN -> "/etc/netplan/" + name + ".yaml";
            case IFUPDOWN -> "/etc/network/interfaces";
            case IFCFG -> "/etc/sysconfig/network-scripts/ifcfg-" + name;
            case WICKED -> "/etc/sysconfig/network/ifcfg-" + name;
        };
    }

    /** What a stack says of an interface; perhaps an MTU, perhaps a mode, in lines or in one line. */
    private String text(NetstackKind kind, String name) {
        String mtu = random.nextBoolean() ? Integer.toString(72 + random.nextInt(4000)) : "";
        String mode = MODES.get(random.nextInt(MODES.size()));
        String connected = mode.equals("connected") ? "yes" : "no";
        return switch (kind) {
            case NETWORK_MANAGER ->
                "[connection]\ntype=infiniband\ninterface-name=" + name + "\n[infiniband]\n" + line("mtu=", mtu, "\n")
                        + line("transport-mode=", mode, "\n");
            case NETWORKD ->
                "[Match]\nName=" + name + "\n" + line("[Link]\nMTUBytes=", mtu, "\n")
                        + line("[IPoIB]\nMode=", mode, "\n");
            case NETPLAN ->
                random.nextBoolean()
                        ? "    " + name + ": {dhcp4: true" + line(", mtu: ", mtu, "")
                                + line(", infiniband-mode: ", mode, "") + "}\n"
                        : "    " + name + ":\n" + line("      mtu: ", mtu, "\n") + "      dhcp4: true\n"
                                + line("      infiniband-mode: ", mode, "\n");
            case IFUPDOWN ->
                "auto " + name + "\niface " + name + " inet static\n"
                        + line("  pre-up echo ", mode, " > /sys/class/net/" + name + "/mode\n")
                        + line("  mtu ", mtu, "\n")
                        + "  address 10.0.0.1/24\n";
            case IFCFG ->
                "TYPE=InfiniBand\nDEVICE=" + name + "\n" + line("MTU=", mtu, "\n")
                        + (mode.isEmpty() ? "" : "CONNECTED_MODE=" + connected + "\n");
            case WICKED -> "STARTMODE=auto\n" + line("MTU=", mtu, "\n") + line("IPOIB_MODE=", mode, "\n");
        };
    }

    private static String line(String before, String value, String after) {
        return value.isEmpty() ? "" : before + value + after;
    }

    private void module(ModelHost node) {
        node.driver("mlx5_core").with("prof_sel", Integer.toString(random.nextInt(3)));
        node.driver("ib_ipoib").with("send_queue_size", Integer.toString(128 << random.nextInt(3)));
        if (random.nextBoolean()) {
            node.put(
                    "/etc/modprobe.d/ib.conf",
                    "options mlx5_core prof_sel=1\noptions ib_ipoib send_queue_size=128\n",
                    500);
        }
    }
}
