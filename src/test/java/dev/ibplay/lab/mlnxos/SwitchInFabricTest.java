package dev.ibplay.lab.mlnxos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.fabric.Fabric;
import dev.ibplay.fabric.PortRef;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.NodeGuid;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortState;
import dev.ibplay.ib.SmInfo;
import dev.ibplay.ib.SmState;
import dev.ibplay.lab.LabHosts;
import dev.ibplay.lab.fabric.Join;
import dev.ibplay.lab.fabric.SimulatedFabric;
import dev.ibplay.lab.fabric.SubnetManager;
import dev.ibplay.lab.layout.HostModel;
import dev.ibplay.lab.layout.LabHost;
import dev.ibplay.lab.layout.LabLayout;
import dev.ibplay.lab.layout.LeafSpine;
import dev.ibplay.lab.linux.LinuxHost;
import dev.ibplay.lab.mlnxos.SwitchModel.Quirk;
import dev.ibplay.lab.time.ScaledClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a managed switch does to the fabric that it is a part of. */
class SwitchInFabricTest {
    private static final NodeGuid LEAF = LeafSpine.leaf(0, 0);
    private static final PortRef SM_PORT = new PortRef(LEAF, 0);
    private static final PortRef HOST_PORT = new PortRef(LeafSpine.adapter(0, 0), 1);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(200);
    private static final int MOST_LOOKS = 600;

    private final ScaledClock clock = new ScaledClock(100);

    @AfterEach
    void stop() {
        clock.close();
    }

    private record World(SimulatedFabric fabric, SimulatedSwitch device, CliUser admin) {
        void type(String... lines) {
            for (String line : lines) {
                assertThat(admin.carryOut(line)).as(line).noneMatch(said -> said.startsWith("%"));
            }
        }

        List<String> show(String line) {
            return admin.carryOut(line);
        }

        /** What the subnet manager on port 0 answers. */
        Optional<SmInfo> smInfo() {
            PortRef seenFrom = HOST_PORT;
            return fabric.alone(() -> Optional.ofNullable(
                            fabric.otherManagers(fabric.port(seenFrom)).get(fabric.port(SM_PORT)))
                    .map(SubnetManager::info));
        }

        boolean isMasterAt(int priority) {
            return smInfo().filter(info -> info.state() == SmState.MASTER && info.priority() == priority)
                    .isPresent();
        }

        Optional<Mtu> groupMtu() {
            return fabric.join(HOST_PORT, PKey.DEFAULT) instanceof Join.Joined joined
                    ? Optional.of(joined.mtu())
                    : Optional.empty();
        }
    }

    /** Two hosts at two leaves, the first of which is the switch. */
    private World world(SwitchSettings settings, boolean withManager, Quirk... quirks) throws Exception {
        Set<Quirk> all = new HashSet<>(SwitchModel.current("sw1").quirks());
        all.addAll(List.of(quirks));
        Fabric fabric = LeafSpine.of(0, List.of("node1", "sm1"));
        int ports = fabric.node(LEAF).orElseThrow().ports();
        List<LabHost> hosts = new ArrayList<>();
        hosts.add(new LabHost(
                new HostModel.Switch(new SwitchHost(SwitchModel.current("sw1").with(all), LEAF, ports, settings)),
                List.of(),
                Map.of()));
        if (withManager) {
            var opensm = new LinuxHost.Opensm(Optional.of("sm_priority 3\n"), Optional.empty(), true);
            hosts.add(new LabHost(
                    new LinuxHost(
                            "sm1",
                            List.of(new LinuxHost.Adapter("mlx5_0", "mlx5_core", LeafSpine.adapter(0, 1), 1)),
                            List.of(),
                            LinuxHost.Stack.NETWORKD,
                            Optional.of(opensm)),
                    List.of(),
                    Map.of()));
        }
        LabHosts booted = LabHosts.boot(new LabLayout(List.of(fabric), hosts), clock);
        booted.awaitMasters();
        SimulatedSwitch device = (SimulatedSwitch) booted.machine("sw1").orElseThrow();
        World world = new World(booted.fabrics().getFirst(), device, new CliUser(device, question -> true));
        world.type("enable", "configure terminal");
        return world;
    }

    private void await(BooleanSupplier what) throws InterruptedException {
        for (int look = 0; look < MOST_LOOKS && !what.getAsBoolean(); look++) {
            clock.sleep(LOOK_AGAIN);
        }
        assertThat(what.getAsBoolean()).isTrue();
    }

    @Test
    void itsSubnetManagerAloneSetsUpTheFabric() throws Exception {
        World world = world(SwitchSettings.managing(5), false);
        assertThat(world.isMasterAt(5)).isTrue();
        assertThat(world.fabric().view(HOST_PORT).state()).isEqualTo(PortState.ACTIVE);
        assertThat(world.fabric().view(HOST_PORT).smLid())
                .isEqualTo(world.fabric().view(SM_PORT).lid());
        assertThat(world.fabric().view(SM_PORT).runsSm()).isTrue();
        assertThat(world.show("show ib smnode sw1 sm-running")).containsExactly("active");
        assertThat(world.show("show interfaces ib 1/1"))
                .contains("    Logical port state          : Active", "    Current line rate           : 200.0 Gbps");
        world.type("ib sm sm-priority 9");
        await(() -> world.isMasterAt(9));
    }

    @Test
    void itTakesItsTimeToStartAndEndsAtOnce() throws Exception {
        World world = world(SwitchSettings.FACTORY, false);
        assertThat(world.smInfo()).isEmpty();
        world.type("ib sm");
        assertThat(world.show("show ib sm")).containsExactly("enable");
        assertThat(world.show("show ib smnode sw1 sm-running")).containsExactly("not active");
        await(() -> world.isMasterAt(0));
        assertThat(world.show("show ib smnode sw1 sm-running")).containsExactly("active");
        world.type("no ib sm");
        assertThat(world.smInfo()).isEmpty();
    }

    @Test
    void anExistingGroupKeepsItsMtuUntilTheProcessStartsAnew() throws Exception {
        World world = world(SwitchSettings.managing(5), false);
        assertThat(world.groupMtu()).contains(Mtu.MTU_2048);
        world.type("ib partition Default mtu 4K force");
        clock.sleep(Duration.ofSeconds(15));
        assertThat(world.groupMtu()).contains(Mtu.MTU_2048);
        world.type("no ib sm", "ib sm");
        await(() -> world.groupMtu().equals(Optional.of(Mtu.MTU_4096)));
    }

    @Test
    void orHasItAtOnce() throws Exception {
        World world = world(SwitchSettings.managing(5), false, Quirk.MTU_AT_ONCE);
        assertThat(world.groupMtu()).contains(Mtu.MTU_2048);
        world.type("ib partition Default mtu 4K force");
        await(() -> world.groupMtu().equals(Optional.of(Mtu.MTU_4096)));
    }

    @Test
    void partitionsAndTheirMembersAreInTheTables() throws Exception {
        World world = world(SwitchSettings.managing(5), false);
        String guid = "0x%016x".formatted(HOST_PORT.node().value() + 1);
        world.type(
                "ib partition storage pkey 0x5 force", "ib partition storage member " + guid + " type limited force");
        await(() -> world.fabric().view(HOST_PORT).pkeys().contains(new PKey(5)));
        assertThat(world.show("show ib partition")).contains("    GUID='00:02:c9:03:00:00:00:11' member='limited'");
        world.type("no ib partition storage member 00:02:c9:03:00:00:00:11");
        await(() -> !world.fabric().view(HOST_PORT).pkeys().contains(new PKey(5)));
    }

    /** Its partitions are ignored as long as somebody else is master. */
    @Test
    void aStandbysPartitionsAreNotInForce() throws Exception {
        World world = world(SwitchSettings.managing(0), true);
        await(() -> world.smInfo().map(SmInfo::state).equals(Optional.of(SmState.STANDBY)));
        world.type("ib partition storage pkey 0x5 force", "ib partition storage member ALL type full force");
        clock.sleep(Duration.ofSeconds(15));
        assertThat(world.fabric().view(HOST_PORT).pkeys()).doesNotContain(new PKey(0x8005));
        world.type("ib smnode sw1 sm-priority 9");
        await(() ->
                world.isMasterAt(9) && world.fabric().view(HOST_PORT).pkeys().contains(new PKey(0x8005)));
    }

    @Test
    void whatIsFaultyNeverRuns() throws Exception {
        for (Quirk quirk : List.of(Quirk.SM_NEVER_RUNS, Quirk.NO_LICENCE)) {
            World world = world(SwitchSettings.FACTORY, true, quirk);
            world.type("ib sm");
            clock.sleep(Duration.ofMinutes(3));
            assertThat(world.smInfo()).isEmpty();
            assertThat(world.show("show ib sm")).containsExactly("enable");
            assertThat(world.show("show ib smnode sw1 sm-running")).containsExactly("not active");
        }
    }

    @Test
    void aPortsMtuIsItsCapabilityAndLostAtAReload() throws Exception {
        World world = world(SwitchSettings.managing(5), false);
        PortRef port = new PortRef(LEAF, 1);
        world.type("interface ib 1/1 mtu 2K");
        assertThat(world.fabric().view(port).mtuCap()).isEqualTo(Mtu.MTU_2048);
        await(() -> world.fabric().view(HOST_PORT).state() == PortState.ACTIVE);
        assertThat(world.show("show interfaces ib 1/1"))
                .contains("    Max supported MTU           : 4096", "    MTU                         : 2048");
        world.type("reload");
        assertThat(world.fabric().view(HOST_PORT).state()).isEqualTo(PortState.DOWN);
        assertThat(world.smInfo()).isEmpty();
        await(() -> world.isMasterAt(5) && world.fabric().view(HOST_PORT).state() == PortState.ACTIVE);
        assertThat(world.fabric().view(port).mtuCap()).isEqualTo(Mtu.MTU_4096);
    }

    @Test
    void partitionsMayNeedASubnetManagerThatRuns() throws Exception {
        World world = world(SwitchSettings.FACTORY, true, Quirk.PARTITIONS_NEED_SM);
        assertThat(world.show("ib partition Default mtu 4K force")).containsExactly("% Subnet manager is not running");
        assertThat(world.device().running()).isEqualTo(SwitchSettings.FACTORY);
    }

    @Test
    void somePrioritiesAreNotNodes() throws Exception {
        World world = world(SwitchSettings.managing(5), false, Quirk.NO_NODE_PRIORITY);
        assertThat(world.show("show running-config"))
                .contains("   ib sm sm-priority 5")
                .noneMatch(line -> line.contains("smnode sw1 sm-priority"));
        assertThat(world.show("ib smnode sw1 sm-priority 7").getFirst()).startsWith("% Unrecognized");
        world.type("ib sm sm-priority 7");
        await(() -> world.isMasterAt(7));
    }
}
