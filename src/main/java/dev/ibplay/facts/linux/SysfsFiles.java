package dev.ibplay.facts.linux;

import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.Fact;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Small attributes that a pattern has matched, by path. */
record SysfsFiles(Map<String, String> contents) {
    static SysfsFiles of(Iterable<Outcome> outcomes) {
        Map<String, String> contents = new LinkedHashMap<>();
        for (Outcome outcome : outcomes) {
            if (outcome instanceof Outcome.FilesFound found) {
                found.files()
                        .forEach(f ->
                                contents.put(f.path(), f.content().lossyText().strip()));
            }
        }
        return new SysfsFiles(contents);
    }

    Optional<String> get(String path) {
        return Optional.ofNullable(contents.get(path));
    }

    /** What an attribute says; unreadable where that makes no sense. */
    <T> Fact<T> fact(String path, Function<String, Optional<T>> reader) {
        Optional<String> text = get(path);
        if (text.isEmpty()) {
            return Fact.absent();
        }
        return text.flatMap(reader)
                .map(Fact::known)
                .orElseGet(() -> Fact.unreadable(path + " says \"" + text.get() + "\""));
    }

    /** The first outcome that says that a pattern could not be read at all. */
    static Optional<String> failure(Iterable<Outcome> outcomes) {
        for (Outcome outcome : outcomes) {
            if (outcome instanceof Outcome.OperationFailed failed) {
                return Optional.of(failed.message());
            }
        }
        return Optional.empty();
    }
}
