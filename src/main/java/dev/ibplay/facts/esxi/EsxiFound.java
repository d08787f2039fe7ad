package dev.ibplay.facts.esxi;

import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.AdapterPort;
import dev.ibplay.facts.EsxiObserved;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.FileObserved;
import dev.ibplay.facts.GuardObserved;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.HostSystem;
import dev.ibplay.facts.LinksObserved;
import dev.ibplay.facts.NetworkObserved;
import dev.ibplay.facts.OpensmObserved;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What an ESXi host has told so far, what it is worth asking next, and what it means in the end. */
public final class EsxiFound {
    private final Optional<HostSystem> told;
    private final Outcome ibstat;
    private final Fact<String> scratch;
    private final Fact<String> way;
    private final Set<String> modules;
    private final EsxcliAnswers answers;
    private final EsxcliProbe again;
    private final List<GuardObserved> guards;
    private final Optional<EsxiOpensmProbe.Answers> opensm;

    EsxiFound(
            Optional<HostSystem> told,
            Outcome ibstat,
            Fact<String> scratch,
            Fact<String> way,
            Set<String> modules,
            EsxcliAnswers answers,
            EsxcliProbe again,
            List<GuardObserved> guards,
            Optional<EsxiOpensmProbe.Answers> opensm) {
        this.told = told;
        this.ibstat = ibstat;
        this.scratch = scratch;
        this.way = way;
        this.modules = modules;
        this.answers = answers;
        this.again = again;
        this.guards = guards;
        this.opensm = opensm;
    }

    private EsxiFound with(EsxcliAnswers all, EsxcliProbe next, Optional<EsxiOpensmProbe.Answers> files) {
        return new EsxiFound(told, ibstat, scratch, way, modules, all, next, guards, files);
    }

    /** What to ask next: what esxcli did not list as csv, its version, OpenSM's files of other places. Empty when all is told. */
    public List<Operation> next() {
        List<Operation> operations = new ArrayList<>(texts().operations());
        nextFiles().ifPresent(probe -> operations.addAll(probe.operations()));
        return List.copyOf(operations);
    }

    /** The same with the answers to {@link #next}. */
    public EsxiFound with(List<Outcome> outcomes) {
        int split = texts().operations().size();
        EsxcliAnswers all = answers.with(texts().parse(outcomes.subList(0, split)));
        return with(
                all,
                new EsxcliProbe(List.of(), true),
                nextFiles()
                        .map(probe -> probe.parse(outcomes.subList(split, outcomes.size())))
                        .or(() -> opensm));
    }

    private EsxcliProbe texts() {
        boolean asked = answers.lists().containsKey(EsxiVersion.ESXCLI.words());
        List<EsxcliListing> listings = new ArrayList<>(again.listings());
        if (told.isEmpty() && !asked) {
            listings.add(EsxiVersion.ESXCLI);
        }
        return new EsxcliProbe(listings, true);
    }

    private Optional<EsxiOpensmProbe> nextFiles() {
        return opensm.flatMap(files -> EsxiOpensmProbe.found(files, ports()).next());
    }

    private HostSystem system() {
        return told.orElseGet(() -> EsxiVersion.of(answers.get(EsxiVersion.ESXCLI)));
    }

    /** Where the release is not known, it may be one with IPoIB. */
    private boolean ipoib() {
        return system().version().map(EsxiObserved::hasIpoib).ifKnown().orElse(true);
    }

    private List<AdapterPort> ports() {
        return ipoib() ? EsxiPorts.of(ibstat).ifKnown().orElse(List.of()) : List.of();
    }

    /** The facts, as far as they are told. */
    public HostFacts facts(String host) {
        boolean ipoib = ipoib();
        List<AdapterPort> ports = ports();
        EsxiNetwork network = new EsxiNetwork(answers, ipoib);
        List<String> doubts = new ArrayList<>(EsxiPorts.doubts(ibstat, ipoib));
        doubts.addAll(network.doubts());
        EsxiObserved esxi =
                new EsxiObserved(network.switches(), network.vmkernels(), network.uplinks(), scratch, doubts);
        EsxiInterfaces interfaces = new EsxiInterfaces(esxi, ports);
        Fact<OpensmObserved> found = opensm.map(
                        files -> EsxiOpensmProbe.found(files, ports).opensm())
                .orElse(Fact.absent());
        return new HostFacts(
                host,
                ports,
                interfaces.observed(),
                found,
                new NetworkObserved(
                        new LinksObserved(interfaces.links(network::hasIpv6), List.of()),
                        Map.of(),
                        new FileObserved(NetworkObserved.NOT_ASKED.openibConf().path(), Fact.absent(), 0),
                        EsxiRoute.of(way, esxi)),
                EsxiModules.of(modules, answers),
                guards,
                system(),
                Optional.of(esxi));
    }
}
