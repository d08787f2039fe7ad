package dev.ibplay.journal.disk;

import dev.ibplay.journal.EventReader;
import dev.ibplay.journal.JournalEvent;
import dev.ibplay.journal.RecordedEvent;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The ends of a run's record, which tell what the run was for and whether it ended, without what is between them. */
record FirstAndLast(JournalEvent first, JournalEvent last) {
    private static final int PIECE = 1 << 16;

    /** Reads the first and the last line; nothing where one of them is cut off or no event, or the last one is long. */
    static Optional<FirstAndLast> of(Path run) {
        EventReader reader = new EventReader(sha256 -> Optional.empty());
        try (FileChannel file = FileChannel.open(run.resolve(DiskJournal.EVENTS))) {
            Optional<JournalEvent> first = firstLine(file).flatMap(reader::read).map(RecordedEvent::event);
            Optional<JournalEvent> last = lastLine(file).flatMap(reader::read).map(RecordedEvent::event);
            return first.flatMap(began -> last.map(ended -> new FirstAndLast(began, ended)));
        } catch (IOException expected) {
            // Who reads all of it says what is wrong.
            return Optional.empty();
        }
    }

    /** The hosts of a run that has come to its end; nothing for others. */
    Optional<List<String>> hostsOfFinished() {
        return first instanceof JournalEvent.RunBegan began && last instanceof JournalEvent.RunEnded
                ? Optional.of(began.hosts())
                : Optional.empty();
    }

    private static Optional<String> firstLine(FileChannel file) throws IOException {
        var line = new ByteArrayOutputStream();
        for (byte[] piece = read(file, 0); piece.length > 0; piece = read(file, line.size())) {
            int end = new String(piece, StandardCharsets.ISO_8859_1).indexOf('\n');
            if (end >= 0) {
                line.write(piece, 0, end);
                return Optional.of(line.toString(StandardCharsets.UTF_8));
            }
            line.writeBytes(piece);
        }
        return Optional.empty();
    }

    private static Optional<String> lastLine(FileChannel file) throws IOException {
        byte[] piece = read(file, Math.max(0, file.size() - PIECE));
        if (piece.length == 0 || piece[piece.length - 1] != '\n') {
            return Optional.empty();
        }
        int end = piece.length - 1;
        int begin = new String(piece, StandardCharsets.ISO_8859_1).lastIndexOf('\n', end - 1) + 1;
        boolean isWhole = begin > 0 || piece.length == file.size();
        return isWhole ? Optional.of(new String(piece, begin, end - begin, StandardCharsets.UTF_8)) : Optional.empty();
    }

    private static byte[] read(FileChannel file, long from) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate((int) Math.min(PIECE, Math.max(0, file.size() - from)));
        while (buffer.hasRemaining() && file.read(buffer, from + buffer.position()) >= 0) {
            // Channels may read less than they are asked for.
        }
        return buffer.hasRemaining() ? new byte[0] : buffer.array();
    }
}
