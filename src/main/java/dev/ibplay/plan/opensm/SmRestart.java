package dev.ibplay.plan.opensm;

import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.RunCommand;
import dev.ibplay.exec.Operation.SendSignal;
import dev.ibplay.exec.Signal;
import dev.ibplay.facts.OpensmInstance;
import dev.ibplay.facts.OpensmLauncher;
import dev.ibplay.facts.OpensmLauncher.Kind;
import dev.ibplay.facts.OpensmObserved;
import dev.ibplay.facts.WindowsServiceObserved;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How one OpenSM of a host is restarted, started and stopped, by what starts it there. None of them touches another OpenSM of the host;
 * where that cannot be done there is no way. Nor is there one for what was started by hand and for UFM's.
 *
 * @param operations in this order, each only if the one before succeeded
 * @param pause how long no process runs at most though all goes well, beside the time that OpenSM itself takes
 */
public record SmRestart(List<Operation> operations, Duration pause) {
    private static final Duration LIMIT = Duration.ofSeconds(90);

    /** RHEL's launch script starts an opensm again 30 s after its end. */
    private static final Duration RESPAWN = Duration.ofSeconds(30);

    /** Makes an init script start at boot, or not: chkconfig of RHEL, SLES and ESXi, update-rc.d of Debian. */
    private static final String AT_BOOT = """
            if command -v chkconfig >/dev/null 2>&1; then
            chkconfig "$1" "$2"
            else
            [ "$2" != on ] || update-rc.d "$1" defaults || exit
            update-rc.d "$1" "$3"
            fi
            """;

    public SmRestart {
        operations = List.copyOf(operations);
    }

    /** A new process in place of the one that runs. */
    public static Optional<SmRestart> restart(OpensmObserved host, OpensmInstance instance) {
        if (instance.service().isPresent()) {
            return instance.service().map(WindowsService::restart);
        }
        if (!instance.launched()) {
            return host.launcher().kind() == Kind.UFM
                    ? Optional.empty()
                    : instance.unit().map(u -> systemctl("restart", u));
        }
        return switch (host.launcher().kind()) {
            case TEMPLATE_UNITS -> instance.unit().map(unit -> systemctl("restart", unit));
            case RESPAWNING -> isOnlyOne(host) ? launcher(host.launcher(), "restart") : terminate(instance);
            case OPENSMD, UNIT, ESXI_VIB -> isOnlyOne(host) ? launcher(host.launcher(), "restart") : Optional.empty();
            case UFM, WINDOWS_SERVICE, BY_HAND -> Optional.empty();
        };
    }

    /** A process now, if it has none, and after each start of the host. */
    public static Optional<SmRestart> enable(OpensmObserved host, OpensmInstance instance) {
        if (instance.service().isPresent()) {
            return instance.service().map(service -> WindowsService.enable(service, runs(instance)));
        }
        OpensmLauncher launcher = host.launcher();
        Optional<SmRestart> atBoot =
                instance.launched() ? atBoot(launcher, true) : instance.unit().map(unit -> systemctl("enable", unit));
        if (launcher.kind() == Kind.UFM || instance.process().isPresent()) {
            return atBoot.filter(way -> launcher.kind() != Kind.UFM);
        }
        // A launcher may be active without any process: a start would do nothing.
        Optional<SmRestart> now = !instance.launched() || launcher.kind() == Kind.TEMPLATE_UNITS
                ? instance.unit().map(unit -> systemctl("restart", unit))
                : launcher(launcher, "restart").filter(way -> noneRuns(host));
        return atBoot.flatMap(first -> now.map(first::then));
    }

    /** No process now, and none after a start of the host. */
    public static Optional<SmRestart> disable(OpensmObserved host, OpensmInstance instance) {
        if (instance.service().isPresent()) {
            return instance.service().map(service -> WindowsService.disable(service, runs(instance)));
        }
        OpensmLauncher launcher = host.launcher();
        if (!instance.launched()) {
            return launcher.kind() == Kind.UFM
                    ? Optional.empty()
                    : instance.unit().map(unit -> systemctl("disable", unit).then(systemctl("stop", unit)));
        }
        if (!isOnlyOne(host)) {
            return Optional.empty();
        }
        return switch (launcher.kind()) {
            // Its instances are part of it, and go with it.
            case TEMPLATE_UNITS, RESPAWNING, OPENSMD, UNIT, ESXI_VIB ->
                atBoot(launcher, false).flatMap(a -> launcher(launcher, "stop").map(a::then));
            case UFM, WINDOWS_SERVICE, BY_HAND -> Optional.empty();
        };
    }

    /** No process until {@link #start}, whatever happens at a start of the host. */
    public static Optional<SmRestart> stop(OpensmObserved host, OpensmInstance instance) {
        return instance.service().map(WindowsService::stop).or(() -> once("stop", host, instance));
    }

    /** A process again after {@link #stop}. */
    public static Optional<SmRestart> start(OpensmObserved host, OpensmInstance instance) {
        return instance.service().map(WindowsService::start).or(() -> once("start", host, instance));
    }

    private static Optional<SmRestart> once(String verb, OpensmObserved host, OpensmInstance instance) {
        return switch (host.launcher().kind()) {
            case UFM, WINDOWS_SERVICE, BY_HAND -> Optional.empty();
            case TEMPLATE_UNITS -> instance.unit().map(unit -> systemctl(verb, unit));
            case RESPAWNING, OPENSMD, UNIT, ESXI_VIB ->
                !instance.launched()
                        ? instance.unit().map(unit -> systemctl(verb, unit))
                        : isOnlyOne(host) ? launcher(host.launcher(), verb) : Optional.empty();
        };
    }

    private static boolean runs(OpensmInstance instance) {
        return instance.process().isPresent()
                || instance.service().filter(WindowsServiceObserved::runs).isPresent();
    }

    private static boolean isOnlyOne(OpensmObserved host) {
        return host.instances().stream().filter(OpensmInstance::launched).count() == 1;
    }

    private static boolean noneRuns(OpensmObserved host) {
        return host.instances().stream()
                .noneMatch(i -> i.launched() && i.process().isPresent());
    }

    /** The launch script of RHEL starts it again. */
    private static Optional<SmRestart> terminate(OpensmInstance instance) {
        return instance.process()
                .map(p -> new SmRestart(List.of(new SendSignal(p.pid(), p.startTicks(), Signal.TERM)), RESPAWN));
    }

    private static Optional<SmRestart> launcher(OpensmLauncher launcher, String verb) {
        return launcher.unit()
                .map(unit -> systemctl(verb, unit))
                .or(() -> launcher.script().map(script -> command(script, verb)));
    }

    private static Optional<SmRestart> atBoot(OpensmLauncher launcher, boolean enabled) {
        return launcher.unit()
                .map(unit -> systemctl(enabled ? "enable" : "disable", unit))
                .or(() -> launcher.script().map(script -> scriptAtBoot(script, enabled)));
    }

    private static SmRestart scriptAtBoot(String script, boolean enabled) {
        String name = script.substring(script.lastIndexOf('/') + 1);
        return command("sh", "-c", AT_BOOT, "sh", name, enabled ? "on" : "off", enabled ? "enable" : "disable");
    }

    private static SmRestart systemctl(String verb, String unit) {
        return command("systemctl", verb, unit);
    }

    private static SmRestart command(String... words) {
        return new SmRestart(List.of(RunCommand.of(LIMIT, words)), Duration.ZERO);
    }

    private SmRestart then(SmRestart next) {
        return new SmRestart(
                Stream.concat(operations.stream(), next.operations().stream()).toList(), pause.plus(next.pause));
    }
}
