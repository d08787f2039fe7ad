package dev.ibplay.plan.ipoib;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Located;
import dev.ibplay.exec.Operation;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.IpoibObserved;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.plan.Difference;
import dev.ibplay.plan.FileChange;
import dev.ibplay.plan.Held;
import dev.ibplay.plan.Level;
import dev.ibplay.plan.Observed;
import dev.ibplay.plan.PlanDraft;
import dev.ibplay.plan.Waiting;
import dev.ibplay.plan.interfaces.ComingGroups;
import dev.ibplay.plan.interfaces.InterfaceChange;
import dev.ibplay.plan.interfaces.InterfaceSteps;
import dev.ibplay.plan.interfaces.InterfaceWayIn;
import dev.ibplay.resource.IpoibInterface;
import dev.ibplay.resource.WantedMtu;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Plans IPoIB interfaces: whether mode and MTU are possible, what differs at each level, and in which direction they go. */
public final class IpoibInterfacePlanner {
    private record Place(String host, String name) {}

    private final Observed observed;
    private final ComingGroups coming;

    private final PlanDraft draft;
    private final InterfaceChoice choice;
    private final InterfaceRules rules;
    private final PortRule portRule;
    private final InterfaceWayIn wayIn;
    private final ChildChoice children;
    private final ChildRemoval removals;
    private final ChildPersistence files;
    private final InterfaceSteps steps;
    private final Map<Place, Integer> planned = new HashMap<>();
    private final Map<Place, String> means = new HashMap<>();
    private final Set<Place> leaving = new HashSet<>();

    /** @param waiting ports whose driver waits for new options, with their host */
    public IpoibInterfacePlanner(
            Observed observed, ComingGroups coming, Map<PortGuid, String> waiting, PlanDraft draft) {
        this.observed = observed;
        this.coming = coming;
        this.draft = draft;
        this.choice = new InterfaceChoice(draft);
        this.rules = new InterfaceRules(draft);
        this.portRule = new PortRule(observed, waiting, draft);
        this.wayIn = new InterfaceWayIn(draft);
        this.children = new ChildChoice(observed, coming, draft);
        this.files = new ChildPersistence(new IpoibFiles(draft), draft);
        this.removals = new ChildRemoval(files, draft);
        this.steps = new InterfaceSteps(draft);
    }

    public void plan(int play, HostFacts host, IpoibInterface wanted, boolean changeable) {
        if (wanted.isUnwanted()) {
            removals.plan(play, host, wanted, changeable).ifPresent(steps::add);
            return;
        }
        boolean isComing = ChildChoice.isMissing(host, wanted);
        Optional<HostFacts> facts = isComing ? children.with(host, wanted) : Optional.of(host);
        Optional<ChosenInterface> found = facts.flatMap(f -> choice.choose(f, wanted)
                .filter(now -> isNotPlannedYet(host, wanted, now))
                .flatMap(now -> mtu(f, wanted, now)));
        if (found.isEmpty() || !(isComing || readable(found.get())) || !rules.allow(found.get())) {
            return;
        }
        ChosenInterface chosen = found.get();
        if (isComing) {
            difference(chosen, "state", "absent", "present");
        } else {
            chosen.newMode().ifPresent(mode -> difference(chosen, "mode", chosen.modeNow(), mode.word()));
            chosen.newMtu().ifPresent(mtu -> difference(chosen, "mtu", chosen.mtuNow(), mtu.toString()));
        }
        IpoibFiles.Part inFiles = files.of(chosen, isComing);
        if (!groupAllows(chosen) || !portRule.allows(chosen) || !changeable) {
            return;
        }
        // A bond takes its slaves along (bond_main.c: bond_change_mtu).
        chosen.mtu()
                .ifPresent(mtu -> Stream.concat(Stream.of(chosen.now()), chosen.parts().stream())
                        .forEach(part -> planned.put(new Place(host.host(), part.name()), mtu.value())));
        boolean shrinks = chosen.newMtu()
                        .filter(mtu -> chosen.now()
                                .mtu()
                                .ifKnown()
                                .map(old -> mtu < old)
                                .orElse(false))
                        .filter(mtu -> fitsAlready(chosen, mtu))
                        .isPresent()
                || leavesFirst(chosen);
        InterfaceChange change = isComing
                ? ChildRunning.creation(play, chosen, inFiles)
                : IpoibRunning.change(
                        play,
                        chosen,
                        new IpoibRunning.GroupChange(groupNow(chosen), groupMtu(host, chosen.now())),
                        shrinks,
                        inFiles);
        boolean isAllowed = change.set().isEmpty()
                || wayIn.allows(chosen.facts(), chosen.name(), chosen.wanted().span(), draft.settings.window(play));
        if (isAllowed && !(change.set().isEmpty() && change.files().isEmpty())) {
            steps.add(change);
        }
    }

    /** Files of a host beside those that belong to one interface: they go with its interfaces, those that grow if any does. */
    public void addFiles(int play, String host, List<FileChange> changes, List<Operation> afterwards) {
        boolean shrinks = steps.onlyShrinks(play, host);
        steps.add(new InterfaceChange(
                play,
                host,
                List.of(),
                "",
                0,
                shrinks,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                changes,
                afterwards));
    }

    /** The MTU that an interface will have by this plan; nothing for one that the plan leaves alone. */
    public Optional<Integer> planned(String host, String name) {
        return Optional.ofNullable(planned.get(new Place(host, name)));
    }

    /** Writes the steps of all interfaces. */
    public void finish() {
        steps.finish();
    }

    /** A name and a selector, or two selectors, may mean the same interface: what they want might not go together. */
    private boolean isNotPlannedYet(HostFacts host, IpoibInterface wanted, IpoibObserved now) {
        String earlier = means.putIfAbsent(new Place(host.host(), now.name()), wanted.name());
        if (earlier == null || earlier.equals(wanted.name())) {
            return true;
        }
        draft.refuse(
                Code.INTERFACE_AMBIGUOUS,
                host.host(),
                wanted.span(),
                "%s and %s are the same interface%s"
                        .formatted(earlier, wanted.name(), now.name().equals(earlier) ? "" : ", " + now.name()),
                "describe it once, or choose another one here");
        return false;
    }

    /** Works out how many bytes are wanted: {@code group} follows the group as the plan leaves it. */
    private Optional<ChosenInterface> mtu(HostFacts host, IpoibInterface wanted, IpoibObserved now) {
        if (wanted.mtu().isEmpty()) {
            return Optional.of(new ChosenInterface(host, wanted, now, Optional.empty()));
        }
        Located<WantedMtu> mtu = wanted.mtu().get();
        Optional<Waiting> waits = waitsFor(host, now);
        if (mtu.value() instanceof WantedMtu.OfGroup && waits.isPresent()) {
            // What it is to be is not known before the group is.
            draft.held.add(new Held(host.host(), wanted.key(), waits.get().until()));
            return Optional.empty();
        }
        Optional<Integer> bytes = switch (mtu.value()) {
            case WantedMtu.Bytes fixed -> Optional.of(fixed.bytes());
            case WantedMtu.OfGroup ignored -> groupMtu(host, now).map(Mtu::ipoibDatagramBytes);
        };
        if (bytes.isEmpty()) {
            draft.refuse(
                    Code.GROUP_UNKNOWN,
                    host.host(),
                    mtu.span(),
                    "the group of P_Key %s could not be read, so nobody knows what \"mtu: group\" is for %s"
                            .formatted(now.partition(), now.name()),
                    "write the MTU in bytes, or make the fabric's subnet manager answer");
        }
        return bytes.map(b -> new ChosenInterface(host, wanted, now, Optional.of(new Located<>(b, mtu.span()))));
    }

    /** What the change of an interface's group waits for. */
    private Optional<Waiting> waitsFor(HostFacts host, IpoibObserved now) {
        return observed.fabricOf(host, now).flatMap(fabric -> coming.waitsFor(fabric, now.partition()));
    }

    private boolean readable(ChosenInterface chosen) {
        if (chosen.wanted().mode().isPresent() && chosen.now().mode().ifKnown().isEmpty()) {
            draft.refuse(
                    Code.INTERFACE_UNREADABLE,
                    chosen.host(),
                    chosen.askedBy("mode"),
                    "the mode of " + chosen.name() + " cannot be read: the kernel shows no such attribute",
                    "leave \"mode\" out for this host");
            return false;
        }
        if (chosen.mtu().isPresent() && chosen.now().mtu().ifKnown().isEmpty()) {
            draft.refuse(
                    Code.INTERFACE_UNREADABLE,
                    chosen.host(),
                    chosen.askedBy("mtu"),
                    "the MTU of " + chosen.name() + " cannot be read",
                    "look at /sys/class/net/" + chosen.name() + "/mtu on the host");
            return false;
        }
        return true;
    }

    private void difference(ChosenInterface chosen, String attribute, String found, String desired) {
        draft.differences.add(new Difference(
                chosen.host(),
                chosen.wanted().key(),
                attribute,
                Level.RUNNING,
                found,
                desired,
                chosen.askedBy(attribute)));
    }

    /** In datagram mode the kernel cuts the MTU to the group's less 4 (ipoib_main.c: ipoib_change_mtu). */
    private boolean groupAllows(ChosenInterface chosen) {
        if (chosen.comingMode() == IpoibMode.CONNECTED || chosen.mtu().isEmpty()) {
            return true;
        }
        Located<Integer> mtu = chosen.mtu().get();
        PKey pkey = chosen.partition();
        Optional<Mtu> group = groupMtu(chosen.facts(), chosen.now());
        if (group.isEmpty()) {
            draft.warn(
                    Code.GROUP_UNKNOWN,
                    chosen.host(),
                    mtu.span(),
                    "the group of P_Key %s could not be read, so %d on %s is not held against it"
                            .formatted(pkey, mtu.value(), chosen.name()));
            return true;
        }
        int most = group.get().ipoibDatagramBytes();
        if (mtu.value() > most) {
            Optional<Waiting> waits = waitsFor(chosen.facts(), chosen.now());
            if (waits.isPresent()) {
                draft.held.add(new Held(
                        chosen.host(), chosen.wanted().key(), waits.get().until()));
                return false;
            }
            draft.refuse(
                    Code.MTU_CHAIN,
                    chosen.host(),
                    mtu.span(),
                    "%s cannot have MTU %d: the group of P_Key %s carries %s, which leaves %d for IPoIB"
                            .formatted(chosen.name(), mtu.value(), pkey, group.get(), most),
                    "raise the partition's mtu first, or write %d here".formatted(most));
            return false;
        }
        return true;
    }

    /** Whether it goes to connected mode and would else be cut by its group: in connected mode the group's MTU is no limit. */
    private boolean leavesFirst(ChosenInterface chosen) {
        boolean leaves = chosen.newMode().equals(Optional.of(IpoibMode.CONNECTED))
                && GroupPull.of(chosen.now(), groupNow(chosen), groupMtu(chosen.facts(), chosen.now()))
                        .filter(pull -> !pull.rises())
                        .isPresent();
        if (leaves) {
            leaving.add(new Place(chosen.host(), chosen.name()));
        }
        return leaves;
    }

    /** Whether an interface leaves datagram mode before its group is lowered. */
    public boolean leavesFirst(String host, String name) {
        return leaving.contains(new Place(host, name));
    }

    /** Whether the group as it is carries so much; leaving connected mode may need the group to grow first. */
    private boolean fitsAlready(ChosenInterface chosen, int mtu) {
        return chosen.comingMode() == IpoibMode.CONNECTED
                || groupNow(chosen).map(g -> mtu <= g.ipoibDatagramBytes()).orElse(true);
    }

    private Optional<Mtu> groupNow(ChosenInterface chosen) {
        return observed.fabricOf(chosen.facts(), chosen.now()).flatMap(fabric -> fabric.groupMtu(chosen.partition()));
    }

    /** The MTU that the group will have when the plan's fabric steps are done. */
    private Optional<Mtu> groupMtu(HostFacts host, IpoibObserved now) {
        PKey pkey = now.partition();
        return observed.fabricOf(host, now).flatMap(fabric -> coming.mtu(fabric, pkey));
    }
}
