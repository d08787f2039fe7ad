package dev.ibplay.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;

/** Nested maps, lists, texts, numbers and booleans as indented JSON. */
public final class JsonText {
    private static final ObjectWriter LINE = JsonMapper.builder().build().writer();
    private static final ObjectWriter WRITER = JsonMapper.builder()
            .build()
            .writer(new DefaultPrettyPrinter()
                    .withArrayIndenter(DefaultIndenter.SYSTEM_LINEFEED_INSTANCE.withLinefeed("\n"))
                    .withObjectIndenter(new DefaultIndenter("  ", "\n")));

    private JsonText() {}

    /** The document on one line, without a line end. */
    static String line(Object document) {
        try {
            return LINE.writeValueAsString(document);
        } catch (JsonProcessingException impossible) {
            throw new IllegalArgumentException("not plain values: " + impossible.getOriginalMessage(), impossible);
        }
    }

    /** The document, with a line end behind it. */
    public static String of(Object document) {
        try {
            return WRITER.writeValueAsString(document) + "\n";
        } catch (JsonProcessingException impossible) {
            throw new IllegalArgumentException("not plain values: " + impossible.getOriginalMessage(), impossible);
        }
    }
}
