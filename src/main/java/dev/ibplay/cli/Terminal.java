package dev.ibplay.cli;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The terminal that standard error is shown on. */
final class Terminal {
    private static final int USUAL_WIDTH = 80;
    private static final Path TERMINAL = Path.of("/dev/tty");
    private static final Pattern SIZE = Pattern.compile("\\d+ (\\d+)");

    private final Map<String, String> environment;

    private Terminal(Map<String, String> environment) {
        this.environment = environment;
    }

    /** Nothing where standard error is no terminal, or one on which nothing can be drawn over. */
    static Optional<Terminal> of(Map<String, String> environment) {
        String kind = environment.getOrDefault("TERM", "");
        return !kind.isEmpty() && !kind.equals("dumb") && isTerminal(2)
                ? Optional.of(new Terminal(environment))
                : Optional.empty();
    }

    /** Whether an open file is a terminal. Only where there is a /proc. */
    private static boolean isTerminal(int descriptor) {
        try {
            String file = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor))
                    .toString();
            return file.startsWith("/dev/pts/") || file.startsWith("/dev/tty") || file.equals("/dev/console");
        } catch (IOException expected) {
            return false;
        }
    }

    /** Its width in characters now; asks stty, since Java cannot tell. */
    int width() {
        OptionalInt columns = columns();
        return columns.isPresent() ? columns.getAsInt() : asked().orElse(USUAL_WIDTH);
    }

    private OptionalInt columns() {
        String columns = environment.getOrDefault("COLUMNS", "");
        return columns.matches("[1-9]\\d{0,4}") ? OptionalInt.of(Integer.parseInt(columns)) : OptionalInt.empty();
    }

    private static OptionalInt asked() {
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(new File(TERMINAL.toString()))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!stty.waitFor(1, TimeUnit.SECONDS)) {
                stty.destroyForcibly();
                return OptionalInt.empty();
            }
            Matcher size =
                    SIZE.matcher(new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip());
            boolean isKnown = size.matches() && !size.group(1).equals("0");
            return isKnown ? OptionalInt.of(Integer.parseInt(size.group(1))) : OptionalInt.empty();
        } catch (IOException expected) {
            // No stty, or no terminal to ask: the usual width will do.
            return OptionalInt.empty();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return OptionalInt.empty();
        }
    }
}
