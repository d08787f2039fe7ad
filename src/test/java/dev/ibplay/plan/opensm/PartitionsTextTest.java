package dev.ibplay.plan.opensm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Bytes;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.FileObserved;
import dev.ibplay.ib.PKey;
import dev.ibplay.opensm.PartitionsMeaning;
import dev.ibplay.opensm.SmOptions;
import org.junit.jupiter.api.Test;

class PartitionsTextTest {
    private static final String PATH = "C:\\OpenSM\\partitions.conf";

    private static String written(String path, String before, String edited) {
        return PartitionsText.written(new FileObserved(path, Fact.known(Bytes.ofLatin1(before)), 0), edited);
    }

    /** Text mode hides carriage returns on Windows; elsewhere OpenSM discards such a file (measured on Linux). */
    @Test
    void carriageReturnsAreSeenWhereOpensmSeesThem() {
        String text = "# ours\r\nDefault=0x7fff,ipoib:ALL=full;\r\n";
        var windows = PartitionsMeaning.of(PartitionsText.parse(PATH, text), SmOptions.DEFAULT);
        assertThat(windows.rejection()).isEmpty();
        assertThat(windows.partition(PKey.DEFAULT)).isPresent();
        assertThat(PartitionsMeaning.of(PartitionsText.parse("/etc/opensm/partitions.conf", text), SmOptions.DEFAULT)
                        .rejection())
                .isPresent();
    }

    @Test
    void linesKeepTheirEndsAndNewOnesGetThoseOfTheFile() {
        assertThat(written(PATH, "a\r\nb\r\n", "a\nx\nb\n")).isEqualTo("a\r\nx\r\nb\r\n");
        assertThat(written(PATH, "a\r\nb\r\n", "a\nb\nc\n")).isEqualTo("a\r\nb\r\nc\r\n");
        assertThat(written(PATH, "a\nb\n", "a\nb\nc\n")).isEqualTo("a\nb\nc\n");
        assertThat(written(PATH, "a\r\nb\nc\r\n", "a\nb\nd\n")).isEqualTo("a\r\nb\nd\r\n");
        assertThat(written(PATH, "a\nb\r\nc\r\n", "a\nb\nc\nd\n")).isEqualTo("a\nb\r\nc\r\nd\n");
        assertThat(written(PATH, "a\r\nb", "a\nb\nc\n")).isEqualTo("a\r\nb\r\nc\r\n");
        assertThat(written(PATH, "a\r\nb\r\n", "b\n")).isEqualTo("b\r\n");
        assertThat(written(PATH, "a\r\nb\r\n", "")).isEqualTo("");
        assertThat(written(PATH, "a\r\nb\nc\r\n", "a\nb\nc\n")).isEqualTo("a\r\nb\nc\r\n");
        assertThat(written("/etc/p.conf", "a\r\nb\r\n", "a\nb\n")).isEqualTo("a\nb\n");
    }
}
