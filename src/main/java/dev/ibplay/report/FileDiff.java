package dev.ibplay.report;

import com.github.difflib.DiffUtils;
import com.github.difflib.UnifiedDiffUtils;
import dev.ibplay.exec.Bytes;
import dev.ibplay.plan.FileChange;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The change of a file as a unified diff. Values of OpenSM's keys are secrets and are not shown. */
public final class FileDiff {
    private static final int CONTEXT_LINES = 3;

    /** The keys of opensm.conf whose values protect the fabric, in force or commented out. */
    private static final Pattern SECRET = Pattern.compile("^([\\s#]*(?:sm_key|sa_key|m_key)[\\s=:\"']+)[^\\s=:\"'].*$");

    private FileDiff() {}

    /** The diff, each line ended; empty when nothing changes. */
    public static String of(FileChange change) {
        List<String> before = lines(change.before());
        List<String> after = lines(Optional.of(change.after()));
        String from = change.before().isPresent() ? change.path() + " (" + change.host() + ")" : "/dev/null";
        List<String> diff = UnifiedDiffUtils.generateUnifiedDiff(
                from, change.path() + " (" + change.host() + ")", before, DiffUtils.diff(before, after), CONTEXT_LINES);
        return diff.isEmpty() ? "" : String.join("\n", diff) + "\n";
    }

    private static List<String> lines(Optional<Bytes> content) {
        return content.map(Bytes::lossyText)
                .orElse("")
                .lines()
                .map(FileDiff::redacted)
                .toList();
    }

    private static String redacted(String line) {
        return SECRET.matcher(line).replaceFirst("$1<hidden>");
    }
}
