package dev.ibplay.plan.ipoib;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Span;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.InterfaceAddress;
import dev.ibplay.facts.IpoibLink;
import dev.ibplay.facts.IpoibObserved;
import dev.ibplay.facts.ManagementRoute;
import dev.ibplay.plan.Difference;
import dev.ibplay.plan.Level;
import dev.ibplay.plan.PlanDraft;
import dev.ibplay.plan.interfaces.InterfaceChange;
import dev.ibplay.resource.IpoibInterface;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Plans that a P_Key child goes, unless somebody uses it. */
final class ChildRemoval {
    /** A child that is to go, and the interface that is it, if it exists. */
    private record Target(IpoibInterface.Child child, Optional<IpoibObserved> found) {}

    private final PlanDraft draft;
    private final ChildPersistence files;

    ChildRemoval(ChildPersistence files, PlanDraft draft) {
        this.files = files;
        this.draft = draft;
    }

    /** What must be done; nothing where it is gone, may not go, or is not to be changed. */
    Optional<InterfaceChange> plan(int play, HostFacts host, IpoibInterface wanted, boolean changeable) {
        Optional<Target> target = target(host, wanted);
        if (target.isEmpty()) {
            return Optional.empty();
        }
        Optional<IpoibObserved> found = target.get().found();
        if (found.isPresent()) {
            draft.differences.add(new Difference(
                    host.host(), wanted.key(), "state", Level.RUNNING, "present", "absent", askedBy(wanted)));
        }
        Optional<IpoibFiles.Part> part =
                files.removal(host, wanted, target.get().child(), found);
        if (part.isEmpty() || found.filter(f -> isInUse(host, wanted, f)).isPresent() || !changeable) {
            return Optional.empty();
        }
        return Optional.of(ChildRunning.removal(
                        play, host, wanted.key(), target.get().child(), found, part.get()))
                .filter(change -> !(change.set().isEmpty() && change.files().isEmpty()));
    }

    private Optional<Target> target(HostFacts host, IpoibInterface wanted) {
        Optional<IpoibObserved> named = wanted.selector().isByName() ? host.ipoib(wanted.name()) : Optional.empty();
        if (named.isPresent()) {
            return ofInterface(host, wanted, named.get());
        }
        IpoibInterface.Child child = wanted.child().orElse(null);
        if (child == null) {
            refuse(
                    host,
                    wanted,
                    Code.CHILD_IMPOSSIBLE,
                    "there is no interface %s, and its name does not say whose child it would be"
                            .formatted(wanted.name()),
                    "write parent and pkey");
            return Optional.empty();
        }
        List<IpoibObserved> found = ChildChoice.perhaps(host, child.parent(), child.pkey());
        boolean isSure = found.stream().allMatch(f -> f.pkey().ifKnown().isPresent());
        if (found.size() > 1 || !isSure) {
            refuse(
                    host,
                    wanted,
                    Code.INTERFACE_AMBIGUOUS,
                    "%s does not mean exactly one interface: it may be %s"
                            .formatted(
                                    child.key(),
                                    found.stream().map(IpoibObserved::name).collect(Collectors.joining(" or "))),
                    "name the interface instead");
            return Optional.empty();
        }
        return Optional.of(new Target(child, found.stream().findFirst()));
    }

    private Optional<Target> ofInterface(HostFacts host, IpoibInterface wanted, IpoibObserved found) {
        Optional<String> parent = host.network().links().link(found.name()).flatMap(IpoibLink::parent);
        if (parent.isEmpty() || found.pkey().ifKnown().isEmpty()) {
            refuse(
                    host,
                    wanted,
                    Code.CHILD_IMPOSSIBLE,
                    parent.isEmpty()
                            ? "%s is a port's own interface, which cannot be removed".formatted(found.name())
                            : "the P_Key of %s cannot be read".formatted(found.name()),
                    "only P_Key children can be absent");
            return Optional.empty();
        }
        return Optional.of(new Target(
                new IpoibInterface.Child(parent.get(), found.pkey().ifKnown().orElseThrow()), Optional.of(found)));
    }

    /** Whether a removal would cut somebody off: the controller, a bond, or who uses its addresses. */
    private boolean isInUse(HostFacts host, IpoibInterface wanted, IpoibObserved found) {
        Optional<ManagementRoute> route = host.wayInOver(found.name());
        if (route.isPresent()) {
            refuse(
                    host,
                    wanted,
                    Code.WAY_IN,
                    "the way to this host runs over %s (it answers %s through it), so it is not removed"
                            .formatted(found.name(), route.get().peer()),
                    "reach the host over another network (ansible_host)");
            return true;
        }
        Optional<IpoibLink> link = host.network().links().link(found.name());
        Optional<String> use = link.flatMap(IpoibLink::master)
                .map(master -> "is part of " + master)
                .or(() -> addresses(link.map(IpoibLink::addresses).orElse(Fact.absent())));
        use.ifPresent(because -> refuse(
                host,
                wanted,
                Code.CHILD_IN_USE,
                "%s %s, so it is not removed".formatted(found.name(), because),
                "take it out of use first, in its network stack's configuration too"));
        return use.isPresent();
    }

    private static Optional<String> addresses(Fact<List<InterfaceAddress>> fact) {
        return switch (fact) {
            case Fact.Known<List<InterfaceAddress>> known -> {
                String configured = known.value().stream()
                        .filter(a -> !isLinkLocal(a))
                        .map(InterfaceAddress::toString)
                        .collect(Collectors.joining(" and "));
                yield configured.isEmpty() ? Optional.empty() : Optional.of("has the address " + configured);
            }
            case Fact.Absent<List<InterfaceAddress>> ignored -> Optional.of("may have addresses: nobody could tell");
            case Fact.Unreadable<List<InterfaceAddress>> unreadable ->
                Optional.of("may have addresses: " + unreadable.because());
        };
    }

    /** RFC 4291, section 2.5.6 (fe80::/10), and RFC 3927. */
    private static boolean isLinkLocal(InterfaceAddress address) {
        return address.address().matches("(?i)fe[89ab][0-9a-f]:.*|169\\.254\\..*");
    }

    private void refuse(HostFacts host, IpoibInterface wanted, Code code, String message, String hint) {
        draft.refuse(code, host.host(), askedBy(wanted), message, hint);
    }

    static Span askedBy(IpoibInterface wanted) {
        return wanted.presence().map(p -> p.span()).orElse(wanted.span());
    }
}
