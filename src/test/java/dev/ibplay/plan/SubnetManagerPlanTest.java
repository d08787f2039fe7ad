package dev.ibplay.plan;

import static dev.ibplay.plan.Desired.defaultPartition;
import static dev.ibplay.plan.Desired.host;
import static dev.ibplay.plan.Desired.opensm;
import static dev.ibplay.plan.Desired.partition;
import static dev.ibplay.plan.Desired.serving;
import static dev.ibplay.plan.Desired.unchangeable;
import static dev.ibplay.plan.Desired.withRate;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Severity;
import dev.ibplay.exec.Operation;
import dev.ibplay.facts.Fact;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.SmState;
import dev.ibplay.plan.whole.Planner;
import dev.ibplay.resource.DesiredHost;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SubnetManagerPlanTest {
    private static final String WRITE_CONF = "write /etc/opensm/opensm.conf";
    private static final String WRITE_PARTITIONS = "write /etc/opensm/partitions.conf";
    private static final String HUP = ", then send HUP to opensm";
    private static final String RESTART = ", then restart opensm";

    private final ModelFabric fabric = ModelFabric.twoK();

    private Plan plan(DesiredHost... desired) {
        return Planner.plan(List.of(desired), fabric.observed(), Desired.SETTINGS);
    }

    /** The steps that change something. */
    private static List<String> acts(Plan plan) {
        return plan.fabric().stream()
                .filter(Step.Act.class::isInstance)
                .map(s -> s.host() + ": " + s.what())
                .toList();
    }

    private static Step.Await settled(Plan plan) {
        return (Step.Await) plan.fabric().getLast();
    }

    private static Optional<SmState> stateAskedAfter(Plan plan, int act) {
        Step.Await ready = (Step.Await) plan.fabric().get(2 * act + 1);
        return ((Expectation.SubnetManagerIs) ready.answers().getFirst().expectation()).state();
    }

    private static List<String> differences(Plan plan) {
        return plan.differences().stream()
                .map(d -> "%s %s %s %s: %s, not %s"
                        .formatted(
                                d.host(), d.resource(), d.attribute(), d.level().word(), d.observed(), d.desired()))
                .toList();
    }

    @Test
    void nothingToDo() {
        Plan plan = plan(
                host("sm1", opensm(10, defaultPartition(Mtu.MTU_2048))),
                host("sm2", opensm(5, defaultPartition(Mtu.MTU_2048))));

        assertThat(plan.hasDifferences()).isFalse();
        assertThat(plan.hasSteps()).isFalse();
        assertThat(plan.diagnostics()).isEmpty();
    }

    @Test
    void raisesAPriorityInFileAndFabric() {
        Plan plan = plan(host("sm1", opensm(12)), host("sm2", opensm(5)));

        assertThat(differences(plan))
                .containsExactly("sm1 opensm priority file: 10, not 12", "sm1 opensm priority fabric: 10, not 12");
        assertThat(acts(plan)).containsExactly("sm1: " + WRITE_CONF + HUP);
        assertThat(plan.files())
                .singleElement()
                .satisfies(f -> assertThat(f.after().orElseThrow().latin1()).isEqualTo("sm_priority 12\n"));
    }

    @Test
    void lowersBeforeItRaises() {
        Plan plan = plan(host("sm2", opensm(10)), host("sm1", opensm(5)));

        assertThat(acts(plan)).containsExactly("sm1: " + WRITE_CONF + HUP, "sm2: " + WRITE_CONF + HUP);
        assertThat(settled(plan).what()).isEqualTo("sm2 is master and the fabric is as planned");
    }

    @Test
    void lowersTheStandbyBeforeItRaisesTheMaster() {
        Plan plan = plan(host("sm1", opensm(12)), host("sm2", opensm(3)));

        assertThat(acts(plan)).containsExactly("sm2: " + WRITE_CONF + HUP, "sm1: " + WRITE_CONF + HUP);
    }

    @Test
    void aChangedGroupMtuRestartsAllStandbysFirst() {
        Plan plan = plan(
                host("sm1", opensm(10, defaultPartition(Mtu.MTU_4096))),
                host("sm2", opensm(5, defaultPartition(Mtu.MTU_4096))));

        assertThat(acts(plan))
                .containsExactly("sm2: " + WRITE_PARTITIONS + RESTART, "sm1: " + WRITE_PARTITIONS + RESTART);
        assertThat(stateAskedAfter(plan, 0)).contains(SmState.STANDBY);
        assertThat(stateAskedAfter(plan, 1)).isEmpty();
        assertThat(settled(plan).answers())
                .extracting(Step.Awaited::expectation)
                .contains(new Expectation.GroupMtuIs(Mtu.MTU_4096));
    }

    @Test
    void aRestartedStandbyThatIsToBeMasterNeedNotStayStandby() {
        Plan plan = plan(
                host("sm1", opensm(5, defaultPartition(Mtu.MTU_4096))),
                host("sm2", opensm(10, defaultPartition(Mtu.MTU_4096))));

        assertThat(acts(plan)).first().asString().startsWith("sm2: ");
        assertThat(stateAskedAfter(plan, 0)).isEmpty();
    }

    @Test
    void aNewPartitionNeedsOnlyAHupOfTheMaster() {
        var storage = partition(0x0005, "storage", Optional.of(true), Optional.of(Mtu.MTU_4096));
        Plan plan = plan(host("sm1", serving(storage)), host("sm2", serving(storage)));

        assertThat(acts(plan)).containsExactly("sm2: " + WRITE_PARTITIONS, "sm1: " + WRITE_PARTITIONS + HUP);
    }

    @Test
    void fileRightAndFabricWrongRestarts() {
        fabric.hosts.values().stream()
                .filter(h -> h.hasOpensm)
                .forEach(h -> h.put(ModelHost.PARTITIONS, ModelFabric.FOUR_K, 500));
        Plan plan = plan(
                host("sm1", serving(defaultPartition(Mtu.MTU_4096))),
                host("sm2", serving(defaultPartition(Mtu.MTU_4096))));

        assertThat(differences(plan)).containsExactly("sm1 partition 0x7fff mtu fabric: 2048, not 4096");
        assertThat(acts(plan)).containsExactly("sm2: restart opensm", "sm1: restart opensm");
    }

    @Test
    void aPriorityThatIsRightInTheFileOnlyTakesAHupOrANewProcess() {
        fabric.host("sm1").put(ModelHost.CONF, "sm_priority 12\n", 1500);
        assertThat(acts(plan(host("sm1", opensm(12)), host("sm2", opensm(5)))))
                .containsExactly("sm1: send HUP to opensm");

        fabric.host("sm1").put(ModelHost.CONF, "sm_priority 12\n", 500);
        assertThat(acts(plan(host("sm1", opensm(12)), host("sm2", opensm(5))))).containsExactly("sm1: restart opensm");
    }

    @Test
    void aFileThatWasNotThereAtTheStartNeedsANewProcess() {
        fabric.host("sm1").remove(ModelHost.CONF);
        Plan plan = plan(host("sm1", opensm(12)), host("sm2", opensm(5)));

        assertThat(acts(plan)).containsExactly("sm1: " + WRITE_CONF + RESTART);
        assertThat(plan.files())
                .singleElement()
                .satisfies(f -> assertThat(f.before()).isEmpty());
    }

    @Test
    void aChangedRateOfAGroupRestarts() {
        var faster = withRate(defaultPartition(Mtu.MTU_2048), "40");
        Plan plan = plan(host("sm1", serving(faster)), host("sm2", serving(faster)));

        assertThat(differences(plan)).contains("sm1 partition 0x7fff rate fabric: 10, not 40");
        assertThat(acts(plan))
                .containsExactly("sm2: " + WRITE_PARTITIONS + RESTART, "sm1: " + WRITE_PARTITIONS + RESTART);
    }

    @Test
    void takingTheGroupAwayRestarts() {
        var silent = partition(0x7fff, "Default", Optional.of(false), Optional.empty());
        Plan plan = plan(host("sm1", serving(silent)), host("sm2", serving(silent)));

        assertThat(differences(plan))
                .contains(
                        "sm1 partition 0x7fff ipoib file: yes, not no",
                        "sm1 partition 0x7fff ipoib fabric: yes, not no");
        assertThat(acts(plan))
                .containsExactly("sm2: " + WRITE_PARTITIONS + RESTART, "sm1: " + WRITE_PARTITIONS + RESTART);
    }

    @Test
    void aStandbyWithAnotherGroupInItsFileIsRestartedToo() {
        fabric.host("sm2").put(ModelHost.PARTITIONS, ModelFabric.FOUR_K, 500);
        Plan plan = plan(
                host("sm1", serving(defaultPartition(Mtu.MTU_2048))),
                host("sm2", serving(defaultPartition(Mtu.MTU_2048))));

        assertThat(acts(plan)).containsExactly("sm2: " + WRITE_PARTITIONS + RESTART);
    }

    @Test
    void aStepIsUndoneByTheOldFilesAndTheSameActivation() {
        Plan plan = plan(
                host("sm1", opensm(12, defaultPartition(Mtu.MTU_4096))),
                host("sm2", opensm(5, defaultPartition(Mtu.MTU_4096))));
        Step.Act master = (Step.Act) plan.fabric().get(2);

        assertThat(master.host()).isEqualTo("sm1");
        assertThat(master.operations())
                .extracting(o -> o.getClass().getSimpleName())
                .containsExactly(
                        "RunCommand", "ReplaceFile", "ReplaceFile", "ReplaceFile", "ReplaceFile", "RunCommand");
        assertThat(master.operations().subList(1, 3))
                .extracting(o -> ((Operation.ReplaceFile) o).path())
                .as("the old contents are kept first")
                .containsExactly(
                        "/var/lib/ibplay/kept/r1/etc%2Fopensm%2Fopensm.conf",
                        "/var/lib/ibplay/kept/r1/etc%2Fopensm%2Fpartitions.conf");
        assertThat(master.undo())
                .extracting(o -> o.getClass().getSimpleName())
                .containsExactly("ReplaceFile", "ReplaceFile", "RunCommand");
        var first = (Operation.ReplaceFile) master.undo().getFirst();
        assertThat(first.path()).isEqualTo(ModelHost.PARTITIONS);
        assertThat(first.content().latin1()).isEqualTo(ModelFabric.TWO_K);
    }

    @Test
    void aFileThatIsMadeIsRemovedByTheUndo() {
        fabric.host("sm1").remove(ModelHost.CONF);
        Step.Act act = (Step.Act)
                plan(host("sm1", opensm(12)), host("sm2", opensm(5))).fabric().getFirst();

        assertThat(act.undo().getFirst()).isInstanceOf(Operation.RemoveFile.class);
    }

    @Test
    void whatAStandbyHoldsInMemoryIsOnlyInferred() {
        ModelHost standby = fabric.host("sm2");
        standby.modified.put(ModelHost.PARTITIONS, standby.started + 3);

        Plan plan = plan(
                host("sm1", opensm(10, defaultPartition(Mtu.MTU_2048))),
                host("sm2", opensm(5, defaultPartition(Mtu.MTU_2048))));

        assertThat(plan.hasDifferences()).isFalse();
        assertThat(plan.diagnostics()).singleElement().satisfies(d -> {
            assertThat(d.code()).isEqualTo(Code.RUNNING_INFERRED);
            assertThat(d.severity()).isEqualTo(Severity.WARNING);
        });
    }

    @Test
    void equalPrioritiesAreAWarning() {
        Plan plan = plan(host("sm1", opensm(10)), host("sm2", opensm(10)));

        assertThat(plan.isRefused()).isFalse();
        assertThat(plan.diagnostics()).singleElement().satisfies(d -> {
            assertThat(d.code()).isEqualTo(Code.EQUAL_PRIORITIES);
            assertThat(d.message())
                    .isEqualTo("sm1 and sm2 both have priority 10, so the lower port GUID decides: sm1 wins");
        });
        assertThat(settled(plan).what()).startsWith("sm1 is master");
    }

    @Test
    void hostsOutsideTheLimitAreReadButNotChanged() {
        Plan plan = plan(unchangeable("sm1", opensm(12)), host("sm2", opensm(11)));

        assertThat(acts(plan)).containsExactly("sm2: " + WRITE_CONF + HUP);
        assertThat(settled(plan).what()).as("sm1 stays at 10").startsWith("sm2 is master");
        assertThat(settled(plan).answers())
                .extracting(Step.Awaited::expectation)
                .contains(new Expectation.SubnetManagerIs(Optional.of(SmState.STANDBY), Optional.of(10)));
    }

    @Test
    void aMasterOutsideTheLimitChangesNoGroup() {
        Plan plan =
                plan(unchangeable("sm1", serving(defaultPartition(Mtu.MTU_4096))), host("node1", Desired.ib0(4092)));

        assertThat(plan.fabric()).isEmpty();
        assertThat(plan.diagnostics()).extracting(d -> d.code()).containsExactly(Code.MTU_CHAIN);
    }

    @Test
    void twoMastersAndStrayPortsAreDifferences() {
        fabric.strayLids.put(fabric.host("node2").port, 99);
        assertThat(differences(plan(host("sm1", opensm(10)), host("sm2", opensm(5)))))
                .containsExactly("sm1 opensm SMLid fabric: \"node2 HCA-1\" port 1: 99, not 11");

        fabric.host("sm2").state = SmState.MASTER;
        assertThat(differences(plan(host("sm1", opensm(10)), host("sm2", opensm(5)))))
                .containsExactly("sm1 opensm master fabric: %s, %s, not %s"
                        .formatted(fabric.host("sm1").port, fabric.host("sm2").port, fabric.host("sm1").port));
    }

    @Test
    void noMasterIsADifference() {
        fabric.host("sm1").state = SmState.STANDBY;
        assertThat(differences(plan(host("sm1", opensm(10)), host("sm2", opensm(5)))))
                .containsExactly("sm1 opensm master fabric: none, not " + fabric.host("sm1").port);
    }

    @Test
    void wrongPKeyTablesTakeAHupOfTheMaster() {
        fabric.pkeys.remove(fabric.host("node1").port);
        Plan plan = plan(
                host("sm1", serving(defaultPartition(Mtu.MTU_2048))),
                host("sm2", serving(defaultPartition(Mtu.MTU_2048))));

        String port = fabric.host("node1").port.toString();
        assertThat(differences(plan))
                .containsExactly(
                        "sm1 partition 0x7fff P_Key tables fabric: %s: none, not %s: 0xffff".formatted(port, port));
        assertThat(acts(plan)).containsExactly("sm1: send HUP to opensm");
    }

    @Test
    void anUnreadableGroupIsAWarningAndNoDifference() {
        fabric.groups.put(0x7fff, Fact.unreadable("no answer"));
        Plan plan = plan(host("sm1", serving(defaultPartition(Mtu.MTU_2048))));

        assertThat(plan.hasDifferences()).isFalse();
        assertThat(plan.diagnostics())
                .singleElement()
                .satisfies(d -> assertThat(d.message())
                        .isEqualTo("the IPoIB group of partition 0x7fff could not be read: no answer"));
    }
}
