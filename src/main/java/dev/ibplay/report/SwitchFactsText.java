package dev.ibplay.report;

import dev.ibplay.facts.Fact;
import dev.ibplay.facts.HostSystem;
import dev.ibplay.facts.MlnxosObserved;
import dev.ibplay.facts.SwitchMember;
import dev.ibplay.facts.SwitchPartitionObserved;
import dev.ibplay.facts.SwitchPortObserved;
import dev.ibplay.facts.SwitchSmObserved;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What a managed switch has, for people: its subnet manager, partitions, ports, and what is not saved. */
final class SwitchFactsText {
    private SwitchFactsText() {}

    static String of(HostSystem system, MlnxosObserved its) {
        String name = EsxiFactsText.system(system);
        if (its.refusal().isPresent()) {
            return name + its.refusal().get() + "\n";
        }
        return name
                + manager(its)
                + table(
                        "partitions",
                        its.partitions(),
                        List.of("PARTITION", "P_KEY", "MTU", "IPOIB", "MEMBERS"),
                        SwitchFactsText::partition)
                + table(
                        "ports",
                        its.ports(),
                        List.of("PORT", "STATE", "PHYSICAL", "MTU", "MTU CAP"),
                        SwitchFactsText::port)
                + notes(its);
    }

    private static String manager(MlnxosObserved its) {
        SwitchSmObserved sm = its.sm();
        return "subnet manager: %s, %s, priority %s, %s%s\n"
                .formatted(
                        flag(sm.enabled(), "enabled", "disabled"),
                        flag(sm.running(), "running", "not running"),
                        HostFactsText.said(sm.priority()),
                        HostFactsText.said(sm.version()),
                        sm.licensed().equals(Fact.known(false)) ? ", not licensed" : "");
    }

    private static String flag(Fact<Boolean> fact, String yes, String no) {
        return HostFactsText.said(fact.map(value -> value ? yes : no));
    }

    private static <T> String table(
            String what, Fact<List<T>> all, List<String> header, Function<T, List<String>> row) {
        return switch (all) {
            case Fact.Known<List<T>> known -> {
                List<List<String>> rows = new ArrayList<>(List.of(header));
                known.value().forEach(one -> rows.add(row.apply(one)));
                yield known.value().isEmpty() ? "no " + what + "\n" : TextTable.of(rows);
            }
            case Fact.Absent<List<T>> ignored -> "no " + what + "\n";
            case Fact.Unreadable<List<T>> unreadable -> what + ": unreadable: " + unreadable.because() + "\n";
        };
    }

    private static List<String> partition(SwitchPartitionObserved of) {
        return List.of(
                of.name(),
                HostFactsText.said(of.pkey()),
                HostFactsText.said(of.mtu()),
                flag(of.ipoib(), "yes", "no"),
                HostFactsText.said(of.members()
                        .map(all -> all.stream().map(SwitchFactsText::member).collect(Collectors.joining(", ")))));
    }

    static String member(SwitchMember member) {
        return member.guid().map(Object::toString).orElse("ALL") + "="
                + member.membership().word();
    }

    private static List<String> port(SwitchPortObserved of) {
        return List.of(
                of.name(),
                HostFactsText.said(of.state()),
                HostFactsText.said(of.physicalState()),
                HostFactsText.said(of.mtu()),
                HostFactsText.said(of.cap()));
    }

    private static String notes(MlnxosObserved its) {
        List<String> notes = new ArrayList<>(its.sm().doubts());
        switch (its.unsaved()) {
            case Fact.Known<List<String>> known ->
                known.value().forEach(line -> notes.add("not saved, lost with the next start: " + line));
            case Fact.Absent<List<String>> ignored -> notes.add("it has no configuration that could be saved");
            case Fact.Unreadable<List<String>> unreadable ->
                notes.add("whether its configuration is saved is not known: " + unreadable.because());
        }
        return notes.stream().map(note -> "note: " + note + "\n").collect(Collectors.joining());
    }
}
