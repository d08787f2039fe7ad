package dev.ibplay.transport.helper;

import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.Outcome;
import dev.ibplay.exec.SmpAddress;

/** Reads the outcomes of native/PROTOCOL.md. */
final class OutcomeDecoder {
    private OutcomeDecoder() {}

    /**
     * Reads a frame behind its type {@code O}.
     *
     * @param batch the number of the batch that was asked
     * @param index of the operation that the outcome must belong to
     */
    static Outcome decode(FrameReader in, int batch, int index) throws MalformedFrame {
        if (in.u32() != batch || in.u32() != index) {
            throw new MalformedFrame("not the outcome " + index + " of batch " + batch);
        }
        return decode(in);
    }

    /** Reads the kind and its fields, which must be all that is left of the frame. */
    static Outcome decode(FrameReader in) throws MalformedFrame {
        int kind = in.u8();
        Outcome outcome = switch (kind) {
            case 1 -> new Outcome.CommandEnded(commandEnd(in), in.bytes(), in.bytes());
            case 2 -> fileContent(in);
            case 3 -> new Outcome.FileAbsent();
            case 4 -> new Outcome.FilesFound(in.list(OutcomeDecoder::file), in.list(OutcomeDecoder::unread));
            case 5 -> new Outcome.PathResolved(in.text());
            case 6 -> new Outcome.ProcessesFound(in.list(OutcomeDecoder::process));
            case 7 -> new Outcome.Done();
            case 8 -> new Outcome.Moved(in.text());
            case 9 -> new Outcome.AttributeRead(in.bytes());
            case 10 -> new Outcome.RecordsRead(in.list(FrameReader::bytes));
            case 11 -> new Outcome.NoAnswer();
            case 12 -> new Outcome.ErrorStatus(in.int31());
            case 13 -> reason(in);
            case 14 -> new Outcome.Skipped();
            case 15 -> new Outcome.Held(in.text(), in.text(), in.u64());
            case 16 -> new Outcome.FabricDiscovered(in.list(OutcomeDecoder::finding), in.u64(), in.u8() == 1);
            default -> throw new MalformedFrame("an outcome of kind " + kind);
        };
        in.end();
        return outcome;
    }

    private static Outcome.Finding finding(FrameReader in) throws MalformedFrame {
        SmpAddress.ByRoute route = Routes.read(in);
        int attribute = in.u16();
        long modifier = in.u32();
        int kind = in.u8();
        Outcome answer = switch (kind) {
            case 9 -> new Outcome.AttributeRead(in.bytes());
            case 11 -> new Outcome.NoAnswer();
            case 12 -> new Outcome.ErrorStatus(in.int31());
            default -> throw new MalformedFrame("an answer of kind " + kind);
        };
        return new Outcome.Finding(route, attribute, modifier, answer);
    }

    private static CommandEnd commandEnd(FrameReader in) throws MalformedFrame {
        int how = in.u8();
        int number = in.int31();
        return switch (how) {
            case 1 -> new CommandEnd.Exited(number);
            case 2 -> new CommandEnd.Signalled(number);
            case 3 -> new CommandEnd.TimedOut();
            default -> throw new MalformedFrame("a command's end of kind " + how);
        };
    }

    private static Outcome fileContent(FrameReader in) throws MalformedFrame {
        int mode = in.int31();
        long uid = in.u64();
        long gid = in.u64();
        long modified = in.u64();
        return new Outcome.FileContent(in.bytes(), mode, uid, gid, modified);
    }

    private static Outcome.NamedFile file(FrameReader in) throws MalformedFrame {
        return new Outcome.NamedFile(in.text(), in.bytes());
    }

    private static Outcome.Unread unread(FrameReader in) throws MalformedFrame {
        return new Outcome.Unread(in.text(), reason(in));
    }

    private static Outcome.OperationFailed reason(FrameReader in) throws MalformedFrame {
        return new Outcome.OperationFailed(in.text(), in.text());
    }

    private static Outcome.ProcessEntry process(FrameReader in) throws MalformedFrame {
        int pid = in.int31();
        String comm = in.text();
        long startTicks = in.u64();
        long startSeconds = in.u64();
        return new Outcome.ProcessEntry(pid, comm, in.list(FrameReader::text), startTicks, startSeconds);
    }
}
