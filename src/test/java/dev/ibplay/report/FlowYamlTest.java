package dev.ibplay.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.diag.Problems;
import dev.ibplay.source.Node;
import dev.ibplay.source.SourceText;
import dev.ibplay.source.YamlReader;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FlowYamlTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "node01|node01",
                "~/.ssh/id|\"~/.ssh/id\"",
                "/etc/opensm|/etc/opensm",
                "yes|\"yes\"",
                "No|\"No\"",
                "5|\"5\"",
                "10.0.0.1|\"10.0.0.1\"",
                "a: b|\"a: b\"",
                "a #b|\"a #b\"",
                "say \"x\"|\"say \\\"x\\\"\"",
                "``|\"\"",
                ".5e|\".5e\"",
                "a,b|\"a,b\"",
            })
    void quotesWhatYamlWouldReadAsSomethingElse(String text, String shown) {
        assertThat(FlowYaml.quoteIfNeeded(text == null ? "" : text)).isEqualTo(shown);
    }

    /** A value of an inventory, in YAML's block style, and again from one line. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "0x7fff",
                "10:02:09:03",
                "1_000",
                "-5",
                "+.5e3",
                "yes",
                "'yes'",
                "~",
                "null",
                "''",
                "2001-01-01 00:00:00",
                "a b # c",
                "http://x:80/y?z={1}",
                "'{{ x | default(\"a\") }}'",
                "\"\\u0085\\x07\\n\\t\\\\\"",
                "über",
                "['a, b', [1, {c: '#d', 'e: f': '- g'}], {}]",
                "{m_key: '0x17', password: hunter2}",
                "{sm_key: !vault \"$ANSIBLE_VAULT;1.1;AES256\\n3064\\n3065\"}"
            })
    void whatIsReadAgainIsTheSame(String text) {
        Node read = read(text);
        String line = FlowYaml.complete(read);
        assertThat(line).doesNotContain("\n");
        assertThat(FlowYaml.complete(read(line))).isEqualTo(line);
        assertThat(values(read(line))).isEqualTo(values(read));
        assertThat(values(read("[" + line + ", " + line + "]"))).isEqualTo(List.of(values(read), values(read)));
    }

    private static Node read(String text) {
        var problems = new Problems();
        Optional<Node> read = YamlReader.read(new SourceText("x.yml", "a: " + text + "\n"), problems);
        assertThat(problems.sorted()).as(text).isEmpty();
        return ((Node.Mapping) read.orElseThrow()).get("a").orElseThrow();
    }

    /** Without places; a scalar with whether it may be more than text. */
    private static Object values(Node node) {
        return switch (node) {
            case Node.Scalar scalar -> scalar.isNull() ? "nothing" : List.of(scalar.text(), isTyped(scalar));
            case Node.Vaulted vaulted -> vaulted.envelope();
            case Node.Sequence list ->
                list.items().stream().map(FlowYamlTest::values).toList();
            case Node.Mapping mapping ->
                mapping.entries().stream()
                        .map(entry -> List.of(entry.key().text(), values(entry.value())))
                        .toList();
        };
    }

    /** Only words and numbers may mean more than their text. */
    private static boolean isTyped(Node.Scalar scalar) {
        return scalar.plain() && scalar.text().matches("[-+.\\w:]+");
    }
}
