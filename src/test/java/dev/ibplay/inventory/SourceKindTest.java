package dev.ibplay.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SourceKindTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "hosts.yml|[x]|YAML",
                "hosts.json|x|YAML",
                "hosts.ini|all:|INI",
                "d.d/hosts|# c~all:|YAML",
                "hosts|---|YAML",
                "hosts|{\"g\": []}|YAML",
                "hosts|all: {hosts: {a: }}|YAML",
                "hosts|'all':|YAML",
                "hosts|[all]|INI",
                "hosts|; c~node1|INI",
                "hosts|node1:22 a=b|INI",
                "hosts|fe80::1|INI",
                "hosts|n a=x: |INI",
                "hosts||INI",
                "hosts.lab|all:~  hosts:|YAML",
            })
    void byNameThenByTheFirstLine(String path, String text, SourceKind kind) {
        String lines = text == null ? "" : text.replace('~', '\n');
        assertThat(SourceKind.of(path, lines)).isEqualTo(kind);
    }
}
