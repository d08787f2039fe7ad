package dev.ibplay.report;

import com.github.difflib.DiffUtils;
import com.github.difflib.UnifiedDiffUtils;
import dev.ibplay.exec.Bytes;
import dev.ibplay.plan.FileChange;
import dev.ibplay.plan.Redaction;
import java.util.List;
import java.util.Optional;

/** The change of a file as a unified diff. Secrets are hidden. */
public final class FileDiff {
    private static final int CONTEXT_LINES = 3;

    private FileDiff() {}

    /** The diff, each line ended; empty when nothing changes. */
    public static String of(FileChange change) {
        Optional<String> old = change.before().map(Bytes::lossyText);
        return of(
                change.path() + " (" + change.host() + ")",
                old.map(text -> Redaction.file(change.path(), text)),
                change.after().map(after -> Redaction.file(change.path(), old, after.lossyText())));
    }

    /** The same for texts in which secrets are hidden already. */
    static String of(String name, Optional<String> before, Optional<String> after) {
        List<String> old = before.orElse("").lines().toList();
        List<String> diff = UnifiedDiffUtils.generateUnifiedDiff(
                before.isPresent() ? name : "/dev/null",
                after.isPresent() ? name : "/dev/null",
                old,
                DiffUtils.diff(old, after.orElse("").lines().toList()),
                CONTEXT_LINES);
        return diff.isEmpty() ? "" : String.join("\n", diff) + "\n";
    }
}
