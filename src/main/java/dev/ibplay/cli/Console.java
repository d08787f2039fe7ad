package dev.ibplay.cli;

import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Problems;
import dev.ibplay.exec.Secret;
import dev.ibplay.plan.Redaction;
import dev.ibplay.report.DiagnosticText;
import dev.ibplay.report.LiveLines;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The two streams: data goes to standard output, talk to standard error. */
final class Console {
    private final PrintStream out;
    private final PrintStream err;
    private Redaction hidden = Redaction.BY_KEY;
    /** Whether standard output is for something else, so that data is talk. */
    private boolean isReserved;

    private final Map<String, List<String>> sources = new HashMap<>();
    private final Optional<Terminal> terminal;
    private final LiveLines live = new LiveLines();
    private boolean isDrawing = true;

    /** Of streams that are no terminal, whatever they are. */
    Console(PrintStream out, PrintStream err) {
        this(out, err, Optional.empty());
    }

    /** The same with the terminal that {@code err} is. */
    Console(PrintStream out, PrintStream err, Optional<Terminal> terminal) {
        this.out = out;
        this.err = err;
        this.terminal = terminal;
    }

    /** The terminal on which lines may be drawn over. */
    Optional<Terminal> terminal() {
        return terminal;
    }

    /** Draws lines below all that was written; what is written next takes their place. Only on a terminal. */
    synchronized void draw(List<String> lines) {
        if (isDrawing) {
            err.print(live.draw(lines.stream().map(hidden::text).toList()));
            err.flush();
        }
    }

    /** Takes the lines away, and draws none until further notice. */
    synchronized void stopDrawing() {
        print(err, "");
        isDrawing = false;
    }

    private synchronized void drawAgain() {
        isDrawing = true;
    }

    private synchronized void print(PrintStream stream, String text) {
        String erase = live.erase();
        if (!erase.isEmpty()) {
            err.print(erase);
            err.flush();
        }
        stream.print(hidden.text(text));
        stream.flush();
    }

    /** Hides these texts from now on, also those that are added to them later. */
    void hide(Set<Secret> texts) {
        hide(Redaction.of(List.of(), texts));
    }

    /** Hides what this knows from now on, in data as in talk. */
    void hide(Redaction secrets) {
        hidden = secrets;
    }

    /** Writes data as it is, with its own line ends. */
    void data(String text) {
        print(isReserved ? err : out, text);
    }

    /** Standard output for one writer alone: what is data otherwise goes to standard error from now on. */
    OutputStream dataStream() {
        isReserved = true;
        return out;
    }

    /** Standard output for a library that writes data: help and version. */
    PrintWriter dataWriter() {
        return new PrintWriter(out, true, StandardCharsets.UTF_8);
    }

    /** Something that writes data as it goes. */
    @FunctionalInterface
    interface DataWriter {
        void writeTo(Writer out) throws IOException;
    }

    /** Lets {@code content} write data, which may be large. */
    void write(DataWriter content) {
        var writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), 1 << 16);
        try {
            content.writeTo(writer);
            writer.flush();
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
    }

    /** Writes one line of talk. */
    void say(String line) {
        print(err, line + System.lineSeparator());
    }

    /** Why nothing is applied where {@link #canAsk} is false; {@code look} is what shows the plan only. */
    void sayThatNobodyCanBeAsked(String look) {
        say("ibplay: standard input is no terminal, so nobody can be asked before applying");
        say("  hint: give --yes to apply without asking, or look first with " + look);
    }

    /** Whether standard input is a terminal, wherever standard output goes. */
    @SuppressWarnings("SystemConsoleNull") // Main chooses the console of java.base, which is null without a terminal
    boolean canAsk() {
        try {
            String input = Files.readSymbolicLink(Path.of("/proc/self/fd/0")).toString();
            return input.startsWith("/dev/pts/") || input.startsWith("/dev/tty") || input.equals("/dev/console");
        } catch (IOException expected) {
            // No /proc: then the JVM's own idea, which wants a terminal on both sides.
            return System.console() != null;
        }
    }

    /** Asks a question that only "y" or "yes" answers with yes. */
    boolean ask(String question) {
        return answer(question + " [y/N] ").strip().toLowerCase(Locale.ROOT).matches("y|yes");
    }

    /** Asks a question; an empty text where nobody can answer any more. */
    String answer(String question) {
        stopDrawing();
        print(err, question);
        try {
            String answer = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
            return answer == null ? "" : answer;
        } catch (IOException expected) {
            // The terminal is gone: that is a no to whatever was asked.
            return "";
        } finally {
            drawAgain();
        }
    }

    /** Asks for a secret without showing it; nothing when there is no terminal. */
    @SuppressWarnings("SystemConsoleNull") // as above
    Optional<Secret> askSecret(String prompt) {
        java.io.Console terminal = System.console();
        char[] answer = terminal == null ? null : terminal.readPassword("%s: ", prompt);
        return answer == null ? Optional.empty() : Optional.of(Secret.of(new String(answer)));
    }

    void show(Problems problems) {
        problems.sorted().forEach(this::show);
    }

    void show(Diagnostic diagnostic) {
        print(err, new DiagnosticText(this::line).render(diagnostic));
    }

    private Optional<String> line(String file, int number) {
        List<String> lines = sources.computeIfAbsent(file, Console::linesOf);
        return number <= lines.size() ? Optional.of(lines.get(number - 1)) : Optional.empty();
    }

    /** Without the values of secret keys, which may stand beside what a diagnostic is about. */
    private static List<String> linesOf(String file) {
        try {
            String text = new String(Files.readAllBytes(Path.of(file)), StandardCharsets.UTF_8);
            String shown = Redaction.file(file, text.startsWith("\ufeff") ? text.substring(1) : text);
            return shown.lines().toList();
        } catch (IOException | java.nio.file.InvalidPathException expected) {
            // A place on the command line or in a generated text has no file; the diagnostic stands without its line.
            return List.of();
        }
    }
}
