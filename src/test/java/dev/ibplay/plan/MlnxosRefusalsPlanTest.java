package dev.ibplay.plan;

import static dev.ibplay.plan.Desired.defaultPartition;
import static dev.ibplay.plan.Desired.host;
import static dev.ibplay.plan.Desired.opensm;
import static dev.ibplay.plan.Desired.serving;
import static dev.ibplay.plan.Desired.unchangeable;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.diag.Code;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.SwitchPortObserved;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.ib.PortPhysicalState;
import dev.ibplay.ib.PortState;
import dev.ibplay.resource.DesiredHost;
import dev.ibplay.resource.SubnetManager;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is not done to a managed switch, and which node it is taken for. */
class MlnxosRefusalsPlanTest {
    private final ModelFabric fabric = ModelFabric.twoK();
    private final ModelSwitch its = new ModelSwitch("sw1");
    private final ModelHost sw1 = fabric.add("sw1", 2);

    @BeforeEach
    void start() {
        its.sm = true;
        its.priority = 3;
        its.save();
        sw1.asSwitch(its);
        new Simulator(fabric).elect();
    }

    private static DesiredHost[] all(SubnetManager ofSwitch) {
        return new DesiredHost[] {
            host("sm1", serving(ofSwitch.partitions().toArray(dev.ibplay.resource.Partition[]::new))),
            host("sm2", serving(ofSwitch.partitions().toArray(dev.ibplay.resource.Partition[]::new))),
            host("sw1", ofSwitch)
        };
    }

    private List<String> refusals(SubnetManager ofSwitch) {
        return Played.plan(fabric, all(ofSwitch)).refusals();
    }

    @Test
    void theInventoryTellsItsNode() {
        sw1.description = Optional.of("Infiniscale-IV Mellanox Technologies");
        its.told = Optional.of(sw1.port);
        assertThat(Played.converges(fabric, all(opensm(7))).acts()).hasSize(2);
    }

    @Test
    void aPortThatNobodyHasFoundIsInNoFabric() {
        its.told = Optional.of(new PortGuid(0x77));
        assertThat(refusals(opensm(7)))
                .containsExactly("FABRIC_UNKNOWN which switch of which fabric sw1 is cannot be told:"
                        + " its port 0x0000000000000077 is in no fabric that was queried");
    }

    @Test
    void ofAChassisItIsTheNodeWithTheSubnetManager() {
        ModelHost leaf = fabric.add("leaf", 1);
        leaf.asSwitch(new ModelSwitch("leaf"));
        leaf.description = Optional.of("MF0;sw1:IS5600/L34/U1");
        assertThat(refusals(opensm(7))).isEmpty();
        its.sm = false;
        its.save();
        sw1.follow(2000);
        assertThat(refusals(Wishes.enabled(opensm(7), true)))
                .containsExactly("FABRIC_UNKNOWN which switch of which fabric sw1 is cannot be told:"
                        + " 2 switches of the fabric carry its name, sw1");
    }

    @Test
    void partitionsThatCannotBeReadAreNotTakenForOthers() {
        its.part("Default").mtu = "huge";
        assertThat(refusals(serving(defaultPartition(Mtu.MTU_2048))))
                .contains("OPENSM_UNREADABLE the partitions of sw1 cannot be read: Default: its MTU is \"huge\"");
        assertThat(refusals(opensm(7))).as("nothing is wanted of them").isEmpty();
    }

    @Test
    void thereIsOneSubnetManagerAndNoFileOfOptions() {
        assertThat(refusals(Wishes.on(opensm(7), "mlx5_0/1")))
                .containsExactly("HOST_NOT_SUPPORTED a switch has one subnet manager, which no port or fabric chooses");
        assertThat(refusals(Wishes.options(opensm(7), "sweep_interval", "5")))
                .containsExactly("HOST_NOT_SUPPORTED the subnet manager of a switch has no opensm.conf,"
                        + " so sweep_interval cannot be set");
    }

    @Test
    void itDoesNotHandOver() {
        its.priority = 12;
        sw1.follow(2000);
        new Simulator(fabric).elect();
        assertThat(refusals(Wishes.byHandover(opensm(12, defaultPartition(Mtu.MTU_4096)))))
                .containsExactly("HANDOVER_IMPOSSIBLE sw1 cannot hand over:"
                        + " a switch's subnet manager is only restarted, and a standby takes over meanwhile by itself");
    }

    @Test
    void aNewKeyWouldLeaveItOut() {
        List<String> refusals = Played.plan(
                        fabric,
                        host("sm1", Wishes.options(opensm(10), "sm_key", "0x5")),
                        host("sm2", Wishes.options(opensm(5), "sm_key", "0x5")),
                        host("sw1", opensm(3)))
                .refusals();
        assertThat(refusals).anyMatch(refusal -> refusal.startsWith("SM_KEYS_DIFFER sw1 keeps the sm_key"));
    }

    @Test
    void outsideTheLimitItWouldKeepTheOldPartitions() {
        SubnetManager wanted = serving(defaultPartition(Mtu.MTU_4096));
        Played played = Played.plan(fabric, host("sm1", wanted), host("sm2", wanted), unchangeable("sw1", wanted));
        assertThat(played.refusals())
                .containsExactly("MANAGERS_LEFT_OUT partitions change, and sw1 would keep the old ones:"
                        + " outside --limit or the tags");
        assertThat(played.acts()).noneMatch(act -> act.startsWith("sw1"));
    }

    @Test
    void portsThatItSetsLowerAreNamed() {
        its.ports = List.of(port("1/1", PortState.ACTIVE), port("1/2", PortState.DOWN));
        Played played = Played.plan(fabric, all(serving(defaultPartition(Mtu.MTU_4096))));
        assertThat(played.warnings(Code.MTU_CHAIN))
                .containsExactly("partition 0x7fff is to have MTU 4096, and sw1 sets ports lower: 1/1 to 2048");
        assertThat(Played.plan(fabric, all(serving(defaultPartition(Mtu.MTU_2048))))
                        .warnings(Code.MTU_CHAIN))
                .isEmpty();
    }

    /** A release may show the MTU in use, which the other end of the cable has kept down; the model's switch has one at port 0. */
    @Test
    void aPortWhosePeerCanDoNoMoreIsNotSetLower() {
        its.ports = List.of(port("1/0", PortState.ACTIVE));
        sw1.switchPortCap = Mtu.MTU_2048;
        assertThat(Played.plan(fabric, all(serving(defaultPartition(Mtu.MTU_4096))))
                        .warnings(Code.MTU_CHAIN))
                .noneMatch(warning -> warning.contains("sets ports lower"));
    }

    private static SwitchPortObserved port(String name, PortState state) {
        return new SwitchPortObserved(
                name,
                Fact.known(state),
                Fact.known(PortPhysicalState.LINK_UP),
                Fact.known(Mtu.MTU_4096),
                Fact.known(Mtu.MTU_2048));
    }

    @Test
    void whatIsNotNamedGoesWherePartitionsAreExclusive() {
        its.run(List.of("ib", "partition", "old", "pkey", "0x11", "force"));
        its.save();
        sw1.follow(2000);
        SubnetManager wanted = Wishes.exclusive(opensm(3, defaultPartition(Mtu.MTU_2048)));
        Played played = Played.converges(fabric, all(wanted));
        assertThat(played.acts()).containsExactly("sw1: no ib partition old", "sw1: write memory");
        assertThat(((Step.Act) played.plan().fabric().getFirst()).undo().toString())
                .as("made again")
                .contains("pkey, 0x0011, force");
    }
}
