package dev.ibplay.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** One command line, run within this JVM, with what it wrote and its exit code. */
public record CommandLineRun(int exitCode, String stdout, String stderr) {
    /** Runs {@code ibplay WORD...}; standard input is the one of this JVM, which is no terminal under Maven. */
    public static CommandLineRun of(String... words) {
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        int code = Main.run(new Console(utf8(out), utf8(err)), words);
        return new CommandLineRun(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    /** Both streams, for what must be in neither. */
    public String all() {
        return stdout + stderr;
    }

    private static PrintStream utf8(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }
}
