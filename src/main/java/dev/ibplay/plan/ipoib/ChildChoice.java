package dev.ibplay.plan.ipoib;

import dev.ibplay.diag.Code;
import dev.ibplay.exec.MadPort;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.InterfaceAddress;
import dev.ibplay.facts.IpoibLink;
import dev.ibplay.facts.IpoibObserved;
import dev.ibplay.facts.LinksObserved;
import dev.ibplay.facts.NetworkObserved;
import dev.ibplay.ib.IpoibAddress;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.PKey;
import dev.ibplay.netstack.ChildLink;
import dev.ibplay.plan.Observed;
import dev.ibplay.plan.PlanDraft;
import dev.ibplay.plan.interfaces.ComingGroups;
import dev.ibplay.resource.IpoibInterface;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Whether a P_Key child exists, and what a host will be like with one that does not. */
final class ChildChoice {
    /** The kernel cuts a parent's name here (ipoib_vlan.c: ipoib_vlan_add), so that files would speak of another name. */
    private static final int LONGEST_PARENT = 10;

    private record Place(String host, String name) {}

    private final Observed observed;
    private final ComingGroups coming;
    private final PlanDraft draft;
    private final Set<Place> made = new HashSet<>();

    ChildChoice(Observed observed, ComingGroups coming, PlanDraft draft) {
        this.observed = observed;
        this.coming = coming;
        this.draft = draft;
    }

    /** Whether a child is wanted and none may be it; one whose P_Key cannot be read may be. */
    static boolean isMissing(HostFacts host, IpoibInterface wanted) {
        return wanted.child()
                .map(child -> perhaps(host, child.parent(), child.pkey()).isEmpty())
                .orElse(false);
    }

    /** The children of an interface that are in the partition, or may be. */
    static List<IpoibObserved> perhaps(HostFacts host, String parent, PKey pkey) {
        return host.network().links().children(parent).stream()
                .flatMap(link -> host.ipoib(link.name()).stream())
                .filter(found -> found.pkey().ifKnown().map(pkey::samePartition).orElse(true))
                .toList();
    }

    /** The host as it will be: with the child just as the kernel makes it. Refused where it cannot be made. */
    Optional<HostFacts> with(HostFacts host, IpoibInterface wanted) {
        IpoibInterface.Child child = wanted.child().orElseThrow();
        String name = ChildLink.name(child.parent(), child.pkey());
        Optional<IpoibObserved> parent = host.ipoib(child.parent());
        Optional<IpoibLink> link = host.network().links().link(child.parent());
        Optional<String> obstacle = obstacle(host, wanted, child, name);
        if (obstacle.isPresent() || parent.isEmpty() || link.isEmpty()) {
            draft.refuse(
                    Code.CHILD_IMPOSSIBLE,
                    host.host(),
                    wanted.span(),
                    "the child of %s with P_Key %s cannot be made: %s"
                            .formatted(
                                    child.parent(),
                                    child.pkey().asFullMember(),
                                    obstacle.orElse("it is not known what %s is".formatted(child.parent()))),
                    "its parent must be a port's own IPoIB interface, and its P_Key another one than the parent's");
            return Optional.empty();
        }
        warnOfMissingKey(host, wanted, parent.get(), child.pkey());
        return Optional.of(with(host, parent.get(), link.get(), name, child.pkey()));
    }

    private Optional<String> obstacle(HostFacts host, IpoibInterface wanted, IpoibInterface.Child child, String name) {
        Optional<IpoibObserved> parent = host.ipoib(child.parent());
        Optional<IpoibLink> link = host.network().links().link(child.parent());
        if (parent.isEmpty() || link.isEmpty()) {
            return Optional.of("there is no IPoIB interface " + child.parent());
        }
        if (link.get().parent().isPresent()) {
            return Optional.of("%s is a child of %s itself"
                    .formatted(child.parent(), link.get().parent().get()));
        }
        Fact<PKey> own = parent.get().pkey();
        if (own.ifKnown().map(child.pkey()::samePartition).orElse(true)) {
            return Optional.of(
                    own.ifKnown().isPresent()
                            ? "that is the P_Key of %s itself".formatted(child.parent())
                            : "the P_Key of %s cannot be read".formatted(child.parent()));
        }
        Optional<String> port = link.get().port().map(MadPort::toString);
        if (!wanted.selector().ports().isEmpty()
                && port.filter(wanted.selector().ports()::contains).isEmpty()) {
            return Optional.of("%s sits on port %s".formatted(child.parent(), port.orElse("unknown")));
        }
        if (child.parent().length() > LONGEST_PARENT) {
            return Optional.of("the kernel shortens a name of more than %d characters".formatted(LONGEST_PARENT));
        }
        if (host.ipoib(name).isPresent()) {
            return Optional.of("another interface is called " + name);
        }
        return made.add(new Place(host.host(), name))
                ? Optional.empty()
                : Optional.of("the playbook describes it twice; write it at one place");
    }

    private void warnOfMissingKey(HostFacts host, IpoibInterface wanted, IpoibObserved parent, PKey pkey) {
        boolean isMissing = observed.fabricOf(host, parent)
                .flatMap(fabric -> host.network()
                        .links()
                        .link(parent.name())
                        .flatMap(link -> link.hardwareAddress().ifKnown())
                        .flatMap(IpoibAddress::portGuid)
                        .flatMap(port -> coming.isMember(fabric, port, pkey)))
                .map(isMember -> !isMember)
                .orElse(false);
        if (isMissing) {
            draft.warn(
                    Code.PKEY_NOT_ON_PORT,
                    host.host(),
                    wanted.span(),
                    "the port of %s is not in the partition of P_Key %s, so its child will have no carrier"
                            .formatted(parent.name(), pkey.asFullMember()),
                    "make the port a member of the partition, on the subnet manager");
        }
    }

    private static HostFacts with(HostFacts host, IpoibObserved parent, IpoibLink link, String name, PKey pkey) {
        LinksObserved links = host.network().links();
        NetworkObserved network = host.network();
        IpoibLink own = new IpoibLink(
                name,
                link.hardwareAddress(),
                link.port(),
                link.driver(),
                Optional.of(parent.name()),
                Optional.empty(),
                "down",
                Fact.absent(),
                Fact.known(List.<InterfaceAddress>of()),
                Fact.known(false));
        List<IpoibObserved> interfaces = new ArrayList<>(host.interfaces());
        interfaces.add(new IpoibObserved(
                name, Fact.absent(), Fact.known(IpoibMode.DATAGRAM), Fact.known(pkey.asFullMember()), false));
        return new HostFacts(
                host.host(),
                host.ports(),
                interfaces,
                host.opensm(),
                new NetworkObserved(
                        new LinksObserved(
                                Stream.concat(links.ipoib().stream(), Stream.of(own))
                                        .toList(),
                                links.bonds()),
                        network.owners(),
                        network.openibConf(),
                        network.route()),
                host.drivers(),
                host.guards());
    }
}
