package dev.ibplay.plan.whole;

import dev.ibplay.diag.Code;
import dev.ibplay.exec.Bytes;
import dev.ibplay.facts.Fact;
import dev.ibplay.plan.Effect;
import dev.ibplay.plan.FileChange;
import dev.ibplay.plan.FileState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A file that an earlier run changed.
 *
 * @param step the first one that did, for places
 * @param play as in {@link UndoneStep}
 * @param before what it was; empty where there was none
 * @param afters what it may be since; several where nobody saw how a step ended
 * @param kept where the old content is, unless there was none
 */
record RestoredFile(
        String host,
        String path,
        int step,
        OptionalInt play,
        Optional<FileState> before,
        List<Optional<FileState>> afters,
        Optional<String> kept) {
    /** What is to be done. */
    sealed interface Verdict {
        /** It is as it was before, or absent as it was. */
        record Back(Optional<Bytes> content) implements Verdict {}

        /** It is as the run left it, and is put back. */
        record Change(FileChange change) implements Verdict {}

        /** It stays as it is. */
        record Refused(Code code, String message, String hint) implements Verdict {}
    }

    RestoredFile {
        afters = List.copyOf(afters);
    }

    static RestoredFile of(UndoneStep step, Effect.FileEffect file) {
        return new RestoredFile(
                step.host(),
                file.path(),
                step.number(),
                step.play(),
                file.before(),
                List.of(file.after()),
                file.kept());
    }

    /** The same with what a later step made of it. */
    RestoredFile then(UndoneStep later, Effect.FileEffect file) {
        List<Optional<FileState>> possible = new ArrayList<>(later.certain() ? List.of() : afters);
        possible.add(file.after());
        return new RestoredFile(host, path, step, later.play(), before, possible, kept.or(file::kept));
    }

    /** Whether it belongs to the host and not to a subnet manager. */
    boolean isOfHost() {
        return play.isPresent();
    }

    /** Compares what is there with what was recorded. */
    Verdict verdict(FoundFiles found, String run) {
        Fact<Bytes> now = found.file(host, path);
        if (now instanceof Fact.Unreadable<Bytes> unreadable) {
            return new Verdict.Refused(
                    Code.HOST_MOVED_ON,
                    "%s cannot be read, so nobody knows whether it is as run %s left it: %s"
                            .formatted(path, run, unreadable.because()),
                    leaveOut("make it readable"));
        }
        Optional<Bytes> content = now.ifKnown();
        if (is(before, content)) {
            return new Verdict.Back(content);
        }
        if (afters.stream().noneMatch(after -> is(after, content))) {
            return new Verdict.Refused(
                    Code.HOST_MOVED_ON,
                    content.isPresent()
                            ? "%s was changed since run %s wrote it".formatted(path, run)
                            : "%s, which run %s wrote, is gone".formatted(path, run),
                    leaveOut("put it back by hand"));
        }
        return before.isEmpty()
                ? new Verdict.Change(FileChange.removal(host, path, content.orElseThrow()))
                : old(found, content, run);
    }

    private Verdict old(FoundFiles found, Optional<Bytes> content, String run) {
        if (kept.isEmpty()) {
            return lost("run %s kept no copy of what %s was".formatted(run, path));
        }
        return switch (found.file(host, kept.get())) {
            case Fact.Absent<Bytes> ignored -> lost("the copy of what %s was, %s, is gone".formatted(path, kept.get()));
            case Fact.Unreadable<Bytes> unreadable ->
                lost("the copy of what %s was, %s, cannot be read: %s"
                        .formatted(path, kept.get(), unreadable.because()));
            case Fact.Known<Bytes> copy ->
                is(before, Optional.of(copy.value()))
                        ? new Verdict.Change(new FileChange(host, path, content, copy.value()))
                        : lost("the copy of what %s was, %s, was changed since run %s made it"
                                .formatted(path, kept.get(), run));
        };
    }

    private Verdict lost(String message) {
        return new Verdict.Refused(Code.KEPT_COPY_LOST, message, leaveOut("put the file back by hand"));
    }

    private String leaveOut(String otherwise) {
        return "%s, or leave the host out with --limit 'all:!%s'".formatted(otherwise, host);
    }

    private static boolean is(Optional<FileState> recorded, Optional<Bytes> found) {
        return recorded.map(FileState::sha256).equals(found.map(content -> FileState.sha256(content.toArray())));
    }
}
