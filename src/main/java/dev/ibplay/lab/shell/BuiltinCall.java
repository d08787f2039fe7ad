package dev.ibplay.lab.shell;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * One use of a builtin.
 *
 * @param words with its name in front
 * @param tail as in {@link Interpreter}
 */
record BuiltinCall(Interpreter interpreter, List<String> words, boolean tail) {
    ShellEnvironment shell() {
        return interpreter.shell;
    }

    List<String> arguments() {
        return words.subList(1, words.size());
    }

    /** An argument by its place from 0 on, or nothing's text. */
    String argument(int index, String missing) {
        return index + 1 < words.size() ? words.get(index + 1) : missing;
    }

    void print(String latin1) throws IOException {
        shell().descriptors.output(1).write(latin1.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Says on standard error what went wrong. */
    int fail(int status, String message) {
        interpreter.complain(words.getFirst() + ": " + message);
        return status;
    }

    /** A special builtin's error, which ends the shell. */
    ShellError error(String message) {
        return new ShellError(0, words.getFirst() + ": " + message);
    }
}
