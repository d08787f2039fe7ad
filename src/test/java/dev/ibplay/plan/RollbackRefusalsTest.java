package dev.ibplay.plan;

import static dev.ibplay.plan.Desired.defaultPartition;
import static dev.ibplay.plan.Desired.host;
import static dev.ibplay.plan.Desired.ib0;
import static dev.ibplay.plan.Desired.opensm;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Severity;
import dev.ibplay.exec.Operation;
import dev.ibplay.facts.Fact;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.Mtu;
import dev.ibplay.plan.whole.FoundFiles;
import dev.ibplay.plan.whole.Planner;
import dev.ibplay.plan.whole.Restoration;
import dev.ibplay.plan.whole.UndoneStep;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** A host that is neither as the run left it nor as it was is somebody else's. */
class RollbackRefusalsTest {
    private final ModelFabric fabric = ModelFabric.twoK();
    private final EarlierRun run = EarlierRun.of(
            fabric,
            Planner.plan(
                    List.of(
                            host("sm1", opensm(12, defaultPartition(Mtu.MTU_4096))),
                            host("sm2", opensm(5, defaultPartition(Mtu.MTU_4096))),
                            host("node1", ib0(4092)),
                            host("node2", ib0(4092))),
                    fabric.observed(),
                    Desired.SETTINGS));

    private static List<Diagnostic> refusals(Plan plan) {
        return plan.diagnostics().stream()
                .filter(d -> d.severity() == Severity.ERROR)
                .toList();
    }

    private static void refuses(Plan plan, Code code, String host, String message, String hint) {
        assertThat(plan.isRefused()).isTrue();
        assertThat(refusals(plan)).singleElement().satisfies(d -> {
            assertThat(d.code()).isEqualTo(code);
            assertThat(d.location().toString()).contains("host=" + host);
            assertThat(d.message()).isEqualTo(message);
            assertThat(d.hint().orElse("")).isEqualTo(hint);
        });
    }

    @Test
    void anMtuThatSomebodySet() {
        fabric.host("node1").withInterface(3000);

        refuses(
                run.undo(),
                Code.HOST_MOVED_ON,
                "node1",
                "mtu of ib0 is 3000 now, and run r1 left 4092: it was changed since",
                "put it back by hand, or leave the host out with --limit 'all:!node1'");
        assertThat(run.undo(h -> !h.equals("node1")).isRefused()).isFalse();
    }

    @Test
    void aModeThatSomebodySet() {
        ModelFabric other = ModelFabric.twoK();
        EarlierRun connected = EarlierRun.of(
                other,
                Planner.plan(
                        List.of(host("node1", ib0(IpoibMode.DATAGRAM, 1500)), host("node2", ib0(1500))),
                        other.observed(),
                        Desired.SETTINGS));
        other.host("node2").ib0().mode = IpoibMode.CONNECTED;
        assertThat(connected.undo().isRefused())
                .as("the run did not touch the mode")
                .isFalse();

        other.host("node1").connected(65520);
        refuses(
                connected.undo(),
                Code.HOST_MOVED_ON,
                "node1",
                "mtu of ib0 is 65520 now, and run r1 left 1500: it was changed since",
                "put it back by hand, or leave the host out with --limit 'all:!node1'");
    }

    @Test
    void whatAGroupCutIsNobodysChange() {
        new Simulator(fabric)
                .apply(Planner.plan(
                        List.of(
                                host("sm1", opensm(12, defaultPartition(Mtu.MTU_1024))),
                                host("sm2", opensm(5, defaultPartition(Mtu.MTU_1024)))),
                        fabric.observed(),
                        EarlierRun.UNDO));
        assertThat(fabric.host("node1").ib0().mtu).isEqualTo(Fact.known(1020));

        assertThat(refusals(run.undo(h -> h.startsWith("node"))))
                .as("not that it moved, but that 2044 does not fit")
                .extracting(Diagnostic::code)
                .containsOnly(Code.MTU_CHAIN);
    }

    @Test
    void aFileThatSomebodyWrote() {
        fabric.host("sm1").put(ModelHost.CONF, "sm_priority 12\n# mine\n", 9000);

        refuses(
                run.undo(),
                Code.HOST_MOVED_ON,
                "sm1",
                "/etc/opensm/opensm.conf was changed since run r1 wrote it",
                "put it back by hand, or leave the host out with --limit 'all:!sm1'");
    }

    @Test
    void aFileThatIsGoneOrCannotBeRead() {
        fabric.host("sm1").remove(ModelHost.CONF);
        assertThat(refusals(run.undo()))
                .extracting(Diagnostic::message)
                .containsExactly("/etc/opensm/opensm.conf, which run r1 wrote, is gone");

        fabric.host("sm1").unreadable.put(ModelHost.CONF, "permission denied");
        assertThat(refusals(run.undo()))
                .extracting(Diagnostic::message)
                .contains(
                        "/etc/opensm/opensm.conf cannot be read, so nobody knows whether it is as run r1 left it: permission denied");
    }

    @Test
    void aCopyThatIsGoneOrWasChangedOrCannotBeRead() {
        String copy = "/var/lib/ibplay/kept/r1/etc%2Fopensm%2Fopensm.conf";
        String old = fabric.host("sm1").files.getOrDefault(copy, "");
        assertThat(old).isEqualTo("sm_priority 10\n");
        String hint = "put the file back by hand, or leave the host out with --limit 'all:!sm1'";

        fabric.host("sm1").put(copy, "sm_priority 11\n", 9000);
        refuses(
                run.undo(),
                Code.KEPT_COPY_LOST,
                "sm1",
                "the copy of what /etc/opensm/opensm.conf was, " + copy + ", was changed since run r1 made it",
                hint);
        fabric.host("sm1").unreadable.put(copy, "permission denied");
        refuses(
                run.undo(),
                Code.KEPT_COPY_LOST,
                "sm1",
                "the copy of what /etc/opensm/opensm.conf was, " + copy + ", cannot be read: permission denied",
                hint);
        fabric.host("sm1").unreadable.clear();
        fabric.host("sm1").remove(copy);
        refuses(
                run.undo(),
                Code.KEPT_COPY_LOST,
                "sm1",
                "the copy of what /etc/opensm/opensm.conf was, " + copy + ", is gone",
                hint);
    }

    @Test
    void aLostCopyDoesNotMatterToAFileThatIsBack() {
        new Simulator(fabric).apply(run.undo());
        fabric.hosts.values().forEach(h -> h.files.keySet().removeIf(KeptFiles::isKept));

        assertThat(run.undo().isRefused()).isFalse();
        assertThat(run.undo().hasDifferences()).isFalse();
    }

    @Test
    void hostsThatAreBackAlreadyAreFine() {
        fabric.host("node1").withInterface(2044);

        Plan undo = run.undo();
        assertThat(undo.isRefused()).isFalse();
        assertThat(undo.shrinking()).extracting(HostSteps::host).containsExactly("node2");
    }

    @Test
    void partitionsGoBackOnAllSubnetManagersOrOnNone() {
        assertThat(refusals(run.undo(h -> !h.equals("sm2"))))
                .extracting(Diagnostic::code)
                .containsExactly(Code.MANAGERS_LEFT_OUT);

        fabric.host("sm2").put(ModelHost.PARTITIONS, ModelFabric.TWO_K + "# mine\n", 9000);
        assertThat(refusals(run.undo(h -> !h.equals("sm2"))))
                .extracting(Diagnostic::code)
                .contains(Code.HOST_MOVED_ON);
    }

    @Test
    void aSubnetManagerThatCannotBeReadStopsTheOthers() {
        fabric.host("sm2").gathered = false;

        assertThat(refusals(run.undo())).extracting(Diagnostic::code).contains(Code.SUBNET_MANAGER_UNREADABLE);
    }

    @Test
    void opensmThatUsesOtherFilesNow() {
        Plan plan = Planner.undo(
                Restoration.of(
                        "r1",
                        List.of(new UndoneStep(
                                1,
                                "sm1",
                                OptionalInt.empty(),
                                true,
                                List.of(new Effect.FileEffect(
                                        "/opt/opensm.conf",
                                        Optional.empty(),
                                        Optional.of(new FileState("00", 1, Optional.empty())),
                                        Optional.empty())))),
                        List.of(new Restoration.Target("sm1", true, true))),
                fabric.observed(),
                FoundFiles.NONE,
                EarlierRun.UNDO);

        assertThat(refusals(plan))
                .extracting(Diagnostic::message)
                .contains("opensm does not use /opt/opensm.conf any more, which run r1 changed");
    }

    @Test
    void aLimitLeavesTheFabricAloneAndReadsNoMoreThanItMust() {
        Restoration restoration = run.restoration(h -> h.equals("node1"));
        assertThat(restoration.hosts()).extracting(h -> h.host()).containsExactly("node1");

        Plan undo = run.undo(h -> h.equals("node1"));
        assertThat(undo.isRefused()).isFalse();
        assertThat(undo.fabric()).isEmpty();
        assertThat(undo.shrinking()).extracting(HostSteps::host).containsExactly("node1");
    }

    @Test
    void interfacesOutsideTheLimitThatTheGroupWillCutAreNamed() {
        Plan undo = run.undo(h -> h.startsWith("sm"));

        assertThat(undo.isRefused()).isFalse();
        assertThat(undo.diagnostics())
                .filteredOn(d -> d.code() == Code.MTU_CUT)
                .extracting(Diagnostic::message)
                .hasSize(2)
                .allMatch(m -> m.contains("will be cut from 4092 to 2044"));
    }

    @Test
    void interfacesShrinkUnderAGuardOfTheNewRunBeforeTheGroupDoes() {
        Plan undo = run.undo();

        assertThat(undo.shrinking()).hasSize(2);
        Step.Guarded guarded =
                (Step.Guarded) undo.shrinking().getFirst().steps().getFirst();
        assertThat(guarded.guard()).isEqualTo("/var/lib/ibplay/guards/r2-0-shrink");
        assertThat(guarded.set()).containsExactly(new Operation.SetLinkMtu("ib0", 2044));
        assertThat(undo.fabric().stream().filter(Step.Act.class::isInstance).map(s -> s.host() + ": " + s.what()))
                .containsExactly(
                        "sm2: write /etc/opensm/partitions.conf, then restart opensm",
                        "sm1: write /etc/opensm/opensm.conf and /etc/opensm/partitions.conf, then restart opensm");
        List<String> differences = new ArrayList<>();
        undo.differences()
                .forEach(d -> differences.add("%s %s %s %s %s -> %s"
                        .formatted(
                                d.host(), d.resource(), d.attribute(), d.level().word(), d.observed(), d.desired())));
        assertThat(differences)
                .containsExactly(
                        "sm1 opensm priority file 12 -> 10",
                        "sm1 partition 0x7fff mtu file 4096 -> 2048",
                        "sm1 opensm priority fabric 12 -> 10",
                        "sm2 partition 0x7fff mtu file 4096 -> 2048",
                        "sm1 partition 0x7fff mtu fabric 4096 -> 2048",
                        "node1 ipoib ib0 mtu running 4092 -> 2044",
                        "node2 ipoib ib0 mtu running 4092 -> 2044");
    }
}
