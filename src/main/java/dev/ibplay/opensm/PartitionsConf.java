package dev.ibplay.opensm;

import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Span;
import java.util.List;
import java.util.Optional;

/**
 * A partitions.conf, byte for byte, with the statements that OpenSM sees in it. What they mean is
 * {@link PartitionsMeaning}; {@link PartitionsEdit} changes them.
 */
public final class PartitionsConf {
    private final ConfText text;
    private final Dialect dialect;
    private final List<Statement> statements;
    private final Optional<Diagnostic> rejection;
    private final List<Diagnostic> notes;
    private final boolean predictable;

    PartitionsConf(
            ConfText text,
            Dialect dialect,
            List<Statement> statements,
            Optional<Diagnostic> rejection,
            List<Diagnostic> notes,
            boolean predictable) {
        this.text = text;
        this.dialect = dialect;
        this.statements = List.copyOf(statements);
        this.rejection = rejection;
        this.notes = List.copyOf(notes);
        this.predictable = predictable;
    }

    /**
     * Reads a file; this never fails, see {@link #rejection()}.
     *
     * @param file its name, for messages
     * @param bytes its bytes as characters 0..255, that is decoded as ISO-8859-1
     */
    public static PartitionsConf parse(String file, String bytes) {
        return parse(file, bytes, Dialect.DEFAULT);
    }

    /** Reads a file as that version of OpenSM does. */
    public static PartitionsConf parse(String file, String bytes, Dialect dialect) {
        return new PartitionsReader(new ConfText(file, bytes), dialect).read();
    }

    /** The same version's reading of another text. */
    PartitionsConf reread(ConfText changed) {
        return new PartitionsReader(changed, dialect).read();
    }

    /** The version of OpenSM that reads it. */
    public Dialect dialect() {
        return dialect;
    }

    /** The content, each byte a character 0..255; exactly what was parsed. */
    public String text() {
        return text.bytes();
    }

    public String file() {
        return text.file();
    }

    /** Why and where OpenSM would discard the whole file, if it would. */
    public Optional<Diagnostic> rejection() {
        return rejection;
    }

    /**
     * Whether OpenSM reads this file alike every time. It does not where it reads on behind a line into memory that it
     * never wrote; the file is then taken as if that memory were empty.
     */
    public boolean isPredictable() {
        return predictable;
    }

    /** How many partition definitions OpenSM reads, those before an error included. */
    public int definitions() {
        return statements.size();
    }

    List<Statement> statements() {
        return statements;
    }

    List<Diagnostic> notes() {
        return notes;
    }

    ConfText source() {
        return text;
    }

    Span span(int start, int end) {
        return text.span(start, end);
    }
}
