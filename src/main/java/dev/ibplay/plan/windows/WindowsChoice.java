package dev.ibplay.plan.windows;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Located;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.IpoibObserved;
import dev.ibplay.facts.WindowsAdapterObserved;
import dev.ibplay.facts.WindowsObserved;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.Mtu;
import dev.ibplay.plan.Held;
import dev.ibplay.plan.PlanDraft;
import dev.ibplay.plan.Waiting;
import dev.ibplay.plan.ipoib.InterfaceChoice;
import dev.ibplay.resource.IpoibInterface;
import dev.ibplay.resource.WantedMtu;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Finds the IPoIB connection that a play means, and says why one cannot be managed. */
final class WindowsChoice {
    private record Place(String host, String name) {}

    private final WindowsChain chain;
    private final PlanDraft draft;
    private final Map<Place, String> means = new HashMap<>();

    WindowsChoice(WindowsChain chain, PlanDraft draft) {
        this.chain = chain;
        this.draft = draft;
    }

    /** The one; empty where it cannot be managed, which the plan then says, and where nothing is wanted of it. */
    Optional<WindowsLink> choose(int play, HostFacts host, IpoibInterface wanted, boolean changeable) {
        Optional<WindowsObserved> windows = host.windows().filter(found -> isRead(host, wanted, found));
        if (windows.isEmpty() || !isPossible(host, wanted)) {
            return Optional.empty();
        }
        Optional<WindowsAdapterObserved> adapter = adapter(host, wanted, windows.get());
        Optional<IpoibObserved> found = adapter.flatMap(a -> host.ipoib(a.name()));
        return adapter.filter(a -> isNotPlannedYet(host, wanted, a.name()))
                .flatMap(a -> found.flatMap(f -> link(play, host, wanted, f, a, changeable)));
    }

    private boolean isRead(HostFacts host, IpoibInterface wanted, WindowsObserved windows) {
        if (windows.adapters() instanceof Fact.Unreadable<List<WindowsAdapterObserved>> unreadable) {
            refuse(
                    Code.INTERFACE_UNREADABLE,
                    host,
                    wanted,
                    "the connections of this host could not be read: " + unreadable.because(),
                    "try Get-WmiObject Win32_NetworkAdapter on the host");
            return false;
        }
        return true;
    }

    /** What drivers for Windows do not have at all. */
    private boolean isPossible(HostFacts host, IpoibInterface wanted) {
        boolean isChild =
                wanted.presence().isPresent() || wanted.selector().parent().isPresent();
        if (isChild) {
            draft.notSupported(
                    host.host(),
                    "%s: connections in further partitions are made by part_man on Windows, not by this program"
                            .formatted(wanted.key()));
            return false;
        }
        if (wanted.mode().map(Located::value).equals(Optional.of(IpoibMode.CONNECTED))) {
            draft.refuse(
                    Code.CONNECTED_IMPOSSIBLE,
                    host.host(),
                    wanted.mode().orElseThrow().span(),
                    "%s cannot be connected: drivers for Windows know datagram mode only".formatted(wanted.name()),
                    "leave \"mode\" out for this host, or write mode: datagram");
            return false;
        }
        return true;
    }

    private Optional<WindowsAdapterObserved> adapter(HostFacts host, IpoibInterface wanted, WindowsObserved windows) {
        if (!wanted.selector().isByName()) {
            return new InterfaceChoice(draft).bySelector(host, wanted).flatMap(found -> windows.adapter(found.name()));
        }
        Optional<WindowsAdapterObserved> named = windows.adapter(wanted.name());
        if (named.isPresent() && !named.get().ipoib()) {
            draft.notSupported(
                    host.host(),
                    "%s is %s, and not IPoIB"
                            .formatted(wanted.name(), named.get().description()));
            return Optional.empty();
        }
        if (named.isEmpty()) {
            String names =
                    windows.ipoib().stream().map(WindowsAdapterObserved::name).collect(Collectors.joining(", "));
            refuse(
                    Code.INTERFACE_MISSING,
                    host,
                    wanted,
                    "there is no connection " + wanted.name(),
                    names.isEmpty()
                            ? "the host has none by IPoIB; is WinOF installed, and the port set to InfiniBand?"
                            : "its connections by IPoIB are " + names);
        }
        return named;
    }

    /** A name and a selector may mean the same connection: what they want might not go together. */
    private boolean isNotPlannedYet(HostFacts host, IpoibInterface wanted, String name) {
        String earlier = means.putIfAbsent(new Place(host.host(), name), wanted.name());
        if (earlier == null || earlier.equals(wanted.name())) {
            return true;
        }
        refuse(
                Code.INTERFACE_AMBIGUOUS,
                host,
                wanted,
                "%s and %s are the same connection, %s".formatted(earlier, wanted.name(), name),
                "describe it once, or choose another one here");
        return false;
    }

    private Optional<WindowsLink> link(
            int play,
            HostFacts host,
            IpoibInterface wanted,
            IpoibObserved found,
            WindowsAdapterObserved adapter,
            boolean changeable) {
        Optional<Located<Integer>> mtu =
                wanted.mtu().flatMap(asked -> bytes(host, wanted, found, asked)).filter(m -> fits(host, wanted, m));
        if (mtu.isPresent() && adapter.mtu().ifKnown().isEmpty()) {
            String why = adapter.mtu() instanceof Fact.Unreadable<Integer> unreadable
                    ? unreadable.because()
                    : "IPv4 is not bound to it";
            refuse(
                    Code.INTERFACE_UNREADABLE,
                    host,
                    wanted,
                    "the MTU of %s cannot be read: %s".formatted(adapter.name(), why),
                    "look at netsh interface ipv4 show subinterfaces on the host");
            return Optional.empty();
        }
        return mtu.map(bytes -> new WindowsLink(
                play, host, wanted, found, adapter, adapter.mtu().ifKnown().orElseThrow(), bytes, changeable));
    }

    /** {@code group} follows the group as the plan leaves it. */
    private Optional<Located<Integer>> bytes(
            HostFacts host, IpoibInterface wanted, IpoibObserved found, Located<WantedMtu> asked) {
        if (asked.value() instanceof WantedMtu.Bytes fixed) {
            return Optional.of(new Located<>(fixed.bytes(), asked.span()));
        }
        Optional<Waiting> waits = chain.groupWaits(host, found);
        if (waits.isPresent()) {
            draft.held.add(new Held(host.host(), wanted.key(), waits.get().until()));
            return Optional.empty();
        }
        Optional<Mtu> group = chain.groupAfter(host, found);
        if (group.isEmpty()) {
            draft.refuse(
                    Code.GROUP_UNKNOWN,
                    host.host(),
                    asked.span(),
                    "the group of P_Key %s could not be read, so nobody knows what \"mtu: group\" is for %s"
                            .formatted(found.partition(), found.name()),
                    "write the MTU in bytes, or make the fabric's subnet manager answer");
        }
        return group.map(mtu -> new Located<>(mtu.ipoibDatagramBytes(), asked.span()));
    }

    private boolean fits(HostFacts host, IpoibInterface wanted, Located<Integer> mtu) {
        if (mtu.value() <= WindowsObserved.LARGEST_MTU) {
            return true;
        }
        draft.refuse(
                Code.MTU_CHAIN,
                host.host(),
                mtu.span(),
                "%s cannot have MTU %d in datagram mode, which ends at %d"
                        .formatted(wanted.name(), mtu.value(), WindowsObserved.LARGEST_MTU),
                "write %d, or less".formatted(WindowsObserved.LARGEST_MTU));
        return false;
    }

    private void refuse(Code code, HostFacts host, IpoibInterface wanted, String message, String hint) {
        draft.refuse(code, host.host(), wanted.span(), message, hint);
    }
}
