package dev.ibplay.plan.esxi;

import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.esxi.EsxiLists;
import dev.ibplay.plan.Reading;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Parameters that a module is to be loaded with.
 *
 * @param option the one that counts; empty for all that are set, as {@code esxcli ... parameters set} takes them
 */
record ParameterReading(String module, Optional<String> option) implements Reading {
    @Override
    public String value(Outcome outcome) {
        return switch (EsxiLists.parameters(module, outcome)) {
            case Fact.Known<Map<String, String>> known ->
                option.map(name -> known.value().getOrDefault(name, ABSENT)).orElseGet(() -> text(known.value()));
            case Fact.Absent<Map<String, String>> ignored -> ABSENT;
            case Fact.Unreadable<Map<String, String>> ignored -> UNREADABLE;
        };
    }

    /** {@code NAME=VALUE} with blanks between them, in the order of the names. */
    static String text(Map<String, String> parameters) {
        return new TreeMap<>(parameters)
                .entrySet().stream().map(e -> e.getKey() + "=" + e.getValue()).collect(Collectors.joining(" "));
    }

    @Override
    public Optional<Setting> setting() {
        return option.map(name -> new Setting("driver " + module, name));
    }
}
