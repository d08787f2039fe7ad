package dev.ibplay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.diag.Problems;
import dev.ibplay.source.DiskFiles;
import dev.ibplay.source.Node;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExtraVariablesTest {
    private final Problems problems = new Problems();

    private Map<String, String> parse(String... options) {
        Map<String, String> texts = new TreeMap<>();
        ExtraVariables.parse(List.of(options), new DiskFiles(), problems)
                .forEach((name, node) -> texts.put(name, node instanceof Node.Scalar s ? s.text() : node.kind()));
        return texts;
    }

    @Test
    void wordsAreText() {
        assertThat(parse("a=1 b='two words' c=\"x=y\"", "d="))
                .isEqualTo(Map.of("a", "1", "b", "two words", "c", "x=y", "d", ""));
        assertThat(problems.hasErrors()).isFalse();
    }

    @Test
    void mappingsKeepTheirTypes() {
        assertThat(parse("{a: 1, b: [2]}", "c: three")).isEqualTo(Map.of("a", "1", "b", "a list", "c", "three"));
    }

    @Test
    void theLastOneWins() {
        assertThat(parse("a=1", "{a: 2}", "a=3")).isEqualTo(Map.of("a", "3"));
    }

    @Test
    void aFile(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("vars.yml"), "a: 1\nb: two\n");

        assertThat(parse("@" + file)).isEqualTo(Map.of("a", "1", "b", "two"));
    }

    @Test
    void mistakesAreTold() {
        assertThat(parse("@/nonexistent/vars.yml", "a=1 b", "[1]x")).containsOnlyKeys("a");
        assertThat(problems.sorted())
                .hasSize(3)
                .allSatisfy(d -> assertThat(d.location().toString()).contains("-e"));
    }
}
