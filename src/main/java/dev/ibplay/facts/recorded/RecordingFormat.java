package dev.ibplay.facts.recorded;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.ibplay.diag.Code;
import dev.ibplay.diag.Problems;
import dev.ibplay.diag.Span;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A recording as lines of JSON: a header, then one line for each question with its answer. Every line ends with a line feed,
 * and the header says how many there are, so that a file that is cut anywhere is known to be.
 */
public final class RecordingFormat {
    private static final String NAME = "ibplay-host-facts";
    private static final int VERSION = 1;
    private static final String AGAIN = "save the facts of this host again with ibplay facts --save";
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
            .build();

    private final String file;
    private final Problems problems;

    private RecordingFormat(String file, Problems problems) {
        this.file = file;
        this.problems = problems;
    }

    /**
     * The recording as text.
     *
     * @param recording one without secrets: {@link Concealment}
     */
    public static String write(HostRecording recording, Instant saved) {
        Map<String, Object> header = new LinkedHashMap<>();
        header.put("format", NAME);
        header.put("version", VERSION);
        header.put("host", recording.host());
        header.put("saved", saved.truncatedTo(ChronoUnit.SECONDS).toString());
        header.put("answers", recording.exchanges().size());
        StringBuilder text = new StringBuilder(line(header));
        for (Exchange exchange : recording.exchanges()) {
            Map<String, Object> line = new LinkedHashMap<>();
            line.put("question", OperationJson.write(exchange.operation()));
            line.put("answer", OutcomeJson.write(exchange.outcome()));
            text.append(line(line));
        }
        return text.toString();
    }

    private static String line(Map<String, Object> values) {
        try {
            return MAPPER.writeValueAsString(values) + "\n";
        } catch (JsonProcessingException impossible) {
            throw new IllegalArgumentException("not plain values: " + impossible.getOriginalMessage(), impossible);
        }
    }

    /**
     * Reads a recording; nothing where anything in it is wrong, then {@code problems} says what.
     *
     * @param file for diagnostics
     * @param host whose recording it must be
     */
    public static Optional<HostRecording> read(String file, String text, String host, Problems problems) {
        return new RecordingFormat(file, problems).read(text, host);
    }

    private Optional<HostRecording> read(String text, String host) {
        List<String> lines = List.of(text.split("\n", -1));
        Optional<Integer> answers = header(lines.getFirst(), host);
        if (answers.isEmpty()) {
            return Optional.empty();
        }
        boolean wrong = false;
        List<Exchange> exchanges = new ArrayList<>();
        int last = lines.size() - 1;
        for (int i = 1; i < last; i++) {
            Optional<Exchange> exchange = exchange(i + 1, lines.get(i));
            exchange.ifPresent(exchanges::add);
            wrong |= exchange.isEmpty();
        }
        if (!lines.getLast().isEmpty()) {
            error(Code.RECORDING_MALFORMED, lines.size(), 1, "the last line is cut", AGAIN);
            return Optional.empty();
        }
        if (last - 1 != answers.get()) {
            error(
                    Code.RECORDING_MALFORMED,
                    Math.max(last, 1),
                    1,
                    "the file has " + (last - 1) + " answers, not the " + answers.get() + " that its first line says",
                    AGAIN);
            return Optional.empty();
        }
        return wrong ? Optional.empty() : Optional.of(new HostRecording(host, exchanges));
    }

    /** How many answers follow. */
    private Optional<Integer> header(String line, String host) {
        try {
            Fields fields = Fields.of("the first line", json(line));
            if (!fields.text("format").equals(NAME)) {
                throw new MalformedRecording("this is no file of saved facts");
            }
            long version = fields.number("version", 0, Long.MAX_VALUE);
            if (version != VERSION) {
                error(
                        Code.RECORDING_VERSION,
                        1,
                        1,
                        "the file has version " + version + ", and this ibplay reads version " + VERSION,
                        "read it with the ibplay that wrote it, or " + AGAIN);
                return Optional.empty();
            }
            if (!fields.text("host").equals(host)) {
                throw new MalformedRecording("these are the facts of " + fields.text("host") + ", not of " + host);
            }
            return Optional.of(fields.count("answers"));
        } catch (JsonProcessingException | MalformedRecording failure) {
            malformed(1, failure);
            return Optional.empty();
        }
    }

    private Optional<Exchange> exchange(int number, String line) {
        try {
            Fields fields = Fields.of("the line", json(line));
            Fields question = fields.object("question");
            return Optional.of(new Exchange(OperationJson.read(question), OutcomeJson.read(fields.object("answer"))));
        } catch (JsonProcessingException | MalformedRecording failure) {
            malformed(number, failure);
            return Optional.empty();
        }
    }

    private static JsonNode json(String line) throws JsonProcessingException, MalformedRecording {
        if (line.isBlank()) {
            throw new MalformedRecording("the line is empty");
        }
        return MAPPER.readTree(line);
    }

    private void malformed(int line, Exception failure) {
        int column = failure instanceof JsonProcessingException json && json.getLocation() != null
                ? Math.max(1, json.getLocation().getColumnNr())
                : 1;
        String message = failure instanceof JsonProcessingException json
                ? "this is not JSON: "
                        + json.getOriginalMessage().lines().findFirst().orElse("")
                : String.valueOf(failure.getMessage());
        error(Code.RECORDING_MALFORMED, line, column, message, AGAIN);
    }

    private void error(Code code, int line, int column, String message, String hint) {
        problems.error(code, Span.at(file, line, column), message, hint);
    }
}
