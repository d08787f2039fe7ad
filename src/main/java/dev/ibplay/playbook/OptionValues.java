package dev.ibplay.playbook;

import dev.ibplay.playbook.Shape.Complaint;
import dev.ibplay.playbook.Shape.SchemaFact;
import dev.ibplay.playbook.Shape.Value;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** The keys and values of {@code options}: what opensm.conf takes, but for what has a place of its own in a playbook. */
final class OptionValues {
    private static final Pattern FORM = Pattern.compile("[a-z][a-z0-9_]*");

    /** Keys of opensm.conf that other words of the playbook set, and what to do instead. */
    private static final Map<String, String> ELSEWHERE = Map.of(
            "sm_priority", "write priority: beside options",
            "guid", "choose the port with port: or fabric: beside options",
            "partition_config_file", "partitions: writes to the file that OpenSM was started with");

    static final Value KEY = new Value(
            "option",
            key -> complaintOfKey(key.text()),
            List.of(SchemaFact.type("string"), new SchemaFact("pattern", "^" + FORM.pattern() + "$")));

    /** Some text; what it may be depends on the key. */
    static final Value VALUE =
            new Value("value", value -> Optional.empty(), List.of(SchemaFact.type("string", "number", "boolean")));

    private OptionValues() {}

    private static Optional<Complaint> complaintOfKey(String key) {
        if (ELSEWHERE.containsKey(key)) {
            return Values.complaint("\"%s\" is not set by options".formatted(key), ELSEWHERE.getOrDefault(key, ""));
        }
        return FORM.matcher(key).matches()
                ? Optional.empty()
                : Values.complaint("opensm.conf has no key \"%s\"".formatted(key));
    }

    /** What is wrong with the value of a key; the value itself, which may be a secret, is never repeated. */
    static Optional<String> complaint(String key, String value) {
        return value.isBlank() ? Optional.of(key + " has no value") : Optional.empty();
    }
}
