package dev.ibplay.facts.esxi;

import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.RunCommand;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.HostSystem;
import dev.ibplay.facts.SystemVersion;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The release, by {@code vmware -v} or, where that fails, by esxcli. */
final class EsxiVersion {
    static final Operation VMWARE = RunCommand.of(Duration.ofSeconds(20), "vmware", "-v");

    private static final String PRODUCT = "VMware ESX";

    /** A block without a name; csv has a record instead. */
    static final EsxcliListing ESXCLI = new EsxcliListing(
            List.of("system", "version", "get"),
            Set.of("Product", "Version"),
            false,
            lines -> EsxcliBlocks.parse(lines, "Product"),
            Optional.empty());

    private EsxiVersion() {}

    /** {@code VMware ESXi 5.5.0 build-1331820}; nothing where it was not said. */
    static Optional<HostSystem> of(Outcome vmware) {
        return EsxiAnswer.of(vmware).ifKnown().map(EsxiAnswer::lines).orElse(List.of()).stream()
                .map(String::strip)
                .filter(line -> line.startsWith(PRODUCT))
                .findFirst()
                .map(EsxiVersion::system);
    }

    /** The same by esxcli, with the reason where that does not tell either. */
    static HostSystem of(Fact<List<EsxcliRow>> esxcli) {
        return switch (esxcli) {
            case Fact.Known<List<EsxcliRow>> known -> {
                EsxcliRow row = known.value().getFirst();
                String build = row.text("Build").map(text -> " " + text).orElse("");
                yield system(row.text("Product").orElse(PRODUCT + "i") + " "
                        + row.text("Version").orElse("?") + build);
            }
            case Fact.Absent<List<EsxcliRow>> ignored -> unknown("there is no esxcli");
            case Fact.Unreadable<List<EsxcliRow>> unreadable -> unknown(unreadable.because());
        };
    }

    private static HostSystem system(String name) {
        return new HostSystem(
                HostSystem.Kind.ESXI,
                name,
                SystemVersion.find(name)
                        .map(Fact::known)
                        .orElseGet(() -> Fact.unreadable("\"" + name + "\" has no version")));
    }

    private static HostSystem unknown(String because) {
        return new HostSystem(HostSystem.Kind.ESXI, PRODUCT + "i", Fact.unreadable(because));
    }
}
