package dev.ibplay.plan;

import dev.ibplay.diag.Code;
import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.RunCommand;
import dev.ibplay.facts.FileObserved;
import dev.ibplay.facts.InterfaceOwner;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.netstack.InterfaceFile;
import dev.ibplay.netstack.NetstackKind;
import dev.ibplay.netstack.Rewrite;
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

    private final PlanDraft draft;

    IpoibFiles(PlanDraft draft) {
        this.draft = draft;
    }

    /** What must be written, with the differences noted; nothing where the playbook or the host has no need of it. */
    Part of(ChosenInterface chosen) {
        Optional<InterfaceOwner> owner = chosen.facts().network().owner(chosen.name());
        boolean isWanted = chosen.mtu().isPresent() || chosen.wanted().mode().isPresent();
        if (owner.isEmpty() || !isWanted || !chosen.wanted().isPersistent()) {
            return Part.NOTHING;
        }
        return switch (owner.get()) {
            case InterfaceOwner.Configured configured -> configured(chosen, configured);
            case InterfaceOwner.Unclear unclear -> unclear(chosen, unclear);
            case InterfaceOwner.Nobody ignored -> nobody(chosen);
        };
    }

    private Part nobody(ChosenInterface chosen) {
        draft.warn(
                Code.NOT_PERSISTENT,
                chosen.host(),
                chosen.wanted().span(),
                "no network stack of this host brings %s up, so a reboot undoes what is set on it"
                        .formatted(chosen.name()),
                "configure it there, or write \"persist: false\" if that is wanted");
        return Part.NOTHING;
    }

    /** Whether the file agrees cannot be told: that matters when something is to be changed. */
    private Part unclear(ChosenInterface chosen, InterfaceOwner.Unclear unclear) {
        String message = "%s has %s, but its configuration cannot be managed: %s"
                .formatted(unclear.describe(), chosen.name(), unclear.because());
        String hint = "make it readable and plain, or write \"persist: false\" and keep the file yourself";
        if (chosen.newMode().isPresent() || chosen.newMtu().isPresent()) {
            draft.refuse(Code.OWNER_UNCLEAR, chosen.host(), chosen.wanted().span(), message, hint);
        } else {
            draft.warn(Code.OWNER_UNCLEAR, chosen.host(), chosen.wanted().span(), message, hint);
        }
        return Part.NOTHING;
    }

    private Part configured(ChosenInterface chosen, InterfaceOwner.Configured owner) {
        InterfaceFile settings = owner.settings();
        Optional<Integer> mtu =
                chosen.mtu().map(m -> m.value()).filter(m -> !settings.mtu().equals(Optional.of(m)));
        // Where a file says nothing the kernel begins in datagram mode.
        IpoibMode modeInFile = settings.mode().orElse(IpoibMode.DATAGRAM);
        Optional<IpoibMode> mode = chosen.wanted().mode().map(m -> m.value()).filter(m -> m != modeInFile);
        mode.ifPresent(m ->
                difference(chosen, "mode", settings.mode().map(IpoibMode::word).orElse("absent"), m.word()));
        mtu.ifPresent(m ->
                difference(chosen, "mtu", settings.mtu().map(Object::toString).orElse("absent"), m.toString()));
        Part other = secondWriter(chosen);
        if (mtu.isEmpty() && mode.isEmpty()) {
            return other;
        }
        return switch (settings.with(mtu, mode)) {
            case Rewrite.Refused refused -> {
                draft.refuse(
                        Code.FILE_NOT_EDITABLE,
                        chosen.host(),
                        chosen.askedBy(mtu.isPresent() ? "mtu" : "mode"),
                        "%s cannot be changed for %s: %s"
                                .formatted(owner.file().path(), chosen.name(), refused.because()),
                        "change it by hand, or write \"persist: false\" and keep the file yourself");
                yield Part.NOTHING;
            }
            case Rewrite.Done done -> {
                List<FileChange> changes = new ArrayList<>(other.changes());
                changes.add(change(chosen.host(), owner.file(), done.text()));
                yield new Part(changes, afterwards(chosen.name(), owner, mode.isPresent()));
            }
        };
    }

    private static FileChange change(String host, FileObserved file, String text) {
        return new FileChange(host, file.path(), file.content().ifKnown(), Bytes.ofUtf8(text));
    }

    /** MLNX_OFED's script sets connected mode when an interface comes into being, whatever the stack's file says. */
    private Part secondWriter(ChosenInterface chosen) {
        return new OpenibFile(draft).of(chosen);
    }

    private void difference(ChosenInterface chosen, String attribute, String found, String desired) {
        draft.differences.add(new Difference(
                chosen.host(),
                chosen.wanted().key(),
                attribute,
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
