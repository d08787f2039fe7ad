package dev.ibplay.facts.linux;

import dev.ibplay.exec.Outcome;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

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
