package dev.ibplay.plan;

import static dev.ibplay.plan.Desired.at;
import static dev.ibplay.plan.Desired.defaultPartition;
import static dev.ibplay.plan.Desired.host;
import static dev.ibplay.plan.Desired.opensm;
import static dev.ibplay.plan.Desired.partition;
import static dev.ibplay.plan.Desired.serving;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Severity;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.ManagementRoute;
import dev.ibplay.ib.Membership;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.ib.SmInfo;
import dev.ibplay.ib.SmState;
import dev.ibplay.plan.whole.Planner;
import dev.ibplay.resource.ChangePolicy;
import dev.ibplay.resource.DesiredHost;
import dev.ibplay.resource.Partition;
import dev.ibplay.resource.PartitionMember;
import dev.ibplay.resource.PartitionMember.HostPorts;
import dev.ibplay.resource.PartitionMembership;
import dev.ibplay.resource.SmInstance;
import dev.ibplay.resource.SubnetManager;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the plan finds around the subnet managers, and refuses or warns of. */
class FabricDangersPlanTest {
    private static final PlanSettings CAREFUL =
            new PlanSettings("r1", "alice@control", List.of(Optional.of(Duration.ofMinutes(2))), false);
    private static final int STORAGE = 0x8005;

    private final ModelFabric fabric = ModelFabric.twoK();

    private Plan plan(DesiredHost... desired) {
        return Planner.plan(List.of(desired), fabric.observed(), CAREFUL);
    }

    private static List<String> said(Plan plan, Code code, Severity severity) {
        return plan.diagnostics().stream()
                .filter(d -> d.code() == code && d.severity() == severity)
                .map(d -> d.message())
                .toList();
    }

    private static DesiredHost[] both(Partition... partitions) {
        return new DesiredHost[] {host("sm1", serving(partitions)), host("sm2", serving(partitions))};
    }

    private static Partition storage(PartitionMember.Who... members) {
        Partition plain = partition(STORAGE, "storage", Optional.of(true), Optional.empty());
        List<PartitionMember> all = Stream.of(members)
                .map(who -> new PartitionMember(who, Optional.of(Membership.FULL)))
                .toList();
        return plain.with(PartitionMembership.all(Optional.of(at(all))), List.of());
    }

    private PortGuid port(String host) {
        return fabric.host(host).port;
    }

    private PartitionMember.Who ofPort(String host) {
        return new PartitionMember.OnePort(port(host));
    }

    private static HostPorts ofHost(String host, PortGuid... known) {
        return new HostPorts(host, Optional.empty(), List.of(known));
    }

    /** Both nodes are full members of the storage partition, and node1 has an interface in it. */
    private void storageIsServed() {
        String text =
                "%sstorage=0x8005,ipoib:%s=full,%s=full;%n".formatted(ModelFabric.TWO_K, port("node1"), port("node2"));
        for (String manager : List.of("sm1", "sm2")) {
            fabric.host(manager).put(ModelHost.PARTITIONS, text, 500);
        }
        new Simulator(fabric).elect();
        fabric.host("node1").add("ib0.8005", 2044).childOf("ib0", STORAGE & 0x7fff);
        assertThat(fabric.pkeys.get(port("node1"))).contains(new PKey(STORAGE));
    }

    @Test
    void portsThatLoseAPartitionAreNamedAndCounted() {
        storageIsServed();
        assertThat(said(plan(both(storage(ofPort("node2")))), Code.REMOVAL, Severity.ERROR))
                .containsExactly("storage 0x0005: 1 port loses the P_Key: node1/mlx5_0/1 (" + port("node1")
                        + "); 1 IPoIB interface goes down: node1 ib0.8005");
        Plan allowed = Planner.plan(List.of(both(storage(ofPort("node2")))), fabric.observed(), Desired.SETTINGS);
        assertThat(allowed.isRefused()).isFalse();
        assertThat(said(allowed, Code.REMOVAL, Severity.WARNING)).hasSize(1);
    }

    @Test
    void portsThatLoseFullMembership() {
        Partition limited = defaultPartition(Mtu.MTU_2048)
                .with(
                        PartitionMembership.all(Optional.of(at(List.of(
                                new PartitionMember(PartitionMember.Keyword.ALL, Optional.of(Membership.LIMITED)),
                                new PartitionMember(PartitionMember.Keyword.SELF, Optional.of(Membership.FULL)))))),
                        List.of());
        assertThat(said(plan(both(limited)), Code.REMOVAL, Severity.ERROR))
                .singleElement()
                .asString()
                .startsWith("Default 0x7fff: 3 ports lose full membership: sm2/mlx5_0/1 (")
                .endsWith("2 IPoIB interfaces go down: node1 ib0, node2 ib0");
    }

    @Test
    void whatOnlyAddsMembersTakesNothingAway() {
        Plan plan = plan(both(storage(ofPort("node1"))));
        assertThat(plan.isRefused()).isFalse();
        assertThat(said(plan, Code.REMOVAL, Severity.WARNING)).isEmpty();
    }

    @Test
    void membersByHost() {
        Plan plan = plan(both(storage(ofHost("node1"), ofHost("node2"))));
        assertThat(plan.isRefused()).isFalse();
        assertThat(plan.files())
                .first()
                .satisfies(file -> assertThat(file.after().orElseThrow().latin1())
                        .contains(port("node1") + "=full", port("node2") + "=full"));
    }

    @Test
    void aHostThatCouldNotBeReadIsNeverDropped() {
        fabric.host("node2").gathered = false;
        assertThat(said(plan(both(storage(ofHost("node1"), ofHost("node2")))), Code.MEMBER_PORTS, Severity.ERROR))
                .containsOnly("node2 is a member, and could not be read, so its ports are not known");
        var known = new PortGuid(0x0002c9030000abcdL);
        Plan plan = plan(both(storage(ofHost("node1"), ofHost("node2", known))));
        assertThat(plan.isRefused()).isFalse();
        assertThat(said(plan, Code.MEMBER_PORTS, Severity.WARNING))
                .containsOnly("node2 could not be read; its ports are those of ibplay_port_guids: " + known);
        assertThat(plan.files())
                .first()
                .satisfies(
                        file -> assertThat(file.after().orElseThrow().latin1()).contains(known + "=full"));
    }

    @Test
    void aPortThatTheHostDoesNotHave() {
        var wrong = new HostPorts("node1", Optional.of("mlx5_1/1"), List.of());
        assertThat(said(plan(both(storage(wrong))), Code.MEMBER_PORTS, Severity.ERROR))
                .containsOnly("node1/mlx5_1/1 has no port in this fabric");
    }

    @Test
    void lockedOutWhereThePlaybookAcceptsIt() {
        fabric.host("node2").cap = Mtu.MTU_2048;
        Partition raised = defaultPartition(Mtu.MTU_4096);
        Partition accepted = raised.with(raised.membership(), List.of(ofHost("node2")));
        assertThat(plan(both(raised)).isRefused()).isTrue();
        Plan plan = plan(both(accepted));
        assertThat(plan.isRefused()).isFalse();
        assertThat(said(plan, Code.MTU_CHAIN, Severity.WARNING))
                .containsExactly(
                        "\"node2 HCA-1\" port 1 (%s) can do 2048 will be locked out of partition 0x7fff with MTU 4096, as accept_lockout allows"
                                .formatted(port("node2")));
    }

    @Test
    void otherKeysOfSubnetManagers() {
        fabric.host("sm2").put(ModelHost.CONF, "sm_priority 5\nsm_key 0x77\n", 500);
        Plan plan = plan(host("sm1", opensm(12)), host("sm2", opensm(5)));
        assertThat(said(plan, Code.SM_KEYS_DIFFER, Severity.WARNING))
                .containsExactly(
                        "sm1 and sm2 have different values of sm_key: they do not see each other, and each will be master");
        assertThat(plan.diagnostics().toString()).doesNotContain("0x77");
        assertThat(said(plan(both(defaultPartition(Mtu.MTU_4096))), Code.SM_KEYS_DIFFER, Severity.ERROR))
                .hasSize(1);
    }

    @Test
    void twoMasters() {
        fabric.subnetManagers.put(port("sm2"), Fact.known(new SmInfo(port("sm2").value(), 9, 5, SmState.MASTER)));
        assertThat(said(plan(both(defaultPartition(Mtu.MTU_4096))), Code.TWO_MASTERS, Severity.ERROR))
                .containsExactly(
                        "2 subnet managers are master at once: sm1 (%s) and sm2 (%s); ports follow whichever configured them last"
                                .formatted(port("sm1"), port("sm2")));
    }

    @Test
    void twoMastersThatNoPlayManages() {
        fabric.subnetManagers.put(port("sm2"), Fact.known(new SmInfo(port("sm2").value(), 9, 5, SmState.MASTER)));
        assertThat(said(plan(host("node1", Desired.ib0(2044))), Code.TWO_MASTERS, Severity.WARNING))
                .containsExactly(
                        "2 subnet managers are master at once: \"sm1 HCA-1\" port 1 (%s) and \"sm2 HCA-1\" port 1 (%s)"
                                .formatted(port("sm1"), port("sm2")));
    }

    @Test
    void theRestartOfTheOnlySubnetManagerIsAnnounced() {
        fabric.host("sm2").hasOpensm = false;
        new Simulator(fabric).elect();
        Plan plan = plan(host("sm1", serving(defaultPartition(Mtu.MTU_4096))));
        assertThat(plan.isRefused()).isFalse();
        assertThat(said(plan, Code.FABRIC_OUTAGE, Severity.WARNING))
                .containsExactly(
                        "sm1 runs the only subnet manager of its fabric: while it is restarted nothing can join or be looked up");
    }

    @Test
    void aPriorityThatNobodyFollows() {
        fabric.host("sm1").put(ModelHost.CONF, "sm_priority 10\nsm_inactive TRUE\n", 500);
        assertThat(said(plan(host("sm1", opensm(12))), Code.PRIORITY_NOT_FOLLOWED, Severity.WARNING))
                .containsExactly("priority 12 has no effect on sm1: sm_inactive TRUE keeps it out of the election");
    }

    @Test
    void otherPartitionsOnTheStandby() {
        fabric.host("sm2").put(ModelHost.PARTITIONS, ModelFabric.TWO_K + "extra=0x9:ALL=full;\n", 500);
        assertThat(said(
                        plan(host("sm1", opensm(10)), host("sm2", opensm(5))),
                        Code.PARTITIONS_DIFFER,
                        Severity.WARNING))
                .containsExactly("sm1 and sm2 would serve different partitions: 0x0009");
    }

    @Test
    void aSubnetManagerReachedOverThePartitionThatChanges() {
        fabric.host("sm1").withInterface(2044);
        fabric.host("sm1").route = Fact.known(new ManagementRoute("10.0.0.9", "ib0", List.of()));
        assertThat(said(plan(both(defaultPartition(Mtu.MTU_1024))), Code.WAY_IN, Severity.ERROR))
                .containsExactly(
                        "the way to this host runs over ib0 in P_Key 0xffff, whose group or members change: if that goes wrong nobody gets in to put it right");
        fabric.host("sm1").route = Fact.known(new ManagementRoute("10.0.0.9", "eth0", List.of()));
        fabric.host("node1").route = Fact.known(new ManagementRoute("10.0.0.9", "ib0", List.of()));
        assertThat(said(plan(both(defaultPartition(Mtu.MTU_1024))), Code.WAY_IN, Severity.WARNING))
                .containsExactly(
                        "the way to this host runs over ib0 in P_Key 0xffff, whose group or members change: its connections stand still meanwhile");
    }

    @Test
    void anInstanceThatTheHostDoesNotHave() {
        SubnetManager other = new SubnetManager(
                new SmInstance(Optional.of(at("mlx5_1/1")), List.of("mlx5_1/1")),
                Optional.empty(),
                Optional.of(at(3)),
                List.of(),
                Optional.empty(),
                Map.of(),
                ChangePolicy.DEFAULT,
                Desired.SPAN);
        assertThat(said(plan(host("sm1", other)), Code.OPENSM_SEVERAL, Severity.ERROR))
                .containsExactly(
                        "no OpenSM instance on mlx5_1/1 on this host; there is one on mlx5_0/1 (%s) with /etc/opensm/opensm.conf"
                                .formatted(port("sm1")));
    }
}
