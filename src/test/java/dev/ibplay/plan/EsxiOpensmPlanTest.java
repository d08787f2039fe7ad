package dev.ibplay.plan;

import static dev.ibplay.plan.Desired.defaultPartition;
import static dev.ibplay.plan.Desired.host;
import static dev.ibplay.plan.Desired.opensm;
import static dev.ibplay.plan.Desired.partition;
import static dev.ibplay.plan.Desired.serving;
import static dev.ibplay.plan.Wishes.on;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.facts.Fact;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.SmState;
import dev.ibplay.resource.DesiredHost;
import dev.ibplay.resource.Partition;
import dev.ibplay.resource.SubnetManager;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** OpenSM of the community VIB on an ESXi host, in a fabric with two more on Linux. */
class EsxiOpensmPlanTest {
    private static final String FOLDER = "/scratch/opensm/mlx4_0";
    private static final String FILE = FOLDER + "/partitions.conf";
    private static final String SECOND = "/scratch/opensm/mlx4_1/partitions.conf";
    private static final String SCRIPT = "/etc/init.d/opensmd";

    private final ModelFabric fabric = ModelFabric.twoK();
    private final ModelEsxi esxi = new ModelEsxi();
    private final ModelHost host = fabric.add("esx1", 2);
    private final Simulator simulator = new Simulator(fabric);

    private void runs(String... partitionFiles) {
        host.withOpensm(esxi, partitionFiles);
        simulator.elect();
    }

    private static DesiredHost[] all(SubnetManager ofEsxi, Partition... partitions) {
        return new DesiredHost[] {
            host("sm1", opensm(10, partitions)), host("sm2", opensm(5, partitions)), host("esx1", ofEsxi)
        };
    }

    private static DesiredHost[] all(Partition... partitions) {
        return all(serving(partitions), partitions);
    }

    private static Partition storage() {
        return partition(0x8005, "storage", Optional.of(true), Optional.of(Mtu.MTU_2048));
    }

    private void assertNobodyAsksEsxi(Plan plan) {
        assertThat(plan.fabric().stream().filter(Step.Await.class::isInstance))
                .as("questions are asked by a host that can")
                .noneMatch(step -> step.host().equals("esx1"));
    }

    @Test
    void aNewPartitionIsWrittenToAStandbyFirst() {
        runs(ModelFabric.TWO_K);
        Played played = Played.converges(fabric, all(defaultPartition(Mtu.MTU_2048), storage()));
        assertThat(played.acts())
                .contains("esx1: write " + FILE)
                .last()
                .asString()
                .startsWith("sm1: write ");
        assertThat(host.text(FILE)).contains("storage=0x0005");
        assertNobodyAsksEsxi(played.plan());
        assertThat(played.plan().unsupported()).isEmpty();
    }

    @Test
    void eachFolderGetsTheSameEditOfItsOwnContent() {
        esxi.folders = List.of(FOLDER, "/scratch/opensm/mlx4_1");
        runs(ModelFabric.TWO_K, "# by hand\n" + ModelFabric.TWO_K);
        Played played = Played.converges(fabric, all(defaultPartition(Mtu.MTU_2048), storage()));
        assertThat(played.acts()).contains("esx1: write " + FILE + " and " + SECOND);
        assertThat(host.text(FILE)).contains("storage").doesNotContain("by hand");
        assertThat(host.text(SECOND)).startsWith("# by hand\n").contains("storage");
        assertThat(played.differences().stream().filter(d -> d.startsWith("esx1")))
                .containsExactly("esx1 partition 0x0005 definition file: absent, not present");
    }

    @Test
    void aFolderThatAloneIsBehindIsBroughtInStep() {
        esxi.folders = List.of(FOLDER, "/scratch/opensm/mlx4_1");
        runs(ModelFabric.TWO_K, "Default=0x7fff,ipoib,mtu=4:ALL=full;\n");
        Played played = Played.converges(fabric, all(defaultPartition(Mtu.MTU_2048)));
        assertThat(played.acts()).containsExactly("esx1: write " + SECOND);
    }

    @Test
    void aBrokenFileInAnyFolderIsRefused() {
        esxi.folders = List.of(FOLDER, "/scratch/opensm/mlx4_1");
        runs(ModelFabric.TWO_K, "Default=0x7fff ipoib\n");
        assertThat(Played.plan(fabric, all(defaultPartition(Mtu.MTU_2048), storage()))
                        .refusals())
                .singleElement()
                .asString()
                .startsWith("PARTITIONS_FILE_BROKEN OpenSM discards " + SECOND);
    }

    @Test
    void withoutAnyFolderItHasNeverStarted() {
        runs(ModelFabric.TWO_K);
        esxi.folders = List.of();
        esxi.showsProcess = false;
        assertThat(Played.plan(fabric, all(defaultPartition(Mtu.MTU_2048))).refusals())
                .containsExactly("OPENSM_NOT_RUNNING OpenSM has never started on this host:"
                        + " it makes a folder under /scratch/opensm when it does, and there is none");
    }

    @Test
    void aProcessWithoutAnyFolderHasNoFileThatCouldBeWritten() {
        runs(ModelFabric.TWO_K);
        esxi.folders = List.of();
        assertThat(Played.plan(fabric, all(defaultPartition(Mtu.MTU_2048))).refusals())
                .containsExactly(
                        "OPENSM_UNREADABLE partitions.conf cannot be read: which folder process 4 uses cannot be told");
    }

    @Test
    void aMasterIsToldByHup() {
        runs(ModelFabric.TWO_K);
        fabric.host("sm1").stop();
        fabric.host("sm2").stop();
        fabric.host("sm1").hasOpensm = false;
        fabric.host("sm2").hasOpensm = false;
        simulator.elect();
        assertThat(host.state).isEqualTo(SmState.MASTER);
        Played played = Played.converges(fabric, host("esx1", serving(defaultPartition(Mtu.MTU_2048), storage())));
        assertThat(played.acts()).containsExactly("esx1: write " + FILE + ", then send HUP to opensm");
    }

    @Test
    void aMasterThatNobodySeesAmongTheProcessesIsNotTold() {
        runs(ModelFabric.TWO_K);
        fabric.host("sm1").stop();
        fabric.host("sm2").stop();
        fabric.host("sm1").hasOpensm = false;
        fabric.host("sm2").hasOpensm = false;
        esxi.showsProcess = false;
        simulator.elect();
        Played without = Played.plan(fabric, host("esx1", serving(defaultPartition(Mtu.MTU_2048), storage())));
        assertThat(without.refusals())
                .containsExactly("OPENSM_BY_HAND opensm must be restarted, is master of its fabric,"
                        + " and nothing is known on this host that could do that but a reboot");
        esxi.script = Optional.of(SCRIPT);
        Played with = Played.converges(fabric, host("esx1", serving(defaultPartition(Mtu.MTU_2048), storage())));
        assertThat(with.acts()).containsExactly("esx1: write " + FILE + ", then restart opensm");
        assertThat(esxi.ran).containsExactly(SCRIPT + " restart");
    }

    @Test
    void aNewMtuRestartsItByItsScriptBeforeTheMaster() {
        esxi.script = Optional.of(SCRIPT);
        runs(ModelFabric.TWO_K);
        Played played = Played.converges(fabric, all(defaultPartition(Mtu.MTU_4096)));
        assertThat(played.acts())
                .contains("esx1: write " + FILE + ", then restart opensm")
                .last()
                .asString()
                .startsWith("sm1: ");
        assertThat(played.simulator().mostDown).isEqualTo(1);
        assertThat(esxi.ran).containsExactly(SCRIPT + " restart");
        assertNobodyAsksEsxi(played.plan());
    }

    private static DesiredHost[] raised() {
        return all(defaultPartition(Mtu.MTU_4096));
    }

    @Test
    void withoutAScriptTheFabricWaitsForAReboot() {
        runs(ModelFabric.TWO_K);
        esxi.booted = 100;
        Played first = Played.plan(fabric, raised());
        assertThat(first.refusals()).isEmpty();
        assertThat(first.acts()).as("only what the reboot makes count").containsExactly("esx1: write " + FILE);
        assertHeld(first.plan());
        assertThat(first.warnings(Code.OPENSM_BY_HAND))
                .containsExactly("opensm must be restarted on esx1, and nothing there is known that could do that"
                        + " but a reboot: the fabric waits for it");
        first.simulator().apply(first.plan());

        Played meanwhile = Played.plan(fabric, raised());
        assertThat(meanwhile.acts()).isEmpty();
        assertHeld(meanwhile.plan());

        first.simulator().reboot(host);
        Played last = Played.converges(fabric, raised());
        assertThat(last.plan().held()).isEmpty();
        assertThat(last.acts()).noneMatch(act -> act.startsWith("esx1"));
        assertThat(fabric.fabricFacts().groupMtu(PKey.DEFAULT)).contains(Mtu.MTU_4096);
    }

    private static void assertHeld(Plan plan) {
        assertThat(plan.differences())
                .isNotEmpty()
                .allSatisfy(difference -> assertThat(plan.held()).anyMatch(held -> held.explains(difference)));
        assertThat(plan.held()).extracting(Held::until).containsOnly("until these have rebooted: esx1");
    }

    @Test
    void whereNobodyTellsWhetherItHasRebootedItGoesOnWithAWarning() {
        runs(ModelFabric.TWO_K);
        Played first = Played.plan(fabric, raised());
        assertHeld(first.plan());
        first.simulator().apply(first.plan());
        first.simulator().reboot(host);
        Played last = Played.converges(fabric, raised());
        assertThat(last.warnings(Code.RUNNING_INFERRED))
                .containsExactly("running, unknown: esx1 does not tell whether opensm started before " + FILE
                        + " was changed; whether it would bring old groups back shows only when it is master");
    }

    @Test
    void aDriverOfTheSameHostWaitsForTheSameReboot() {
        runs(ModelFabric.TWO_K);
        esxi.booted = 100;
        host.cap = Mtu.MTU_2048;
        DesiredHost[] wanted = raised();
        wanted[2] =
                host("esx1", serving(defaultPartition(Mtu.MTU_4096)), Desired.driver(ModelEsxi.MODULE, "mtu_4k", "1"));
        Played first = Played.plan(fabric, wanted);
        assertThat(first.refusals()).isEmpty();
        assertThat(first.acts()).containsExactly("esx1: write " + FILE);
        first.simulator().apply(first.plan());
        assertThat(esxi.parameters).containsEntry("mtu_4k", "1");
        host.cap = Mtu.MTU_4096;
        first.simulator().reboot(host);
        Played.converges(fabric, wanted);
    }

    @Test
    void aPortOfAnotherHostThatWaitsKeepsTheFileBack() {
        runs(ModelFabric.TWO_K);
        ModelHost other = fabric.add("esx2", 1);
        var second = new ModelEsxi();
        other.esxi = Optional.of(second);
        other.cap = Mtu.MTU_2048;
        Played first = Played.plan(
                fabric,
                host("sm1", opensm(10, defaultPartition(Mtu.MTU_4096))),
                host("sm2", opensm(5, defaultPartition(Mtu.MTU_4096))),
                host("esx1", serving(defaultPartition(Mtu.MTU_4096))),
                host("esx2", Desired.driver(ModelEsxi.MODULE, "mtu_4k", "1")));
        assertThat(first.refusals()).isEmpty();
        assertThat(first.acts()).as("esx1 as master would shut esx2 out").isEmpty();
        assertThat(first.plan().held()).extracting(Held::until).contains("until these have rebooted: esx1, esx2");
    }

    @Test
    void aMasterWithoutAScriptCannotWait() {
        runs(ModelFabric.TWO_K);
        host.priority = 12;
        simulator.elect();
        Played played = Played.plan(fabric, raised());
        assertThat(played.refusals())
                .containsExactly("OPENSM_BY_HAND opensm must be restarted, is master of its fabric,"
                        + " and nothing is known on this host that could do that but a reboot");
    }

    @Test
    void oneThatDoesNotRunIsNotPlannedInSilence() {
        runs(ModelFabric.TWO_K);
        host.stop();
        simulator.elect();
        Played played = Played.plan(fabric, all(defaultPartition(Mtu.MTU_2048)));
        assertThat(played.refusals())
                .containsExactly("OPENSM_NOT_RUNNING opensm does not run on esx1, so nothing follows its files");
        assertThat(played.plan().diagnostics().stream()
                        .filter(d -> d.code() == Code.OPENSM_NOT_RUNNING)
                        .map(Diagnostic::hint))
                .containsExactly(Optional.of("start it by hand or reboot the host, or take the host out of the play"));
    }

    @Test
    void whatIsWrittenToMemoryIsWarnedOf() {
        runs(ModelFabric.TWO_K);
        esxi.scratch = Fact.known("/tmp/scratch");
        Played played = Played.plan(fabric, all(defaultPartition(Mtu.MTU_2048), storage()));
        assertThat(played.refusals()).isEmpty();
        assertThat(played.warnings(Code.NOT_PERSISTENT))
                .containsExactly(FILE + " is lost with the next start of esx1: /scratch is in memory");
        esxi.scratch = Fact.unreadable("no answer");
        assertThat(Played.plan(fabric, all(defaultPartition(Mtu.MTU_2048), storage()))
                        .warnings(Code.NOT_PERSISTENT))
                .containsExactly("whether " + FILE + " is there after the next start of esx1 is not known: no answer");
        esxi.scratch = Fact.known("/tmp/scratch");
        assertThat(Played.plan(fabric, raised()).refusals())
                .as("a reboot would lose what it is to make count")
                .containsExactly("NOT_PERSISTENT " + FILE
                        + " counts from the next start of esx1 on, and is lost then: /scratch is in memory");
    }

    @Test
    void withoutIpoibItIsUnsupported() {
        esxi.version = "7.0.3";
        runs(ModelFabric.TWO_K);
        Played played = Played.plan(fabric, host("esx1", opensm(3, defaultPartition(Mtu.MTU_2048))));
        assertThat(played.refusals()).isEmpty();
        assertThat(played.acts()).isEmpty();
        assertThat(played.plan().unsupported())
                .containsEntry("esx1", "VMware ESXi 7.0.3 has no InfiniBand, so no subnet manager can run on it");
    }

    @Test
    void onePortChoosesItsFolder() {
        runs(ModelFabric.TWO_K);
        Played other = Played.plan(fabric, all(on(serving(defaultPartition(Mtu.MTU_2048), storage()), "mlx4_1/1")));
        assertThat(other.refusals())
                .containsExactly(
                        "OPENSM_SEVERAL no OpenSM instance on mlx4_1/1 on this host; there is one on mlx4_0/1 ("
                                + host.port + ") with " + FILE);
    }

    @Test
    void aNewKeyIsRefusedWhereOneWouldKeepTheOld() {
        runs(ModelFabric.TWO_K);
        Played played = Played.plan(
                fabric,
                host("sm1", Wishes.options(opensm(10), "sm_key", "0x22")),
                host("sm2", Wishes.options(opensm(5), "sm_key", "0x22")),
                host("esx1", serving(defaultPartition(Mtu.MTU_2048))));
        assertThat(played.refusals()).anyMatch(r -> r.startsWith("SM_KEYS_DIFFER esx1 keeps the sm_key that it has"));
    }

    @Test
    void aRollbackPutsAllFoldersBack() {
        esxi.folders = List.of(FOLDER, "/scratch/opensm/mlx4_1");
        esxi.script = Optional.of(SCRIPT);
        String byHand = "# by hand\n" + ModelFabric.TWO_K;
        runs(ModelFabric.TWO_K, byHand);
        EarlierRun run = EarlierRun.of(fabric, Played.plan(fabric, raised()).plan());
        assertThat(host.text(SECOND)).contains("mtu=5");
        Plan undo = run.undo();
        assertThat(undo.isRefused()).as("%s", undo.diagnostics()).isFalse();
        new Simulator(fabric).apply(undo);
        assertThat(host.text(FILE)).isEqualTo(ModelFabric.TWO_K);
        assertThat(host.text(SECOND)).isEqualTo(byHand);
        assertThat(fabric.fabricFacts().groupMtu(PKey.DEFAULT)).contains(Mtu.MTU_2048);
    }

    @Test
    void aRollbackAfterARebootHasLostTheCopies() {
        runs(ModelFabric.TWO_K);
        EarlierRun run = EarlierRun.of(
                fabric,
                Played.plan(fabric, all(defaultPartition(Mtu.MTU_2048), storage()))
                        .plan());
        simulator.reboot(host);
        assertThat(run.undo().diagnostics())
                .anyMatch(d -> d.code() == Code.KEPT_COPY_LOST && d.message().contains(FILE));
    }
}
