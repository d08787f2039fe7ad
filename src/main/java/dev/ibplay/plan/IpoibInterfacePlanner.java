package dev.ibplay.plan;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Located;
import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.ReadFile;
import dev.ibplay.facts.FabricFacts;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.IpoibObserved;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PKey;
import dev.ibplay.resource.IpoibInterface;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Plans IPoIB interfaces: running mode and MTU, mode first, since the kernel sets the MTU when the mode changes
 * (ipoib_main.c: ipoib_set_mode). The running level only; what a reboot brings back is not managed yet.
 */
final class IpoibInterfacePlanner {
    private static final Duration SETTLE_LIMIT = Duration.ofSeconds(30);

    private final Observed observed;
    /** By the low 15 bits of the P_Key, what each fabric's groups will be when the plan's fabric steps are done. */
    private final Map<FabricFacts, Map<Integer, Mtu>> coming;

    private final PlanDraft draft;

    IpoibInterfacePlanner(Observed observed, Map<FabricFacts, Map<Integer, Mtu>> coming, PlanDraft draft) {
        this.observed = observed;
        this.coming = coming;
        this.draft = draft;
    }

    void plan(int play, HostFacts host, IpoibInterface wanted, boolean changeable) {
        Optional<IpoibObserved> found = host.ipoib(wanted.name());
        if (found.isEmpty()) {
            String names = String.join(
                    ", ", host.interfaces().stream().map(IpoibObserved::name).toList());
            draft.refuse(
                    Code.INTERFACE_MISSING,
                    host.host(),
                    wanted.span(),
                    "there is no IPoIB interface " + wanted.name(),
                    names.isEmpty() ? "the host has none; is ib_ipoib loaded?" : "its IPoIB interfaces are " + names);
            return;
        }
        IpoibObserved now = found.get();
        if (!readable(host.host(), wanted, now)) {
            return;
        }
        Optional<IpoibMode> newMode = wanted.mode()
                .map(Located::value)
                .filter(mode -> !now.mode().ifKnown().equals(Optional.of(mode)));
        Optional<Integer> mtuNow = now.mtu().ifKnown();
        Optional<Integer> newMtu = wanted.mtu().map(Located::value).filter(mtu -> !mtuNow.equals(Optional.of(mtu)));
        newMode.ifPresent(mode -> difference(host, wanted, "mode", word(now.mode()), mode.word()));
        newMtu.ifPresent(mtu -> difference(host, wanted, "mtu", number(now.mtu()), mtu.toString()));
        boolean possible = groupAllows(host, wanted, now);
        if (possible && changeable && (newMode.isPresent() || newMtu.isPresent())) {
            List<Step> steps = steps(host, wanted, now, newMode);
            boolean shrinks = newMtu.isPresent()
                    && mtuNow.isPresent()
                    && newMtu.get() < mtuNow.get()
                    && fitsAlready(host, wanted, now, newMtu.get());
            (shrinks ? draft.shrinking : draft.growing).add(new HostSteps(play, host.host(), steps));
        }
    }

    private boolean readable(String host, IpoibInterface wanted, IpoibObserved now) {
        if (wanted.mode().isPresent() && now.mode().ifKnown().isEmpty()) {
            draft.refuse(
                    Code.INTERFACE_UNREADABLE,
                    host,
                    wanted.mode().get().span(),
                    "the mode of " + wanted.name() + " cannot be read: the kernel shows no such attribute",
                    "leave \"mode\" out for this host");
            return false;
        }
        if (wanted.mtu().isPresent() && now.mtu().ifKnown().isEmpty()) {
            draft.refuse(
                    Code.INTERFACE_UNREADABLE,
                    host,
                    wanted.mtu().get().span(),
                    "the MTU of " + wanted.name() + " cannot be read",
                    "look at /sys/class/net/" + wanted.name() + "/mtu on the host");
            return false;
        }
        return true;
    }

    private void difference(HostFacts host, IpoibInterface wanted, String attribute, String found, String desired) {
        var span = attribute.equals("mtu")
                ? wanted.mtu().map(Located::span).orElse(wanted.span())
                : wanted.mode().map(Located::span).orElse(wanted.span());
        draft.differences.add(
                new Difference(host.host(), wanted.key(), attribute, Level.RUNNING, found, desired, span));
    }

    /** In datagram mode the kernel cuts the MTU to the group's less 4 (ipoib_main.c: ipoib_change_mtu). */
    private boolean groupAllows(HostFacts host, IpoibInterface wanted, IpoibObserved now) {
        if (modeOf(wanted, now) == IpoibMode.CONNECTED || wanted.mtu().isEmpty()) {
            return true;
        }
        Located<Integer> mtu = wanted.mtu().get();
        PKey pkey = GroupCuts.partitionOf(now);
        Optional<Mtu> group = groupMtu(host, pkey);
        if (group.isEmpty()) {
            draft.warn(
                    Code.GROUP_UNKNOWN,
                    host.host(),
                    mtu.span(),
                    "the group of P_Key %s could not be read, so %d on %s is not held against it"
                            .formatted(pkey, mtu.value(), wanted.name()));
            return true;
        }
        int most = group.get().ipoibDatagramBytes();
        if (mtu.value() > most) {
            draft.refuse(
                    Code.MTU_CHAIN,
                    host.host(),
                    mtu.span(),
                    "%s cannot have MTU %d: the group of P_Key %s carries %s, which leaves %d for IPoIB"
                            .formatted(wanted.name(), mtu.value(), pkey, group.get(), most),
                    "raise the partition's mtu first, or write %d here".formatted(most));
            return false;
        }
        return true;
    }

    /** Whether the group as it is carries so much; leaving connected mode may need the group to grow first. */
    private boolean fitsAlready(HostFacts host, IpoibInterface wanted, IpoibObserved now, int mtu) {
        Optional<Mtu> group =
                observed.onlyFabricOf(host).flatMap(fabric -> GroupCuts.groupNow(fabric, GroupCuts.partitionOf(now)));
        return modeOf(wanted, now) == IpoibMode.CONNECTED
                || group.map(g -> mtu <= g.ipoibDatagramBytes()).orElse(true);
    }

    private static IpoibMode modeOf(IpoibInterface wanted, IpoibObserved now) {
        return wanted.mode().map(Located::value).or(() -> now.mode().ifKnown()).orElse(IpoibMode.DATAGRAM);
    }

    private Optional<Mtu> groupMtu(HostFacts host, PKey pkey) {
        return observed.onlyFabricOf(host).flatMap(fabric -> {
            Mtu planned = coming.getOrDefault(fabric, Map.of()).get(pkey.base());
            return Optional.ofNullable(planned).or(() -> GroupCuts.groupNow(fabric, pkey));
        });
    }

    private List<Step> steps(HostFacts host, IpoibInterface wanted, IpoibObserved now, Optional<IpoibMode> newMode) {
        String folder = "/sys/class/net/" + wanted.name() + "/";
        List<Fingerprint> restsOn = new ArrayList<>();
        List<Operation> operations = new ArrayList<>();
        List<Operation> undo = new ArrayList<>();
        List<Step.Awaited> answers = new ArrayList<>();
        newMode.ifPresent(mode -> {
            ReadFile read = ReadFile.of(folder + "mode");
            restsOn.add(new Fingerprint(wanted.name() + " mode", read, List.of(word(now.mode())), mode.word()));
            // The kernel compares the text with its line end (ipoib_set_mode).
            operations.add(new Operation.WriteAttribute(folder + "mode", Bytes.ofUtf8(mode.word() + "\n")));
            now.mode()
                    .ifKnown()
                    .ifPresent(old ->
                            undo.add(new Operation.WriteAttribute(folder + "mode", Bytes.ofUtf8(old.word() + "\n"))));
            answers.add(new Step.Awaited(wanted.name() + " mode", read, new Expectation.TextIs(mode.word())));
        });
        wanted.mtu().map(Located::value).ifPresent(mtu -> {
            ReadFile read = ReadFile.of(folder + "mtu");
            restsOn.add(new Fingerprint(wanted.name() + " mtu", read, acceptedMtus(host, now), Integer.toString(mtu)));
            operations.add(new Operation.SetLinkMtu(wanted.name(), mtu));
            answers.add(new Step.Awaited(wanted.name() + " mtu", read, new Expectation.TextIs(Integer.toString(mtu))));
        });
        // Last: a change of the mode moves the MTU too.
        now.mtu().ifKnown().ifPresent(old -> undo.add(new Operation.SetLinkMtu(wanted.name(), old)));
        String what = "set " + wanted.key()
                + newMode.map(m -> " mode " + m.word()).orElse("")
                + wanted.mtu().map(m -> " mtu " + m.value()).orElse("");
        return List.of(
                new Step.Act(host.host(), what, restsOn, operations, undo),
                new Step.Await(host.host(), wanted.key() + " is as set", answers, Duration.ZERO, SETTLE_LIMIT));
    }

    /** A rebuilt group moves the MTU of an interface that had all of the old one, with nobody touching the host. */
    private List<String> acceptedMtus(HostFacts host, IpoibObserved now) {
        List<String> accepted = new ArrayList<>();
        accepted.add(number(now.mtu()));
        groupMtu(host, GroupCuts.partitionOf(now))
                .ifPresent(mtu -> accepted.add(Integer.toString(mtu.ipoibDatagramBytes())));
        return accepted;
    }

    private static String number(Fact<Integer> fact) {
        return fact.ifKnown().map(Object::toString).orElse("unreadable");
    }

    private static String word(Fact<IpoibMode> fact) {
        return fact.ifKnown().map(IpoibMode::word).orElse("unreadable");
    }
}
