package dev.ibplay.plan.ipoib;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Located;
import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.RunCommand;
import dev.ibplay.facts.FileObserved;
import dev.ibplay.facts.InterfaceOwner;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.netstack.InterfaceFile;
import dev.ibplay.netstack.NetstackKind;
import dev.ibplay.plan.Difference;
import dev.ibplay.plan.FileChange;
import dev.ibplay.plan.Level;
import dev.ibplay.plan.PlanDraft;
import dev.ibplay.text.Rewrite;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What the configuration of an interface's network stack says, and how it is changed. */
final class IpoibFiles {
    private static final Duration COMMAND_LIMIT = Duration.ofSeconds(30);

    /**
     * The files' part of an interface's change.
     *
     * @param afterwards what makes a running stack read its files again
     */
    record Part(List<FileChange> changes, List<Operation> afterwards) {
        static final Part NOTHING = new Part(List.of(), List.of());

        Part {
            changes = List.copyOf(changes);
            afterwards = List.copyOf(afterwards);
        }
    }

    /**
     * One interface with a configuration of its own. What a bond is to be stands in several: its MTU in its own, the mode in
     * those of its slaves.
     */
    private record Target(ChosenInterface chosen, String name, Optional<Integer> mtu, Optional<IpoibMode> mode) {
        static List<Target> of(ChosenInterface chosen) {
            Optional<Integer> mtu = chosen.mtu().map(Located::value);
            Optional<IpoibMode> mode = chosen.wanted().mode().map(Located::value);
            if (!chosen.isBond()) {
                return List.of(new Target(chosen, chosen.name(), mtu, mode));
            }
            List<Target> targets = new ArrayList<>(chosen.parts().stream()
                    .map(slave -> new Target(chosen, slave.name(), Optional.empty(), mode))
                    .toList());
            targets.add(new Target(chosen, chosen.name(), mtu, Optional.empty()));
            return targets.stream()
                    .filter(t -> t.mtu().isPresent() || t.mode().isPresent())
                    .toList();
        }

        boolean changesNow() {
            return (mtu.isPresent() && chosen.newMtu().isPresent())
                    || (mode.isPresent() && chosen.newMode().isPresent());
        }
    }

    private final PlanDraft draft;

    IpoibFiles(PlanDraft draft) {
        this.draft = draft;
    }

    /** What must be written, with the differences noted; nothing where the playbook or the host has no need of it. */
    Part of(ChosenInterface chosen) {
        boolean isWanted = chosen.mtu().isPresent() || chosen.wanted().mode().isPresent();
        if (!isWanted
                || !chosen.wanted().isPersistent()
                || chosen.facts().network().owner(chosen.name()).isEmpty()) {
            return Part.NOTHING;
        }
        List<FileChange> changes =
                new ArrayList<>(new OpenibFile(draft).of(chosen).changes());
        List<Operation> afterwards = new ArrayList<>();
        for (Target target : Target.of(chosen)) {
            Part part = chosen.facts()
                    .network()
                    .owner(target.name())
                    .map(owner -> of(target, owner))
                    .orElse(Part.NOTHING);
            changes.addAll(part.changes());
            afterwards.addAll(part.afterwards());
        }
        return new Part(changes, afterwards.stream().distinct().toList());
    }

    private Part of(Target target, InterfaceOwner owner) {
        return switch (owner) {
            case InterfaceOwner.Configured configured -> configured(target, configured);
            case InterfaceOwner.Unclear unclear -> unclear(target, unclear);
            case InterfaceOwner.Nobody ignored -> nobody(target);
        };
    }

    private Part nobody(Target target) {
        draft.warn(
                Code.NOT_PERSISTENT,
                target.chosen().host(),
                target.chosen().wanted().span(),
                "no network stack of this host brings %s up, so a reboot undoes what is set on it"
                        .formatted(target.name()),
                "configure it there, or write \"persist: false\" if that is wanted");
        return Part.NOTHING;
    }

    /** Whether the file agrees cannot be told: that matters when something is to be changed. */
    private Part unclear(Target target, InterfaceOwner.Unclear unclear) {
        ChosenInterface chosen = target.chosen();
        String message = "%s has %s, but its configuration cannot be managed: %s"
                .formatted(unclear.describe(), target.name(), unclear.because());
        String hint = "make it readable and plain, or write \"persist: false\" and keep the file yourself";
        if (target.changesNow()) {
            draft.refuse(Code.OWNER_UNCLEAR, chosen.host(), chosen.wanted().span(), message, hint);
        } else {
            draft.warn(Code.OWNER_UNCLEAR, chosen.host(), chosen.wanted().span(), message, hint);
        }
        return Part.NOTHING;
    }

    private Part configured(Target target, InterfaceOwner.Configured owner) {
        ChosenInterface chosen = target.chosen();
        InterfaceFile settings = owner.settings();
        Optional<Integer> mtu = target.mtu().filter(m -> !settings.mtu().equals(Optional.of(m)));
        // Where a file says nothing the kernel begins in datagram mode.
        IpoibMode modeInFile = settings.mode().orElse(IpoibMode.DATAGRAM);
        Optional<IpoibMode> mode = target.mode().filter(m -> m != modeInFile);
        mode.ifPresent(m ->
                difference(target, "mode", settings.mode().map(IpoibMode::word).orElse("absent"), m.word()));
        mtu.ifPresent(m ->
                difference(target, "mtu", settings.mtu().map(Object::toString).orElse("absent"), m.toString()));
        if (mtu.isEmpty() && mode.isEmpty()) {
            return Part.NOTHING;
        }
        return switch (settings.with(mtu, mode)) {
            case Rewrite.Refused refused -> {
                draft.refuse(
                        Code.FILE_NOT_EDITABLE,
                        chosen.host(),
                        chosen.askedBy(mtu.isPresent() ? "mtu" : "mode"),
                        "%s cannot be changed for %s: %s"
                                .formatted(owner.file().path(), target.name(), refused.because()),
                        "change it by hand, or write \"persist: false\" and keep the file yourself");
                yield Part.NOTHING;
            }
            case Rewrite.Done done ->
                new Part(
                        List.of(change(chosen.host(), owner.file(), done.text())),
                        afterwards(target.name(), owner, mode.isPresent()));
        };
    }

    private static FileChange change(String host, FileObserved file, String text) {
        return new FileChange(host, file.path(), file.content().ifKnown(), Bytes.ofUtf8(text));
    }

    private void difference(Target target, String attribute, String found, String desired) {
        ChosenInterface chosen = target.chosen();
        boolean isSlave = !target.name().equals(chosen.name());
        draft.differences.add(new Difference(
                chosen.host(),
                chosen.wanted().key(),
                isSlave ? attribute + " of " + target.name() : attribute,
                Level.FILE,
                found,
                desired,
                chosen.askedBy(attribute)));
    }

    /**
     * NetworkManager keeps profiles in memory: it must read a changed one, or it writes the old one back at the next change
     * made with its own tools. A reapply takes the MTU over without a new activation, but not the mode
     * (nm-device-infiniband.c: can_reapply_change). The other stacks read their files when they next start the interface.
     */
    private static List<Operation> afterwards(String name, InterfaceOwner.Configured owner, boolean changesMode) {
        List<Operation> commands = new ArrayList<>();
        if (owner.kind() == NetstackKind.NETPLAN) {
            commands.add(RunCommand.of(COMMAND_LIMIT, "netplan", "generate"));
        }
        if (owner.by() == NetstackKind.NETWORK_MANAGER) {
            commands.add(
                    owner.kind() == NetstackKind.NETPLAN
                            ? RunCommand.of(COMMAND_LIMIT, "nmcli", "connection", "reload")
                            : RunCommand.of(
                                    COMMAND_LIMIT,
                                    "nmcli",
                                    "connection",
                                    "load",
                                    owner.file().path()));
            if (!changesMode && owner.profile().isPresent()) {
                commands.add(RunCommand.of(COMMAND_LIMIT, "nmcli", "device", "reapply", name));
            }
        }
        return commands;
    }
}
