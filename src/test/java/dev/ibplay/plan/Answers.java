package dev.ibplay.plan;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.Outcome;

/** Outcomes as a far end would give them. */
final class Answers {
    private Answers() {}

    static Outcome file(String text) {
        return new Outcome.FileContent(Bytes.ofUtf8(text), 0644, 0, 0, 0);
    }

    /** Of a command that ended well. */
    static Outcome said(String text) {
        return new Outcome.CommandEnded(new CommandEnd.Exited(0), Bytes.ofUtf8(text), Bytes.EMPTY);
    }
}
