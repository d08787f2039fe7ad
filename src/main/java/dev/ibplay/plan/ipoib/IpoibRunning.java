package dev.ibplay.plan.ipoib;

import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.ReadFile;
import dev.ibplay.facts.IpoibObserved;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.Mtu;
import dev.ibplay.plan.Expectation;
import dev.ibplay.plan.Fingerprint;
import dev.ibplay.plan.Step;
import dev.ibplay.plan.interfaces.InterfaceChange;
import dev.ibplay.plan.whole.GuardFindings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The operations on an interface's running values: mode first, since the kernel sets the MTU when the mode changes
 * (ipoib_main.c: ipoib_set_mode).
 */
final class IpoibRunning {
    private final ChosenInterface chosen;
    private final List<Fingerprint> restsOn = new ArrayList<>();
    private final List<Operation> set = new ArrayList<>();
    private final List<Operation> undo = new ArrayList<>();
    private final List<Step.Awaited> answers = new ArrayList<>();

    private IpoibRunning(ChosenInterface chosen) {
        this.chosen = chosen;
    }

    /**
     * The change of running values; nothing to set where they are right.
     *
     * @param group what becomes of the interface's group
     */
    static InterfaceChange change(
            int play, ChosenInterface chosen, GroupChange group, boolean shrinks, IpoibFiles.Part files) {
        var running = new IpoibRunning(chosen);
        boolean isSetBack = isSetBack(chosen, group);
        boolean isDifferent = chosen.newMode().isPresent() || chosen.newMtu().isPresent() || isSetBack;
        if (isDifferent) {
            chosen.newMode().ifPresent(running::mode);
            chosen.mtu().ifPresent(mtu -> running.mtu(mtu.value(), group.after()));
            // Last: a change of the mode moves the MTU too.
            chosen.now()
                    .mtu()
                    .ifKnown()
                    .ifPresent(old -> running.undo.add(new Operation.SetLinkMtu(chosen.name(), old)));
        }
        String what = "set " + chosen.wanted().key()
                + (chosen.name().equals(chosen.wanted().name()) ? "" : " (" + chosen.name() + ")")
                + chosen.newMode().map(m -> " mode " + m.word()).orElse("")
                + chosen.mtu().map(m -> " mtu " + m.value()).orElse("")
                + (isSetBack ? " again, since it rises with its group" : "");
        return new InterfaceChange(
                play,
                chosen.host(),
                GuardFindings.removal(chosen.facts()),
                isDifferent ? what : "",
                chosen.depth(),
                shrinks,
                running.restsOn,
                running.set,
                running.undo,
                running.answers,
                files.changes(),
                files.afterwards());
    }

    /** What the group has before and after the plan's fabric steps; empty where it is not known. */
    record GroupChange(Optional<Mtu> before, Optional<Mtu> after) {}

    /** Whether the MTU is right now, and a group that grows takes it above. */
    private static boolean isSetBack(ChosenInterface chosen, GroupChange group) {
        return chosen.newMode().isEmpty()
                && chosen.newMtu().isEmpty()
                && chosen.mtu().isPresent()
                && GroupPull.of(chosen.now(), group.before(), group.after())
                        .filter(GroupPull::rises)
                        .isPresent();
    }

    private void mode(IpoibMode mode) {
        for (IpoibObserved part : chosen.parts()) {
            if (part.mode().ifKnown().equals(Optional.of(mode))) {
                continue;
            }
            Operation read = ModeAccess.read(part);
            String old = part.mode().ifKnown().map(IpoibMode::word).orElse("unreadable");
            restsOn.add(new Fingerprint(part.name() + " mode", read, List.of(old), mode.word()));
            set.add(ModeAccess.write(part, mode));
            part.mode().ifKnown().ifPresent(m -> undo.add(ModeAccess.write(part, m)));
            answers.add(new Step.Awaited(part.name() + " mode", read, new Expectation.ValueIs(mode.word())));
        }
    }

    private void mtu(int bytes, Optional<Mtu> group) {
        ReadFile read = ReadFile.of("/sys/class/net/" + chosen.name() + "/mtu");
        // A rebuilt group moves the MTU of an interface that had all of the old one, with nobody touching the host.
        List<String> accepted = new ArrayList<>(List.of(chosen.mtuNow()));
        group.ifPresent(mtu -> accepted.add(Integer.toString(mtu.ipoibDatagramBytes())));
        restsOn.add(new Fingerprint(chosen.name() + " mtu", read, accepted, Integer.toString(bytes)));
        set.add(new Operation.SetLinkMtu(chosen.name(), bytes));
        answers.add(new Step.Awaited(chosen.name() + " mtu", read, new Expectation.ValueIs(Integer.toString(bytes))));
    }
}
