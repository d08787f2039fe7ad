package dev.ibplay.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
}
