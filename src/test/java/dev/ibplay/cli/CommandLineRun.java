package dev.ibplay.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

/** One command line, run within this JVM, with what it wrote and its exit code. */
public record CommandLineRun(int exitCode, String stdout, String stderr) {
    /** Where the runs of this JVM are recorded: tests run in several at a time, and "the last run" must be one's own. */
    private static final String STATE = Path.of(
                    "target",
                    "state-of-tests",
                    String.valueOf(ProcessHandle.current().pid()))
            .toAbsolutePath()
            .toString();

    /** Runs {@code ibplay WORD...}; standard input is the one of this JVM, which is no terminal under Maven. */
    public static CommandLineRun of(String... words) {
        return of(Map.of("XDG_STATE_HOME", STATE), words);
    }

    /** The same with another environment. */
    public static CommandLineRun of(Map<String, String> environment, String... words) {
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        int code = Main.run(new Console(utf8(out), utf8(err)), environment, words);
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
