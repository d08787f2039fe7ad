package dev.ibplay.plan.opensm;

import dev.ibplay.diag.Code;
import dev.ibplay.facts.AdapterPort;
import dev.ibplay.facts.FabricFacts;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.OpensmInstance;
import dev.ibplay.facts.OpensmLauncher;
import dev.ibplay.facts.OpensmObserved;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.plan.Observed;
import dev.ibplay.plan.PlanDraft;
import dev.ibplay.plan.WindowsPath;
import dev.ibplay.resource.SubnetManager;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Finds the OpenSM of a host that a play means, the port that it runs on and the fabric of that port. */
public final class InstanceChoice {
    /** An instance in its fabric. */
    public record Chosen(OpensmObserved installed, OpensmInstance instance, PortGuid port, FabricFacts fabric) {}

    /** An instance and the port that it runs on, as far as that can be told. */
    private record Placed(OpensmInstance instance, Optional<PortGuid> port) {}

    private final Observed observed;
    private final PlanDraft draft;

    public InstanceChoice(Observed observed, PlanDraft draft) {
        this.observed = observed;
        this.draft = draft;
    }

    /**
     * The instance; of an ESXi host each of those that are meant. Nothing where there is none, and none of several on other hosts:
     * that is refused.
     */
    public List<Chosen> choose(HostFacts host, SubnetManager wanted) {
        if (!isPossible(host)) {
            return List.of();
        }
        Optional<OpensmObserved> opensm = installed(host, wanted);
        if (opensm.isEmpty()) {
            return List.of();
        }
        if (opensm.get().launcher().kind() == OpensmLauncher.Kind.ESXI_VIB) {
            return ofEsxi(host, wanted, opensm.get());
        }
        if (opensm.get().launcher().kind() == OpensmLauncher.Kind.UFM) {
            refuse(
                    Code.OPENSM_FOREIGN_LAUNCHER,
                    host,
                    wanted,
                    "UFM runs the subnet manager of this host and writes its files itself",
                    "change priority and partitions in UFM, and take the host out of the play");
            return List.of();
        }
        List<Placed> placed = placed(host, living(opensm.get()));
        return one(host, wanted, placed).flatMap(p -> inFabric(host, wanted, opensm.get(), p)).stream()
                .toList();
    }

    private boolean isPossible(HostFacts host) {
        boolean lacks = host.lacksIpoib();
        if (lacks) {
            draft.notSupported(
                    host.host(), host.system().name() + " has no InfiniBand, so no subnet manager can run on it");
        }
        return !lacks;
    }

    private List<Chosen> ofEsxi(HostFacts host, SubnetManager wanted, OpensmObserved found) {
        if (found.instances().isEmpty()) {
            refuse(
                    Code.OPENSM_NOT_RUNNING,
                    host,
                    wanted,
                    "OpenSM has never started on this host: it makes a folder under /scratch/opensm when it does, and there is none",
                    "let it start once (reboot the host with the VIB installed), then run this again");
            return List.of();
        }
        EsxiFolders.Meant meant =
                wanted.instance().isOnly() ? EsxiFolders.all(found) : EsxiFolders.on(found, chosen(host, wanted));
        if (meant.instances().isEmpty()) {
            one(host, wanted, placed(host, found.instances()));
            return List.of();
        }
        return placed(host, meant.instances()).stream()
                .flatMap(p -> inFabric(host, wanted, meant.installed(), p).stream())
                .toList();
    }

    private Optional<OpensmObserved> installed(HostFacts host, SubnetManager wanted) {
        return switch (host.opensm()) {
            case Fact.Absent<OpensmObserved> ignored -> {
                refuse(
                        Code.OPENSM_MISSING,
                        host,
                        wanted,
                        "OpenSM is not installed on this host",
                        "install it, or take the host out of the play");
                yield Optional.empty();
            }
            case Fact.Unreadable<OpensmObserved> unreadable -> {
                refuse(
                        Code.OPENSM_UNREADABLE,
                        host,
                        wanted,
                        "OpenSM cannot be looked at: " + unreadable.because(),
                        "\"become: true\" may be missing");
                yield Optional.empty();
            }
            case Fact.Known<OpensmObserved> known -> Optional.of(known.value());
        };
    }

    /** Those that run, or are started with the host; all where there is none such. */
    private static List<OpensmInstance> living(OpensmObserved installed) {
        List<OpensmInstance> living = installed.instances().stream()
                .filter(i -> i.process().isPresent()
                        || (i.launched()
                                && i.startsWithHost(installed.launcher())
                                        .ifKnown()
                                        .orElse(true)))
                .toList();
        return living.isEmpty() ? installed.instances() : living;
    }

    /**
     * One that is not told its port takes the first Active one (main.c: get_port_guid), which is marked IsSM while it runs; of
     * the ports so marked it is one that no other instance is told.
     */
    private List<Placed> placed(HostFacts host, List<OpensmInstance> instances) {
        List<PortGuid> told = instances.stream().flatMap(i -> i.port().stream()).toList();
        List<PortGuid> ports = host.ports().stream()
                .filter(AdapterPort::infiniband)
                .sorted(Comparator.comparing(AdapterPort::active).reversed())
                .flatMap(p -> p.guid().stream())
                .filter(guid -> !told.contains(guid))
                .toList();
        List<PortGuid> marked = ports.stream()
                .filter(guid -> observed.fabricOf(guid)
                        .filter(f -> f.subnetManagers().containsKey(guid))
                        .isPresent())
                .toList();
        List<PortGuid> free = new ArrayList<>(marked);
        ports.stream().filter(guid -> !free.contains(guid)).forEach(free::add);
        return instances.stream()
                .map(i -> new Placed(
                        i, i.port().or(() -> free.isEmpty() ? Optional.empty() : Optional.of(free.removeFirst()))))
                .toList();
    }

    private Optional<Placed> one(HostFacts host, SubnetManager wanted, List<Placed> placed) {
        List<PortGuid> chosen = chosen(host, wanted);
        List<Placed> found = wanted.instance().isOnly()
                ? placed
                : placed.stream()
                        .filter(p -> p.port().filter(chosen::contains).isPresent())
                        .toList();
        if (found.size() == 1) {
            return Optional.of(found.getFirst());
        }
        String all = placed.stream().map(p -> describe(host, p)).collect(Collectors.joining("; "));
        String meant = wanted.instance().name().map(n -> " on " + n.value()).orElse("");
        refuse(
                Code.OPENSM_SEVERAL,
                host,
                wanted,
                found.isEmpty()
                        ? "no OpenSM instance%s on this host; there is %s"
                                .formatted(meant, all.isEmpty() ? "none" : all)
                        : "%d OpenSM instances%s on this host: %s".formatted(found.size(), meant, all),
                "choose one by \"port: mlx5_0/1\" or \"fabric: NAME\" under opensm");
        return Optional.empty();
    }

    private static List<PortGuid> chosen(HostFacts host, SubnetManager wanted) {
        return host.ports().stream()
                .filter(p -> wanted.instance().ports().contains(p.port().toString()))
                .flatMap(p -> p.guid().stream())
                .toList();
    }

    private static String describe(HostFacts host, Placed placed) {
        String port = placed.port()
                .map(guid ->
                        host.port(guid).map(p -> p.port() + " (" + guid + ")").orElse(guid.toString()))
                .orElse("no port");
        String conf = placed.instance().conf().path();
        String file = conf.startsWith("/") || WindowsPath.is(conf)
                ? conf
                : placed.instance().partitions().path();
        return "one on %s with %s".formatted(port, file);
    }

    private Optional<Chosen> inFabric(HostFacts host, SubnetManager wanted, OpensmObserved installed, Placed placed) {
        Optional<FabricFacts> fabric = placed.port().flatMap(observed::fabricOf);
        if (fabric.isEmpty()) {
            refuse(
                    Code.FABRIC_UNKNOWN,
                    host,
                    wanted,
                    "the fabric of this host could not be queried, so its subnet manager cannot be changed safely"
                            + Optional.ofNullable(observed.silent().get(host.host()))
                                    .map(why -> ": " + why)
                                    .orElse(""),
                    "its port must be Active, and some host of the fabric must have a umad device and the rights to use it");
            return Optional.empty();
        }
        return Optional.of(
                new Chosen(installed, placed.instance(), placed.port().orElseThrow(), fabric.get()));
    }

    private void refuse(Code code, HostFacts host, SubnetManager wanted, String message, String hint) {
        draft.refuse(code, host.host(), wanted.span(), message, hint);
    }
}
