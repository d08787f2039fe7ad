package dev.ibplay.report;

import dev.ibplay.facts.EsxiObserved;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.HostSystem;
import dev.ibplay.facts.IpoibObserved;
import dev.ibplay.facts.UplinkObserved;
import dev.ibplay.facts.VirtualSwitchObserved;
import dev.ibplay.facts.VmkernelObserved;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What only an ESXi host has, for people. */
final class EsxiFactsText {
    private EsxiFactsText() {}

    static String system(HostSystem system) {
        String unsure = system.version() instanceof Fact.Unreadable<?> unreadable
                ? ", version unreadable: " + unreadable.because()
                : "";
        return system.name() + unsure + "\n";
    }

    /** vSwitches with their uplinks, VMkernel interfaces, and what is doubtful. */
    static String of(HostFacts facts, EsxiObserved esxi) {
        StringBuilder text = new StringBuilder();
        text.append(table(
                "vSwitch",
                esxi.switches(),
                List.of("VSWITCH", "KIND", "MTU", "UPLINKS", "PORT GROUPS"),
                of -> virtualSwitch(of, esxi)));
        text.append(table(
                "VMkernel interface",
                esxi.vmkernels(),
                List.of("VMKERNEL", "VSWITCH", "PORT GROUP", "MTU", "IPOIB MTU", "ENABLED", "ADDRESSES"),
                of -> vmkernel(of, facts)));
        if (esxi.uplinks() instanceof Fact.Unreadable<?> unreadable) {
            text.append("network adapters: unreadable: ")
                    .append(unreadable.because())
                    .append('\n');
        }
        notes(facts, esxi).forEach(note -> text.append("note: ").append(note).append('\n'));
        return text.toString();
    }

    private static <T> String table(
            String what, Fact<List<T>> all, List<String> header, Function<T, List<String>> row) {
        return switch (all) {
            case Fact.Known<List<T>> known -> {
                if (known.value().isEmpty()) {
                    yield "no " + what + "\n";
                }
                List<List<String>> rows = new ArrayList<>(List.of(header));
                known.value().forEach(one -> rows.add(row.apply(one)));
                yield TextTable.of(rows);
            }
            case Fact.Absent<List<T>> ignored -> "no " + what + "\n";
            case Fact.Unreadable<List<T>> unreadable -> what + ": unreadable: " + unreadable.because() + "\n";
        };
    }

    private static List<String> virtualSwitch(VirtualSwitchObserved of, EsxiObserved esxi) {
        return List.of(
                of.name(),
                of.distributed() ? "distributed" : "standard",
                HostFactsText.said(of.mtu()),
                joined(of.uplinks().stream()
                        .map(name -> esxi.uplinksOf(of).stream()
                                .filter(uplink -> uplink.name().equals(name))
                                .findFirst()
                                .map(EsxiFactsText::uplink)
                                .orElse(name))
                        .toList()),
                joined(of.portGroups()));
    }

    private static String uplink(UplinkObserved uplink) {
        return "%s (%s%s)".formatted(uplink.name(), uplink.infiniband() ? "IPoIB, " : "", uplink.up() ? "up" : "down");
    }

    private static List<String> vmkernel(VmkernelObserved of, HostFacts facts) {
        return List.of(
                of.name(),
                HostFactsText.cell(of.virtualSwitch()),
                HostFactsText.cell(of.portGroup()),
                HostFactsText.said(of.mtu()),
                facts.ipoib(of.name())
                        .map(IpoibObserved::mtu)
                        .map(HostFactsText::said)
                        .orElse(HostFactsText.NONE),
                of.enabled() ? "yes" : "no",
                of.addresses() instanceof Fact.Unreadable<?>
                        ? "?"
                        : joined(of.addresses().ifKnown().orElse(List.of()).stream()
                                .map(Objects::toString)
                                .toList()));
    }

    private static String joined(List<String> words) {
        return words.isEmpty() ? HostFactsText.NONE : String.join(", ", words);
    }

    private static List<String> notes(HostFacts facts, EsxiObserved esxi) {
        List<String> notes = new ArrayList<>(esxi.doubts());
        facts.network()
                .route()
                .ifKnown()
                .ifPresent(way -> notes.add("the way in is " + way.interfaceName()
                        + (way.below().isEmpty()
                                ? ""
                                : " on " + way.below().stream().collect(Collectors.joining(", ")))));
        esxi.keepsScratch()
                .ifKnown()
                .filter(kept -> !kept)
                .ifPresent(kept -> notes.add("/scratch is not persistent: it leads to "
                        + esxi.scratch().ifKnown().orElse("nothing")));
        for (VmkernelObserved vmkernel : esxi.vmkernels().ifKnown().orElse(List.of())) {
            Optional<Integer> below = vmkernel.virtualSwitch()
                    .flatMap(esxi::virtualSwitch)
                    .flatMap(of -> of.mtu().ifKnown());
            vmkernel.mtu()
                    .ifKnown()
                    .filter(own -> below.filter(of -> of < own).isPresent())
                    .ifPresent(own -> notes.add(
                            "%s has a larger MTU (%d) than its vSwitch (%d): only the smaller one gets through"
                                    .formatted(vmkernel.name(), own, below.orElseThrow())));
        }
        return notes;
    }
}
