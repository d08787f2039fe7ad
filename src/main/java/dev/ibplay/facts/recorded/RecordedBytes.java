package dev.ibplay.facts.recorded;

import dev.ibplay.exec.Bytes;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;

/** Bytes as JSON: a text where they are one that people can read, else base64. */
final class RecordedBytes {
    static final String BASE64 = "base64";

    private RecordedBytes() {}

    static Object of(Bytes bytes) {
        Optional<String> text = bytes.utf8().filter(t -> t.chars().noneMatch(RecordedBytes::isControl));
        return text.isPresent()
                ? text.get()
                : Map.of(BASE64, Base64.getEncoder().encodeToString(bytes.toArray()));
    }

    private static boolean isControl(int c) {
        return Character.isISOControl(c) && c != '\t' && c != '\n';
    }
}
