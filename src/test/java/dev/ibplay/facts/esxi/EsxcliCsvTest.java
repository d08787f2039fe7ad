package dev.ibplay.facts.esxi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.facts.Fact;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EsxcliCsvTest {
    private static final Set<String> COLUMNS = Set.of("Name", "MTU");

    private static List<EsxcliRow> rows(String text) {
        return EsxcliCsv.parse(text, COLUMNS).orElseThrow();
    }

    @Test
    void findsFieldsByNameWhateverTheirOrder() {
        String text = """
                BeaconEnabled,CDPStatus,Class,MTU,Name,Portgroups,Uplinks,
                false,listen,etherswitch,2044,vSwitchIB,"IB-Storage,IB vMotion,","vmnic_ib0,vmnic_ib1,",
                false,listen,etherswitch,1500,vSwitch0,"VM Network,",,
                """;
        for (String same : List.of(text, text.replace("\n", "\r\n"), "\uFEFF" + text, "a warning\n\n" + text)) {
            List<EsxcliRow> rows = rows(same);
            assertThat(rows).hasSize(2);
            assertThat(rows.getFirst().name()).isEqualTo("vSwitchIB");
            assertThat(rows.getFirst().mtu()).isEqualTo(Fact.known(2044));
            assertThat(rows.getFirst().list("Uplinks")).containsExactly("vmnic_ib0", "vmnic_ib1");
            assertThat(rows.getFirst().list("Portgroups")).containsExactly("IB-Storage", "IB vMotion");
            assertThat(rows.get(1).list("Uplinks")).isEmpty();
            assertThat(rows.get(1).text("CDP Status")).contains("listen");
        }
    }

    @Test
    void readsWhatIsQuoted() {
        List<EsxcliRow> rows = rows("Description,MTU,Name,\n\"a \"\"4K\"\" port,\nnext line\",1500,v\"0,\n");
        assertThat(rows.getFirst().text("Description")).contains("a \"4K\" port,\nnext line");
        assertThat(rows.getFirst().name()).isEqualTo("v\"0");
    }

    @Test
    void doesNotNeedTheLastCommaNorALastLineEnd() {
        assertThat(rows("MTU,Name\n1500,vmk0\n9000,vmk1"))
                .containsExactly(
                        EsxcliRow.of("MTU", "1500", "Name", "vmk0"), EsxcliRow.of("MTU", "9000", "Name", "vmk1"));
    }

    @Test
    void aMissingFieldIsNotTold() {
        EsxcliRow row = rows("Name,MTU,Class,\nvSwitch0,\n").getFirst();
        assertThat(row.mtu()).isInstanceOf(Fact.Unreadable.class);
        assertThat(row.text("Class")).isEmpty();
    }

    @Test
    void whatIsNoCsvIsNone() {
        assertThat(EsxcliCsv.parse("", COLUMNS)).isEmpty();
        assertThat(EsxcliCsv.parse("vSwitch0\n   Name: vSwitch0\n   MTU: 1500\n", COLUMNS))
                .isEmpty();
        assertThat(EsxcliCsv.parse("Name,Class,\nvSwitch0,etherswitch,\n", COLUMNS))
                .isEmpty();
        // Uplinks without quotation marks would move what stands behind them.
        assertThat(EsxcliCsv.parse("Uplinks,MTU,Name,\nvmnic0,vmnic1,1500,vSwitch0,\n", COLUMNS))
                .isEmpty();
        assertThat(EsxcliCsv.parse("Name,MTU,\n\"vSwitch0,1500,\nvSwitch1,1500,\n", COLUMNS))
                .isEmpty();
        assertThat(EsxcliCsv.parse("MTU,Name,\n", COLUMNS)).contains(List.of());
    }

    @Test
    void believesNoMtuThatIsNone() {
        assertThat(EsxcliRow.of("MTU", "none").mtu()).isEqualTo(Fact.unreadable("its MTU is \"none\""));
        assertThat(EsxcliRow.of("MTU", "70000").mtu()).isInstanceOf(Fact.Unreadable.class);
        assertThat(EsxcliRow.of("MTU", "N/A").mtu()).isEqualTo(Fact.unreadable("its MTU is not told"));
    }
}
