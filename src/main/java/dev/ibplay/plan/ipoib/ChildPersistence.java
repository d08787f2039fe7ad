package dev.ibplay.plan.ipoib;

import dev.ibplay.diag.Code;
import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.RunCommand;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.InterfaceOwner;
import dev.ibplay.facts.InterfaceOwner.Configured;
import dev.ibplay.facts.IpoibObserved;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.netstack.ChildFiles;
import dev.ibplay.netstack.ChildLink;
import dev.ibplay.netstack.ConfigFile;
import dev.ibplay.netstack.InterfaceFile;
import dev.ibplay.netstack.NetstackKind;
import dev.ibplay.plan.Difference;
import dev.ibplay.plan.FileChange;
import dev.ibplay.plan.Level;
import dev.ibplay.plan.PlanDraft;
import dev.ibplay.resource.IpoibInterface;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** The files by which the network stack of its parent brings a P_Key child back after a reboot. */
final class ChildPersistence {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    /** Profiles that NetworkManager has made up itself, for interfaces that others have made. */
    private static final String MADE_UP = "/run/NetworkManager/";

    private record Place(String host, String path, boolean removes) {}

    private final PlanDraft draft;
    private final IpoibFiles files;
    /** Files as the changes planned so far leave them: several children of one parent may stand in one. */
    private final Map<Place, String> edited = new HashMap<>();

    ChildPersistence(IpoibFiles files, PlanDraft draft) {
        this.files = files;
        this.draft = draft;
    }

    /**
     * The files' part of an interface that is to exist; one that is no child is left to its own stack's files.
     *
     * @param isComing whether the interface does not exist yet
     */
    IpoibFiles.Part of(ChosenInterface chosen, boolean isComing) {
        Optional<IpoibInterface.Child> child = chosen.wanted().child();
        if (child.isEmpty() || !chosen.wanted().isPersistent()) {
            return files.of(chosen);
        }
        InterfaceOwner own = chosen.facts().network().owner(chosen.name()).orElseGet(InterfaceOwner.Nobody::new);
        return switch (own) {
            case InterfaceOwner.Nobody ignored -> made(chosen, child.get());
            case InterfaceOwner.Unclear unclear ->
                isComing ? unclear(chosen, chosen.name(), unclear) : files.of(chosen);
            case Configured configured -> configured(chosen, child.get(), configured);
        };
    }

    private IpoibFiles.Part configured(ChosenInterface chosen, IpoibInterface.Child child, Configured own) {
        boolean makes = ChildFiles.makes(own.settings(), child.parent(), child.pkey());
        // A .network file may fit a child that nothing makes.
        if (own.file().path().startsWith(MADE_UP) || (own.kind() == NetstackKind.NETWORKD && !makes)) {
            return made(chosen, child);
        }
        if (!makes) {
            notPersistent(
                    chosen,
                    "%s is for it but does not make it".formatted(own.file().path()));
        }
        return files.of(chosen);
    }

    private IpoibFiles.Part made(ChosenInterface chosen, IpoibInterface.Child child) {
        Optional<InterfaceOwner> owner = chosen.facts().network().owner(child.parent());
        if (owner.isEmpty()) {
            return IpoibFiles.Part.NOTHING;
        }
        return switch (owner.get()) {
            case Configured configured ->
                configured.kind() == NetstackKind.NETPLAN
                        ? notPersistent(chosen, "netplan has no P_Key children")
                        : made(chosen, child, configured);
            case InterfaceOwner.Nobody ignored ->
                notPersistent(chosen, "no network stack of this host brings %s up".formatted(child.parent()));
            case InterfaceOwner.Unclear unclear -> unclear(chosen, child.parent(), unclear);
        };
    }

    private IpoibFiles.Part unclear(ChosenInterface chosen, String name, InterfaceOwner.Unclear unclear) {
        unclear(chosen.host(), chosen.wanted(), name, unclear);
        return IpoibFiles.Part.NOTHING;
    }

    private void unclear(String host, IpoibInterface wanted, String name, InterfaceOwner.Unclear unclear) {
        draft.refuse(
                Code.OWNER_UNCLEAR,
                host,
                ChildRemoval.askedBy(wanted),
                "%s has %s, but its configuration cannot be managed: %s"
                        .formatted(unclear.describe(), name, unclear.because()),
                "make it readable and plain, or write \"persist: false\" and keep the file yourself");
    }

    private IpoibFiles.Part notPersistent(ChosenInterface chosen, String because) {
        draft.warn(
                Code.NOT_PERSISTENT,
                chosen.host(),
                chosen.wanted().span(),
                "%s, so a reboot removes %s".formatted(because, chosen.name()),
                "configure it there, or write \"persist: false\" if that is wanted");
        return IpoibFiles.Part.NOTHING;
    }

    private IpoibFiles.Part made(ChosenInterface chosen, IpoibInterface.Child child, Configured owner) {
        difference(chosen.host(), chosen.wanted(), "absent", "present");
        ChildLink link = new ChildLink(
                child.parent(),
                child.pkey(),
                chosen.wanted().mode().map(m -> m.value()).orElse(IpoibMode.DATAGRAM),
                chosen.mtu().map(m -> m.value()));
        ConfigFile place = now(chosen.host(), false).apply(config(owner));
        return switch (ChildFiles.creation(link, owner.settings(), place)) {
            case ChildFiles.Result.Refused refused -> {
                notEditable(chosen.host(), chosen.wanted(), owner, refused.because());
                yield IpoibFiles.Part.NOTHING;
            }
            case ChildFiles.Result.Done done -> {
                IpoibFiles.Part other = new OpenibFile(draft).of(chosen);
                List<FileChange> changes = new ArrayList<>(other.changes());
                changes.addAll(changes(chosen.host(), done.changes(), false));
                yield new IpoibFiles.Part(
                        changes,
                        owner.by() == NetstackKind.NETWORK_MANAGER
                                ? done.changes().stream()
                                        .map(c -> nmcli("load", c.path()))
                                        .toList()
                                : List.of());
            }
        };
    }

    /** What takes a child out of its stack's files; empty where that is refused. */
    Optional<IpoibFiles.Part> removal(
            HostFacts host, IpoibInterface wanted, IpoibInterface.Child child, Optional<IpoibObserved> found) {
        List<FileChange> changes = new ArrayList<>();
        List<Operation> afterwards = new ArrayList<>();
        List<String> names = Stream.of(
                        found.map(IpoibObserved::name).stream(),
                        Stream.of(ChildLink.name(child.parent(), child.pkey())),
                        Stream.of(
                                "%s.%04x".formatted(child.parent(), child.pkey().base())))
                .flatMap(n -> n)
                .distinct()
                .toList();
        for (String name : wanted.isPersistent() ? names : List.<String>of()) {
            InterfaceOwner owner = host.network().owner(name).orElseGet(InterfaceOwner.Nobody::new);
            if (owner instanceof InterfaceOwner.Unclear unclear) {
                unclear(host.host(), wanted, name, unclear);
                return Optional.empty();
            }
            if (owner instanceof Configured configured
                    && !configured.file().path().startsWith(MADE_UP)
                    && ChildFiles.makes(configured.settings(), child.parent(), child.pkey())) {
                difference(host.host(), wanted, "present", "absent");
                ChildFiles.Result result = ChildFiles.removal(
                        configured.settings(), config(configured), settings(host, child), now(host.host(), true));
                if (!(result instanceof ChildFiles.Result.Done done)) {
                    notEditable(host.host(), wanted, configured, ((ChildFiles.Result.Refused) result).because());
                    return Optional.empty();
                }
                changes.addAll(changes(host.host(), done.changes(), true));
                if (configured.by() == NetstackKind.NETWORK_MANAGER) {
                    afterwards.add(nmcli("reload"));
                }
            }
        }
        return Optional.of(new IpoibFiles.Part(
                changes.stream().distinct().toList(),
                afterwards.stream().distinct().toList()));
    }

    private static Optional<InterfaceFile> settings(HostFacts host, IpoibInterface.Child child) {
        return host.network()
                .owner(child.parent())
                .flatMap(o -> o instanceof Configured configured
                        ? Optional.of(configured.settings())
                        : Optional.<InterfaceFile>empty());
    }

    /** Owners whose file is not known, or no text, are unclear. */
    private static ConfigFile config(Configured owner) {
        Bytes content = owner.file().content().ifKnown().orElse(Bytes.EMPTY);
        return new ConfigFile(owner.file().path(), content.lossyText());
    }

    private UnaryOperator<ConfigFile> now(String host, boolean removes) {
        return file ->
                new ConfigFile(file.path(), edited.getOrDefault(new Place(host, file.path(), removes), file.text()));
    }

    private List<FileChange> changes(String host, List<ChildFiles.Change> changes, boolean removes) {
        List<FileChange> result = new ArrayList<>();
        for (ChildFiles.Change change : changes) {
            if (!change.before().equals(change.after())) {
                change.after().ifPresent(text -> edited.put(new Place(host, change.path(), removes), text));
                result.add(new FileChange(
                        host,
                        change.path(),
                        change.before().map(Bytes::ofUtf8),
                        change.after().map(Bytes::ofUtf8)));
            }
        }
        return result;
    }

    private void difference(String host, IpoibInterface wanted, String found, String desired) {
        draft.differences.add(
                new Difference(host, wanted.key(), "state", Level.FILE, found, desired, ChildRemoval.askedBy(wanted)));
    }

    private void notEditable(String host, IpoibInterface wanted, Configured owner, String because) {
        draft.refuse(
                Code.FILE_NOT_EDITABLE,
                host,
                ChildRemoval.askedBy(wanted),
                "the files of %s cannot be changed for %s: %s".formatted(owner.describe(), wanted.key(), because),
                "change them by hand, or write \"persist: false\" and keep them yourself");
    }

    private static Operation nmcli(String... words) {
        List<String> all = new ArrayList<>(List.of("nmcli", "connection"));
        all.addAll(List.of(words));
        return new RunCommand(all, Bytes.EMPTY, LIMIT);
    }
}
