package dev.ibplay.lab.windows;

import dev.ibplay.exec.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a guard is to do, from the lines of its plan: files that get their names when it is confirmed, and calls that undo. */
record GuardPlan(List<File> files, List<Undo> undo) {
    private static final Pattern UNDO =
            Pattern.compile("Ib-Undo (?:\\(Ib-Text '([A-Za-z0-9+/=]*)'\\)|'([^']*)') \\{ (.*) \\}");

    /**
     * A file.
     *
     * @param expected what it holds now; empty where it must not be there
     * @param content what it is to hold; empty where it is to go
     */
    record File(String path, Optional<Bytes> expected, Optional<Bytes> content) {
        private String beside(String suffix) {
            int end = Math.max(path.lastIndexOf('\\'), path.lastIndexOf('/'));
            return path.substring(0, end + 1) + "." + path.substring(end + 1) + suffix;
        }

        String staged() {
            return beside(".ibplay-staged");
        }

        String old() {
            return beside(".ibplay-old");
        }
    }

    /** A call that undoes something, and what the log says of it. */
    record Undo(String text, FarEndCall call) {}

    GuardPlan {
        files = List.copyOf(files);
        undo = List.copyOf(undo);
    }

    /** Lines that are nothing of it are errors of whoever wrote them. */
    static Optional<GuardPlan> of(String script) {
        List<File> files = new ArrayList<>();
        List<Undo> undo = new ArrayList<>();
        for (String line : script.lines().map(String::strip).toList()) {
            Matcher undoing = UNDO.matcher(line);
            Optional<FarEndCall> call = FarEndCall.of(undoing.matches() ? undoing.group(3) : line);
            if (undoing.matches() && call.isPresent()) {
                String text = undoing.group(1) != null
                        ? FarEndCall.of("Ib-Text (Ib-Text '" + undoing.group(1) + "')")
                                .orElseThrow()
                                .text(0)
                        : undoing.group(2);
                undo.add(new Undo(text, call.get()));
            } else if (call.filter(c -> c.function().equals("Ib-File")).isPresent()) {
                FarEndCall file = call.get();
                files.add(new File(
                        file.path(0),
                        file.isTrue(1) ? Optional.of(file.bytes(2)) : Optional.empty(),
                        Optional.of(file.bytes(3))));
            } else if (call.filter(c -> c.function().equals("Ib-Gone")).isPresent()) {
                files.add(new File(call.get().path(0), Optional.of(call.get().bytes(1)), Optional.empty()));
            } else if (!line.isEmpty()) {
                return Optional.empty();
            }
        }
        return Optional.of(new GuardPlan(files, undo));
    }
}
