package dev.ibplay.transport.posix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Outcome.ProcessEntry;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProcessTextTest {
    private static final String FIELDS =
            " S 1 71 71 0 -1 4194560 812 0 3 0 17 9 0 0 20 0 9 0 4711 330493952 1500 18446744073709551615 1 1\n";

    @Test
    void readsStartTimeAndArguments() {
        assertThat(ProcessText.read(
                        Bytes.ofUtf8("71 (opensm)" + FIELDS), Bytes.ofUtf8("/usr/sbin/opensm\0-p\0\0"), 100, 1_000))
                .contains(new ProcessEntry(71, "opensm", List.of("/usr/sbin/opensm", "-p", ""), 4711, 1_047));
    }

    @Test
    void isNotMisledByAName() {
        assertThat(ProcessText.read(Bytes.ofUtf8("71 (a) S 1 (b\nc)" + FIELDS), Bytes.ofUtf8("a b"), 100, 0))
                .hasValueSatisfying(entry -> {
                    assertThat(entry.comm()).isEqualTo("a) S 1 (b\nc");
                    assertThat(entry.startTicks()).isEqualTo(4711);
                    assertThat(entry.arguments()).containsExactly("a b");
                });
    }

    @Test
    void knowsThatKernelThreadsHaveNoArguments() {
        assertThat(ProcessText.read(Bytes.ofUtf8("2 (kthreadd)" + FIELDS), Bytes.EMPTY, 100, 0))
                .hasValueSatisfying(entry -> assertThat(entry.arguments()).isEmpty());
    }

    @Test
    void refusesWhatIsCut() {
        assertThat(ProcessText.read(Bytes.ofUtf8("71 (opensm) S 1 71"), Bytes.EMPTY, 100, 0))
                .isEmpty();
        assertThat(ProcessText.read(Bytes.EMPTY, Bytes.EMPTY, 100, 0)).isEmpty();
    }
}
