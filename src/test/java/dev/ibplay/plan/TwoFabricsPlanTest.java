package dev.ibplay.plan;

import static dev.ibplay.plan.Desired.defaultPartition;
import static dev.ibplay.plan.Desired.host;
import static dev.ibplay.plan.Desired.opensm;
import static dev.ibplay.plan.Wishes.on;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.diag.Severity;
import dev.ibplay.exec.Bytes;
import dev.ibplay.facts.Fact;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PKey;
import dev.ibplay.plan.whole.FoundFiles;
import dev.ibplay.plan.whole.Planner;
import dev.ibplay.plan.whole.Restoration;
import dev.ibplay.plan.whole.UndoneStep;
import dev.ibplay.resource.DesiredHost;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Hosts with an OpenSM in each of two fabrics: everything is planned for each fabric by itself. */
class TwoFabricsPlanTest {
    private static final String ONE = "mlx5_0/1";
    private static final String TWO = "mlx5_1/1";

    private static Plan plan(DualRail rails, DesiredHost... desired) {
        return Planner.plan(List.of(desired), rails.observed(), Desired.SETTINGS);
    }

    private static List<String> refusals(Plan plan) {
        return plan.diagnostics().stream()
                .filter(d -> d.severity() == Severity.ERROR)
                .map(d -> d.code() + " " + d.message())
                .toList();
    }

    @Test
    void eachFabricHasItsOwnStepsMastersAndMtu() {
        DualRail rails = DualRail.apart();
        DesiredHost[] desired = {
            host(
                    "sm1",
                    on(opensm(10, defaultPartition(Mtu.MTU_4096)), ONE),
                    on(opensm(3, defaultPartition(Mtu.MTU_1024)), TWO)),
            host(
                    "sm2",
                    on(opensm(5, defaultPartition(Mtu.MTU_4096)), ONE),
                    on(opensm(12, defaultPartition(Mtu.MTU_1024)), TWO))
        };
        Plan plan = plan(rails, desired);
        assertThat(refusals(plan)).isEmpty();
        assertThat(plan.locks()).hasSize(4).doesNotHaveDuplicates();
        assertThat(rails.apply(plan))
                .containsExactly(
                        "sm2: write /etc/opensm/partitions.conf, then restart opensm",
                        "sm1: write /etc/opensm/partitions.conf, then restart opensm",
                        "sm2: write /etc/opensm/second.conf and /etc/opensm/second-partitions.conf, then restart opensm",
                        "sm1: write /etc/opensm/second.conf and /etc/opensm/second-partitions.conf, then restart opensm");
        assertThat(rails.one.fabricFacts().groupMtu(PKey.DEFAULT)).contains(Mtu.MTU_4096);
        assertThat(rails.two.fabricFacts().groupMtu(PKey.DEFAULT)).contains(Mtu.MTU_1024);
        assertThat(rails.one.fabricFacts().masters()).containsExactly(rails.one.host("sm1").port);
        assertThat(rails.two.fabricFacts().masters()).containsExactly(rails.two.host("sm2").port);
        Plan after = plan(rails, desired);
        assertThat(after.differences()).isEmpty();
        assertThat(after.hasSteps()).isFalse();
    }

    @Test
    void oneFabricAloneLeavesTheOtherAlone() {
        DualRail rails = DualRail.apart();
        Plan plan = plan(rails, host("sm1", on(opensm(12), TWO)), host("sm2", on(opensm(5), TWO)));
        assertThat(refusals(plan)).isEmpty();
        assertThat(rails.apply(plan)).containsExactly("sm1: write /etc/opensm/second.conf, then send HUP to opensm");
        assertThat(plan.locks())
                .extracting(FabricLock::path)
                .allMatch(path -> path.contains("00b1")
                        || path.contains(rails.two.host("sm1").port.toString())
                        || path.contains(rails.two.host("sm2").port.toString()));
    }

    @Test
    void withoutAChoiceTheInstancesAreListed() {
        DualRail rails = DualRail.apart();
        assertThat(refusals(plan(rails, host("sm1", opensm(10)))))
                .containsExactly(
                        "OPENSM_SEVERAL 2 OpenSM instances on this host: one on mlx5_0/1 (%s) with /etc/opensm/opensm.conf;"
                                        .formatted(rails.one.host("sm1").port)
                                + " one on mlx5_1/1 (%s) with /etc/opensm/second.conf"
                                        .formatted(rails.two.host("sm1").port));
    }

    @Test
    void oneInstanceIsNamedInOneWay() {
        DualRail rails = DualRail.apart();
        var other = Wishes.on(opensm(10), ONE);
        var byFabric = new dev.ibplay.resource.SubnetManager(
                new dev.ibplay.resource.SmInstance(java.util.Optional.of(Desired.at("compute")), List.of(ONE)),
                other.enabled(),
                other.priority(),
                other.partitions(),
                other.exclusive(),
                other.options(),
                other.policy(),
                other.span());
        assertThat(refusals(plan(rails, host("sm1", other, byFabric))))
                .containsExactly("OPENSM_SEVERAL two plays mean the OpenSM on %s, and name it in different ways"
                        .formatted(rails.one.host("sm1").port));
    }

    @Test
    void aSharedFileIsNotChangedForOneOfThem() {
        DualRail rails = DualRail.sharing();
        assertThat(refusals(plan(rails, host("sm1", on(opensm(12), ONE)), host("sm2", on(opensm(5), ONE)))))
                .containsExactly(
                        "OPENSM_SHARED_FILE /etc/opensm/opensm.conf would change for port %s, and is read by the OpenSM of this host, which no play manages"
                                .formatted(rails.one.host("sm1").port));
        assertThat(refusals(plan(
                        rails,
                        host("sm1", on(opensm(12), ONE), on(opensm(11), TWO)),
                        host("sm2", on(opensm(5), ONE), on(opensm(5), TWO)))))
                .containsExactly(
                        "OPENSM_SHARED_FILE /etc/opensm/opensm.conf would change for port %s, and is read by the OpenSM of port %s, which wants another content of it"
                                .formatted(rails.one.host("sm1").port, rails.two.host("sm1").port));
    }

    @Test
    void aSharedFileThatBothWantAlikeIsWrittenOnce() {
        DualRail rails = DualRail.sharing();
        var group = defaultPartition(Mtu.MTU_4096);
        DesiredHost[] desired = {
            host("sm1", on(opensm(12, group), ONE), on(opensm(12, group), TWO)),
            host("sm2", on(opensm(5, group), ONE), on(opensm(5, group), TWO))
        };
        Plan plan = plan(rails, desired);
        assertThat(refusals(plan)).isEmpty();
        assertThat(plan.files()).hasSize(3);
        assertThat(rails.apply(plan))
                .containsExactly(
                        "sm2: write /etc/opensm/partitions.conf, then restart opensm",
                        "sm1: write /etc/opensm/opensm.conf and /etc/opensm/partitions.conf, then restart opensm",
                        "sm2: restart opensm",
                        "sm1: restart opensm");
        Plan after = plan(rails, desired);
        assertThat(after.differences()).isEmpty();
        assertThat(after.hasSteps()).isFalse();
    }

    @Test
    void aSharedFileOfOneThatChangesByAHup() {
        DualRail rails = DualRail.sharing();
        DesiredHost[] desired = {
            host("sm1", on(opensm(12), ONE), on(opensm(12), TWO)), host("sm2", on(opensm(5), ONE), on(opensm(5), TWO))
        };
        assertThat(rails.apply(plan(rails, desired)))
                .containsExactly(
                        "sm1: write /etc/opensm/opensm.conf, then send HUP to opensm", "sm1: send HUP to opensm");
        assertThat(plan(rails, desired).differences()).isEmpty();
    }

    @Test
    void anUndoFindsTheInstanceWhoseFilesWereChanged() {
        DualRail rails = DualRail.apart();
        Bytes before = Bytes.ofLatin1("sm_priority 9\n");
        Bytes after = Bytes.ofLatin1(rails.two.host("sm1").text("/etc/opensm/second.conf"));
        String kept = "/var/lib/ibplay/kept/r1/etc%2Fopensm%2Fsecond.conf";
        var step = new UndoneStep(
                1,
                "sm1",
                OptionalInt.empty(),
                true,
                List.of(new Effect.FileEffect(
                        "/etc/opensm/second.conf",
                        Optional.of(FileState.of(before, before.latin1())),
                        Optional.of(FileState.of(after, after.latin1())),
                        Optional.of(kept))));
        var found = new FoundFiles(
                Map.of("sm1", Map.of("/etc/opensm/second.conf", Fact.known(after), kept, Fact.known(before))));
        Plan undo = Restoration.of(
                        "r1",
                        List.of(step),
                        List.of(new Restoration.Target("sm1", true, true), new Restoration.Target("sm2", true, true)))
                .plan(rails.observed(), found, EarlierRun.UNDO);
        assertThat(refusals(undo)).isEmpty();
        assertThat(rails.apply(undo)).containsExactly("sm1: write /etc/opensm/second.conf, then send HUP to opensm");
        assertThat(rails.two.host("sm1").priority).isEqualTo(9);
    }
}
