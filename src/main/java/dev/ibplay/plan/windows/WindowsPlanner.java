package dev.ibplay.plan.windows;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Location;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.IpoibObserved;
import dev.ibplay.facts.WindowsAdapterObserved.DriverMtu;
import dev.ibplay.ib.Mtu;
import dev.ibplay.plan.Difference;
import dev.ibplay.plan.Expectation;
import dev.ibplay.plan.Fingerprint;
import dev.ibplay.plan.HostSteps;
import dev.ibplay.plan.Level;
import dev.ibplay.plan.Observed;
import dev.ibplay.plan.PlanDraft;
import dev.ibplay.plan.Reading;
import dev.ibplay.plan.Step;
import dev.ibplay.plan.interfaces.ComingGroups;
import dev.ibplay.plan.interfaces.InterfaceChange;
import dev.ibplay.plan.interfaces.InterfaceSteps;
import dev.ibplay.plan.interfaces.InterfaceWayIn;
import dev.ibplay.resource.IpoibInterface;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Plans the MTU of IPoIB connections of Windows hosts: of the driver in the registry, of IP as it is in use, and of IP as the
 * persistent store keeps it. What IP uses is at most what driver, port and group carry: the driver sends what IP hands it, whether
 * the group takes it or not.
 */
public final class WindowsPlanner {
    private final Observed observed;
    private final PlanDraft draft;
    private final WindowsChain chain;
    private final WindowsChoice choice;
    private final AdapterRestart restarts;
    private final InterfaceSteps steps;
    private final InterfaceWayIn wayIn;
    /** MTUs after the plan, by host and name. */
    private final Map<String, Integer> planned = new HashMap<>();

    public WindowsPlanner(Observed observed, ComingGroups coming, PlanDraft draft) {
        this.observed = observed;
        this.draft = draft;
        this.chain = new WindowsChain(observed, coming, draft);
        this.choice = new WindowsChoice(chain, draft);
        this.restarts = new AdapterRestart(draft);
        this.steps = new InterfaceSteps(draft);
        this.wayIn = new InterfaceWayIn(draft);
    }

    /** Plans one connection of a Windows host. */
    public void plan(int play, HostFacts host, IpoibInterface wanted, boolean changeable) {
        choice.choose(play, host, wanted, changeable).ifPresent(this::plan);
    }

    /** The MTU that a connection will have by this plan; nothing for one that the plan leaves alone. */
    public Optional<Integer> planned(String host, String name) {
        return Optional.ofNullable(planned.get(host + " " + name));
    }

    /** Writes the steps of all hosts. */
    public void finish() {
        steps.finish();
    }

    private void plan(WindowsLink link) {
        compare(link);
        if (!chain.carries(link) || !link.changeable()) {
            return;
        }
        planned.put(link.host().host() + " " + link.name(), link.mtu().value());
        if (link.now() == link.mtu().value()) {
            keep(link);
            return;
        }
        Optional<DriverMtu> driver = link.smallDriver();
        if (driver.isPresent() && !restarts.isAllowed(link)) {
            return;
        }
        if (wayIn.allows(link.host(), link.name(), link.askedBy(), draft.settings.window(link.play()))) {
            driver.ifPresent(small -> restarts.plan(link, small));
            steps.add(change(link));
        }
    }

    private void compare(WindowsLink link) {
        String desired = link.mtu().value().toString();
        if (link.now() != link.mtu().value()) {
            difference(link, "mtu", Level.RUNNING, Integer.toString(link.now()), desired);
        }
        link.smallDriver()
                .ifPresent(driver -> difference(
                        link,
                        driver.keyword(),
                        Level.FILE,
                        driver.value().ifKnown().orElseThrow().toString(),
                        desired + " or more"));
        if (link.isKeptOtherwise()) {
            String kept =
                    link.adapter().keptMtu().ifKnown().map(String::valueOf).orElse(Reading.ABSENT);
            difference(link, "mtu", Level.FILE, kept, desired);
        }
        warnOfUnknown(link);
    }

    private void warnOfUnknown(WindowsLink link) {
        if (link.wanted().isPersistent() && link.adapter().keptMtu() instanceof Fact.Unreadable<Integer> unreadable) {
            warn(
                    link,
                    "which MTU the next start of %s brings %s could not be read: %s"
                            .formatted(link.host().host(), link.name(), unreadable.because()));
        }
        Optional<String> driver = link.adapter()
                .driver()
                .map(told -> told.value() instanceof Fact.Unreadable<Integer> unreadable ? unreadable.because() : "")
                .or(() -> Optional.of("it has neither *JumboPacket nor PayloadMtu"))
                .filter(why -> link.grows() && !why.isEmpty());
        driver.ifPresent(why -> warn(
                link,
                "what the driver of %s is told its MTU is could not be read (%s): if that is less than %d, the change is taken back"
                        .formatted(link.name(), why, link.mtu().value())));
    }

    private void warn(WindowsLink link, String message) {
        draft.warn(Code.RUNNING_INFERRED, link.host().host(), link.askedBy(), message);
    }

    private void difference(WindowsLink link, String attribute, Level level, String found, String desired) {
        draft.differences.add(
                new Difference(link.host().host(), link.key(), attribute, level, found, desired, link.askedBy()));
    }

    /** Only what the next start of the host brings is wrong. */
    private void keep(WindowsLink link) {
        if (!link.isKeptOtherwise()) {
            return;
        }
        int mtu = link.mtu().value();
        ListedMtu reading = ListedMtu.kept(link);
        String before = link.adapter().keptMtu().ifKnown().map(String::valueOf).orElse(Reading.ABSENT);
        // What netsh lists of the store and what Get-NetIPInterface says of it need not be in the same words.
        var restsOn = new Fingerprint(
                link.name() + " kept mtu",
                reading.read(),
                reading,
                List.copyOf(new TreeSet<>(List.of(before, Reading.ABSENT, Reading.UNREADABLE)).descendingSet()),
                Integer.toString(mtu));
        draft.growing.add(new HostSteps(
                link.play(),
                link.host().host(),
                List.of(new Step.Act(
                        link.host().host(),
                        "keep %s mtu %d for the next start".formatted(link.key(), mtu),
                        List.of(restsOn),
                        List.of(WindowsCommands.keep(link.name(), mtu)),
                        List.of()))));
    }

    private InterfaceChange change(WindowsLink link) {
        int mtu = link.mtu().value();
        ListedMtu reading = ListedMtu.inUse(link);
        return new InterfaceChange(
                link.play(),
                link.host().host(),
                List.of(),
                "set %s mtu %d".formatted(link.key(), mtu),
                0,
                mtu < link.now(),
                List.of(new Fingerprint(
                        link.name() + " mtu", reading.read(), reading, accepted(link), Integer.toString(mtu))),
                List.of(WindowsCommands.use(link.name(), mtu)),
                List.of(WindowsCommands.use(link.name(), link.now())),
                List.of(new Step.Awaited(
                        link.name() + " mtu", reading.read(), new Expectation.ValueIs(reading, Integer.toString(mtu)))),
                List.of(),
                link.wanted().isPersistent() ? List.of(WindowsCommands.keep(link.name(), mtu)) : List.of());
    }

    /** An adapter that was restarted comes up with what is kept for it. */
    private static List<String> accepted(WindowsLink link) {
        List<String> accepted = new ArrayList<>(List.of(Integer.toString(link.now())));
        if (link.smallDriver().isPresent()) {
            link.adapter()
                    .keptMtu()
                    .ifKnown()
                    .map(String::valueOf)
                    .filter(kept -> !accepted.contains(kept))
                    .ifPresent(accepted::add);
        }
        return accepted;
    }

    /** Names the connections that stay above what their group will carry, since Windows does not move them with it. */
    public void tellOfLosses() {
        observed.hosts().values().stream()
                .filter(host -> host.windows().isPresent())
                .sorted(Comparator.comparing(HostFacts::host))
                .forEach(host -> host.interfaces().forEach(found -> tellOfLosses(host, found)));
    }

    private void tellOfLosses(HostFacts host, IpoibObserved found) {
        Optional<Mtu> before = chain.groupNow(host, found);
        Optional<Mtu> after = chain.groupAfter(host, found);
        boolean falls = before.isPresent() && after.isPresent() && after.get().compareTo(before.get()) < 0;
        int mtu = planned(host.host(), found.name())
                .or(() -> found.mtu().ifKnown())
                .orElse(0);
        int most = after.map(Mtu::ipoibDatagramBytes).orElse(0);
        if (falls && mtu > most) {
            draft.diagnostics.add(Diagnostic.warning(
                            Code.MTU_ON_THE_WAY,
                            new Location.OnHost(host.host(), Optional.empty(), Optional.empty()),
                            "%s keeps MTU %d when the group of P_Key %s is made anew with %s: what is larger is lost"
                                    .formatted(found.name(), mtu, found.partition(), after.get()))
                    .withHint("lower it in a play: ipoib: {\"%s\": {mtu: %d}}".formatted(found.name(), most)));
        }
    }
}
