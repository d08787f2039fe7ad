package dev.ibplay.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Location;
import dev.ibplay.diag.Problems;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class YamlReaderTest {
    private final Problems problems = new Problems();

    private Optional<Node> read(String yaml) {
        return YamlReader.read(new SourceText("site.yml", yaml), problems);
    }

    private Node.Scalar value(String yaml) {
        return (Node.Scalar)
                ((Node.Mapping) read(yaml).orElseThrow()).get("key").orElseThrow();
    }

    private List<String> places() {
        return problems.sorted().stream()
                .map(d -> ((Location.InSource) d.location()).span() + " " + d.code())
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "'key: 10:02:09:03:00:10:11:12', 10:02:09:03:00:10:11:12, true",
        "'key: 0x7fff', 0x7fff, true",
        "'key: 0644', 0644, true",
        "'key: 1.10', 1.10, true",
        "'key: 2026-01-02', 2026-01-02, true",
        "'key: hello world', hello world, true",
        "'key: \"7\"', 7, false",
        "'key: !!str 7', 7, false",
        "'key: ~', ~, true"
    })
    void aScalarKeepsItsText(String yaml, String text, boolean plain) {
        Node.Scalar scalar = value(yaml);
        assertThat(scalar.text()).isEqualTo(text);
        assertThat(scalar.plain()).isEqualTo(plain);
        assertThat(problems.isEmpty()).isTrue();
    }

    @Test
    void everyNodeKnowsItsPlace() {
        Node.Mapping root =
                (Node.Mapping) read("a: 1\nb:\n  - x\n  - {key: [1, y]}\n").orElseThrow();
        Node.Sequence list = (Node.Sequence) root.get("b").orElseThrow();
        Node.Mapping inner = (Node.Mapping) list.items().get(1);
        Node.Sequence numbers = (Node.Sequence) inner.get("key").orElseThrow();
        assertThat(numbers.items().get(1).span()).hasToString("site.yml:4:15");
    }

    @Test
    void aDuplicateKeyIsAnErrorThatNamesBothPlaces() {
        read("a: 1\nb: 2\na: 3\n");
        assertThat(places()).containsExactly("site.yml:3:1 " + Code.YAML_DUPLICATE_KEY);
        assertThat(problems.sorted().getFirst().hint()).contains("it stands first in line 1");
    }

    @Test
    void aMergedMappingNeverOverridesAWrittenKey() {
        Node.Mapping root = (Node.Mapping)
                read("base: &b {x: 1, y: 2}\nkey:\n  <<: *b\n  y: 3\n").orElseThrow();
        Node.Mapping merged = (Node.Mapping) root.get("key").orElseThrow();
        assertThat(merged.get("x")).map(n -> ((Node.Scalar) n).text()).contains("1");
        assertThat(merged.get("y")).map(n -> ((Node.Scalar) n).text()).contains("3");
        assertThat(problems.isEmpty()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "'a:\n\t- x\n', 2:1",
        "'a: b: c\n', 1:5",
        "'a: [1, 2\nb: 3\n', 2:2",
        "'a: \"open\n', 2:1",
        "'- a\nb: 1\n', 2:1"
    })
    void aSyntaxErrorNamesItsPlaceAndAHint(String yaml, String place) {
        assertThat(read(yaml)).isEmpty();
        assertThat(places()).containsExactly("site.yml:" + place + " " + Code.YAML_SYNTAX);
        assertThat(problems.sorted()).first().extracting(Diagnostic::hint).isNotEqualTo(Optional.empty());
    }

    @Test
    void whatYamlAllowsAndWeDoNotIsAnError() {
        read("a: !thing x\n? [1, 2]\n: b\n");
        assertThat(places())
                .containsExactly("site.yml:1:4 " + Code.YAML_UNSUPPORTED, "site.yml:2:3 " + Code.YAML_UNSUPPORTED);
    }

    @Test
    void anEmptyFileIsNoNodeAndNoError() {
        assertThat(read("# nothing\n")).isEmpty();
        assertThat(problems.isEmpty()).isTrue();
    }

    @Test
    void aSecondDocumentIsAnError() {
        read("---\na: 1\n---\nb: 2\n");
        assertThat(places()).containsExactly("site.yml:4:1 " + Code.YAML_UNSUPPORTED);
    }
}
