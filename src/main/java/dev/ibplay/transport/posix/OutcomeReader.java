package dev.ibplay.transport.posix;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Turns what the functions of {@code far-end.sh} said about one operation into its outcome.
 *
 * <p>A shell has one number for two things: 128 + N is the status of a command that signal N ended and of one that exited
 * so by itself. 129 to 143 (HUP to TERM) are read as signals, everything else as an exit status: above 143 there are
 * programs with statuses of their own (wicked's ifstatus up to 164, the InfiniBand tools 255), below there are none known.
 */
final class OutcomeReader {
    private static final int SIGNAL_STATUS = 128;
    private static final int LAST_SIGNAL = 15;
    private static final int MESSAGE_LIMIT = 1024;
    private static final Set<String> ABSENT = Set.of("ENOENT", "ENOTDIR");

    private final Operation operation;
    private final List<Segment> segments;
    private final Bytes stderr;

    private OutcomeReader(Operation operation, List<Segment> segments, Bytes stderr) {
        this.operation = operation;
        this.segments = segments;
        this.stderr = stderr;
    }

    /** Nothing when the segments are none that the functions write. */
    static Optional<Outcome> read(Operation operation, List<Segment> segments, Bytes stderr) {
        return new OutcomeReader(operation, segments, stderr).outcome();
    }

    private Optional<Outcome> outcome() {
        // ib_read adds no segment after its result, but a trap may add one to a replacement's: the first result counts.
        return segments.stream()
                .filter(segment -> segment.tag().startsWith("r "))
                .findFirst()
                .flatMap(this::result);
    }

    private Optional<Outcome> result(Segment last) {
        String[] words = last.tag().split(" ", 3);
        String rest = words.length > 2 ? words[2] : "";
        return switch (words[1]) {
            case "ok" -> good(last.content());
            case "exit" -> number(rest).map(status -> ended(end(status.intValue()), last.content()));
            case "timeout" -> Optional.of(ended(new CommandEnd.TimedOut(), last.content()));
            case "absent" -> Optional.of(new Outcome.FileAbsent());
            case "moved" -> Optional.of(new Outcome.Moved(rest));
            case "held" -> held(rest);
            case "none" -> Optional.of(new Outcome.NoAnswer());
            case "skip" -> Optional.of(new Outcome.Skipped());
            case "fail" -> Optional.of(failed(rest));
            default -> Optional.empty();
        };
    }

    /** The words {@code RUN SECONDS OWNER}. */
    private static Optional<Outcome> held(String rest) {
        String[] words = rest.split(" ", 3);
        if (words.length < 2 || !words[1].matches("\\d{1,18}")) {
            return Optional.empty();
        }
        return Optional.of(new Outcome.Held(words[0], words.length > 2 ? words[2] : "", Long.parseLong(words[1])));
    }

    private Outcome ended(CommandEnd end, Bytes stdout) {
        return new Outcome.CommandEnded(end, stdout, stderr);
    }

    private static CommandEnd end(int status) {
        int signal = status - SIGNAL_STATUS;
        return signal >= 1 && signal <= LAST_SIGNAL ? new CommandEnd.Signalled(signal) : new CommandEnd.Exited(status);
    }

    private Outcome failed(String errno) {
        String said = stderr.lossyText().strip();
        String message = said.isEmpty() ? "failed without a word" : said;
        if (message.length() > MESSAGE_LIMIT) {
            message = message.substring(message.length() - MESSAGE_LIMIT);
        }
        return new Outcome.OperationFailed(errno.isBlank() ? ErrorText.nameIn(said) : errno.strip(), message);
    }

    private Optional<Outcome> good(Bytes content) {
        return switch (operation) {
            case Operation.ReadFile read -> file(read, content);
            case Operation.ReadMatching match -> Optional.of(files(match));
            case Operation.ResolvePath ignored -> Optional.of(new Outcome.PathResolved(content.lossyText()));
            case Operation.ListProcesses list -> processes(list);
            case Operation.ReplaceFile ignored -> Optional.of(new Outcome.Done());
            case Operation.RemoveFile ignored -> Optional.of(new Outcome.Done());
            case Operation.WriteAttribute ignored -> Optional.of(new Outcome.Done());
            case Operation.SetLinkMtu ignored -> Optional.of(new Outcome.Done());
            case Operation.SendSignal ignored -> Optional.of(new Outcome.Done());
            case Operation.RunCommand ignored -> Optional.empty();
            case Operation.SubnetQuery ignored -> Optional.empty();
            case Operation.AdministrationQuery ignored -> Optional.empty();
            case Operation.DiscoverFabric ignored -> Optional.empty();
            case Operation.TakeLock ignored -> Optional.of(new Outcome.Done());
            case Operation.ArmGuard ignored -> Optional.of(new Outcome.Done());
            case Operation.RenewGuard ignored -> Optional.of(new Outcome.Done());
            case Operation.ConfirmGuard ignored -> Optional.of(new Outcome.Done());
            case Operation.FireGuard ignored -> Optional.of(new Outcome.Done());
            case Operation.Ping ignored -> Optional.of(new Outcome.Done());
        };
    }

    /** The tag {@code meta MODE UID GID MTIME}; the mode is st_mode in hexadecimal. */
    private Optional<Outcome> file(Operation.ReadFile read, Bytes content) {
        Optional<String> meta = segments.stream()
                .map(Segment::tag)
                .filter(tag -> tag.matches("meta [0-9a-f]{1,8} \\d{1,10} \\d{1,10} -?\\d{1,18}"))
                .findFirst();
        if (meta.isPresent() && content.size() > read.limit()) {
            return Optional.of(new Outcome.OperationFailed(
                    "EFBIG", read.path() + ": larger than the limit of " + read.limit() + " bytes"));
        }
        return meta.map(tag -> {
            String[] words = tag.split(" ", -1);
            return new Outcome.FileContent(
                    content,
                    Integer.parseInt(words[1], 16) & 07777,
                    Long.parseLong(words[2]),
                    Long.parseLong(words[3]),
                    Long.parseLong(words[4]));
        });
    }

    /** Pairs of {@code name} and {@code file STATUS}; what could not be looked at is {@code shut} or has another status than 0. */
    private Outcome files(Operation.ReadMatching match) {
        List<Outcome.NamedFile> files = new ArrayList<>();
        Map<String, Outcome.OperationFailed> unread = new LinkedHashMap<>();
        String name = "";
        for (Segment segment : segments) {
            String tag = segment.tag();
            if (tag.equals("name")) {
                name = segment.content().lossyText();
            } else if (tag.equals("file 0") && segment.content().size() > match.limit()) {
                return new Outcome.OperationFailed(
                        "EFBIG", name + ": larger than the limit of " + match.limit() + " bytes");
            } else if (tag.equals("file 0")) {
                files.add(new Outcome.NamedFile(name, segment.content()));
            } else if (tag.equals("file shut")) {
                unread.put(name, denied(name));
            } else if (tag.startsWith("file ")) {
                unread.put(name, notRead(name));
            } else if (tag.equals("shut")) {
                String folder = segment.content().lossyText();
                unread.put(folder, denied(folder));
            }
        }
        files.sort(Comparator.comparing(Outcome.NamedFile::path));
        return new Outcome.FilesFound(
                files,
                unread.entrySet().stream()
                        .filter(file -> !ABSENT.contains(file.getValue().errno()))
                        .map(file -> new Outcome.Unread(file.getKey(), file.getValue()))
                        .toList());
    }

    private static Outcome.OperationFailed denied(String path) {
        return new Outcome.OperationFailed("EACCES", path + ": Permission denied");
    }

    /** By the line in which head(1) says why it could not read a file. */
    private Outcome.OperationFailed notRead(String path) {
        return stderr.lossyText()
                .lines()
                .filter(line -> line.contains(path + "'") || line.contains(path + ":"))
                .findFirst()
                .map(line -> new Outcome.OperationFailed(ErrorText.nameIn(line), line))
                .orElseGet(() -> new Outcome.OperationFailed(ErrorText.OTHER, path + " cannot be read"));
    }

    /** The tag {@code clock TICKS BOOT}, then pairs of {@code stat STATUS} and {@code cmdline STATUS}. */
    private Optional<Outcome> processes(Operation.ListProcesses list) {
        Optional<String[]> clock = segments.stream()
                .filter(segment -> segment.tag().matches("clock [1-9]\\d{0,9} \\d{1,18}"))
                .map(segment -> segment.tag().split(" ", -1))
                .findFirst();
        return clock.map(words -> processes(list, Long.parseLong(words[1]), Long.parseLong(words[2])));
    }

    private Outcome processes(Operation.ListProcesses list, long ticksPerSecond, long bootSeconds) {
        List<Outcome.ProcessEntry> found = new ArrayList<>();
        Bytes stat = Bytes.EMPTY;
        for (Segment segment : segments) {
            if (segment.tag().startsWith("stat ")) {
                stat = segment.content();
            } else if (segment.tag().equals("cmdline 0")) {
                // A process that ended or became another one in between is not listed.
                ProcessText.read(stat, segment.content(), ticksPerSecond, bootSeconds)
                        .filter(entry -> list.names().contains(entry.comm()))
                        .ifPresent(found::add);
            }
        }
        found.sort(Comparator.comparingInt(Outcome.ProcessEntry::pid));
        return new Outcome.ProcessesFound(found);
    }

    private static Optional<Long> number(String digits) {
        return digits.matches("\\d{1,3}") ? Optional.of(Long.parseLong(digits)) : Optional.empty();
    }
}
