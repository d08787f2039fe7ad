package dev.ibplay.lab.windows;

import dev.ibplay.exec.Bytes;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** What the far end says of one operation, line by line, as {@code far-end.ps1} puts it. */
final class Said {
    private final List<String> lines = new ArrayList<>();
    private boolean isGood;
    private String result = "";

    List<String> lines() {
        return List.copyOf(lines);
    }

    /** Whether the operation did what it should. */
    boolean isGood() {
        return isGood;
    }

    /** How it went, for a log. */
    String result() {
        return result;
    }

    void bytes(String words, Bytes bytes) {
        lines.add(words + " " + Base64.getEncoder().encodeToString(bytes.toArray()));
    }

    void text(String words, String text) {
        bytes(words, Bytes.ofUtf8(text));
    }

    void plain(String words) {
        lines.add(words);
    }

    /** A result that is a success: {@code r ok} and the like. */
    void good(String words) {
        isGood = true;
        other(words);
    }

    /** A result that is none. */
    void other(String words) {
        lines.add(words);
        result = words.substring("r ".length());
    }

    void fail(String errno, String text) {
        text("r fail " + errno, text);
        result = errno + " " + text;
    }

    void moved(String text) {
        text("r moved", text);
        result = "moved: " + text;
    }
}
