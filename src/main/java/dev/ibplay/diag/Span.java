package dev.ibplay.diag;

/**
 * A stretch of one source file. Lines and columns count from 1, columns in code points; the end column is the first one
 * after the stretch.
 *
 * @param file the name as the user wrote it, relative or absolute
 */
public record Span(String file, int line, int column, int endLine, int endColumn) implements Comparable<Span> {
    public Span {
        if (line < 1 || column < 1 || endLine < line || (endLine == line && endColumn < column)) {
            throw new IllegalArgumentException(
                    "not a span: %s:%d:%d to %d:%d".formatted(file, line, column, endLine, endColumn));
        }
    }

    /** A span of one character. */
    public static Span at(String file, int line, int column) {
        return new Span(file, line, column, line, column + 1);
    }

    /** The first character of a file, for what concerns all of it. */
    public static Span startOf(String file) {
        return at(file, 1, 1);
    }

    @Override
    public int compareTo(Span other) {
        int byFile = file.compareTo(other.file);
        if (byFile != 0) {
            return byFile;
        }
        return line != other.line ? Integer.compare(line, other.line) : Integer.compare(column, other.column);
    }

    /** {@code file:line:column}, as compilers print it. */
    @Override
    public String toString() {
        return file + ":" + line + ":" + column;
    }
}
