package dev.ibplay.facts.mlnxos;

import dev.ibplay.facts.Fact;
import dev.ibplay.facts.HostSystem;
import dev.ibplay.facts.SystemVersion;
import java.util.List;
import java.util.Optional;

/** {@code show version}: labels and values, of which the first lines name product and release. */
final class VersionText {
    private static final String UNNAMED = "MLNX-OS";

    private VersionText() {}

    static HostSystem system(Fact<List<String>> answer) {
        List<String> lines = answer.ifKnown().orElse(List.of());
        String product = SwitchWords.labelled(lines, "Product name").orElse(UNNAMED);
        Optional<String> release =
                SwitchWords.labelled(lines, "Product release").or(() -> SwitchWords.labelled(lines, "Version summary"));
        String model = SwitchWords.labelled(lines, "Product model")
                .map(m -> " (" + m + ")")
                .orElse("");
        Fact<SystemVersion> version = answer.flatMap(said -> release.flatMap(SystemVersion::find)
                .map(Fact::known)
                .orElse(Fact.unreadable("the switch does not say its release")));
        return new HostSystem(
                HostSystem.Kind.MLNXOS, product + release.map(r -> " " + r).orElse("") + model, version);
    }
}
