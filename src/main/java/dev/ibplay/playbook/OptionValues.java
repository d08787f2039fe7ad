package dev.ibplay.playbook;

import dev.ibplay.opensm.OpensmOption;
import dev.ibplay.opensm.OpensmOptions;
import dev.ibplay.playbook.Shape.Complaint;
import dev.ibplay.playbook.Shape.SchemaFact;
import dev.ibplay.playbook.Shape.Value;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The keys and values of {@code options}: what opensm.conf takes, but for what has a place of its own in a playbook. */
final class OptionValues {
    /** Keys of opensm.conf that other words of the playbook set, and what to do instead. */
    private static final Map<String, String> ELSEWHERE = Map.of(
            "sm_priority", "write priority: beside options",
            "guid", "choose the port with port: or fabric: beside options",
            "partition_config_file", "partitions: writes to the file that OpenSM was started with");

    static final Value KEY = new Value(
            "option",
            key -> complaintOfKey(key.text()),
            List.of(SchemaFact.type("string"), new SchemaFact("enum", keys())));

    /** Some text; what it may be depends on the key. */
    static final Value VALUE =
            new Value("value", value -> Optional.empty(), List.of(SchemaFact.type("string", "number", "boolean")));

    private OptionValues() {}

    private static List<String> keys() {
        return OpensmOptions.known().stream()
                .map(OpensmOption::key)
                .filter(key -> !ELSEWHERE.containsKey(key))
                .toList();
    }

    private static Optional<Complaint> complaintOfKey(String key) {
        if (ELSEWHERE.containsKey(key)) {
            return Values.complaint("\"%s\" is not set by options".formatted(key), ELSEWHERE.getOrDefault(key, ""));
        }
        Optional<String> known = OpensmOptions.find(key).map(OpensmOption::key);
        if (known.isEmpty()) {
            return Values.complaint(
                    "opensm.conf has no key \"%s\"".formatted(key),
                    OpensmOptions.nearest(key)
                            .map(near -> "did you mean \"" + near + "\"?")
                            .orElse("the keys are those of OpenSM " + OpensmOptions.RELEASE + " and of its forks"));
        }
        return known.get().equals(key)
                ? Optional.empty()
                : Values.complaint("\"%s\" is an old name".formatted(key), "write " + known.get());
    }

    /** What is wrong with the value of a key; the value itself, which may be a secret, is never repeated. */
    static Optional<String> complaint(String key, String value) {
        return OpensmOptions.find(key).flatMap(option -> option.check(value));
    }
}
