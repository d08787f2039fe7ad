package dev.ibplay.facts.esxi;

import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.ResolvePath;
import dev.ibplay.exec.Operation.RunCommand;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.GuardObserved;
import dev.ibplay.facts.Probe;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** All that is asked of an ESXi host at first. esxcli is asked for csv; {@link EsxiFound} says what to ask again. */
public final class EsxiProbe implements Probe<EsxiFound> {
    /** {@code uname -s} on ESXi. */
    public static final String SYSTEM = "VMkernel";

    private static final Operation WAY =
            RunCommand.of(Duration.ofSeconds(10), "sh", "-c", "echo \"${SSH_CONNECTION-}\"");

    private final Set<String> modules;
    private final boolean addresses;
    private final EsxcliProbe esxcli;
    private final Optional<EsxiOpensmProbe> opensm;
    private final EsxiGuardsProbe guards = new EsxiGuardsProbe();

    /**
     * A probe. vSwitches, VMkernel interfaces and adapters are always asked about.
     *
     * @param opensm whether OpenSM's files and processes are
     * @param addresses whether addresses are, and the way in
     * @param modules kernel modules that are
     */
    public EsxiProbe(boolean opensm, boolean addresses, Set<String> modules) {
        this.modules = new TreeSet<>(modules);
        this.addresses = addresses;
        this.opensm = opensm ? Optional.of(new EsxiOpensmProbe()) : Optional.empty();
        List<EsxcliListing> listings = new ArrayList<>(List.of(
                EsxcliListing.SWITCHES, EsxcliListing.DISTRIBUTED, EsxcliListing.VMKERNELS, EsxcliListing.NICS));
        if (addresses) {
            listings.addAll(List.of(EsxcliListing.IPV4, EsxcliListing.IPV6));
        }
        listings.addAll(EsxiModules.listings(this.modules));
        this.esxcli = new EsxcliProbe(listings, false);
    }

    @Override
    public List<Operation> operations() {
        List<Operation> operations = new ArrayList<>();
        operations.add(EsxiVersion.VMWARE);
        operations.add(EsxiPorts.IBSTAT);
        operations.add(new ResolvePath("/scratch"));
        operations.add(WAY);
        operations.addAll(esxcli.operations());
        operations.addAll(guards.operations());
        opensm.ifPresent(probe -> operations.addAll(probe.operations()));
        return List.copyOf(operations);
    }

    @Override
    public EsxiFound parse(List<Outcome> outcomes) {
        int at = 4;
        EsxcliAnswers answers =
                esxcli.parse(outcomes.subList(at, at + esxcli.operations().size()));
        at += esxcli.operations().size();
        List<GuardObserved> left =
                guards.parse(outcomes.subList(at, at + guards.operations().size()));
        int rest = at + guards.operations().size();
        return new EsxiFound(
                EsxiVersion.of(outcomes.get(0)),
                outcomes.get(1),
                EsxiOpensmProbe.scratch(outcomes.get(2)),
                addresses
                        ? EsxiAnswer.of(outcomes.get(3))
                                .map(output -> output.stdout().strip())
                        : Fact.unreadable("it was not asked for"),
                modules,
                answers,
                esxcli.again(answers),
                left,
                opensm.map(probe -> probe.parse(outcomes.subList(rest, outcomes.size()))));
    }
}
