package dev.ibplay.transport.powershell;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.stream.Collectors;

/** PowerShell text, and the two ways in which it travels. */
final class ScriptText {
    /** Long lines are split: nothing is known of hosts that limit them, and short ones are certain. */
    private static final int LINE_LENGTH = 1000;

    private ScriptText() {}

    /** A script that the program carries, without its comments. */
    static String resource(String name) {
        try (InputStream in = ScriptText.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is not in the program");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(String::strip)
                    .filter(line -> !line.startsWith("#") && !line.isEmpty())
                    .collect(Collectors.joining("\n", "", "\n"));
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /** For {@code -EncodedCommand}: base64 of UTF-16LE, whose letters mean nothing to any shell. */
    static String encodedCommand(String script) {
        return Base64.getEncoder().encodeToString(script.getBytes(StandardCharsets.UTF_16LE));
    }

    /** For standard input, as {@code bootstrap.ps1} reads it: lines of base64 of UTF-8, and {@code end}. */
    static String onStandardInput(String script) {
        String base64 = base64(script.getBytes(StandardCharsets.UTF_8));
        StringBuilder lines = new StringBuilder();
        for (int from = 0; from < base64.length(); from += LINE_LENGTH) {
            lines.append(base64, from, Math.min(base64.length(), from + LINE_LENGTH))
                    .append('\n');
        }
        return lines.append("end\n").toString();
    }

    static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }
}
