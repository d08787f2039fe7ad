package dev.ibplay.rehearsal;

import dev.ibplay.facts.EsxiObserved;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.UplinkObserved;
import dev.ibplay.facts.VirtualSwitchObserved;
import dev.ibplay.facts.VmkernelObserved;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What only ESXi hosts have, in words that can be held against each other. */
final class EsxiWords {
    private EsxiWords() {}

    /** By kind and name; nothing for other hosts. */
    static Map<String, Map<String, String>> all(HostFacts host) {
        Map<String, Map<String, String>> all = new TreeMap<>();
        host.esxi().ifPresent(esxi -> {
            all.put("vSwitch", words(esxi.switches(), VirtualSwitchObserved::name, EsxiWords::words));
            all.put("VMkernel interface", words(esxi.vmkernels(), VmkernelObserved::name, EsxiWords::words));
            all.put("uplink", words(infiniband(esxi), UplinkObserved::name, EsxiWords::words));
            all.put("files of", Map.of("/scratch", scratch(esxi)));
        });
        return all;
    }

    /** Those for Ethernet carry nothing that a plan rests on. */
    private static Fact<List<UplinkObserved>> infiniband(EsxiObserved esxi) {
        return esxi.uplinks()
                .map(all -> all.stream().filter(UplinkObserved::infiniband).toList());
    }

    private static <T> Map<String, String> words(
            Fact<List<T>> fact, Function<T, String> name, Function<T, String> words) {
        return fact.ifKnown()
                .map(all -> all.stream().collect(Collectors.toMap(name, words, (one, other) -> one)))
                .orElseGet(() -> Map.of("all", "unknown"));
    }

    private static String words(VirtualSwitchObserved each) {
        return "%s, MTU %s, uplinks %s"
                .formatted(each.distributed() ? "distributed" : "standard", mtu(each.mtu()), each.uplinks());
    }

    private static String words(VmkernelObserved each) {
        return "MTU %s, on %s, %s"
                .formatted(
                        mtu(each.mtu()),
                        each.virtualSwitch().orElse("an unknown vSwitch"),
                        each.enabled() ? "enabled" : "disabled");
    }

    private static String words(UplinkObserved each) {
        return (each.up() ? "up" : "down") + ", MTU " + mtu(each.mtu());
    }

    private static String mtu(Fact<Integer> fact) {
        return fact.ifKnown().map(bytes -> Integer.toString(bytes)).orElse("unknown");
    }

    private static String scratch(EsxiObserved esxi) {
        Optional<Boolean> kept = esxi.keepsScratch().ifKnown();
        return kept.map(is -> is ? "kept" : "lost at the next boot").orElse("unknown");
    }
}
