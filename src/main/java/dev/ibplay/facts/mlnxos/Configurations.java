package dev.ibplay.facts.mlnxos;

import dev.ibplay.facts.Fact;
import dev.ibplay.facts.SwitchConfiguration;
import java.util.List;
import java.util.Optional;

/**
 * What a switch goes by, and what its next start brings.
 *
 * @param hostName from the head of either
 */
public record Configurations(
        Fact<SwitchConfiguration> running, Fact<SwitchConfiguration> saved, Optional<String> hostName) {
    static Configurations of(Fact<List<String>> running, Fact<List<String>> saved) {
        return new Configurations(
                running.map(lines -> SwitchConfiguration.of(lines.stream())),
                saved.map(lines -> SwitchConfiguration.of(lines.stream())),
                hostName(running).or(() -> hostName(saved)));
    }

    private static Optional<String> hostName(Fact<List<String>> answer) {
        List<String> heads = answer.ifKnown().orElse(List.of()).stream()
                .filter(line -> line.startsWith("##"))
                .map(line -> line.substring(2))
                .toList();
        return SwitchWords.labelled(heads, "Hostname");
    }

    boolean isUnreadable() {
        return running instanceof Fact.Unreadable<SwitchConfiguration>
                || saved instanceof Fact.Unreadable<SwitchConfiguration>;
    }

    /** What these tell, and where they do not what the others do. */
    public Configurations orElse(Configurations others) {
        return new Configurations(
                running instanceof Fact.Known<SwitchConfiguration> ? running : others.running,
                saved instanceof Fact.Known<SwitchConfiguration> ? saved : others.saved,
                hostName.or(others::hostName));
    }
}
