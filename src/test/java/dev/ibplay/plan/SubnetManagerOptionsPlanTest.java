package dev.ibplay.plan;

import static dev.ibplay.plan.Desired.defaultPartition;
import static dev.ibplay.plan.Desired.host;
import static dev.ibplay.plan.Desired.opensm;
import static dev.ibplay.plan.Desired.serving;
import static dev.ibplay.plan.Desired.unchangeable;
import static dev.ibplay.plan.Wishes.options;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.diag.Code;
import dev.ibplay.facts.Fact;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.ib.SmInfo;
import dev.ibplay.ib.SmState;
import dev.ibplay.resource.DesiredHost;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** {@code options} of opensm.conf: what differs, what makes it live, and what a new sm_key takes. */
class SubnetManagerOptionsPlanTest {
    private static final String KEY = "0x5ec2e7";

    private final ModelFabric fabric = ModelFabric.twoK();

    private static DesiredHost[] newKey() {
        return new DesiredHost[] {
            host("sm1", options(opensm(10), "sm_key", KEY)), host("sm2", options(opensm(5), "sm_key", KEY))
        };
    }

    @Test
    void severalKeysInOneEditTakeAHup() {
        Played played = Played.converges(
                fabric, host("sm1", options(serving(), "sweep_interval", "30", "sminfo_polling_timeout", "5000")));
        assertThat(played.differences())
                .containsExactly(
                        "sm1 opensm option sminfo_polling_timeout file: 10000, not 5000",
                        "sm1 opensm option sweep_interval file: 10, not 30");
        assertThat(played.acts()).containsExactly("sm1: write /etc/opensm/opensm.conf, then send HUP to opensm");
        assertThat(fabric.host("sm1").text(ModelHost.CONF))
                .isEqualTo("sm_priority 10\nsminfo_polling_timeout 5000\nsweep_interval 30\n");
    }

    @Test
    void aKeyThatIsReadAtTheStartOnlyTakesANewProcess() {
        Played played = Played.converges(fabric, host("sm1", options(serving(), "lmc", "1", "sweep_interval", "30")));
        assertThat(played.acts()).containsExactly("sm1: write /etc/opensm/opensm.conf, then restart opensm");
    }

    @Test
    void whatIsAsWantedGivesNothing() {
        fabric.host("sm1").put(ModelHost.CONF, "sm_priority 10\nsweep_interval 0x1e\n", 500);
        Played played =
                Played.plan(fabric, host("sm1", options(serving(), "sweep_interval", "30", "sweep_on_trap", "true")));
        assertThat(played.differences()).isEmpty();
        assertThat(played.plan().hasSteps()).isFalse();
    }

    @Test
    void secretsAreHiddenAndTheRightKindOfDifference() {
        fabric.host("sm1").put(ModelHost.CONF, "sm_priority 10\nsa_key 0x77aa\n", 500);
        Played played = Played.converges(fabric, host("sm1", options(serving(), "sa_key", "0x66bb")));
        assertThat(played.differences())
                .containsExactly("sm1 opensm option sa_key file: <hidden>, not <hidden, changed>");
        assertThat(played.plan().differences() + "" + played.plan().diagnostics())
                .doesNotContain("66bb", "77aa");
        assertThat(played.acts()).containsExactly("sm1: write /etc/opensm/opensm.conf, then send HUP to opensm");
    }

    @Test
    void whatInterruptsTheFabricIsRefusedUnlessAllowed() {
        Played refused = Played.plan(
                fabric,
                host("sm1", options(serving(), "subnet_prefix", "0xfec0000000000001", "m_key", "0x99")),
                host("sm2", serving()));
        assertThat(refused.refusals())
                .containsExactly(
                        "FABRIC_OUTAGE a change of m_key interrupts the whole fabric",
                        "FABRIC_OUTAGE a change of subnet_prefix interrupts the whole fabric");
        assertThat(refused.plan().files()).isEmpty();
        Played allowed = Played.converges(
                fabric, host("sm1", Wishes.allowingOutage(options(serving(), "subnet_prefix", "0xfec0000000000001"))));
        assertThat(allowed.acts()).containsExactly("sm1: write /etc/opensm/opensm.conf, then restart opensm");
    }

    @Test
    void aNewKeyStopsTheStandbysFirst() {
        Played played = Played.converges(fabric, newKey());
        assertThat(played.acts())
                .containsExactly(
                        "sm2: stop opensm until the master has the new sm_key",
                        "sm1: write /etc/opensm/opensm.conf, then send HUP to opensm",
                        "sm2: write /etc/opensm/opensm.conf, then start opensm");
        assertThat(played.simulator().mostMasters).isOne();
        assertThat(played.plan().toString()).doesNotContain("5ec2e7");
    }

    @Test
    void aNewKeyWithOtherRolesAndGroups() {
        Played played = Played.converges(
                fabric,
                host("sm1", options(opensm(3, defaultPartition(Mtu.MTU_4096)), "sm_key", KEY)),
                host("sm2", options(opensm(7, defaultPartition(Mtu.MTU_4096)), "sm_key", KEY)));
        assertThat(played.simulator().mostMasters).isOne();
        assertThat(fabric.host("sm2").state).isEqualTo(SmState.MASTER);
    }

    @Test
    void aNewKeyOfOneThatStartsAndOneThatStops() {
        fabric.host("sm2").instances = 0;
        fabric.host("sm2").stop();
        Played started = Played.converges(
                fabric,
                host("sm1", options(opensm(10), "sm_key", KEY)),
                host("sm2", options(Wishes.enabled(opensm(5), true), "sm_key", KEY)));
        assertThat(started.acts())
                .containsExactly(
                        "sm1: write /etc/opensm/opensm.conf, then send HUP to opensm",
                        "sm2: write /etc/opensm/opensm.conf, then start opensm, now and with the host");
        Played stopped = Played.converges(
                fabric,
                host("sm1", options(Wishes.enabled(opensm(10), false), "sm_key", "0x2")),
                host("sm2", options(opensm(5), "sm_key", "0x2")));
        assertThat(stopped.simulator().mostMasters).isOne();
        assertThat(stopped.acts())
                .containsExactly(
                        "sm2: stop opensm until the master has the new sm_key",
                        "sm1: write /etc/opensm/opensm.conf, then send HUP to opensm",
                        "sm2: write /etc/opensm/opensm.conf, then start opensm",
                        "sm1: stop opensm, now and with the host");
    }

    @Test
    void nobodyIsLeftOutOfANewKey() {
        assertThat(Played.plan(fabric, host("sm1", options(opensm(10), "sm_key", KEY)), host("sm2", opensm(5)))
                        .refusals())
                .containsExactly(
                        "SM_KEYS_DIFFER sm1 and sm2 have different values of sm_key: they do not see each other, and each will be master");
        assertThat(Played.plan(fabric, newKey()[0], unchangeable("sm2", options(opensm(5), "sm_key", KEY)))
                        .refusals())
                .singleElement()
                .asString()
                .startsWith("SM_KEYS_DIFFER");
        var foreign = new PortGuid(0x0011_7500_00c1_0001L);
        fabric.subnetManagers.put(foreign, Fact.known(new SmInfo(foreign.value(), 1, 1, SmState.STANDBY)));
        assertThat(Played.plan(fabric, newKey()).refusals())
                .containsExactly(
                        "FOREIGN_SUBNET_MANAGER the subnet manager at port %s, which no play manages, keeps the old sm_key and would be a second master"
                                .formatted(foreign));
    }

    @Test
    void aStandbyThatNothingCanStop() {
        fabric.host("sm2").unit = Optional.empty();
        assertThat(Played.plan(fabric, newKey()).refusals())
                .containsExactly(
                        Code.OPENSM_BY_HAND
                                + " opensm must be stopped while the master gets another sm_key, and nothing here can stop and start it alone");
    }
}
