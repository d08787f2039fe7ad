package dev.ibplay.opensm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.diag.Diagnostic;
import dev.ibplay.ib.PKey;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DialectTest {
    private static PartitionsMeaning meaning(String version, String text) {
        Dialect dialect = Dialect.parse(version).orElseThrow();
        return PartitionsMeaning.of(PartitionsConf.parse("f", text, dialect), SmOptions.DEFAULT);
    }

    private static String members(PartitionsMeaning meaning, int pkey) {
        return meaning.partition(new PKey(pkey)).orElseThrow().members().stream()
                .map(m -> m.who() + "=" + m.membership().word())
                .collect(Collectors.joining(","));
    }

    @Test
    void versionsAsOpenSmPrintsThem() {
        assertThat(Dialect.parse("OpenSM 3.3.23")).contains(new Dialect(3, 3, 23));
        assertThat(Dialect.parse("3.3")).contains(new Dialect(3, 3, 0));
        assertThat(Dialect.parse("5.17.0.MLNX20230719.4fe9b48"))
                .hasValueSatisfying(d -> assertThat(d.isClosed()).isTrue());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "3", "3.1.9", "latest", "3.3.x", "99999.1.1"})
    void whatIsNoVersionOrTooOld(String text) {
        assertThat(Dialect.parse(text)).isEmpty();
    }

    @Test
    void beforeTheWholeFileAnErrorCostsTheRestOfItsLine() {
        String text =
                "Default=0x7fff,ipoib:ALL=full;\nA=3: 0xa1=full, node1=full, 0xa2=full;\n 0xa3=full;\nB=4: 0xa4;\n";
        PartitionsMeaning old = meaning("3.3.13", text);
        assertThat(old.rejection()).isEmpty();
        assertThat(members(old, 3))
                .as("the statement stays open")
                .isEqualTo("0x00000000000000a1=full,0x00000000000000a3=full");
        assertThat(members(old, 4)).isEqualTo("0x00000000000000a4=limited");
        assertThat(old.diagnostics())
                .extracting(Diagnostic::message)
                .anyMatch(m -> m.endsWith("OpenSM 3.3.13 skips the rest of this line and goes on with the next one"));
        assertThat(meaning("3.3.17", text).rejection()).isPresent();
    }

    @Test
    void flagsOfABadHeaderGoToTheNextOne() {
        PartitionsMeaning old = meaning("3.3.16", "A=0xZZ,ipoib,mtu=5:ALL=full;\nB=4:ALL=full;\n");
        assertThat(old.partition(new PKey(4))
                        .orElseThrow()
                        .broadcast()
                        .orElseThrow()
                        .mtu()
                        .orElseThrow()
                        .code())
                .isEqualTo(5);
    }

    @Test
    void scopeMovesTheIpoibGroupInOldVersions() {
        List<MulticastGroup> groups = meaning("3.3.12", "Default=0x7fff,ipoib,scope=2,scope=5:ALL=full;")
                .partition(PKey.DEFAULT)
                .orElseThrow()
                .groups();
        assertThat(groups).extracting(g -> g.mgid().scope()).containsExactly(2, 5);
    }

    @Test
    void oldVersionsCutLinesEarlier() {
        String text = "Default=0x7fff,ipoib:" + "0x00000000000000b2=full,".repeat(60) + "ALL=full;\n";
        assertThat(meaning("3.3.12", text).conf().notes()).isNotEmpty();
        assertThat(meaning("3.3.13", text).conf().notes()).isEmpty();
    }
}
