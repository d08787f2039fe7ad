package dev.ibplay.transport.cli;

import dev.ibplay.transport.Channel;
import dev.ibplay.transport.TransportException;
import dev.ibplay.transport.TransportException.Kind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Types lines into a command line and reads until its prompt. A prompt counts only as the last line, when the switch's name is in it, and
 * behind the end of the line that was typed: output may be cut anywhere, and progress bars hold {@code #}.
 */
final class Dialogue {
    /** After this long a prompt that could still be the beginning of something else is believed. */
    private static final Duration QUIET = Duration.ofMillis(300);

    /** The same where the prompt is the one before to the letter: a log that shows it goes on in the next packet. */
    private static final Duration QUIET_AFTER_SAME = Duration.ofMillis(30);

    private static final Pattern WIZARD = Pattern.compile("(?i).*initial configuration\\?.*");
    private static final Pattern PASSWORD = Pattern.compile("(?i).*password ?:");
    private static final int MOST_ECHO_LINES = 3;
    private static final String NO = "no";

    /** Typed to get to enable mode. */
    static final String ENABLE = "enable";

    /** In place of a line where none was typed. */
    private static final CliLine NOTHING = new CliLine("", Optional.empty(), Duration.ZERO);

    private static final String INTERRUPT = "\u0003";

    private final String host;
    private final Channel channel;
    private final Heard heard;
    private Optional<Prompt> prompt = Optional.empty();
    private int exchanges;

    Dialogue(String host, Channel channel) {
        this.host = host;
        this.channel = channel;
        this.heard = Heard.listen(channel.stdout(), host + " terminal");
    }

    /**
     * What the switch has said to a line.
     *
     * @param complete whether its prompt has come again
     * @param refused the question that was answered no
     */
    record Answer(List<String> lines, boolean complete, Optional<String> refused) {
        Answer {
            lines = List.copyOf(lines);
        }
    }

    /** The last one. */
    Prompt prompt() {
        return prompt.orElseThrow(() -> new IllegalStateException("nothing was heard yet"));
    }

    int exchanges() {
        return exchanges;
    }

    /** Waits for the first prompt, from which the switch's name is learned. */
    boolean begin(Deadline deadline) throws TransportException {
        return listen(NOTHING, deadline).complete();
    }

    /** Types a line and waits for its answer. */
    Answer say(CliLine line, Deadline deadline) throws TransportException {
        heard.forget();
        type(line.text() + "\n");
        return listen(line, deadline);
    }

    /** Interrupts what is being done. */
    boolean breakOff(Deadline deadline) throws TransportException {
        heard.forget();
        type(INTERRUPT);
        return listen(NOTHING, deadline).complete();
    }

    /** What stands in the last line. */
    String lastWords() {
        return ScreenText.lastLine(heard.latin1()).strip();
    }

    private Answer listen(CliLine line, Deadline deadline) throws TransportException {
        exchanges++;
        String typed = line.text();
        int answered = 0;
        Optional<String> refused = Optional.empty();
        while (true) {
            String said = heard.latin1();
            String last = ScreenText.lastLine(said.substring(answered));
            Optional<Prompt> found = Prompt.find(last).filter(this::isOurs);
            boolean behindLine = !typed.isEmpty() && said.indexOf('\n') >= 0;
            Duration quiet = behindLine && found.equals(prompt) ? QUIET_AFTER_SAME : QUIET;
            if (Prompt.isDegraded(last) && isQuiet(said.length(), QUIET)) {
                throw broken(
                        "the switch has no commands yet: it shows \"" + last + "\"",
                        "It is still starting, or its management failed to: try again in a few minutes, else reload it");
            }
            if (found.isPresent() && isQuiet(said.length(), quiet)) {
                prompt = found;
                return new Answer(
                        answer(ScreenText.lines(said.substring(0, said.lastIndexOf('\n') + 1)), typed), true, refused);
            }
            Optional<String> next = found.isPresent() ? Optional.empty() : answerTo(last, line);
            if (next.isPresent()) {
                if (line.changes()
                        && CliAnswer.isConfirmation(last)
                        && line.reply().isEmpty()) {
                    refused = Optional.of(last.strip());
                }
                answered = said.length();
                type(next.get());
            } else if (!awaitMore(said.length(), deadline)) {
                return new Answer(answer(ScreenText.lines(said), typed), false, refused);
            }
        }
    }

    private boolean isOurs(Prompt candidate) {
        return prompt.isEmpty() || prompt.get().name().equals(candidate.name());
    }

    /** What to type when its pager stops, or it asks what it may ask there; output may hold the same words. */
    private Optional<String> answerTo(String last, CliLine line) throws TransportException {
        if (ScreenText.isPager(last)) {
            return Optional.of(last.contains("(END)") ? "q" : " ");
        }
        if (line.changes() && CliAnswer.isConfirmation(last)) {
            return Optional.of(line.reply().orElse(NO) + "\n");
        }
        if (line.equals(NOTHING) && WIZARD.matcher(last).matches()) {
            return Optional.of(NO + "\n");
        }
        if (line.text().equals(ENABLE) && PASSWORD.matcher(last).matches()) {
            type(INTERRUPT);
            throw CliAnswer.enablePassword(host);
        }
        return Optional.empty();
    }

    private boolean isQuiet(int known, Duration quiet) throws TransportException {
        return !waitFor(known, quiet.toNanos()) && !heard.hasUnread();
    }

    private boolean awaitMore(int known, Deadline deadline) throws TransportException {
        if (waitFor(known, deadline.leftNanos())) {
            return true;
        }
        return switch (heard.stream()) {
            case OPEN -> false;
            case ENDED ->
                throw broken(
                        "the switch ended its command line" + lastShown(),
                        "Is the login allowed to use the command line?");
            case OVERFLOWED ->
                throw broken("the switch said more than " + (Heard.LIMIT >> 20) + " MiB to one line", "Try it by hand");
            case BROKEN ->
                throw new TransportException(
                        host, Kind.CONNECTION_LOST, "the connection was lost", Optional.of("Is the switch still up?"));
        };
    }

    private boolean waitFor(int known, long nanos) throws TransportException {
        try {
            return heard.awaitMore(known, nanos);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new TransportException(
                    host, Kind.CONNECTION_LOST, "interrupted while waiting for the switch", Optional.empty());
        }
    }

    private String lastShown() {
        String words = lastWords();
        return words.isEmpty() ? "" : "; it said last: " + words;
    }

    private TransportException broken(String message, String hint) {
        channel.close();
        return new TransportException(host, Kind.FAR_END_BROKEN, message, Optional.of(hint));
    }

    private void type(String text) throws TransportException {
        try {
            channel.stdin().write(text.getBytes(StandardCharsets.UTF_8));
            channel.stdin().flush();
        } catch (IOException lost) {
            throw new TransportException(
                    host, Kind.CONNECTION_LOST, "the connection was lost", "Is the switch still up?", lost);
        }
    }

    /** The lines between the one that was typed and the prompt; a long one may have been broken on the screen. */
    private static List<String> answer(List<String> lines, String typed) {
        StringBuilder echo = new StringBuilder();
        for (int i = 0; i < Math.min(MOST_ECHO_LINES, lines.size()) && !typed.isEmpty(); i++) {
            echo.append(lines.get(i));
            if (Prompt.isEcho(echo.toString(), typed)) {
                return lines.subList(i + 1, lines.size());
            }
        }
        return lines;
    }
}
