package dev.ibplay.plan.opensm;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Location;
import dev.ibplay.diag.Severity;
import dev.ibplay.diag.Span;
import dev.ibplay.exec.Bytes;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.FileObserved;
import dev.ibplay.plan.Difference;
import dev.ibplay.plan.FileChange;
import dev.ibplay.plan.Level;
import dev.ibplay.plan.WindowsPath;
import dev.ibplay.resource.SubnetManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What is found while the files of one OpenSM are worked out: what differs, and what cannot be done. */
final class FileFindings {
    /** UTF-8's and UTF-16's, as editors on Windows write them. */
    private static final List<String> MARKS = List.of("\u00ef\u00bb\u00bf", "\u00ff\u00fe", "\u00fe\u00ff");

    private final String host;
    private final SubnetManager wanted;
    final List<Difference> differences = new ArrayList<>();
    final List<Diagnostic> diagnostics = new ArrayList<>();

    FileFindings(String host, SubnetManager wanted) {
        this.host = host;
        this.wanted = wanted;
    }

    String host() {
        return host;
    }

    void differs(String attribute, String observed, String desired, Span askedBy) {
        differences.add(new Difference(host, wanted.key(), attribute, Level.FILE, observed, desired, askedBy));
    }

    void refuse(Code code, String message, String hint) {
        diagnostics.add(Diagnostic.error(code, place(wanted.span()), message).withHint(hint));
    }

    /** What an editor says, told of the host rather than of a file on this machine. */
    void refuse(Diagnostic reason, Span askedBy) {
        String where = reason.location() instanceof Location.InSource source ? source.span() + ": " : "";
        diagnostics.add(new Diagnostic(
                reason.severity(), reason.code(), where + reason.message(), reason.hint(), place(askedBy)));
    }

    /** The same for what need not keep anybody from it. */
    void warn(Diagnostic caution, Span askedBy) {
        diagnostics.add(
                new Diagnostic(Severity.WARNING, caution.code(), caution.message(), caution.hint(), place(askedBy)));
    }

    private Location place(Span askedBy) {
        return new Location.OnHost(host, Optional.empty(), Optional.of(askedBy));
    }

    /** What could not be read is not taken for absent: it is refused and left alone. */
    boolean isReadable(FileObserved file) {
        if (file.content() instanceof Fact.Unreadable<Bytes> unreadable) {
            refuse(Code.OPENSM_UNREADABLE, file.path() + " cannot be read: " + unreadable.because(), hint(file.path()));
            return false;
        }
        return true;
    }

    private static String hint(String path) {
        if (WindowsPath.is(path)) {
            return "the login needs an administrator's rights";
        }
        return path.startsWith("/")
                ? "\"become: true\" may be missing"
                : "start opensm so that its command line names its file by an absolute path (-F, -P)";
    }

    static String text(FileObserved file) {
        return file.content().ifKnown().map(Bytes::latin1).orElse("");
    }

    /** The change of a file to another text; nothing where it has it already. */
    Optional<FileChange> change(FileObserved file, String text) {
        if (MARKS.stream().anyMatch(text(file)::startsWith)) {
            refuse(
                    Code.PARTITIONS_FILE_BROKEN,
                    file.path() + " starts with a byte order mark, which OpenSM takes for a part of its first word",
                    "save it without one (Notepad: encoding ANSI), then run this again");
            return Optional.empty();
        }
        return text.equals(text(file))
                ? Optional.empty()
                : Optional.of(new FileChange(host, file.path(), file.content().ifKnown(), Bytes.ofLatin1(text)));
    }
}
