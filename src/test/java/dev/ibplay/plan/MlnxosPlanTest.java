package dev.ibplay.plan;

import static dev.ibplay.plan.Desired.at;
import static dev.ibplay.plan.Desired.defaultPartition;
import static dev.ibplay.plan.Desired.host;
import static dev.ibplay.plan.Desired.ib0;
import static dev.ibplay.plan.Desired.opensm;
import static dev.ibplay.plan.Desired.partition;
import static dev.ibplay.plan.Desired.serving;
import static dev.ibplay.plan.Desired.withRate;
import static dev.ibplay.plan.Wishes.enabled;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.diag.Code;
import dev.ibplay.facts.Fact;
import dev.ibplay.ib.Membership;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.SmState;
import dev.ibplay.resource.DesiredHost;
import dev.ibplay.resource.Partition;
import dev.ibplay.resource.PartitionMember;
import dev.ibplay.resource.PartitionMembership;
import dev.ibplay.resource.SubnetManager;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A managed switch {@code sw1} in a fabric with two subnet managers on Linux. */
class MlnxosPlanTest {
    private static final String SAVE = "sw1: write memory";

    private final ModelFabric fabric = ModelFabric.twoK();
    private final ModelSwitch its = new ModelSwitch("sw1");
    private final ModelHost sw1 = fabric.add("sw1", 2);

    private void standby(int priority) {
        its.sm = true;
        its.priority = priority;
        its.save();
        sw1.asSwitch(its);
        new Simulator(fabric).elect();
    }

    private void off() {
        its.sm = false;
        its.save();
        sw1.asSwitch(its);
    }

    private DesiredHost[] all(int priority, Partition... partitions) {
        return new DesiredHost[] {
            host("sm1", opensm(10, partitions)),
            host("sm2", opensm(5, partitions)),
            host("sw1", opensm(priority, partitions))
        };
    }

    private static DesiredHost[] withOthers(SubnetManager ofSwitch) {
        return new DesiredHost[] {host("sm1", opensm(10)), host("sm2", opensm(5)), host("sw1", ofSwitch)};
    }

    @Test
    void aPriorityIsSetByItsNodeAndSavedWhenProven() {
        standby(3);
        Played played = Played.converges(fabric, all(7));
        assertThat(played.differences())
                .containsExactly(
                        "sw1 opensm priority running: 3, not 7",
                        "sw1 opensm priority file: 3, not 7",
                        "sw1 opensm priority fabric: 3, not 7");
        assertThat(played.acts()).containsExactly("sw1: ib smnode sw1 sm-priority 7", SAVE);
        assertThat(played.plan().fabric()).last().isInstanceOf(Step.Act.class);
        assertThat(its.saved).contains("ib smnode sw1 sm-priority 7");
        assertThat(((Step.Act) played.plan().fabric().getFirst()).undo().toString())
                .contains("sm-priority, 3");
    }

    @Test
    void withoutLinesAboutANodeItIsThatOfTheSwitch() {
        its.hasNodeLines = false;
        standby(3);
        assertThat(Played.converges(fabric, all(7)).acts()).containsExactly("sw1: ib sm sm-priority 7", SAVE);
    }

    @Test
    void whatIsNotSavedIsADifferenceOfItsOwn() {
        standby(7);
        its.saved = its.saved.stream()
                .map(line -> line.replace("sm-priority 7", "sm-priority 3"))
                .toList();
        Played played = Played.converges(fabric, all(7));
        assertThat(played.differences()).containsExactly("sw1 opensm priority file: 3, not 7");
        assertThat(played.acts()).containsExactly(SAVE);
        assertThat(played.plan().fabric()).as("nothing to wait for").hasSize(1);
    }

    @Test
    void aPartitionThatIsNotSavedIsSaved() {
        its.part("Default").mtu = "2K";
        standby(3);
        its.saved =
                its.saved.stream().filter(line -> !line.contains("Default mtu")).toList();
        Played played = Played.converges(fabric, all(3, defaultPartition(Mtu.MTU_2048)));
        assertThat(played.differences())
                .containsExactly("sw1 partition 0x7fff saved file: not as it runs, not as it runs");
        assertThat(played.acts()).containsExactly(SAVE);
    }

    @Test
    void whatOthersHaveChangedIsSavedWithItAndTold() {
        standby(3);
        its.others = List.of("interface ib 1/1 mtu 4K");
        assertThat(Played.plan(fabric, all(3)).warnings(Code.NOT_PERSISTENT)).isEmpty();
        Played played = Played.converges(fabric, all(7));
        assertThat(played.warnings(Code.NOT_PERSISTENT))
                .containsExactly(
                        "\"write memory\" on sw1 also saves what was changed there by others: interface ib 1/1 mtu 4K");
    }

    @Test
    void aSavedConfigurationThatCannotBeReadIsNoDifference() {
        standby(3);
        its.isSavedReadable = false;
        Played played = Played.plan(fabric, all(3));
        assertThat(played.differences()).isEmpty();
        assertThat(played.plan().hasSteps()).isFalse();
        assertThat(played.warnings(Code.RUNNING_INFERRED))
                .containsExactly("what the next start of sw1 brings is not known: the switch has not answered in time");
    }

    @Test
    void itIsLockedFromAHostThatHasFiles() {
        standby(3);
        assertThat(Played.plan(fabric, all(7)).plan().locks().stream().map(FabricLock::host))
                .containsExactlyInAnyOrder("sm1", "sm2", "sm1");
    }

    @Test
    void aGroupIsMadeAnewOnTheStandbyFirst() {
        standby(3);
        Played played = Played.converges(fabric, all(3, defaultPartition(Mtu.MTU_4096)));
        assertThat(played.acts())
                .containsSubsequence(
                        "sw1: ib partition Default mtu 4K force",
                        "sw1: no ib sm; ib sm",
                        "sm1: write /etc/opensm/partitions.conf, then restart opensm",
                        SAVE);
        assertThat(played.differences()).contains("sw1 partition 0x7fff mtu running: 2048, not 4096");
        assertThat(its.part("Default").mtu).isEqualTo("4K");
    }

    @Test
    void aMasterOfItsOwnServesTheNewGroup() {
        standby(12);
        assertThat(sw1.state).isEqualTo(SmState.MASTER);
        Played played = Played.converges(fabric, all(12, defaultPartition(Mtu.MTU_4096)));
        assertThat(played.acts())
                .containsSubsequence(
                        "sm1: write /etc/opensm/partitions.conf, then restart opensm",
                        "sw1: ib partition Default mtu 4K force",
                        "sw1: no ib sm; ib sm",
                        SAVE);
        assertThat(sw1.state).isEqualTo(SmState.MASTER);
    }

    @Test
    void theOnlyOneIsAnOutage() {
        for (String name : List.of("sm1", "sm2")) {
            fabric.host(name).stop();
            fabric.host(name).hasOpensm = false;
        }
        standby(12);
        Played played = Played.converges(fabric, host("sw1", opensm(12, defaultPartition(Mtu.MTU_4096))));
        assertThat(played.warnings(Code.FABRIC_OUTAGE)).hasSize(1);
        assertThat(played.acts())
                .containsExactly("sw1: ib partition Default mtu 4K force", "sw1: no ib sm; ib sm", SAVE);
    }

    @Test
    void aNewPartitionHasItsPortsAndGoesAgain() {
        standby(3);
        Partition storage = members(
                partition(5, "storage", Optional.of(true), Optional.of(Mtu.MTU_4096)),
                new PartitionMember(new PartitionMember.OnePort(sw1.port), Optional.of(Membership.FULL)),
                new PartitionMember(
                        new PartitionMember.HostPorts("node1", Optional.empty(), List.of()),
                        Optional.of(Membership.LIMITED)));
        Played played = Played.converges(fabric, all(3, storage));
        assertThat(played.acts())
                .contains("sw1: ib partition storage pkey 0x0005 force; ib partition storage ipoib force;"
                        + " ib partition storage mtu 4K force; ib partition storage member %s type limited force;"
                                .formatted(fabric.host("node1").port)
                        + " ib partition storage member %s type full force".formatted(sw1.port));
        Played gone = Played.converges(fabric, all(3, Wishes.absent(5)));
        assertThat(gone.acts()).contains("sw1: no ib partition storage");
    }

    @Test
    void whatIsSaidOfAllCountsForItsOwnPort() {
        standby(3);
        assertThat(Played.plan(fabric, all(3, defaultPartition(Mtu.MTU_2048))).differences())
                .isEmpty();
    }

    @Test
    void itsOwnPortIsNamedWhereItIsToBeAnotherKindOfMember() {
        standby(12);
        Partition limited = members(
                defaultPartition(Mtu.MTU_2048),
                new PartitionMember(PartitionMember.Keyword.ALL, Optional.of(Membership.LIMITED)),
                new PartitionMember(PartitionMember.Keyword.SELF, Optional.of(Membership.FULL)));
        Played played = Played.plan(fabric, all(12, limited));
        assertThat(played.acts())
                .contains(
                        "sw1: ib partition Default member %s type full force; ib partition Default member ALL type limited force"
                                .formatted(sw1.port));
    }

    @Test
    void oneThatIsOffIsStarted() {
        off();
        Played played = Played.converges(fabric, withOthers(enabled(opensm(7), true)));
        assertThat(played.differences())
                .contains(
                        "sw1 opensm enabled running: not running, not running",
                        "sw1 opensm enabled file: not started with the switch, not started with the switch");
        assertThat(played.acts()).containsExactly("sw1: ib smnode sw1 sm-priority 7; ib sm", SAVE);
        assertThat(sw1.state).isEqualTo(SmState.STANDBY);
    }

    @Test
    void itsNodeIsEnabledToo() {
        its.node = false;
        off();
        Played played = Played.converges(fabric, withOthers(enabled(opensm(0), true)));
        assertThat(played.acts()).containsExactly("sw1: ib smnode sw1 enable; ib sm", SAVE);
    }

    @Test
    void oneThatIsOffAndNotToBeStartedFollowsNothing() {
        off();
        assertThat(Played.plan(fabric, all(7)).refusals())
                .singleElement()
                .asString()
                .startsWith("OPENSM_NOT_RUNNING");
    }

    @Test
    void oneThatIsEnabledAndDoesNotRunIsWaitedFor() {
        its.starts = false;
        its.sm = true;
        its.save();
        sw1.asSwitch(its);
        Played played = Played.plan(fabric, withOthers(enabled(opensm(0), true)));
        assertThat(played.refusals()).isEmpty();
        assertThat(played.differences()).contains("sw1 opensm enabled running: not running, not running");
        assertThat(played.acts()).isEmpty();
        assertThat(played.plan().fabric()).first().isInstanceOfSatisfying(Step.Await.class, await -> {
            assertThat(await.host()).isEqualTo("sw1");
            assertThat(await.what()).isEqualTo("the subnet manager of sw1 runs");
        });
        assertThat(played.warnings(Code.OPENSM_NOT_RUNNING))
                .containsExactly("the subnet manager is enabled and does not run");
    }

    @Test
    void withoutALicenceItDoesNotStart() {
        its.licensed = Fact.known(false);
        off();
        assertThat(Played.plan(fabric, withOthers(enabled(opensm(0), true))).refusals())
                .containsExactly("OPENSM_NOT_RUNNING the subnet manager of sw1 has no licence, so it does not start");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void itIsStoppedUnlessItIsTheLast(boolean last) {
        standby(3);
        if (last) {
            fabric.host("sm1").stop();
            fabric.host("sm2").stop();
            new Simulator(fabric).elect();
        }
        DesiredHost stopped = host("sw1", enabled(serving(), false));
        if (last) {
            assertThat(Played.plan(fabric, stopped).refusals())
                    .singleElement()
                    .asString()
                    .startsWith("LAST_SUBNET_MANAGER");
        } else {
            assertThat(Played.converges(fabric, stopped).acts()).containsExactly("sw1: no ib sm", SAVE);
        }
    }

    @Test
    void whatItsCommandLineHasNoWordForIsRefused() {
        standby(3);
        Played played = Played.plan(fabric, host("sw1", serving(withRate(defaultPartition(Mtu.MTU_2048), "40"))));
        assertThat(played.refusals())
                .containsExactly(
                        "HOST_NOT_SUPPORTED rate of partition 0x7fff cannot be set on a switch: its command line has no word for it");
    }

    @Test
    void allButTheSubnetManagerIsNotSupported() {
        standby(3);
        Played played = Played.plan(fabric, host("sw1", ib0(2044)));
        assertThat(played.plan().unsupported())
                .containsEntry("sw1", "a managed switch has no ipoib ib0: only its subnet manager is managed (opensm)");
        assertThat(played.refusals()).isEmpty();
    }

    @Test
    void anEthernetProfileIsNotSupported() {
        standby(3);
        its.infiniband = Fact.known(false);
        Played played = Played.plan(fabric, host("sw1", opensm(7)));
        assertThat(played.plan().unsupported())
                .containsEntry("sw1", "an Ethernet profile: not managed, it has no InfiniBand");
        assertThat(played.differences()).isEmpty();
    }

    @Test
    void aNodeOfAnotherNameIsNotGuessed() {
        standby(3);
        sw1.description = Optional.of("MF0;other:SX6036/U1");
        assertThat(Played.plan(fabric, host("sw1", opensm(7))).refusals())
                .containsExactly("FABRIC_UNKNOWN which switch of which fabric sw1 is cannot be told:"
                        + " no switch of the fabric carries its name, sw1");
    }

    @Test
    void aForeignMasterIgnoresItsPartitions() {
        standby(3);
        Played played = Played.plan(fabric, host("sw1", serving(defaultPartition(Mtu.MTU_2048))));
        assertThat(played.warnings(Code.FOREIGN_SUBNET_MANAGER))
                .contains(
                        "the partitions of sw1 are ignored while \"sm1 HCA-1\" port 1 (%s), which no play manages, is master"
                                .formatted(fabric.host("sm1").port));
    }

    @Test
    void aRollbackPutsBackWhatTheSwitchHad() {
        standby(3);
        List<String> lines = its.lines();
        Partition storage = partition(5, "storage", Optional.of(true), Optional.of(Mtu.MTU_2048));
        EarlierRun run = EarlierRun.of(
                fabric,
                Played.plan(fabric, all(7, defaultPartition(Mtu.MTU_4096), storage))
                        .plan());
        assertThat(its.lines()).isNotEqualTo(lines);
        Plan undo = run.undo();
        assertThat(undo.isRefused()).as("%s", undo.diagnostics()).isFalse();
        new Simulator(fabric).apply(undo);
        assertThat(its.lines().stream().map(line -> line.replace("mtu 2K", "mtu ")))
                .containsExactlyElementsOf(lines);
        assertThat(its.saved).isEqualTo(its.lines());
        assertThat(run.undo().hasSteps()).isFalse();
    }

    @Test
    void whatWasChangedSinceIsNotPutBack() {
        standby(3);
        EarlierRun run = EarlierRun.of(fabric, Played.plan(fabric, all(7)).plan());
        its.priority = 9;
        assertThat(run.undo().diagnostics().stream().map(d -> d.message()))
                .contains("opensm priority is 9 now, and run r1 left 7: it was changed since");
    }

    @Test
    void aRollbackStopsWhatWasStarted() {
        off();
        EarlierRun run = EarlierRun.of(
                fabric,
                Played.plan(fabric, withOthers(enabled(opensm(7), true))).plan());
        assertThat(its.sm).isTrue();
        new Simulator(fabric).apply(run.undo());
        assertThat(its.sm).isFalse();
        assertThat(its.priority).isZero();
    }

    private static Partition members(Partition partition, PartitionMember... members) {
        return partition.with(PartitionMembership.all(Optional.of(at(List.of(members)))), List.of());
    }
}
