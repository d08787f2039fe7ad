package dev.ibplay.plan;

import static dev.ibplay.plan.Desired.defaultPartition;
import static dev.ibplay.plan.Desired.host;
import static dev.ibplay.plan.Desired.ib0;
import static dev.ibplay.plan.Desired.opensm;
import static dev.ibplay.plan.Desired.serving;
import static dev.ibplay.plan.Desired.withRate;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Location;
import dev.ibplay.diag.Severity;
import dev.ibplay.facts.Fact;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.SmState;
import dev.ibplay.plan.whole.Planner;
import dev.ibplay.resource.DesiredHost;
import dev.ibplay.resource.Partition;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PlanRefusalsTest {
    private final ModelFabric fabric = ModelFabric.twoK();

    private Diagnostic refusal(Observed observed, DesiredHost... desired) {
        Plan plan = Planner.plan(List.of(desired), observed, Desired.SETTINGS);
        assertThat(plan.isRefused()).isTrue();
        List<Diagnostic> errors = plan.diagnostics().stream()
                .filter(d -> d.severity() == Severity.ERROR)
                .toList();
        assertThat(errors).hasSize(1);
        return errors.getFirst();
    }

    private void refuses(Code code, String host, String message, DesiredHost... desired) {
        Diagnostic refusal = refusal(fabric.observed(), desired);
        assertThat(refusal.code()).isEqualTo(code);
        assertThat(refusal.message()).isEqualTo(message);
        assertThat(refusal.location())
                .isEqualTo(new Location.OnHost(host, Optional.empty(), Optional.of(Desired.SPAN)));
    }

    private static DesiredHost[] fourK() {
        return new DesiredHost[] {
            host("sm1", opensm(10, defaultPartition(Mtu.MTU_4096))),
            host("sm2", opensm(5, defaultPartition(Mtu.MTU_4096)))
        };
    }

    @Test
    void anAdapterBelowTheMtu() {
        fabric.host("node2").cap = Mtu.MTU_2048;
        refuses(
                Code.MTU_CHAIN,
                "sm1",
                "partition 0x7fff cannot have MTU 4096: \"node2 HCA-1\" port 1 (0x0011750000a10041) can do 2048",
                fourK());
        assertThat(refusal(fabric.observed(), fourK()).hint())
                .contains("a port below the group's MTU cannot join it; the most that all of them can do is 2048");
    }

    /** DESIGN 1.4: lowering waits until every member is proven at or below the new value. */
    @Test
    void aMemberOutOfReachWhileItsGroupIsLowered() {
        fabric.host("node2").gathered = false;
        DesiredHost[] lower = {
            host("sm1", opensm(10, defaultPartition(Mtu.MTU_1024))),
            host("sm2", opensm(5, defaultPartition(Mtu.MTU_1024))),
            host("node1", ib0(1020)),
            host("node2", ib0(1020))
        };
        Plan waits = Planner.plan(List.of(lower), fabric.observed(), Desired.SETTINGS);
        assertThat(waits.isRefused()).isFalse();
        assertThat(waits.fabric()).as("steps on subnet managers").isEmpty();
        assertThat(waits.shrinking()).extracting(HostSteps::host).containsExactly("node1");
        assertThat(waits.held())
                .contains(new Held("sm1", "partition 0x7fff", "until these can be read: node2"))
                .allMatch(held -> held.until().equals("until these can be read: node2"));
        assertThat(waits.differences())
                .filteredOn(d -> d.host().startsWith("sm"))
                .isNotEmpty()
                .allMatch(d -> waits.held().stream().anyMatch(held -> held.explains(d)));
        DesiredHost[] higher = {fourK()[0], fourK()[1], host("node2", ib0(4092))};
        assertThat(Planner.plan(List.of(higher), fabric.observed(), Desired.SETTINGS)
                        .isRefused())
                .as("a group that grows waits for nobody")
                .isFalse();
    }

    @Test
    void aPortThatHasNotJoinedTheGroupOnlyWarns() {
        fabric.host("node2").cap = Mtu.MTU_2048;
        fabric.joined(PKey.DEFAULT, "sm1", "sm2", "node1");
        Plan plan = Planner.plan(List.of(fourK()), fabric.observed(), Desired.SETTINGS);
        assertThat(plan.isRefused()).isFalse();
        assertThat(plan.diagnostics())
                .filteredOn(d -> d.code() == Code.MTU_CHAIN)
                .extracting(Diagnostic::message)
                .contains("\"node2 HCA-1\" port 1 (0x0011750000a10041) can do 2048, so it cannot join the group of "
                        + "partition 0x7fff with MTU 4096; it has not joined it now");

        fabric.joined(PKey.DEFAULT, "node2");
        refuses(
                Code.MTU_CHAIN,
                "sm1",
                "partition 0x7fff cannot have MTU 4096: \"node2 HCA-1\" port 1 (0x0011750000a10041) can do 2048",
                fourK());
    }

    @Test
    void aPortWhoseInterfaceAPlayDescribesRefusesThoughItHasNotJoined() {
        fabric.host("node2").cap = Mtu.MTU_2048;
        fabric.joined(PKey.DEFAULT, "sm1");
        refuses(
                Code.MTU_CHAIN,
                "sm1",
                "partition 0x7fff cannot have MTU 4096: \"node2 HCA-1\" port 1 (0x0011750000a10041) can do 2048",
                fourK()[0],
                fourK()[1],
                host("node2", ib0(2044)));
    }

    @Test
    void aSwitchPortBelowTheMtu() {
        fabric.host("node1").switchPortCap = Mtu.MTU_1024;
        refuses(
                Code.MTU_CHAIN,
                "sm1",
                "partition 0x7fff cannot have MTU 4096: \"node1 HCA-1\" port 1 (0x0011750000a10031) can do 1024",
                fourK());
    }

    @Test
    void portsBelowTheRate() {
        Partition fast = withRate(defaultPartition(Mtu.MTU_2048), "100");
        DesiredHost[] desired = {host("sm1", opensm(10, fast)), host("sm2", opensm(5, fast))};
        assertThat(refusal(fabric.observed(), desired).message())
                .startsWith(
                        "partition 0x7fff cannot have the rate 100: \"sm1 HCA-1\" port 1 (0x0011750000a10011) can do 40 Gb/s; ");
        fabric.speed = Optional.empty();
        assertThat(Planner.plan(List.of(desired), fabric.observed(), Desired.SETTINGS)
                        .isRefused())
                .isFalse();
    }

    @Test
    void aLinkBetweenSwitchesBelowTheMtu() {
        fabric.switchLinkCap = Mtu.MTU_2048;
        refuses(
                Code.MTU_CHAIN,
                "sm1",
                "partition 0x7fff cannot have MTU 4096: the link at \"leaf1\" port 36 can do 2048",
                fourK());
    }

    @Test
    void aForeignSubnetManagerThatWouldWin() {
        refuses(
                Code.FOREIGN_SUBNET_MANAGER,
                "sm2",
                "the subnet manager of sm1 0x0011750000a10011 (\"sm1 HCA-1\" port 1), which no play manages, has priority 10 and would win over"
                        + " sm2 with 9",
                host("sm2", opensm(9)));
    }

    @Test
    void aForeignSubnetManagerThatLoses() {
        Plan plan = Planner.plan(List.of(host("sm1", opensm(12))), fabric.observed(), Desired.SETTINGS);
        assertThat(plan.diagnostics()).isEmpty();
    }

    @Test
    void aForeignSubnetManagerWithOldPartitions() {
        refuses(
                Code.FOREIGN_SUBNET_MANAGER,
                "sm1",
                "the subnet manager of sm2 0x0011750000a10021 (\"sm2 HCA-1\" port 1), which no play manages, keeps its own partitions",
                host("sm1", opensm(10, defaultPartition(Mtu.MTU_4096))));
    }

    @Test
    void aForeignSubnetManagerThatDoesNotAnswerCountsToo() {
        fabric.subnetManagers.put(fabric.host("node2").port, Fact.unreadable("no answer"));
        refuses(
                Code.FOREIGN_SUBNET_MANAGER,
                "sm1",
                "the subnet manager of node2 0x0011750000a10041 (\"node2 HCA-1\" port 1), which no play manages, keeps its own partitions",
                fourK());
    }

    @Test
    void anIdleForeignSubnetManagerIsNoDanger() {
        fabric.host("sm2").state = SmState.NOT_ACTIVE;
        Plan plan = Planner.plan(
                List.of(host("sm1", opensm(10, defaultPartition(Mtu.MTU_4096)))), fabric.observed(), Desired.SETTINGS);
        assertThat(plan.isRefused()).isFalse();
    }

    @Test
    void aPriorityOnTheCommandLine() {
        fabric.host("sm1").arguments = List.of("opensm", "-p", "3");
        refuses(
                Code.OPENSM_OVERRIDE,
                "sm1",
                "opensm was started with -p 3, which wins over the file at every start",
                host("sm1", opensm(10)),
                host("sm2", opensm(5)));
    }

    @Test
    void aRestartOfWhatNoServiceStarted() {
        fabric.host("sm1").unit = Optional.empty();
        refuses(Code.OPENSM_BY_HAND, "sm1", "opensm must be restarted, and no service started it", fourK());
    }

    @Test
    void aHupOfWhatNoServiceStartedIsPossible() {
        fabric.host("sm1").unit = Optional.empty();
        Plan plan = Planner.plan(
                List.of(host("sm1", opensm(12)), host("sm2", opensm(5))), fabric.observed(), Desired.SETTINGS);
        assertThat(plan.isRefused()).isFalse();
        assertThat(plan.fabric()).isNotEmpty();
    }

    @Test
    void filesThatCannotBeRead() {
        fabric.host("sm2").unreadable.put(ModelHost.CONF, "permission denied");
        Plan plan = Planner.plan(
                List.of(host("sm1", opensm(12)), host("sm2", opensm(5))), fabric.observed(), Desired.SETTINGS);
        assertThat(plan.diagnostics()).anySatisfy(d -> {
            assertThat(d.code()).isEqualTo(Code.OPENSM_UNREADABLE);
            assertThat(d.message()).isEqualTo("/etc/opensm/opensm.conf cannot be read: permission denied");
        });
        assertThat(plan.files()).noneMatch(f -> f.host().equals("sm2"));
        assertThat(plan.differences()).noneMatch(d -> d.host().equals("sm2") && d.level() == Level.FILE);
    }

    @Test
    void aPartitionsFileThatCannotBeReadIsNotWrittenAnew() {
        fabric.host("sm2").unreadable.put(ModelHost.PARTITIONS, "permission denied");
        Plan plan = Planner.plan(List.of(fourK()), fabric.observed(), Desired.SETTINGS);
        assertThat(plan.isRefused()).isTrue();
        assertThat(plan.files()).noneMatch(f -> f.host().equals("sm2"));
    }

    @Test
    void aPartitionsFileThatOpensmDiscards() {
        fabric.host("sm2").put(ModelHost.PARTITIONS, "Default=0x7fff,ipoib:ALL=full;\nstorage=oops;\n", 500);
        Diagnostic refusal = refusal(fabric.observed(), fourK());
        assertThat(refusal.code()).isEqualTo(Code.PARTITIONS_FILE_BROKEN);
        assertThat(refusal.message()).startsWith("OpenSM discards /etc/opensm/partitions.conf as it is now: ");
    }

    @Test
    void severalInstances() {
        fabric.host("sm2").instances = 2;
        refuses(
                Code.OPENSM_SEVERAL,
                "sm2",
                "2 OpenSM instances on this host: one on mlx5_0/1 (0x0011750000a10021) with /etc/opensm/opensm.conf;"
                        + " one on no port with /etc/opensm/opensm.conf",
                host("sm1", opensm(10)),
                host("sm2", opensm(5)));
    }

    @Test
    void noOpensm() {
        refuses(Code.OPENSM_MISSING, "node1", "OpenSM is not installed on this host", host("node1", opensm(1)));
    }

    @Test
    void opensmThatCannotBeLookedAt() {
        fabric.host("node1").opensm = Fact.unreadable("not root");
        refuses(Code.OPENSM_UNREADABLE, "node1", "OpenSM cannot be looked at: not root", host("node1", opensm(1)));
    }

    @Test
    void aFabricThatCouldNotBeQueried() {
        Diagnostic refusal = refusal(fabric.blind(), host("sm1", opensm(12)));
        assertThat(refusal.code()).isEqualTo(Code.FABRIC_UNKNOWN);
        assertThat(refusal.message())
                .isEqualTo(
                        "the fabric of this host could not be queried, so its subnet manager cannot be changed safely");
    }

    @Test
    void aSubnetManagerHostThatCouldNotBeAsked() {
        fabric.host("sm2").gathered = false;
        refuses(
                Code.SUBNET_MANAGER_UNREADABLE,
                "sm2",
                "this subnet manager could not be read, so the others are not changed",
                host("sm1", opensm(12)),
                host("sm2", serving()));
    }

    @Test
    void aHostThatIsNotAskedAndHasNothingToChangeRefusesNothing() {
        fabric.host("sm2").gathered = false;
        Plan plan = Planner.plan(
                List.of(host("sm1", opensm(10)), host("sm2", opensm(5))), fabric.observed(), Desired.SETTINGS);
        assertThat(plan.isRefused()).isFalse();
    }

    @Test
    void aLimitThatLeavesAManagerOut() {
        refuses(
                Code.MANAGERS_LEFT_OUT,
                "sm1",
                "partitions change, and sm2 would keep the old ones: outside --limit or the tags",
                host("sm1", opensm(10, defaultPartition(Mtu.MTU_4096))),
                Desired.unchangeable("sm2", opensm(5, defaultPartition(Mtu.MTU_4096))));
    }

    @Test
    void aFabricThatCannotBeAskedSaysWhy() {
        Observed seen = fabric.observed();
        Observed silent = new Observed(seen.hosts(), List.of(), Map.of("sm1", "mlx5_0/1: permission denied"));
        Diagnostic refusal = refusal(silent, host("sm1", opensm(10)));
        assertThat(refusal.code()).isEqualTo(Code.FABRIC_UNKNOWN);
        assertThat(refusal.message()).endsWith("cannot be changed safely: mlx5_0/1: permission denied");
    }
}
