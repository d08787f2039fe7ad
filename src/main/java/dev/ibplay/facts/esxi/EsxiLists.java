package dev.ibplay.facts.esxi;

import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.RunCommand;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.Fact;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What esxcli lists, in one question for whichever form the host's release knows: what a change looks at again. */
public final class EsxiLists {
    private static final Duration LIMIT = Duration.ofMinutes(1);

    /** csv, or else text: both kinds of answer are read. */
    private static final String EITHER = "esxcli --formatter=csv \"$@\" || esxcli \"$@\"";

    private EsxiLists() {}

    /** Asks for the standard vSwitches. */
    public static Operation switches() {
        return question(EsxcliListing.SWITCHES);
    }

    /** Asks for the VMkernel interfaces. */
    public static Operation vmkernels() {
        return question(EsxcliListing.VMKERNELS);
    }

    /** Asks for the parameters of a module. */
    public static Operation parameters(String module) {
        return question(EsxcliListing.parameters(module));
    }

    /** The MTU of a vSwitch by the answer to {@link #switches}, in bytes; absent where there is no such vSwitch. */
    public static Fact<Integer> switchMtu(String name, Outcome answer) {
        return mtu(EsxcliListing.SWITCHES, name, answer);
    }

    /** The MTU of a VMkernel interface by the answer to {@link #vmkernels}, in bytes; absent where there is no such one. */
    public static Fact<Integer> vmkernelMtu(String name, Outcome answer) {
        return mtu(EsxcliListing.VMKERNELS, name, answer);
    }

    /** The parameters of a module that are set, by the answer to {@link #parameters(String)}. */
    public static Fact<Map<String, String>> parameters(String module, Outcome answer) {
        return rows(EsxcliListing.parameters(module), answer).map(rows -> {
            Map<String, String> set = new TreeMap<>();
            rows.forEach(row -> row.text("Value").ifPresent(value -> set.put(row.name(), value)));
            return set;
        });
    }

    private static Fact<Integer> mtu(EsxcliListing listing, String name, Outcome answer) {
        return rows(listing, answer)
                .flatMap(rows -> rows.stream()
                        .filter(row -> row.name().equals(name))
                        .findFirst()
                        .map(EsxcliRow::mtu)
                        .orElseGet(Fact::absent));
    }

    private static Operation question(EsxcliListing listing) {
        List<String> words = new ArrayList<>(List.of("sh", "-c", EITHER, "sh"));
        words.addAll(listing.words());
        return RunCommand.of(LIMIT, words.toArray(String[]::new));
    }

    private static Fact<List<EsxcliRow>> rows(EsxcliListing listing, Outcome answer) {
        Fact<List<EsxcliRow>> csv = listing.ofCsv(answer);
        return csv instanceof Fact.Known<List<EsxcliRow>> ? csv : listing.ofFallbacks(List.of(answer, answer));
    }
}
