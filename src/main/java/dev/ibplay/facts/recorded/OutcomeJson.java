package dev.ibplay.facts.recorded;

import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.Outcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Answers as JSON objects. */
final class OutcomeJson {
    private static final long MAX_ID = 0xffff_ffffL;
    private static final int MODE = 07777;

    private OutcomeJson() {}

    static Map<String, Object> write(Outcome outcome) {
        Map<String, Object> out = new LinkedHashMap<>();
        out.put("kind", kind(outcome));
        switch (outcome) {
            case Outcome.CommandEnded o -> {
                switch (o.end()) {
                    case CommandEnd.Exited end -> out.put("status", end.status());
                    case CommandEnd.Signalled end -> out.put("signal", end.signal());
                    case CommandEnd.TimedOut end -> out.put("timed_out", true);
                }
                out.put("stdout", RecordedBytes.of(o.stdout()));
                out.put("stderr", RecordedBytes.of(o.stderr()));
            }
            case Outcome.FileContent o -> {
                out.put("content", RecordedBytes.of(o.content()));
                out.put("mode", "%04o".formatted(o.mode()));
                out.put("uid", o.uid());
                out.put("gid", o.gid());
                out.put("modified", o.modifiedSeconds());
            }
            case Outcome.FilesFound o -> {
                out.put("files", o.files().stream().map(OutcomeJson::file).toList());
                if (!o.unread().isEmpty()) {
                    out.put(
                            "unread",
                            o.unread().stream().map(OutcomeJson::unread).toList());
                }
            }
            case Outcome.PathResolved o -> out.put("path", o.path());
            case Outcome.ProcessesFound o ->
                out.put(
                        "processes",
                        o.processes().stream().map(OutcomeJson::process).toList());
            case Outcome.AttributeRead o -> out.put("data", RecordedBytes.of(o.data()));
            case Outcome.RecordsRead o ->
                out.put("records", o.records().stream().map(RecordedBytes::of).toList());
            case Outcome.FabricDiscovered o -> {
                out.put("sent", o.sent());
                out.put("complete", o.complete());
                out.put(
                        "findings",
                        o.findings().stream().map(OutcomeJson::finding).toList());
            }
            case Outcome.ErrorStatus o -> out.put("status", o.status());
            case Outcome.OperationFailed o -> {
                out.put("errno", o.errno());
                out.put("message", o.message());
            }
            case Outcome.FileAbsent o -> {}
            case Outcome.NoAnswer o -> {}
            case Outcome.Done o -> throw noAnswer(o);
            case Outcome.Moved o -> throw noAnswer(o);
            case Outcome.Held o -> throw noAnswer(o);
            case Outcome.Skipped o -> throw noAnswer(o);
        }
        return out;
    }

    private static String kind(Outcome outcome) {
        return switch (outcome) {
            case Outcome.CommandEnded o -> "command-ended";
            case Outcome.FileContent o -> "file-content";
            case Outcome.FileAbsent o -> "file-absent";
            case Outcome.FilesFound o -> "files-found";
            case Outcome.PathResolved o -> "path-resolved";
            case Outcome.ProcessesFound o -> "processes-found";
            case Outcome.AttributeRead o -> "attribute-read";
            case Outcome.RecordsRead o -> "records-read";
            case Outcome.FabricDiscovered o -> "fabric-discovered";
            case Outcome.NoAnswer o -> "no-answer";
            case Outcome.ErrorStatus o -> "error-status";
            case Outcome.OperationFailed o -> "failed";
            default -> throw noAnswer(outcome);
        };
    }

    private static IllegalArgumentException noAnswer(Outcome outcome) {
        return new IllegalArgumentException(outcome.getClass() + " answers no question");
    }

    static Outcome read(Fields in) throws MalformedRecording {
        String kind = in.text("kind");
        return switch (kind) {
            case "command-ended" -> new Outcome.CommandEnded(end(in), in.bytes("stdout"), in.bytes("stderr"));
            case "file-content" ->
                new Outcome.FileContent(
                        in.bytes("content"),
                        mode(in),
                        in.number("uid", 0, MAX_ID),
                        in.number("gid", 0, MAX_ID),
                        in.number("modified", Long.MIN_VALUE, Long.MAX_VALUE));
            case "files-found" -> found(in);
            case "path-resolved" -> new Outcome.PathResolved(in.text("path"));
            case "processes-found" -> processes(in);
            case "fabric-discovered" -> discovered(in);
            case "records-read" -> new Outcome.RecordsRead(in.bytesOfAll("records"));
            case "file-absent" -> new Outcome.FileAbsent();
            case "failed" -> failed(in);
            default -> packet(kind, in);
        };
    }

    /** What a port may say to a packet. */
    private static Outcome packet(String kind, Fields in) throws MalformedRecording {
        return switch (kind) {
            case "attribute-read" -> new Outcome.AttributeRead(in.bytes("data"));
            case "no-answer" -> new Outcome.NoAnswer();
            case "error-status" -> new Outcome.ErrorStatus(in.count("status"));
            default -> throw in.unknown("kind", kind);
        };
    }

    private static CommandEnd end(Fields in) throws MalformedRecording {
        if (in.has("status")) {
            return new CommandEnd.Exited(in.count("status"));
        }
        if (in.has("signal")) {
            return new CommandEnd.Signalled(in.count("signal"));
        }
        if (!in.flag("timed_out")) {
            throw new MalformedRecording("a command has not ended");
        }
        return new CommandEnd.TimedOut();
    }

    private static int mode(Fields in) throws MalformedRecording {
        String text = in.text("mode");
        if (!text.matches("[0-7]{1,5}") || Integer.parseInt(text, 8) > MODE) {
            throw new MalformedRecording("\"" + text + "\" is no mode of a file");
        }
        return Integer.parseInt(text, 8);
    }

    private static Map<String, Object> file(Outcome.NamedFile file) {
        Map<String, Object> out = new LinkedHashMap<>();
        out.put("path", file.path());
        out.put("content", RecordedBytes.of(file.content()));
        return out;
    }

    private static Map<String, Object> unread(Outcome.Unread unread) {
        Map<String, Object> out = new LinkedHashMap<>();
        out.put("path", unread.path());
        out.put("errno", unread.why().errno());
        out.put("message", unread.why().message());
        return out;
    }

    /** Where all could be read, and in what was recorded before that was told, there is no {@code unread}. */
    private static Outcome found(Fields in) throws MalformedRecording {
        List<Outcome.NamedFile> files = new ArrayList<>();
        for (Fields file : in.objects("files")) {
            files.add(new Outcome.NamedFile(file.text("path"), file.bytes("content")));
        }
        List<Outcome.Unread> unread = new ArrayList<>();
        if (in.has("unread")) {
            for (Fields file : in.objects("unread")) {
                unread.add(new Outcome.Unread(file.text("path"), failed(file)));
            }
        }
        return new Outcome.FilesFound(files, unread);
    }

    private static Outcome.OperationFailed failed(Fields in) throws MalformedRecording {
        return new Outcome.OperationFailed(in.text("errno"), in.text("message"));
    }

    private static Map<String, Object> process(Outcome.ProcessEntry process) {
        Map<String, Object> out = new LinkedHashMap<>();
        out.put("pid", process.pid());
        out.put("comm", process.comm());
        out.put("arguments", process.arguments());
        out.put("start_ticks", process.startTicks());
        out.put("started", process.startSeconds());
        return out;
    }

    private static Outcome processes(Fields in) throws MalformedRecording {
        List<Outcome.ProcessEntry> processes = new ArrayList<>();
        for (Fields process : in.objects("processes")) {
            processes.add(new Outcome.ProcessEntry(
                    process.count("pid"),
                    process.text("comm"),
                    process.texts("arguments"),
                    process.number("start_ticks", 0, Long.MAX_VALUE),
                    process.number("started", 0, Long.MAX_VALUE)));
        }
        return new Outcome.ProcessesFound(processes);
    }

    private static Map<String, Object> finding(Outcome.Finding finding) {
        Map<String, Object> out = new LinkedHashMap<>();
        out.put("route", finding.route().ports());
        out.put("attribute", finding.attributeId());
        out.put("modifier", finding.attributeModifier());
        out.put("answer", write(finding.answer()));
        return out;
    }

    private static Outcome discovered(Fields in) throws MalformedRecording {
        List<Outcome.Finding> findings = new ArrayList<>();
        for (Fields finding : in.objects("findings")) {
            Fields answer = finding.object("answer");
            findings.add(new Outcome.Finding(
                    OperationJson.route(finding),
                    (int) finding.number("attribute", 0, 0xffff),
                    finding.number("modifier", 0, MAX_ID),
                    packet(answer.text("kind"), answer)));
        }
        return new Outcome.FabricDiscovered(findings, in.number("sent", 0, Long.MAX_VALUE), in.flag("complete"));
    }
}
