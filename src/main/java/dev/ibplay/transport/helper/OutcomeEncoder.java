package dev.ibplay.transport.helper;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.Outcome;
import java.util.List;
import java.util.function.BiConsumer;

/** Writes the outcomes of native/PROTOCOL.md: what {@link OutcomeDecoder} reads. */
final class OutcomeEncoder {
    private OutcomeEncoder() {}

    /** The kind and its fields. */
    static void encode(FrameWriter out, Outcome outcome) {
        switch (outcome) {
            case Outcome.CommandEnded o -> commandEnded(out.u8(1), o);
            case Outcome.FileContent o ->
                out.u8(2)
                        .u32(o.mode())
                        .u64(o.uid())
                        .u64(o.gid())
                        .u64(o.modifiedSeconds())
                        .bytes(o.content());
            case Outcome.FileAbsent o -> out.u8(3);
            case Outcome.FilesFound o -> {
                list(out.u8(4), o.files(), OutcomeEncoder::file);
                list(out, o.unread(), OutcomeEncoder::unread);
            }
            case Outcome.PathResolved o -> text(out.u8(5), o.path());
            case Outcome.ProcessesFound o -> list(out.u8(6), o.processes(), OutcomeEncoder::process);
            case Outcome.Done o -> out.u8(7);
            case Outcome.Moved o -> text(out.u8(8), o.found());
            case Outcome.AttributeRead o -> out.u8(9).bytes(o.data());
            case Outcome.RecordsRead o -> list(out.u8(10), o.records(), FrameWriter::bytes);
            case Outcome.NoAnswer o -> out.u8(11);
            case Outcome.ErrorStatus o -> out.u8(12).u32(o.status());
            case Outcome.OperationFailed o -> reason(out.u8(13), o);
            case Outcome.Skipped o -> out.u8(14);
            case Outcome.Held o -> text(text(out.u8(15), o.run()), o.owner()).u64(o.seconds());
            case Outcome.FabricDiscovered o -> {
                list(out.u8(16), o.findings(), OutcomeEncoder::finding);
                out.u64(o.sent()).flag(o.complete());
            }
        }
    }

    private static FrameWriter text(FrameWriter out, String value) {
        return out.bytes(Bytes.ofUtf8(value));
    }

    private static <T> void list(FrameWriter out, List<T> items, BiConsumer<FrameWriter, T> write) {
        out.u32(items.size());
        items.forEach(item -> write.accept(out, item));
    }

    private static void commandEnded(FrameWriter out, Outcome.CommandEnded ended) {
        switch (ended.end()) {
            case CommandEnd.Exited end -> out.u8(1).u32(end.status());
            case CommandEnd.Signalled end -> out.u8(2).u32(end.signal());
            case CommandEnd.TimedOut end -> out.u8(3).u32(0);
        }
        out.bytes(ended.stdout()).bytes(ended.stderr());
    }

    private static void file(FrameWriter out, Outcome.NamedFile file) {
        text(out, file.path()).bytes(file.content());
    }

    private static void unread(FrameWriter out, Outcome.Unread unread) {
        reason(text(out, unread.path()), unread.why());
    }

    private static void reason(FrameWriter out, Outcome.OperationFailed failed) {
        text(text(out, failed.errno()), failed.message());
    }

    private static void process(FrameWriter out, Outcome.ProcessEntry process) {
        text(out.u32(process.pid()), process.comm()).u64(process.startTicks()).u64(process.startSeconds());
        list(out, process.arguments(), OutcomeEncoder::text);
    }

    private static void finding(FrameWriter out, Outcome.Finding finding) {
        out.bytes(Routes.bytes(finding.route())).u16(finding.attributeId()).u32(finding.attributeModifier());
        encode(out, finding.answer());
    }
}
