package dev.ibplay.plan.windows;

import dev.ibplay.diag.Code;
import dev.ibplay.exec.Operation;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.ManagementRoute;
import dev.ibplay.facts.WindowsAdapterObserved.DriverMtu;
import dev.ibplay.facts.windows.NetshLists;
import dev.ibplay.facts.windows.RegistryValue;
import dev.ibplay.plan.Expectation;
import dev.ibplay.plan.Fingerprint;
import dev.ibplay.plan.GuardRecord;
import dev.ibplay.plan.HostSteps;
import dev.ibplay.plan.PlanDraft;
import dev.ibplay.plan.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Tells a driver to do a larger MTU, and restarts its adapter so that it reads that: a step of its own, since the connection is
 * gone for seconds, and IP can use more only when it is back. The keyword stays when MTUs fall: it bounds them from above only.
 */
final class AdapterRestart {
    private static final String GUARDS = "/var/lib/ibplay/guards";
    private static final Duration SETTLE_LIMIT = Duration.ofMinutes(1);

    private final PlanDraft draft;

    AdapterRestart(PlanDraft draft) {
        this.draft = draft;
    }

    /**
     * Whether the adapter may be restarted. Not where the way in runs over it, guard or not: what disables it would be ended
     * together with the session, before it enables it again.
     */
    boolean isAllowed(WindowsLink link) {
        Optional<ManagementRoute> way = link.host().wayInOver(link.name());
        boolean isUnknown = link.host().network().route() instanceof Fact.Unreadable<ManagementRoute>
                && draft.settings.window(link.play()).isEmpty();
        if (way.isEmpty() && !isUnknown) {
            return true;
        }
        draft.refuse(
                Code.WAY_IN,
                link.host().host(),
                link.askedBy(),
                "MTU %d needs a restart of %s, and %s"
                        .formatted(
                                link.mtu().value(),
                                link.name(),
                                way.map(route -> "the way to this host runs over it (it answers %s through it)"
                                                .formatted(route.peer()))
                                        .orElse("whether the way to this host runs over it could not be read")),
                way.isPresent()
                        ? "log in over another connection (ansible_host), or set %s to %d by hand"
                                .formatted(
                                        link.smallDriver()
                                                .map(DriverMtu::keyword)
                                                .orElse("the driver's keyword"),
                                        link.mtu().value())
                        : "leave \"confirm: none\" out: the host then takes the change back if it cuts the connection");
        return false;
    }

    /** Plans it: before the MTU of IP, and after the steps of the fabric. */
    void plan(WindowsLink link, DriverMtu driver) {
        int before = driver.value().ifKnown().orElseThrow();
        int after = link.mtu().value();
        RegistryValue place = RegistryValue.ofAdapter(driver.key(), driver.keyword());
        var reading = new DriverReading(place, link.codePage());
        var fingerprint = new Fingerprint(
                "%s of %s".formatted(driver.keyword(), link.name()),
                place.query(),
                reading,
                List.of(Integer.toString(before)),
                Integer.toString(after));
        List<Step.Awaited> answers = List.of(
                new Step.Awaited(
                        driver.keyword() + " of " + link.name(),
                        place.query(),
                        new Expectation.ValueIs(reading, Integer.toString(after))),
                new Step.Awaited(
                        link.name() + " of IP",
                        NetshLists.inUse(),
                        new Expectation.ValueIs(
                                new ListedConnection(link.name(), link.codePage()), ListedConnection.PRESENT)));
        String what = "set %s of %s to %d, and restart that adapter (its link is down for seconds)"
                .formatted(driver.keyword(), link.name(), after);
        draft.growing.add(new HostSteps(
                link.play(),
                link.host().host(),
                steps(
                        link,
                        what,
                        fingerprint,
                        operations(link, place, after),
                        operations(link, place, before),
                        answers)));
    }

    private static List<Operation> operations(WindowsLink link, RegistryValue place, int bytes) {
        List<Operation> operations = new ArrayList<>();
        operations.add(place.set(Integer.toString(bytes)));
        operations.addAll(WindowsCommands.restart(link.name()));
        return operations;
    }

    private List<Step> steps(
            WindowsLink link,
            String what,
            Fingerprint restsOn,
            List<Operation> set,
            List<Operation> undo,
            List<Step.Awaited> answers) {
        String host = link.host().host();
        Optional<Duration> window = draft.settings.window(link.play());
        if (window.isEmpty()) {
            return List.of(
                    new Step.Act(host, what, List.of(restsOn), set, undo),
                    new Step.Await(host, "it is so: " + what, answers, Duration.ZERO, SETTLE_LIMIT));
        }
        return List.of(new Step.Guarded(
                host,
                what
                        + ", or back after %d s without confirmation"
                                .formatted(window.get().toSeconds()),
                List.of(restsOn),
                List.of(),
                "%s/%s-%d-restart-%d"
                        .formatted(
                                GUARDS,
                                draft.settings.run(),
                                link.play(),
                                link.adapter().index()),
                GuardRecord.of(draft.settings, what),
                List.of(),
                set,
                undo,
                answers,
                window.get()));
    }
}
