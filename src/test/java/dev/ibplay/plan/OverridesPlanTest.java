package dev.ibplay.plan;

import static dev.ibplay.plan.Desired.host;
import static dev.ibplay.plan.Desired.opensm;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.diag.Code;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Priorities that OpenSM is handed at its start, which win over opensm.conf. */
class OverridesPlanTest {
    private static final String VARIABLES = "/etc/sysconfig/opensm";
    private static final String DROP_IN = "/etc/systemd/system/opensm.service.d/10-priority.conf";

    private final ModelFabric fabric = ModelFabric.twoK();
    private final ModelHost sm1 = fabric.host("sm1");

    private void started(String conf) {
        sm1.put(ModelHost.CONF, conf, 500);
        sm1.start(1000);
        new Simulator(fabric).elect();
    }

    private void withVariables(String text) {
        sm1.variables = Optional.of(VARIABLES);
        sm1.put(VARIABLES, text, 500);
    }

    @Test
    void theVariablesChangeTogetherWithTheFile() {
        withVariables("# ours\nPRIORITY=9\nGUIDS=\"\"\n");
        started("sm_priority 9\n");
        Played played = Played.converges(fabric, host("sm1", opensm(12)), host("sm2", opensm(5)));
        assertThat(played.differences())
                .containsExactly(
                        "sm1 opensm priority file: 9, not 12",
                        "sm1 opensm priority in /etc/sysconfig/opensm file: 9, not 12",
                        "sm1 opensm priority running: started with -p 9, not 12",
                        "sm1 opensm priority fabric: 9, not 12");
        assertThat(played.acts())
                .containsExactly(
                        "sm1: write /etc/opensm/opensm.conf and /etc/sysconfig/opensm, then send HUP to opensm");
        assertThat(sm1.text(VARIABLES)).isEqualTo("# ours\nPRIORITY=12\nGUIDS=\"\"\n");
        assertThat(sm1.arguments)
                .as("the old argument stays until there is a new process")
                .isEqualTo(List.of("opensm", "-p", "9"));
    }

    @Test
    void aDropInIsReadAgainBySystemd() {
        sm1.dropIn = Optional.of(DROP_IN);
        sm1.put(DROP_IN, "[Service]\nExecStart=\nExecStart=/usr/sbin/opensm -p 9 -B\n", 500);
        started("sm_priority 9\n");
        Played played = Played.converges(fabric, host("sm1", opensm(12)), host("sm2", opensm(5)));
        assertThat(sm1.text(DROP_IN)).isEqualTo("[Service]\nExecStart=\nExecStart=/usr/sbin/opensm -p 12 -B\n");
        assertThat(played.simulator().commands).contains("systemctl daemon-reload");
        Step.Act act = (Step.Act) played.plan().fabric().getFirst();
        assertThat(act.undo())
                .extracting(o -> o.getClass().getSimpleName())
                .containsExactly("ReplaceFile", "ReplaceFile", "RunCommand", "SendSignal");
    }

    @Test
    void whereOnlyTheOverrideIsWrongThereMustBeANewProcess() {
        withVariables("PRIORITY=9\n");
        started("sm_priority 12\n");
        Played played = Played.converges(fabric, host("sm1", opensm(12)), host("sm2", opensm(5)));
        assertThat(played.acts()).containsExactly("sm1: write /etc/sysconfig/opensm, then restart opensm");
        assertThat(sm1.priority).isEqualTo(12);
    }

    @Test
    void whereAllFilesAreRightTheProcessIsOld() {
        withVariables("PRIORITY=9\n");
        started("sm_priority 12\n");
        sm1.put(VARIABLES, "PRIORITY=12\n", 1500);
        sm1.put(ModelHost.CONF, "sm_priority 12\n# touched\n", 1500);
        assertThat(Played.converges(fabric, host("sm1", opensm(12)), host("sm2", opensm(5)))
                        .acts())
                .as("a HUP takes over nothing that has not changed")
                .containsExactly("sm1: restart opensm");
    }

    @Test
    void aPriorityThatTheProcessHasReadBeforeTakesANewOne() {
        withVariables("PRIORITY=9\n");
        started("sm_priority 12\n");
        sm1.put(ModelHost.CONF, "sm_priority 11\n", 1500);
        assertThat(Played.converges(fabric, host("sm1", opensm(12)), host("sm2", opensm(5)))
                        .acts())
                .containsExactly("sm1: write /etc/opensm/opensm.conf and /etc/sysconfig/opensm, then restart opensm");
    }

    @Test
    void anotherKeyThatTakesAHupDoesNotHideIt() {
        withVariables("PRIORITY=9\n");
        started("sm_priority 12\n");
        sm1.put(VARIABLES, "PRIORITY=12\n", 1500);
        Played played = Played.converges(
                fabric, host("sm1", Wishes.options(opensm(12), "sweep_interval", "30")), host("sm2", opensm(5)));
        assertThat(played.acts()).containsExactly("sm1: write /etc/opensm/opensm.conf, then restart opensm");
    }

    @Test
    void anEmptyVariableGivesNone() {
        withVariables("PRIORITY=\n");
        started("sm_priority 9\n");
        assertThat(Played.converges(fabric, host("sm1", opensm(12)), host("sm2", opensm(5)))
                        .differences())
                .containsExactly("sm1 opensm priority file: 9, not 12", "sm1 opensm priority fabric: 9, not 12");
    }

    @Test
    void anArgumentFromNowhere() {
        sm1.arguments = List.of("opensm", "-p", "9");
        started("sm_priority 12\n");
        assertThat(Played.plan(fabric, host("sm1", opensm(12)), host("sm2", opensm(5)))
                        .refusals())
                .containsExactly(Code.OPENSM_OVERRIDE
                        + " opensm was started with -p 9, which wins over the file at every start");
    }

    @Test
    void aVariableThatTheShellWorksOut() {
        withVariables("PRIORITY=$(cat /etc/prio)\n");
        assertThat(Played.plan(fabric, host("sm1", opensm(12)), host("sm2", opensm(5)))
                        .refusals())
                .singleElement()
                .asString()
                .startsWith("OPENSM_OVERRIDE whether /etc/sysconfig/opensm gives opensm a priority");
    }
}
