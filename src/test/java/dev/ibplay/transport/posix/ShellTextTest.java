package dev.ibplay.transport.posix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ibplay.exec.Bytes;
import org.junit.jupiter.api.Test;

class ShellTextTest {
    @Test
    void quotesWords() {
        assertThat(ShellText.quote("")).isEqualTo("''");
        assertThat(ShellText.quote("it's $x")).isEqualTo("'it'\\''s $x'");
        assertThatThrownBy(() -> ShellText.quote("a\0b")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void writesBytesForAnyPrintf() {
        assertThat(ShellText.function("f", Bytes.ofLatin1("-a-%\\'\n\0ÿ9")))
                .isEqualTo("f() {\nprintf '\\055a-\\045\\134\\047\\012\\000\\3779'\n}\n");
        assertThat(ShellText.function("f", Bytes.EMPTY)).isEqualTo("f() {\n:\n}\n");
    }

    @Test
    void splitsLongContent() {
        Bytes content = Bytes.of(new byte[ShellText.CHUNK_BYTES + 1]);
        assertThat(ShellText.function("f", content).split("printf", -1)).hasSize(3);
    }
}
