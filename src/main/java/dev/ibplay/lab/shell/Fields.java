package dev.ibplay.lab.shell;

import java.util.ArrayList;
import java.util.List;

/** Gathers what words expand to, and splits it where it is to be split (POSIX.1-2017, XCU 2.6.5). {@link Marked} text. */
final class Fields {
    private final String separators;
    private final boolean splits;
    private final List<String> done = new ArrayList<>();
    private final StringBuilder current = new StringBuilder();
    private boolean started;
    /** White space has just ended a field: one other separator still belongs to it. */
    private boolean afterBlank;

    private Fields(String separators, boolean splits) {
        this.separators = separators;
        this.splits = splits;
    }

    static Fields splitting(String separators) {
        return new Fields(separators, true);
    }

    /** Everything becomes one field. */
    static Fields single() {
        return new Fields("", false);
    }

    boolean splits() {
        return splits;
    }

    void literal(String text) {
        started |= !text.isEmpty();
        current.append(text);
    }

    /** An empty one makes a field too. */
    void quoted(String text) {
        started = true;
        current.append(Marked.quote(text));
    }

    void expanded(String text) {
        if (!splits || separators.isEmpty()) {
            literal(text);
            return;
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (separators.indexOf(c) < 0) {
                started = true;
                afterBlank = false;
                current.append(c);
            } else if (c == ' ' || c == '\t' || c == '\n') {
                afterBlank |= started;
                endIfStarted();
            } else if (started) {
                end();
            } else if (afterBlank) {
                afterBlank = false;
            } else {
                end();
            }
        }
    }

    /** Ends the field, be it empty. */
    void end() {
        done.add(current.toString());
        current.setLength(0);
        started = false;
        afterBlank = false;
    }

    void endIfStarted() {
        if (started) {
            boolean blank = afterBlank;
            end();
            afterBlank = blank;
        }
    }

    /** Between two words. */
    void endWord() {
        endIfStarted();
        afterBlank = false;
    }

    List<String> done() {
        return List.copyOf(done);
    }

    /** All of it when nothing is split. */
    String text() {
        return current.toString();
    }
}
