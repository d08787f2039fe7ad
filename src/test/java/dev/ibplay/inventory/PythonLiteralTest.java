package dev.ibplay.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.diag.Span;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PythonLiteralTest {
    private static String read(String text) {
        return Reading.show(PythonLiteral.read(text, Span.startOf("x")));
    }

    /** Compared with what Ansible 2.14 makes of the same text. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "5|5",
                "-3|-3",
                "+4|4",
                "007|'007'",
                "00|0",
                "1_000|1000",
                "1__0|'1__0'",
                "0x7fff|0x7fff",
                "0o17|15",
                "0b11|3",
                "1.5|1.5",
                ".5|.5",
                "1e3|1e3",
                "10.0.0.1|'10.0.0.1'",
                "1j|'1j'",
                "--1|'--1'",
                "- 2|-2",
                "True|True",
                "None|null",
                "true|'true'",
                "yes|'yes'",
                "null|'null'",
                "[1, \"a\",]|[1,'a']",
                "1,2|[1,2]",
                "(1,)|[1]",
                "(1)|1",
                "()|[]",
                "{'a': 1, \"b\": [2]}|{a:1,b:[2]}",
                "{1, 2}|[1,2]",
                "{}|{}",
                "[a]|'[a]'",
                "{{ x }}|'{{ x }}'",
                "{{ 5 }}|'{{ 5 }}'",
                "\"q\"|'q'",
                "\"a\" 'b'|'ab'",
                "r\"x\\d\"|'x\\d'",
                "\"\\x41\\u0042\\103\"|'ABC'",
                "'\\q'|'\\q'",
                "f\"z\"|'f\"z\"'",
                "\"open|'\"open'",
                "\"a\"b|'\"a\"b'",
                "5 # five|5",
                "red # five|'red # five'",
                "\"a\" # c|'a'",
                "1, # c|[1]",
                "aa:bb:cc|'aa:bb:cc'",
                "Truely|'Truely'",
                "\"\"\"t\"\"\"|'t'",
            })
    void meansWhatPythonReads(String text, String meaning) {
        assertThat(read(text)).isEqualTo(meaning);
    }

    @Test
    void textOfGuidsIsKept() {
        assertThat(read("0x0002c90300a1b2c3")).isEqualTo("0x0002c90300a1b2c3");
        assertThat(read("0002e90300112233")).isEqualTo("0002e90300112233");
        assertThat(read("00:02:c9:03:00:a1:b2:c3")).isEqualTo("'00:02:c9:03:00:a1:b2:c3'");
    }

    @Test
    void nestingHasAnEnd() {
        String deep = "[".repeat(5000) + "]".repeat(5000);
        assertThat(read(deep)).isEqualTo("'" + deep + "'");
    }

    @Test
    void emptyIsText() {
        assertThat(read("")).isEqualTo("''");
    }
}
