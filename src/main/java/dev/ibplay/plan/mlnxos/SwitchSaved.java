package dev.ibplay.plan.mlnxos;

import dev.ibplay.facts.Fact;
import dev.ibplay.facts.MlnxosObserved;
import dev.ibplay.facts.SwitchConfiguration;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * What the next start of a switch brings. Lines of the running and of the saved configuration are compared with each other, since which
 * values a release writes down, and which go without saying, is not documented.
 */
final class SwitchSaved {
    private static final String GONE = "not any more: ";

    private final MlnxosObserved its;

    SwitchSaved(MlnxosObserved its) {
        this.its = its;
    }

    /** Lines about whether the subnet manager is enabled. */
    static Predicate<String> enabling() {
        return Pattern.compile("(?:no )?ib sm(?:node \\S+ (?:create|enable|disable))?")
                .asMatchPredicate();
    }

    /** Lines about its priority. */
    static Predicate<String> priority() {
        return Pattern.compile("(?:no )?ib sm(?:node \\S+)? sm-priority.*").asMatchPredicate();
    }

    /** Lines about a partition. */
    static Predicate<String> partition(String name) {
        return Pattern.compile("(?:no )?ib partition " + Pattern.quote(name) + "(?: .*)?")
                .asMatchPredicate();
    }

    /** Whether the next start brings what is in force now. */
    Fact<Boolean> keeps(Predicate<String> about) {
        return its.running()
                .flatMap(now -> its.saved().map(next -> lines(now, about).equals(lines(next, about))));
    }

    private static List<String> lines(SwitchConfiguration configuration, Predicate<String> about) {
        return configuration.lines().stream().filter(about).sorted().toList();
    }

    /** What else would be saved, for people. */
    List<String> others(Predicate<String> managed) {
        return its.unsaved().ifKnown().orElse(List.of()).stream()
                .filter(line -> !managed.test(line.startsWith(GONE) ? line.substring(GONE.length()) : line))
                .toList();
    }
}
