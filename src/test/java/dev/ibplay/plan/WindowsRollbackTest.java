package dev.ibplay.plan;

import static dev.ibplay.plan.Desired.defaultPartition;
import static dev.ibplay.plan.Desired.host;
import static dev.ibplay.plan.Desired.ipoib;
import static dev.ibplay.plan.Desired.opensm;
import static dev.ibplay.plan.Desired.serving;
import static dev.ibplay.plan.Wishes.enabled;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.facts.WindowsServiceObserved.Start;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PKey;
import dev.ibplay.plan.whole.Planner;
import dev.ibplay.resource.Resource;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What runs have done to Windows hosts is undone by the same kinds of steps. */
class WindowsRollbackTest {
    private static final String CONF = ModelWindows.FOLDER + "opensm.conf";

    private final ModelFabric fabric = ModelFabric.twoK();
    private final ModelWindows windows = new ModelWindows();
    private final ModelHost host = fabric.add("win1", 2);

    private Plan plan(Resource... wanted) {
        return Planner.plan(List.of(host("win1", wanted)), fabric.observed(), Desired.SETTINGS);
    }

    private static List<String> refusals(Plan plan) {
        return plan.diagnostics().stream()
                .filter(d -> plan.isRefused())
                .filter(d -> d.severity() == dev.ibplay.diag.Severity.ERROR)
                .map(d -> d.code() + " " + d.message())
                .toList();
    }

    private void hasFourK() {
        host.windows = Optional.of(windows);
        fabric.groups.put(0x7fff, ModelFabric.group(PKey.DEFAULT.asFullMember(), Mtu.MTU_4096));
    }

    private void runsOpensm(String image) {
        windows.image = image;
        host.withOpensm(windows, "sm_priority 3\r\n", ModelFabric.TWO_K);
        new Simulator(fabric).elect();
    }

    @Test
    void anMtuGoesBackInUseAndInTheStore() {
        hasFourK();
        EarlierRun run = EarlierRun.of(fabric, plan(ipoib("IB0", 4092)));
        assertThat(windows.mtu).isEqualTo(4092);
        Plan undo = run.undo();
        assertThat(refusals(undo)).isEmpty();
        assertThat(undo.diagnostics().stream().map(Diagnostic::message))
                .contains("*JumboPacket stays 4092, which does no harm: it only bounds the MTU from above");
        new Simulator(fabric).apply(undo);
        assertThat(windows.mtu).isEqualTo(2044);
        assertThat(windows.kept).isEqualTo(2044);
        assertThat(windows.driver).isEqualTo("4092");
    }

    @Test
    void anMtuThatSomebodyElseHasSetIsLeftAlone() {
        hasFourK();
        EarlierRun run = EarlierRun.of(fabric, plan(ipoib("IB0", 4092)));
        windows.mtu = 3000;
        assertThat(refusals(run.undo()))
                .containsExactly("HOST_MOVED_ON ipoib IB0 mtu is 3000 now, and run r1 left 4092: it was changed since");
    }

    @Test
    void aStoreThatAloneWasChangedStaysAndIsNamed() {
        hasFourK();
        windows.kept = 1500;
        EarlierRun run = EarlierRun.of(fabric, plan(ipoib("IB0", 2044)));
        Plan undo = run.undo();
        assertThat(undo.hasSteps()).isFalse();
        assertThat(undo.diagnostics())
                .anyMatch(d -> d.code() == Code.UNDO_UNKNOWN
                        && d.message().equals("what the next start brings IB0 stays as run r1 left it (mtu=2044)"));
    }

    @Test
    void priorityAndFilesGoBack() {
        runsOpensm(ModelWindows.NAMED + " -p 3");
        EarlierRun run = EarlierRun.of(fabric, plan(opensm(12, defaultPartition(Mtu.MTU_2048))));
        assertThat(windows.image).endsWith("-p 12");
        assertThat(host.priority).isEqualTo(12);
        Plan undo = run.undo();
        assertThat(refusals(undo)).isEmpty();
        new Simulator(fabric).apply(undo);
        assertThat(windows.image).isEqualTo(ModelWindows.NAMED + " -p 3");
        assertThat(host.text(CONF)).isEqualTo("sm_priority 3\r\n");
        assertThat(host.priority).isEqualTo(3);
        assertThat(run.undo().hasSteps()).isFalse();
    }

    @Test
    void aCommandLineThatSomebodyElseHasChangedIsLeftAlone() {
        runsOpensm("C:\\WinOF\\opensm.exe --service");
        EarlierRun run = EarlierRun.of(fabric, plan(opensm(12)));
        windows.image = "C:\\WinOF\\opensm.exe --service -p 12 -L 64";
        assertThat(refusals(run.undo()))
                .containsExactly("HOST_MOVED_ON the command line of service OpenSM is another one than run r1 left:"
                        + " it was changed since");
    }

    @Test
    void whetherAServiceIsStartedIsNotUndone() {
        runsOpensm(ModelWindows.NAMED);
        host.stop();
        windows.start = Start.DISABLED;
        Plan plan = Planner.plan(
                List.of(host("sm1", opensm(10)), host("sm2", opensm(5)), host("win1", enabled(serving(), true))),
                fabric.observed(),
                Desired.SETTINGS);
        EarlierRun run = EarlierRun.of(fabric, plan);
        assertThat(refusals(run.undo()))
                .containsExactly("UNDO_UNKNOWN run r1 made opensm start with the host, which a rollback does not undo");
    }
}
