package dev.ibplay.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Bytes;
import dev.ibplay.plan.FileChange;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileDiffTest {
    private static final String PATH = "/etc/opensm/opensm.conf";

    private static String diff(String before, String after) {
        return FileDiff.of(new FileChange("sm1", PATH, Optional.of(Bytes.ofUtf8(before)), Bytes.ofUtf8(after)));
    }

    @Test
    void aChangedLineWithItsNeighbours() {
        assertThat(diff("a\nb\nc\nd\nsm_priority 5\n", "a\nb\nc\nd\nsm_priority 9\n"))
                .isEqualTo("""
                        --- /etc/opensm/opensm.conf (sm1)
                        +++ /etc/opensm/opensm.conf (sm1)
                        @@ -2,4 +2,4 @@
                         b
                         c
                         d
                        -sm_priority 5
                        +sm_priority 9
                        """);
    }

    @Test
    void aNewFile() {
        assertThat(FileDiff.of(new FileChange("sm1", PATH, Optional.empty(), Bytes.ofUtf8("sm_priority 9\n"))))
                .startsWith("--- /dev/null\n+++ /etc/opensm/opensm.conf (sm1)\n")
                .endsWith("+sm_priority 9\n");
    }

    @Test
    void nothingChanges() {
        assertThat(diff("a\n", "a\n")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sm_key 0x0badcafe0badcafe",
                "sm_key\t0x0badcafe0badcafe",
                "  sa_key \t 0x0badcafe0badcafe # ours",
                "m_key 0x0badcafe0badcafe\r",
                "#m_key 0x0badcafe0badcafe",
                "# sm_key\t0x0badcafe0badcafe",
                "\t#\tsa_key 0x0badcafe0badcafe",
                "sa_key=0x0badcafe0badcafe",
                "sa_key = 0x0badcafe0badcafe",
                "sm_key \"0x0badcafe0badcafe\"",
                "sm_key:0x0badcafe0badcafe"
            })
    void secretsAreHidden(String line) {
        String shown = diff(line + "\nsm_priority 5\n", line + "\nsm_priority 9\n");

        assertThat(shown).doesNotContain("badcafe").contains("<hidden>").contains("+sm_priority 9");
    }

    @Test
    void keysOfLikeNamesAreShown() {
        assertThat(diff("m_key_lease_period 60\nx 1\n", "m_key_lease_period 60\nx 2\n"))
                .contains(" m_key_lease_period 60\n");
    }
}
