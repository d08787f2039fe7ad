package dev.ibplay.facts.mlnxos;

import dev.ibplay.facts.Fact;
import dev.ibplay.facts.SwitchConfiguration;
import dev.ibplay.facts.SwitchPortObserved;
import dev.ibplay.ib.PortPhysicalState;
import dev.ibplay.ib.PortState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code show interfaces ib}: a block for each port, {@code IB1/19 state:} with labels and values below it. */
final class InterfaceText {
    private static final Pattern TITLE =
            Pattern.compile("\\s*IB\\s?(\\d+(?:/\\d+)+)(?:\\s+state)?\\s*:?\\s*", Pattern.CASE_INSENSITIVE);

    /** What stands for a value that a port without a link has not. */
    private static final String NONE = "-";

    private InterfaceText() {}

    static Fact<List<SwitchPortObserved>> ports(Fact<List<String>> answer) {
        return answer.map(InterfaceText::read);
    }

    private static List<SwitchPortObserved> read(List<String> lines) {
        List<SwitchPortObserved> ports = new ArrayList<>();
        Optional<String> name = Optional.empty();
        List<String> block = new ArrayList<>();
        for (String line : lines) {
            Matcher title = TITLE.matcher(line);
            if (title.matches()) {
                name.ifPresent(of -> ports.add(port(of, block)));
                block.clear();
                name = Optional.of(title.group(1));
            } else {
                block.add(line);
            }
        }
        name.ifPresent(of -> ports.add(port(of, block)));
        return ports;
    }

    private static SwitchPortObserved port(String name, List<String> block) {
        return new SwitchPortObserved(
                name,
                value(block, "Logical port state", word -> named(PortState.values(), word)),
                value(block, "Physical port state", word -> named(PortPhysicalState.values(), word)),
                value(block, "Max supported MTU", SwitchConfiguration::mtu),
                value(block, "MTU", SwitchConfiguration::mtu));
    }

    private static <T> Fact<T> value(List<String> block, String label, Function<String, Optional<T>> reading) {
        Optional<String> printed = SwitchWords.labelled(block, label);
        if (printed.equals(Optional.of(NONE))) {
            return Fact.absent();
        }
        return printed.flatMap(reading)
                .map(Fact::known)
                .orElse(Fact.unreadable(
                        printed.map(p -> label + " is \"" + p + "\"").orElse(label + " is not shown")));
    }

    /** By libibmad's word, which the switch uses too. */
    private static <T extends Enum<T>> Optional<T> named(T[] values, String word) {
        String wanted = squeezed(word);
        return Arrays.stream(values)
                .filter(value -> squeezed(value.toString()).equalsIgnoreCase(wanted))
                .findFirst();
    }

    private static String squeezed(String text) {
        return text.replaceAll("[\\s_-]", "");
    }
}
