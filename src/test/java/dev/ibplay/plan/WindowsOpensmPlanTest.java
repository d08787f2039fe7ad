package dev.ibplay.plan;

import static dev.ibplay.plan.Desired.defaultPartition;
import static dev.ibplay.plan.Desired.host;
import static dev.ibplay.plan.Desired.opensm;
import static dev.ibplay.plan.Desired.partition;
import static dev.ibplay.plan.Desired.serving;
import static dev.ibplay.plan.Wishes.enabled;
import static dev.ibplay.plan.Wishes.options;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.facts.WindowsServiceObserved.Start;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.SmState;
import dev.ibplay.resource.DesiredHost;
import dev.ibplay.resource.Partition;
import dev.ibplay.resource.SubnetManager;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** OpenSM as a service of a Windows host, in a fabric with two more on Linux. */
class WindowsOpensmPlanTest {
    private static final String CONF = ModelWindows.FOLDER + "opensm.conf";
    private static final String FILE = ModelWindows.FOLDER + "partitions.conf";
    private static final String CRLF_TWO_K = "# ours\r\nDefault=0x7fff,ipoib,mtu=4:ALL=full,SELF=full;\r\n";

    private final ModelFabric fabric = ModelFabric.twoK();
    private final ModelWindows windows = new ModelWindows();
    private final ModelHost host = fabric.add("win1", 2);
    private final Simulator simulator = new Simulator(fabric);

    private void runs(String conf, String partitions) {
        host.withOpensm(windows, conf, partitions);
        simulator.elect();
    }

    private void runsAlone(String conf, String partitions) {
        for (String name : List.of("sm1", "sm2")) {
            fabric.host(name).stop();
            fabric.host(name).hasOpensm = false;
        }
        runs(conf, partitions);
        assertThat(host.state).isEqualTo(SmState.MASTER);
    }

    private static DesiredHost[] all(SubnetManager ofWindows, Partition... partitions) {
        return new DesiredHost[] {
            host("sm1", opensm(10, partitions)), host("sm2", opensm(5, partitions)), host("win1", ofWindows)
        };
    }

    private static Partition storage() {
        return partition(0x8005, "storage", Optional.of(true), Optional.of(Mtu.MTU_2048));
    }

    @Test
    void aNewPartitionIsWrittenWithTheLineEndsOfTheFile() {
        runs("sm_priority 3\r\n", CRLF_TWO_K);
        Played played = Played.converges(
                fabric,
                all(serving(defaultPartition(Mtu.MTU_2048), storage()), defaultPartition(Mtu.MTU_2048), storage()));
        assertThat(played.acts()).contains("win1: write " + FILE);
        assertThat(host.text(FILE))
                .startsWith(CRLF_TWO_K)
                .contains("storage=0x0005")
                .endsWith(";\r\n");
        assertThat(host.text(FILE).replace("\r\n", "")).doesNotContain("\n");
        assertThat(host.files.keySet())
                .as("the old file is kept under a name of its own")
                .anyMatch(path -> path.endsWith("/C%3A%5CProgram Files%5COFED%5COpenSM%5Cpartitions.conf"));
        assertThat(windows.ran).isEmpty();
        assertThat(played.plan().fabric().stream().filter(Step.Await.class::isInstance))
                .as("questions are asked by a host that can")
                .noneMatch(step -> step.host().equals("win1"));
    }

    @Test
    void aMasterReadsItsFilesAgainByControl() {
        runsAlone("sm_priority 3\r\n", ModelFabric.TWO_K);
        Played played = Played.converges(fabric, host("win1", serving(defaultPartition(Mtu.MTU_2048), storage())));
        assertThat(played.acts())
                .containsExactly(
                        "win1: write " + FILE + ", then have service OpenSM read its files again (sc control)");
        assertThat(windows.ran).containsExactly("sc.exe control OpenSM 129");
    }

    @Test
    void anotherMtuOfAGroupNeedsARestart() {
        runsAlone("sm_priority 3\r\n", ModelFabric.TWO_K);
        Played played = Played.converges(fabric, host("win1", serving(defaultPartition(Mtu.MTU_4096))));
        assertThat(played.acts()).containsExactly("win1: write " + FILE + ", then restart opensm");
        assertThat(windows.ran).containsExactly("net.exe stop OpenSM /y", "net.exe start OpenSM");
    }

    @Test
    void thePriorityGoesToTheFileWhereItIsKnown() {
        runs("sm_priority 3\r\n", ModelFabric.TWO_K);
        Played played = Played.converges(fabric, all(opensm(12)));
        assertThat(played.differences())
                .contains("win1 opensm priority file: 3, not 12", "win1 opensm priority fabric: 3, not 12");
        assertThat(host.text(CONF)).isEqualTo("sm_priority 12\r\n");
        assertThat(windows.ran).containsExactly("sc.exe control OpenSM 129");
        assertThat(windows.image).isEqualTo(ModelWindows.NAMED);
    }

    /** It would win over the file at the next start. */
    @Test
    void aPriorityOnTheCommandLineIsKeptInStep() {
        windows.image = ModelWindows.NAMED + " -p 3";
        runs("sm_priority 3\r\n", ModelFabric.TWO_K);
        Played played = Played.converges(fabric, all(opensm(12)));
        assertThat(played.differences())
                .contains("win1 opensm priority in the command line of service OpenSM file: 3, not 12");
        assertThat(windows.image).isEqualTo(ModelWindows.NAMED + " -p 12");
        assertThat(host.text(CONF)).isEqualTo("sm_priority 12\r\n");
        assertThat(windows.ran.getFirst())
                .isEqualTo("reg.exe add HKLM\\SYSTEM\\CurrentControlSet\\Services\\OpenSM /v ImagePath"
                        + " /t REG_EXPAND_SZ /d " + ModelWindows.NAMED + " -p 12 /f");
    }

    @Test
    void withoutAKnownFileThePriorityGoesToTheCommandLine() {
        windows.image = "C:\\WinOF\\opensm.exe --service -L 128";
        runs("", "");
        Played played = Played.converges(fabric, all(opensm(12)));
        assertThat(played.differences())
                .contains("win1 opensm priority in the command line of service OpenSM file: absent, not 12");
        assertThat(played.acts())
                .contains("win1: set the command line of service OpenSM, with priority 12", "win1: restart opensm");
        assertThat(windows.image).isEqualTo("C:\\WinOF\\opensm.exe --service -L 128 -p 12");
    }

    @Test
    void withoutAKnownFileThereAreNoPartitionsAndNoOptions() {
        windows.image = "C:\\WinOF\\opensm.exe --service -L 128 -p 3";
        runs("", "");
        assertThat(Played.plan(fabric, all(serving(defaultPartition(Mtu.MTU_2048)), defaultPartition(Mtu.MTU_2048)))
                        .refusals())
                .containsExactly("OPENSM_UNREADABLE partitions.conf cannot be read:"
                        + " no option names it, and where this OpenSM looks is not known");
        assertThat(Played.plan(fabric, all(options(serving(), "sweep_interval", "20")))
                        .refusals())
                .containsExactly("OPENSM_UNREADABLE opensm.conf cannot be read:"
                        + " no option names it, and where this OpenSM looks is not known");
    }

    @Test
    void aCommandLineWithTheSmKeyIsNotTouched() {
        windows.image = ModelWindows.NAMED + " -k 0x1234567 -p 3";
        runs("", ModelFabric.TWO_K);
        Played played = Played.plan(fabric, all(opensm(12)));
        assertThat(played.refusals())
                .containsExactly("OPENSM_OVERRIDE the priority cannot be set in the command line of service OpenSM:"
                        + " it holds the SM_Key, which would be shown to everybody who lists processes");
        assertThat(played.plan().toString()).doesNotContain("1234567 -p 12");
    }

    @Test
    void aFileWithAByteOrderMarkIsNotEdited() {
        runs("", "\u00ef\u00bb\u00bf" + ModelFabric.TWO_K);
        assertThat(Played.plan(
                                fabric,
                                all(
                                        serving(defaultPartition(Mtu.MTU_2048), storage()),
                                        defaultPartition(Mtu.MTU_2048),
                                        storage()))
                        .refusals())
                .anyMatch(refusal -> refusal.equals("PARTITIONS_FILE_BROKEN " + FILE
                        + " starts with a byte order mark, which OpenSM takes for a part of its first word"));
    }

    @Test
    void aServiceIsEnabledAndDisabled() {
        runs("sm_priority 3\r\n", ModelFabric.TWO_K);
        host.stop();
        windows.start = Start.MANUAL;
        Played played = Played.converges(fabric, all(enabled(serving(), true)));
        assertThat(windows.ran).containsExactly("sc.exe config OpenSM start= auto", "net.exe start OpenSM");
        Step.Act act = played.plan().fabric().stream()
                .filter(Step.Act.class::isInstance)
                .map(Step.Act.class::cast)
                .findFirst()
                .orElseThrow();
        assertThat(Effects.undoCommands(act))
                .containsExactly(
                        List.of("sc.exe", "config", "OpenSM", "start=", "demand"),
                        List.of("net.exe", "stop", "OpenSM", "/y"));
        windows.ran.clear();
        Played stopped = Played.converges(fabric, all(enabled(serving(), false)));
        assertThat(windows.ran).containsExactly("sc.exe config OpenSM start= disabled", "net.exe stop OpenSM /y");
        assertThat(stopped.acts()).hasSize(1);
    }

    @Test
    void aServiceThatDoesNotRunIsNoErrorUntilSomethingIsWantedOfIt() {
        runs("sm_priority 3\r\n", ModelFabric.TWO_K);
        host.stop();
        simulator.elect();
        assertThat(Played.plan(fabric, all(serving())).refusals()).isEmpty();
        assertThat(Played.plan(fabric, all(opensm(12))).refusals())
                .containsExactly("OPENSM_NOT_RUNNING opensm does not run on win1, so nothing follows its files");
    }

    @Test
    void whatWasStartedByHandCannotBeTold() {
        windows.startedByHand = true;
        runsAlone("sm_priority 3\r\n", ModelFabric.TWO_K);
        assertThat(Played.plan(fabric, host("win1", opensm(12))).refusals())
                .containsExactly("OPENSM_BY_HAND opensm must be restarted, and no service started it");
    }
}
