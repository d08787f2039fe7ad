package dev.ibplay.plan.opensm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Signal;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.FileObserved;
import dev.ibplay.facts.OpensmInstance;
import dev.ibplay.facts.OpensmLauncher;
import dev.ibplay.facts.OpensmLauncher.Kind;
import dev.ibplay.facts.OpensmObserved;
import dev.ibplay.facts.OpensmProcess;
import dev.ibplay.opensm.OpensmArguments;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class SmRestartTest {
    private static final FileObserved FILE = new FileObserved("/etc/opensm/opensm.conf", Fact.absent(), 0);
    private static final String NONE = "no way";

    /** One with this process, or none for 0, and this unit, or none for "". */
    private static OpensmInstance instance(int pid, String unit, boolean launched) {
        return new OpensmInstance(
                FILE,
                FILE,
                pid == 0
                        ? Optional.empty()
                        : Optional.of(new OpensmProcess(pid, new OpensmArguments(List.of("opensm")), pid * 10L, 7)),
                Optional.of(unit).filter(u -> !u.isEmpty()),
                Optional.empty(),
                launched);
    }

    private static OpensmInstance launched(int pid, String unit) {
        return instance(pid, unit, true);
    }

    private static OpensmObserved host(Kind kind, String unit, String script, OpensmInstance... instances) {
        var launcher = new OpensmLauncher(
                kind,
                Optional.empty(),
                List.of(),
                Fact.known(true),
                Optional.of(unit).filter(u -> !u.isEmpty()),
                Optional.of(script).filter(s -> !s.isEmpty()));
        return new OpensmObserved(launcher, List.of(instances));
    }

    private static String words(Optional<SmRestart> way) {
        return way.map(w -> w.operations().stream().map(SmRestartTest::words).collect(Collectors.joining("; "))
                        + (w.pause().isZero() ? "" : " and " + w.pause().toSeconds() + " s"))
                .orElse(NONE);
    }

    private static String words(Operation operation) {
        return switch (operation) {
            case Operation.RunCommand command ->
                String.join(
                        " ",
                        command.arguments().stream()
                                .map(word -> word.contains("\n") ? "..." : word)
                                .toList());
            case Operation.SendSignal signal -> signal.signal() + " to " + signal.pid() + " of " + signal.startTicks();
            default -> operation.toString();
        };
    }

    private static void assertWays(OpensmObserved host, String restart, String enable, String disable) {
        OpensmInstance first = host.instances().getFirst();
        assertThat(words(SmRestart.restart(host, first))).as("restart").isEqualTo(restart);
        assertThat(words(SmRestart.enable(host, first))).as("enable").isEqualTo(enable);
        assertThat(words(SmRestart.disable(host, first))).as("disable").isEqualTo(disable);
    }

    @Test
    void templateUnits() {
        OpensmInstance one = launched(0, "opensm@0x1.service");
        OpensmInstance two = launched(813, "opensm@0x2.service");
        assertWays(
                host(Kind.TEMPLATE_UNITS, "opensm.service", "", one),
                "systemctl restart opensm@0x1.service",
                "systemctl enable opensm.service; systemctl restart opensm@0x1.service",
                "systemctl disable opensm.service; systemctl stop opensm.service");
        assertWays(
                host(Kind.TEMPLATE_UNITS, "opensm.service", "", one, two),
                "systemctl restart opensm@0x1.service",
                "systemctl enable opensm.service; systemctl restart opensm@0x1.service",
                NONE);
    }

    @Test
    void esxiWithAnInitScriptOrNone() {
        assertWays(
                host(Kind.ESXI_VIB, "", "/etc/init.d/opensmd", instance(0, "", true)),
                "/etc/init.d/opensmd restart",
                "sh -c ... sh opensmd on enable; /etc/init.d/opensmd restart",
                "sh -c ... sh opensmd off disable; /etc/init.d/opensmd stop");
        assertWays(host(Kind.ESXI_VIB, "", "", instance(812, "", true)), NONE, NONE, NONE);
        assertWays(
                host(Kind.ESXI_VIB, "", "/etc/init.d/opensmd", instance(812, "", true), instance(813, "", true)),
                NONE,
                "sh -c ... sh opensmd on enable",
                NONE);
    }

    @Test
    void respawningWithOneInstance() {
        assertWays(
                host(Kind.RESPAWNING, "opensm.service", "", launched(0, "opensm.service")),
                "systemctl restart opensm.service",
                "systemctl enable opensm.service; systemctl restart opensm.service",
                "systemctl disable opensm.service; systemctl stop opensm.service");
    }

    @Test
    void respawningWithSeveralInstances() {
        OpensmInstance one = launched(812, "opensm.service");
        OpensmInstance two = launched(813, "opensm.service");
        assertWays(
                host(Kind.RESPAWNING, "opensm.service", "", one, two),
                "TERM to 812 of 8120 and 30 s",
                "systemctl enable opensm.service",
                NONE);
        assertWays(host(Kind.RESPAWNING, "opensm.service", "", launched(0, "opensm.service"), two), NONE, NONE, NONE);
        assertThat(SmRestart.restart(host(Kind.RESPAWNING, "opensm.service", "", one, two), two)
                        .orElseThrow())
                .isEqualTo(new SmRestart(
                        List.of(new Operation.SendSignal(813, 8130, Signal.TERM)), Duration.ofSeconds(30)));
    }

    @Test
    void oneByHandBesideALauncherDoesNotCount() {
        OpensmObserved host =
                host(Kind.RESPAWNING, "opensm.service", "", launched(812, "opensm.service"), instance(900, "", false));
        assertThat(words(SmRestart.restart(host, host.instances().getFirst())))
                .isEqualTo("systemctl restart opensm.service");
        assertThat(words(SmRestart.restart(host, host.instances().getLast()))).isEqualTo(NONE);
    }

    @Test
    void opensmdWithSystemdAndWithout() {
        assertWays(
                host(Kind.OPENSMD, "opensmd.service", "", launched(0, "opensmd.service")),
                "systemctl restart opensmd.service",
                "systemctl enable opensmd.service; systemctl restart opensmd.service",
                "systemctl disable opensmd.service; systemctl stop opensmd.service");
        assertWays(
                host(Kind.OPENSMD, "", "/etc/init.d/opensmd", launched(0, "")),
                "/etc/init.d/opensmd restart",
                "sh -c ... sh opensmd on enable; /etc/init.d/opensmd restart",
                "sh -c ... sh opensmd off disable; /etc/init.d/opensmd stop");
    }

    @Test
    void anotherUnit() {
        assertWays(
                host(Kind.UNIT, "storage-sm.service", "", launched(0, "storage-sm.service")),
                "systemctl restart storage-sm.service",
                "systemctl enable storage-sm.service; systemctl restart storage-sm.service",
                "systemctl disable storage-sm.service; systemctl stop storage-sm.service");
        assertWays(
                host(Kind.RESPAWNING, "opensm.service", "", instance(0, "storage-sm.service", false)),
                "systemctl restart storage-sm.service",
                "systemctl enable storage-sm.service; systemctl restart storage-sm.service",
                "systemctl disable storage-sm.service; systemctl stop storage-sm.service");
    }

    @Test
    void whatRunsIsNotStartedByALauncherOfSeveral() {
        assertWays(host(Kind.UNIT, "", "/etc/init.d/opensm", launched(0, ""), launched(813, "")), NONE, NONE, NONE);
    }

    @Test
    void whatRunsIsOnlyEnabled() {
        assertWays(
                host(Kind.OPENSMD, "opensmd.service", "", launched(900, "opensmd.service")),
                "systemctl restart opensmd.service",
                "systemctl enable opensmd.service",
                "systemctl disable opensmd.service; systemctl stop opensmd.service");
    }

    @Test
    void handsOff() {
        assertWays(host(Kind.UFM, "", "", launched(4100, "")), NONE, NONE, NONE);
        assertWays(host(Kind.UFM, "", "", instance(812, "opensm.service", false)), NONE, NONE, NONE);
        assertWays(host(Kind.BY_HAND, "", "", instance(812, "", false)), NONE, NONE, NONE);
        assertWays(host(Kind.BY_HAND, "", "", launched(0, "")), NONE, NONE, NONE);
    }
}
