package dev.ibplay.facts.esxi;

import dev.ibplay.facts.DriverObserved;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.FileObserved;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Kernel modules of ESXi. It tells a parameter's configured value, which the next start of the host brings, and not the value
 * that is loaded.
 */
final class EsxiModules {
    /** Releases word it differently. */
    private static final Pattern UNKNOWN = Pattern.compile(
            "(?!.*Traceback).*(?:unable to (?:find|locate)|could not find|no such|unknown|invalid) module.*"
                    + "|(?!.*Traceback).*module.*(?:not found|not exist|not be found|unknown).*",
            Pattern.CASE_INSENSITIVE);

    private static final FileObserved NO_RULES = new FileObserved("", Fact.unreadable("ESXi has no udev"), 0);

    private EsxiModules() {}

    /** The questions about some modules. */
    static List<EsxcliListing> listings(Collection<String> modules) {
        return modules.isEmpty()
                ? List.of()
                : Stream.concat(
                                Stream.of(EsxcliListing.MODULES),
                                new TreeSet<>(modules).stream().map(EsxcliListing::parameters))
                        .toList();
    }

    /** Whether esxcli said that there is no such module. */
    static boolean isUnknown(Fact<List<EsxcliRow>> parameters) {
        return parameters instanceof Fact.Unreadable<List<EsxcliRow>> unreadable
                && UNKNOWN.matcher(unreadable.because()).matches();
    }

    static Map<String, DriverObserved> of(Collection<String> modules, EsxcliAnswers answers) {
        Map<String, DriverObserved> drivers = new LinkedHashMap<>();
        modules.forEach(module -> drivers.put(module, driver(module, answers)));
        return Map.copyOf(drivers);
    }

    private static DriverObserved driver(String module, EsxcliAnswers answers) {
        Fact<List<EsxcliRow>> parameters = answers.get(EsxcliListing.parameters(module));
        Fact<List<EsxcliRow>> all = answers.get(EsxcliListing.MODULES);
        Optional<EsxcliRow> listed = all.ifKnown().orElse(List.of()).stream()
                .filter(row -> row.name().equals(module))
                .findFirst();
        Map<String, String> configured = new LinkedHashMap<>();
        parameters
                .ifKnown()
                .orElse(List.of())
                .forEach(row -> row.text("Value").ifPresent(value -> configured.put(row.name(), value)));
        return new DriverObserved(
                module,
                listed.flatMap(row -> row.flag("IsLoaded")).orElse(false),
                configured,
                known(parameters, all, listed.isPresent()),
                List.of(),
                List.of(),
                List.of(),
                Map.of(),
                NO_RULES);
    }

    /** The names; unreadable too where it is not known whether the module is loaded. */
    private static Fact<List<String>> known(
            Fact<List<EsxcliRow>> parameters, Fact<List<EsxcliRow>> all, boolean listed) {
        boolean refused = parameters instanceof Fact.Unreadable<List<EsxcliRow>>;
        if (isUnknown(parameters) || (refused && all instanceof Fact.Known<List<EsxcliRow>> && !listed)) {
            return Fact.absent();
        }
        if (all instanceof Fact.Unreadable<List<EsxcliRow>> unreadable) {
            return Fact.unreadable("whether the module is loaded cannot be told: " + unreadable.because());
        }
        boolean unread = parameters.ifKnown().orElse(List.of()).stream()
                .anyMatch(row -> !row.keys().contains(EsxcliRow.key("Value")));
        return unread
                ? Fact.unreadable("the values of its parameters are not told")
                : parameters.map(rows -> rows.stream().map(EsxcliRow::name).toList());
    }
}
