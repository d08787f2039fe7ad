package dev.ibplay.plan;

import static dev.ibplay.plan.Desired.at;
import static dev.ibplay.plan.Desired.defaultPartition;
import static dev.ibplay.plan.Desired.host;
import static dev.ibplay.plan.Desired.partition;
import static dev.ibplay.plan.Desired.serving;
import static dev.ibplay.plan.Desired.unchangeable;
import static dev.ibplay.plan.Wishes.changed;
import static dev.ibplay.plan.Wishes.exclusive;
import static dev.ibplay.plan.Wishes.members;
import static dev.ibplay.plan.Wishes.named;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.diag.Code;
import dev.ibplay.ib.Membership;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.plan.whole.Planner;
import dev.ibplay.resource.DesiredHost;
import dev.ibplay.resource.GroupParameters;
import dev.ibplay.resource.Partition;
import dev.ibplay.resource.PartitionMember;
import dev.ibplay.resource.PartitionMember.Keyword;
import dev.ibplay.resource.PartitionMembership;
import dev.ibplay.resource.WantedGroup;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Partitions that come, change and go: the file's text, its differences, who loses what, and that it is then done. */
class PartitionsPlanTest {
    private static final PlanSettings CAREFUL =
            new PlanSettings("r1", "alice@control", Desired.SETTINGS.windows(), false);

    private final ModelFabric fabric = ModelFabric.twoK();

    private static DesiredHost[] both(Partition... partitions) {
        return new DesiredHost[] {host("sm1", serving(partitions)), host("sm2", serving(partitions))};
    }

    private PortGuid port(String host) {
        return fabric.host(host).port;
    }

    private PartitionMember.Who of(String host) {
        return new PartitionMember.OnePort(port(host));
    }

    /** Both managers serve these statements beside the Default partition. */
    private void serve(String statements) {
        for (String manager : List.of("sm1", "sm2")) {
            fabric.host(manager).put(ModelHost.PARTITIONS, ModelFabric.TWO_K + statements, 500);
        }
        new Simulator(fabric).elect();
    }

    private void serveStorage() {
        serve("storage=0x8005,ipoib:%s=full,%s=full;\n".formatted(port("node1"), port("node2")));
    }

    private List<String> removals(DesiredHost... desired) {
        Plan plan = Planner.plan(List.of(desired), fabric.observed(), CAREFUL);
        return plan.diagnostics().stream()
                .filter(d -> d.code() == Code.REMOVAL)
                .map(d -> d.severity() + " " + d.message().replaceAll(" \\(0x[0-9a-f]*\\)", ""))
                .toList();
    }

    @Test
    void absent() {
        serveStorage();
        assertThat(removals(both(Wishes.absent(5))))
                .containsExactly("ERROR storage 0x0005: 2 ports lose the P_Key: node1/mlx5_0/1, node2/mlx5_0/1");
        Played played = Played.converges(fabric, both(Wishes.absent(5)));
        assertThat(played.differences())
                .containsExactly(
                        "sm1 partition 0x0005 definition file: present, not absent",
                        "sm2 partition 0x0005 definition file: present, not absent",
                        "sm1 partition 0x0005 P_Key tables fabric: %1$s: 0x8005, %2$s: 0x8005, not %1$s: none, %2$s: none"
                                .formatted(port("node1"), port("node2")));
        assertThat(played.acts())
                .containsExactly(
                        "sm2: write /etc/opensm/partitions.conf",
                        "sm1: write /etc/opensm/partitions.conf, then send HUP to opensm");
        assertThat(fabric.host("sm1").text(ModelHost.PARTITIONS)).isEqualTo(ModelFabric.TWO_K);
        assertThat(fabric.pkeys.get(port("node1"))).containsExactly(PKey.DEFAULT.asFullMember());
    }

    @Test
    void absentAndNeverThere() {
        assertThat(Played.plan(fabric, both(Wishes.absent(5))).differences()).isEmpty();
    }

    @Test
    void theDefaultPartitionNeverGoes() {
        assertThat(Played.plan(fabric, both(Wishes.absent(0x7fff))).refusals())
                .isNotEmpty()
                .allSatisfy(r -> assertThat(r).contains("OpenSM always has 0x7fff"));
        serveStorage();
        Played.converges(fabric, host("sm1", exclusive(serving())), host("sm2", exclusive(serving())));
        assertThat(fabric.host("sm1").text(ModelHost.PARTITIONS)).isEqualTo(ModelFabric.TWO_K);
    }

    @Test
    void theLastDefinitionLeavesAFileThatOpensmTakes() {
        for (String manager : List.of("sm1", "sm2")) {
            fabric.host(manager)
                    .put(ModelHost.PARTITIONS, "storage=0x5,ipoib:%s=full;\n".formatted(port("node1")), 500);
        }
        new Simulator(fabric).elect();
        Played played = Played.plan(fabric, both(Wishes.absent(5)));
        if (played.refusals().isEmpty()) {
            assertThat(Played.converges(fabric, both(Wishes.absent(5))).differences())
                    .isNotEmpty();
            assertThat(fabric.host("sm1").text(ModelHost.PARTITIONS)).isNotBlank();
        }
    }

    @Test
    void exclusiveNamesWhoLoses() {
        serveStorage();
        DesiredHost[] nothingElse = {host("sm1", exclusive(serving())), host("sm2", exclusive(serving()))};
        assertThat(removals(nothingElse))
                .containsExactly("ERROR storage 0x0005: 2 ports lose the P_Key: node1/mlx5_0/1, node2/mlx5_0/1");
        assertThat(Played.plan(fabric, nothingElse).differences())
                .contains("sm2 partition 0x0005 definition file: present, not absent")
                .anyMatch(d -> d.startsWith("sm1 partition 0x0005 P_Key tables fabric: "));
        Played.converges(fabric, nothingElse);
        serveStorage();
        Played.converges(fabric, host("sm1", exclusive(serving(named(5)))), host("sm2", exclusive(serving(named(5)))));
        assertThat(fabric.host("sm1").text(ModelHost.PARTITIONS)).contains("storage");
    }

    @Test
    void exclusiveFindsWhatOnlyTheFabricHas() {
        serveStorage();
        for (String manager : List.of("sm1", "sm2")) {
            fabric.host(manager).put(ModelHost.PARTITIONS, ModelFabric.TWO_K, 1500);
        }
        Played played = Played.converges(fabric, host("sm1", exclusive(serving())), host("sm2", exclusive(serving())));
        assertThat(played.acts()).containsExactly("sm1: send HUP to opensm");
    }

    @Test
    void singleMembersComeAndGo() {
        serveStorage();
        Partition change = members(
                named(5),
                changed(
                        List.of(new PartitionMember(of("sm2"), Optional.of(Membership.LIMITED))),
                        List.of(of("node2"))));
        assertThat(removals(both(change)))
                .containsExactly("ERROR storage 0x0005: 1 port loses the P_Key: node2/mlx5_0/1");
        Played played = Played.converges(fabric, both(change));
        assertThat(fabric.host("sm1").text(ModelHost.PARTITIONS))
                .contains(port("node1") + "=full", port("sm2") + "")
                .doesNotContain(port("node2") + "");
        assertThat(fabric.pkeys.get(port("sm2"))).contains(new PKey(5));
        assertThat(played.acts())
                .containsExactly(
                        "sm2: write /etc/opensm/partitions.conf",
                        "sm1: write /etc/opensm/partitions.conf, then send HUP to opensm");
        assertThat(Played.plan(fabric, both(change)).plan().files()).isEmpty();
    }

    @Test
    void aMemberThatBecomesLimited() {
        serveStorage();
        Partition change = members(
                named(5),
                changed(List.of(new PartitionMember(of("node2"), Optional.of(Membership.LIMITED))), List.of()));
        assertThat(removals(both(change)))
                .containsExactly("ERROR storage 0x0005: 1 port loses full membership: node2/mlx5_0/1");
        Played.converges(fabric, both(change));
    }

    private PartitionMembership with(UnaryOperator<PartitionMembership> also) {
        return also.apply(PartitionMembership.all(Optional.of(at(List.of(
                new PartitionMember(of("node1"), Optional.of(Membership.FULL)),
                new PartitionMember(of("node2"), Optional.of(Membership.FULL)))))));
    }

    @Test
    void indexZeroAndBoth() {
        serveStorage();
        Partition first = members(
                named(5),
                with(m -> new PartitionMembership(
                        m.byDefault(), m.both(), Optional.of(at(true)), m.all(), m.added(), m.removed())));
        Played played = Played.converges(fabric, both(first));
        assertThat(played.differences()).first().isEqualTo("sm1 partition 0x0005 indx0 file: no, not yes");
        assertThat(fabric.host("sm1").text(ModelHost.PARTITIONS)).contains("indx0");

        Partition twice = members(
                named(5),
                with(m -> new PartitionMembership(
                        m.byDefault(), Optional.of(at(true)), m.indexZero(), m.all(), m.added(), m.removed())));
        Played both = Played.converges(fabric, both(twice));
        assertThat(both.differences()).isNotEmpty();
        assertThat(both.warnings(Code.PARTITIONS_BOTH))
                .as("allow_both_pkeys is not set")
                .isNotEmpty();
    }

    @Test
    void parametersThatNoQueryShows() {
        serveStorage();
        Partition changed = Wishes.group(
                named(5),
                new GroupParameters(
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(at(0xdeadbeefL)),
                        Optional.of(at(3)),
                        Optional.of(at(0x12345))));
        Played played = Played.converges(fabric, both(changed));
        assertThat(played.differences())
                .startsWith(
                        "sm1 partition 0x0005 qkey file: 0xb1b, not 0xdeadbeef",
                        "sm1 partition 0x0005 tclass file: 0, not 3",
                        "sm1 partition 0x0005 flow_label file: 0x0, not 0x12345");
        assertThat(played.acts())
                .as("a group has them from its beginning")
                .allMatch(act -> act.endsWith("then restart opensm"))
                .hasSize(2);
    }

    @Test
    void furtherGroups() {
        serveStorage();
        var group = new WantedGroup(at("ff12:401b::0707"), GroupParameters.NONE);
        Played played = Played.converges(fabric, both(Wishes.groups(named(5), group)));
        assertThat(played.differences())
                .first()
                .asString()
                .startsWith("sm1 partition 0x0005 groups file: none, not 0xff12401b80050000:");
        assertThat(played.acts()).as("a HUP makes it").last().asString().endsWith("send HUP to opensm");

        var other = new WantedGroup(
                at("ff12:401b::0707"),
                new GroupParameters(
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(at(0x1234L)),
                        Optional.empty(),
                        Optional.empty()));
        Played rekeyed = Played.converges(fabric, both(Wishes.groups(named(5), other)));
        assertThat(rekeyed.differences()).first().asString().contains("qkey 0x1234");
        assertThat(rekeyed.acts()).as("the old one stays in memory").allMatch(act -> act.endsWith("restart opensm"));
        Played.converges(fabric, both(Wishes.groups(named(5))));
        assertThat(fabric.host("sm1").text(ModelHost.PARTITIONS)).doesNotContain("mgid");
    }

    @Test
    void aSubnetManagerThatWouldBeAnotherMemberThanTheRest() {
        Partition storage = members(
                partition(5, "storage", Optional.of(true), Optional.empty()),
                PartitionMembership.all(Optional.of(at(List.of(
                        new PartitionMember(Keyword.ALL, Optional.of(Membership.LIMITED)),
                        new PartitionMember(Keyword.SELF, Optional.of(Membership.FULL)))))));
        Played played = Played.converges(fabric, both(storage));
        assertThat(played.warnings(Code.PARTITIONS_SELF)).hasSize(2);
        assertThat(Played.plan(fabric, both(storage)).warnings(Code.PARTITIONS_SELF))
                .as("said when it comes about")
                .isEmpty();
    }

    @Test
    void aMasterOutsideTheLimitTakesNothingAway() {
        fabric.host("sm2").put(ModelHost.PARTITIONS, ModelFabric.TWO_K + "extra=0x9:ALL=full;\n", 500);
        DesiredHost[] desired = {
            unchangeable("sm1", serving(defaultPartition(Mtu.MTU_2048))),
            host("sm2", exclusive(serving(defaultPartition(Mtu.MTU_2048))))
        };
        assertThat(removals(desired)).isEmpty();
        assertThat(Played.converges(fabric, desired).acts()).containsExactly("sm2: write /etc/opensm/partitions.conf");
    }

    @Test
    void everyManagerOfTheFabricIsLocked() {
        Played played = Played.plan(fabric, unchangeable("sm1", Desired.opensm(10)), host("sm2", Desired.opensm(7)));
        assertThat(played.plan().locks())
                .containsExactly(FabricLock.at("sm1", port("sm1")), FabricLock.at("sm2", port("sm2")));
        assertThat(Played.plan(fabric, host("sm1", Desired.opensm(10))).plan().locks())
                .isEmpty();
    }
}
