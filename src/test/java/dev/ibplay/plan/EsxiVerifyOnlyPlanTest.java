package dev.ibplay.plan;

import static dev.ibplay.plan.Desired.defaultPartition;
import static dev.ibplay.plan.Desired.host;
import static dev.ibplay.plan.Desired.opensm;
import static dev.ibplay.plan.Desired.partition;
import static dev.ibplay.plan.Desired.serving;
import static dev.ibplay.plan.Wishes.enabled;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.diag.Code;
import dev.ibplay.ib.Mtu;
import dev.ibplay.resource.DesiredHost;
import dev.ibplay.resource.Partition;
import dev.ibplay.resource.SubnetManager;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What of OpenSM on an ESXi host is only compared, and what is managed where it is known how it is started. */
class EsxiVerifyOnlyPlanTest {
    private static final String FOLDER = "/scratch/opensm/mlx4_0";
    private static final String FILE = FOLDER + "/partitions.conf";
    private static final String SCRIPT = "/etc/init.d/opensmd";

    private final ModelFabric fabric = ModelFabric.twoK();
    private final ModelEsxi esxi = new ModelEsxi();
    private final ModelHost host = fabric.add("esx1", 2);
    private final Simulator simulator = new Simulator(fabric);

    private void runs() {
        host.withOpensm(esxi, ModelFabric.TWO_K);
        simulator.elect();
    }

    private static DesiredHost[] all(SubnetManager ofEsxi, Partition... partitions) {
        return new DesiredHost[] {
            host("sm1", opensm(10, partitions)), host("sm2", opensm(5, partitions)), host("esx1", ofEsxi)
        };
    }

    @Test
    void withoutAKnownFileThePriorityIsOnlyCompared() {
        runs();
        Played played = Played.plan(
                fabric,
                host("sm1", opensm(10)),
                host("sm2", opensm(7)),
                host("esx1", Wishes.options(opensm(3), "sweep_interval", "30")));
        assertThat(played.refusals()).isEmpty();
        assertThat(played.differences()).contains("esx1 opensm priority fabric: 0, not 3");
        assertThat(played.acts())
                .as("the rest goes on")
                .hasSize(1)
                .first()
                .asString()
                .startsWith("sm2: write ");
        assertThat(played.plan().verifyOnly()).hasSize(1);
        assertThat(played.plan().unsupported())
                .containsExactly(Map.entry(
                        "esx1",
                        "the priority of its OpenSM is 0, not 3, and can only be compared: no opensm.conf of it is known:"
                                + " its launcher is not known to read one; leave it a standby at its default priority,"
                                + " and give the master elsewhere a priority of 1 or more;"
                                + " options of OpenSM (sweep_interval) can be neither read nor set:"
                                + " its launcher is not known to read one"));
        played.simulator().apply(played.plan());
        assertThat(Played.plan(fabric, host("esx1", opensm(3))).plan().verifyOnly())
                .isEqualTo(played.plan().verifyOnly());
    }

    @Test
    void aPriorityThatIsRightAlreadyIsNotUnsupported() {
        runs();
        Played played =
                Played.converges(fabric, host("sm1", opensm(10)), host("sm2", opensm(5)), host("esx1", opensm(0)));
        assertThat(played.plan().unsupported()).isEmpty();
        assertThat(played.warnings(Code.RUNNING_INFERRED))
                .anyMatch(w -> w.startsWith("the priority of esx1 is 0 now; whether the next start brings it again"));
    }

    @Test
    void aPriorityAmongTheArgumentsIsOnlyComparedToo() {
        esxi.readsConf = true;
        host.arguments = List.of("/opt/opensm/bin/opensm-static", "-F", FOLDER + "/opensm.conf", "-p", "2");
        host.put(FOLDER + "/opensm.conf", "sm_priority 1\n", 500);
        runs();
        assertThat(host.priority).isEqualTo(2);
        Played played = Played.plan(
                fabric, host("sm1", opensm(10)), host("esx1", Wishes.options(opensm(3), "sweep_interval", "30")));
        assertThat(played.refusals()).isEmpty();
        assertThat(played.plan().unsupported().get("esx1"))
                .startsWith(
                        "the priority of its OpenSM is 2, not 3, and can only be compared: it was started with -p 2");
        assertThat(played.acts())
                .as("options are in a file that it reads")
                .containsExactly("esx1: write " + FOLDER + "/opensm.conf, then send HUP to opensm");
    }

    @Test
    void withAKnownFileThePriorityIsManaged() {
        esxi.readsConf = true;
        host.arguments = List.of("/opt/opensm/bin/opensm-static", "-F", FOLDER + "/opensm.conf");
        host.put(FOLDER + "/opensm.conf", "sm_priority 1\n", 500);
        runs();
        Played played = Played.converges(fabric, all(opensm(3)));
        assertThat(played.acts()).containsExactly("esx1: write " + FOLDER + "/opensm.conf, then send HUP to opensm");
        assertThat(host.priority).isEqualTo(3);
    }

    @Test
    void oneThatIsOnlyComparedMayBeTheWantedMaster() {
        runs();
        host.priority = 12;
        simulator.elect();
        Partition[] partitions = {
            defaultPartition(Mtu.MTU_2048), partition(0x8005, "storage", Optional.of(true), Optional.of(Mtu.MTU_2048))
        };
        Played played = Played.converges(fabric, all(serving(partitions), partitions));
        assertThat(played.plan().fabric().getLast().what()).isEqualTo("esx1 is master and the fabric is as planned");
        assertThat(played.acts()).last().asString().isEqualTo("esx1: write " + FILE + ", then send HUP to opensm");
    }

    @Test
    void startingWithTheHostNeedsAnInitScript() {
        runs();
        Played without = Played.plan(fabric, all(enabled(serving(), true)));
        assertThat(without.refusals()).isEmpty();
        assertThat(without.plan().unsupported().get("esx1")).contains("no init script of it is known");
        Played stopping = Played.plan(fabric, all(enabled(serving(), false)));
        assertThat(stopping.differences()).contains("esx1 opensm enabled running: running, not not running");
        assertThat(stopping.acts()).isEmpty();

        esxi.script = Optional.of(SCRIPT);
        host.enabled = false;
        Played with = Played.converges(fabric, all(enabled(serving(), true)));
        assertThat(with.acts()).containsExactly("esx1: start opensm, now and with the host");
        assertThat(with.plan().unsupported()).isEmpty();
        Played disabled = Played.converges(fabric, all(enabled(serving(), false)));
        assertThat(disabled.acts()).containsExactly("esx1: stop opensm, now and with the host");
        assertThat(host.runsOpensm()).isFalse();
    }
}
