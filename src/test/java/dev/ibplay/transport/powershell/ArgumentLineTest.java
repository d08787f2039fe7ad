package dev.ibplay.transport.powershell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArgumentLineTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "plain|plain",
                "mtu=4092|mtu=4092",
                "Ethernet 3|\"Ethernet 3\"",
                "C:\\a b\\|\"C:\\a b\\\\\"",
                "C:\\ab\\|C:\\ab\\",
                "say \"x\"|\"say \\\"x\\\"\"",
                "\\\"|\"\\\\\\\"\"",
                "a\\\\b c|\"a\\\\b c\"",
                "~~|\"\""
            })
    void oneArgument(String argument, String line) {
        assertThat(ArgumentLine.of(List.of(argument))).isEqualTo(line);
    }

    @Test
    void everyArgumentComesBack() {
        Random random = new Random(7);
        for (int i = 0; i < 5000; i++) {
            List<String> arguments = new ArrayList<>();
            for (int n = random.nextInt(4); n >= 0; n--) {
                StringBuilder argument = new StringBuilder();
                for (int length = random.nextInt(6); length > 0; length--) {
                    argument.append("\\\" \ta%ü".charAt(random.nextInt(7)));
                }
                arguments.add(argument.toString());
            }
            assertThat(commandLineToArguments(ArgumentLine.of(arguments))).isEqualTo(arguments);
        }
    }

    /** The rules of the C runtime for all but the program's name (Microsoft: Parsing C command-line arguments). */
    private static List<String> commandLineToArguments(String line) {
        List<String> arguments = new ArrayList<>();
        StringBuilder current = new StringBuilder();
        boolean quoted = false;
        boolean started = false;
        int at = 0;
        while (at < line.length()) {
            char c = line.charAt(at);
            int backslashes = 0;
            while (at + backslashes < line.length() && line.charAt(at + backslashes) == '\\') {
                backslashes++;
            }
            if (backslashes > 0) {
                boolean beforeQuote = at + backslashes < line.length() && line.charAt(at + backslashes) == '"';
                current.append("\\".repeat(beforeQuote ? backslashes / 2 : backslashes));
                at += backslashes;
                started = true;
                if (beforeQuote && backslashes % 2 == 1) {
                    current.append('"');
                    at++;
                }
            } else if (c == '"') {
                quoted = !quoted;
                started = true;
                at++;
            } else if ((c == ' ' || c == '\t') && !quoted) {
                if (started) {
                    arguments.add(current.toString());
                }
                current.setLength(0);
                started = false;
                at++;
            } else {
                current.append(c);
                started = true;
                at++;
            }
        }
        if (started) {
            arguments.add(current.toString());
        }
        return arguments;
    }

    @Test
    void nothingHidesBehindANul() {
        assertThatThrownBy(() -> ArgumentLine.of(List.of("a\0b"))).isInstanceOf(IllegalArgumentException.class);
    }
}
