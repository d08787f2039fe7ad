package dev.ibplay.facts.windows;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.tools.Recorded;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class NetshTableTest {
    private static final String GERMAN = """

               MTU  Medienerkennungsstatus   Bytes eingehend  Bytes ausgehend  Schnittstelle
            ------  ---------------  ---------  ---------  -------------
            4294967295                1          0      61754  Loopback Pseudo-Interface 1
              4092                1  191869171301  4133843676  Größe für Übertragung (IB)
              2044                5          0          0  LAN-Verbindung 2
            """.replace("\n", "\r\n");

    private static final String INTERFACES = """

            Idx     Met         MTU          State                Name
            ---  ----------  ----------  ------------  ---------------------------
              1          50  4294967295  connected     Loopback Pseudo-Interface 1
             15           5        2044  nicht verbunden  Ethernet  3
            """.replace("\n", "\r\n");

    private static Fact<List<NetshTable.Row>> read(String text, Charset charset, int codePage) {
        return NetshTable.read(
                new Outcome.CommandEnded(new CommandEnd.Exited(0), Bytes.of(text.getBytes(charset)), Bytes.EMPTY),
                Optional.of(codePage));
    }

    @Test
    void rowsCountAndHeadersDoNot() {
        assertThat(read(GERMAN, Charset.forName("IBM850"), 850))
                .isEqualTo(Fact.known(List.of(
                        new NetshTable.Row(Optional.empty(), 4_294_967_295L, "Loopback Pseudo-Interface 1"),
                        new NetshTable.Row(Optional.empty(), 4092, "Größe für Übertragung (IB)"),
                        new NetshTable.Row(Optional.empty(), 2044, "LAN-Verbindung 2"))));
    }

    @Test
    void interfacesHaveAnIndexAndStatesMayHaveBlanks() {
        assertThat(read(INTERFACES, StandardCharsets.US_ASCII, 437))
                .isEqualTo(Fact.known(List.of(
                        new NetshTable.Row(Optional.of(1), 4_294_967_295L, "Loopback Pseudo-Interface 1"),
                        new NetshTable.Row(Optional.of(15), 2044, "Ethernet  3"))));
    }

    @Test
    void noRowIsNotNoInterface() {
        assertThat(read("Es wurden keine Schnittstellen gefunden.\r\n", StandardCharsets.US_ASCII, 850))
                .isEqualTo(Fact.unreadable("netsh lists no interface"));
        assertThat(NetshTable.read(new Outcome.OperationFailed("ENOENT", "no such program"), Optional.empty()))
                .isEqualTo(Fact.unreadable("netsh: no such program"));
    }

    private static Stream<Recorded> recorded() {
        return Recorded.ofKind("windows-netsh");
    }

    /** MTUs by the names of the connections, as the list beside the files has them. */
    private static final Map<String, Map<String, Long>> EXPECTED = Map.of(
            "01", Map.of("Ethernet0", 1500L, "Ethernet1", 9000L, "Ethernet6", 9000L),
            "03", Map.of("Wi-Fi", 1500L, "Ethernet 2", 1500L, "vEthernet (WSL)", 1500L),
            "04", Map.of("Ethernet 3", 1504L, "vEthernet (Default Switch)", 1500L),
            "05", Map.of("Netkeeper", 1480L, "以太网", 1500L, "本地连接* 1", 1500L),
            "08", Map.of("Ethernet0", 1500L, "Ethernet1", 1500L),
            "09", Map.of("WiFi", 1500L, "Ethernet 2", 1500L, "vEthernet (Default Switch)", 1500L),
            "10", Map.of("以太网", 1500L, "VMware Network Adapter VMnet8", 1500L),
            "12", Map.of("蓝牙网络连接 2", 1500L, "WLAN 2", 1500L, "以太网 4", 1500L));

    private static final Map<String, Integer> ROWS =
            Map.of("01", 8, "03", 7, "04", 3, "05", 7, "08", 3, "09", 5, "10", 4, "12", 8);

    @ParameterizedTest
    @MethodSource("recorded")
    void recordedTables(Recorded recorded) {
        String number = recorded.name().replaceFirst(".*/(\\d\\d)-.*", "$1");
        // The Chinese hosts wrote code page 936.
        List<NetshTable.Row> rows =
                read(recorded.text(), Charset.forName("GBK"), 936).ifKnown().orElseThrow();
        Map<String, Long> mtus = new HashMap<>();
        rows.forEach(row -> mtus.put(row.name(), row.mtu()));
        assertThat(mtus).containsAllEntriesOf(EXPECTED.get(number));
        assertThat(rows).hasSize(ROWS.getOrDefault(number, -1));
        assertThat(mtus).containsEntry("Loopback Pseudo-Interface 1", 4_294_967_295L);
    }
}
