package dev.ibplay.gather.recorded;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.ibplay.diag.Problems;
import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.MadKey;
import dev.ibplay.exec.MadPort;
import dev.ibplay.exec.MadTiming;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.exec.SmpAddress;
import dev.ibplay.facts.recorded.Concealment;
import dev.ibplay.facts.recorded.Exchange;
import dev.ibplay.facts.recorded.HostRecording;
import dev.ibplay.facts.recorded.KeyStandIns;
import dev.ibplay.opensm.OpensmConf;
import dev.ibplay.source.SourceText;
import dev.ibplay.source.YamlReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What lies in the folder: for its owner only, and without secrets. */
class RecordingFolderTest {
    private static final long KEY = 0x0bad_cafe_0bad_cafeL;
    private static final String KEY_TEXT = "0x0badcafe0badcafe";
    private static final String STAND_IN = "0x5afe000000000001";
    private static final MadPort PORT = new MadPort("mlx5_0", 1);

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path parent;

    private final Concealment concealment = new Concealment(new KeyStandIns());

    private RecordingFolder folder() throws IOException {
        var folder = new RecordingFolder(parent.resolve("saved/facts"));
        folder.create();
        return folder;
    }

    /** What is left of exchanges in the host's file. */
    private HostRecording saved(String host, Exchange... exchanges) throws IOException {
        RecordingFolder folder = folder();
        folder.save(new HostRecording(host, List.of(exchanges)), concealment, Instant.EPOCH);
        var problems = new Problems();
        HostRecording loaded = folder.load(host, problems).orElseThrow();
        assertThat(problems.isEmpty()).isTrue();
        assertNoSecret(folder.file(host));
        return loaded;
    }

    private static void assertNoSecret(Path file) throws IOException {
        byte[] key = ByteBuffer.allocate(8).putLong(KEY).array();
        List<String> all = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            all.add(line);
            decoded(JsonMapper.builder().build().readTree(line), all);
        }
        assertThat(all)
                .allSatisfy(text -> assertThat(text.toLowerCase(java.util.Locale.ROOT))
                        .doesNotContain("badcafe", "hunter2")
                        .doesNotContain(new String(key, StandardCharsets.ISO_8859_1)));
    }

    private static void decoded(JsonNode node, List<String> into) {
        if (node.has("base64")) {
            byte[] bytes = Base64.getDecoder().decode(node.get("base64").textValue());
            into.add(new String(bytes, StandardCharsets.ISO_8859_1));
        }
        node.forEach(child -> decoded(child, into));
    }

    private static Exchange file(String path, Bytes content) {
        return new Exchange(Operation.ReadFile.of(path), new Outcome.FileContent(content, 0600, 0, 0, 0));
    }

    private String savedFile(String path, String text) throws IOException {
        return content(saved("h", file(path, Bytes.ofLatin1(text))), path).latin1();
    }

    private static Bytes content(HostRecording recording, String path) {
        return Optional.ofNullable(recording.files().get(path)).orElseThrow().content();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sm_key @K|sm_key @S",
                "sm_key\\t\"@K\" # ours|sm_key\\t\"@S\"",
                "#m_key 0x0BADCAFE0BADCAFE\\r|#m_key @S\\r",
                "sa_key 841540764945500926|sa_key @S",
                "m_key 0xbadcafehunter2|m_key not-saved",
                "cc_key @Khunter2|cc_key not-saved",
                "sm_key 0x0000000000000001|sm_key 0x0000000000000001",
                "m_key 0|m_key 0",
                "m_key_lease_period 60|m_key_lease_period 60"
            })
    void keysOfOpensmGetStandIns(String line, String expected) throws IOException {
        for (String path : List.of("/etc/opensm/opensm.conf", "/etc/rdma/opensm.conf", "/root/my.conf")) {
            // With a byte that is no UTF-8 the file is saved as base64.
            for (String odd : List.of("", "\u00ff")) {
                String text = "# " + odd + "\nsm_priority 3\n" + unescaped(line) + "\nsweep_interval 5\n";
                assertThat(savedFile(path, text))
                        .isEqualTo("# " + odd + "\nsm_priority 3\n" + unescaped(expected) + "\nsweep_interval 5\n");
            }
        }
    }

    private static String unescaped(String line) {
        return line.replace("@K", KEY_TEXT)
                .replace("@S", STAND_IN)
                .replace("\\t", "\t")
                .replace("\\r", "\r");
    }

    @Test
    void whatOpensmMakesOfItsFileStaysAlikeForAllHosts() throws IOException {
        String one = savedFile("/etc/opensm/opensm.conf", "sm_key " + KEY_TEXT + "\nm_key 0x7\n");
        Outcome.ProcessEntry process = new Outcome.ProcessEntry(
                7, "opensm", List.of("/usr/sbin/opensm", "-Bk", "badcafe0badcafe", "--smkey=7", "-p", "7"), 1, 2);
        HostRecording other = saved(
                "other",
                file("/etc/opensm/opensm.conf", Bytes.ofUtf8("sm_key 0x0badcafe0badcafe\n")),
                new Exchange(
                        new Operation.ListProcesses(java.util.Set.of("opensm")),
                        new Outcome.ProcessesFound(List.of(process))));

        assertThat(one).isEqualTo("sm_key " + STAND_IN + "\nm_key 0x5afe000000000002\n");
        assertThat(content(other, "/etc/opensm/opensm.conf").lossyText()).isEqualTo("sm_key " + STAND_IN + "\n");
        assertThat(OpensmConf.parse("x", one).diagnostics()).isEmpty();
        assertThat(other.exchanges().getLast().outcome())
                .isEqualTo(new Outcome.ProcessesFound(List.of(new Outcome.ProcessEntry(
                        7,
                        "opensm",
                        List.of("/usr/sbin/opensm", "-Bk", STAND_IN, "--smkey=0x5afe000000000002", "-p", "7"),
                        1,
                        2))));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/etc/systemd/system/opensm.service|ExecStart=/usr/sbin/opensm -k @K -p 5"
                        + "|ExecStart=/usr/sbin/opensm -k @S -p 5",
                "/etc/sysconfig/opensm|OPTIONS=\"--smkey @K\"|OPTIONS=\"--smkey @S\"",
                "/etc/NetworkManager/system-connections/x|psk=hunter2|psk=not-saved",
                "/etc/NetworkManager/system-connections/x|password-raw=1;hunter2|password-raw=not-saved",
                "/etc/sysconfig/network-scripts/ifcfg-w|WPA_PSK='hunter2 hunter2'|WPA_PSK='not-saved'",
                "/etc/sysconfig/network-scripts/ifcfg-w|KEY1=s:hunter2|KEY1=not-saved",
                "/etc/network/interfaces|  wpa-psk hunter2|  wpa-psk not-saved",
                "/etc/wpa_supplicant.conf|\tpsk=\"hunter2\"|\tpsk=\"not-saved\"",
                "/etc/wicked/x.xml|<passphrase>hunter2</passphrase>|<passphrase>not-saved</passphrase>",
                "/etc/systemd/network/wg.netdev|PrivateKey=hunter2|PrivateKey=not-saved"
            })
    void otherSecretsAreGone(String path, String line, String expected) throws IOException {
        for (String odd : List.of("", "\u00fe")) {
            assertThat(savedFile(path, "mtu=2044" + odd + "\n" + unescaped(line) + "\nMTU=4092\n"))
                    .isEqualTo("mtu=2044" + odd + "\n" + unescaped(expected) + "\nMTU=4092\n");
        }
    }

    @ParameterizedTest
    @SuppressWarnings("StringConcatToTextBlock") // one of many lines
    @ValueSource(
            strings = {
                "    w:\n      password: hunter2\n",
                "    w:\n      password: \"hunter2\"\n",
                "    w:\n      password: 'hunter2'\n",
                "    w: {password: \"hunter2\", a: [1]}\n",
                "    w: {a: [{psk: hunter2}]}\n",
                "    w: {\n      password: \"hunter2\",\n      b: 1}\n",
                "    w:\n      password: >\n        hunter2\n        hunter2\n",
                "    w:\n      password:\n        \"hunter2\"\n",
                "    w:\n      password: \"one\n        hunter2\"\n",
                "    w:\n      private-key: |\n        -----BEGIN PRIVATE KEY-----\n        hunter2\n"
                        + "        -----END PRIVATE KEY-----\n"
            })
    void netplansFilesStayYaml(String wifis) throws IOException {
        String kept = "  ethernets:\n    ib0: {mtu: 2044}\n";
        String text = savedFile("/etc/netplan/x.yaml", "network:\n  wifis:\n" + wifis + kept);

        assertThat(text).endsWith(kept);
        var problems = new Problems();
        YamlReader.read(new SourceText("x.yaml", text), problems);
        assertThat(problems.sorted()).as(text).isEmpty();
    }

    @Test
    void packetsCarryNoKeys() throws IOException {
        byte[] portInfo =
                ByteBuffer.allocate(64).putLong(KEY).putLong(0xfe80L << 48).array();
        byte[] smInfo =
                ByteBuffer.allocate(64).putLong(0x2c903L).putLong(KEY).putInt(5).array();
        var here = new SmpAddress.ByRoute(List.of());
        MadKey key = MadKey.of(KEY);
        HostRecording saved = saved(
                "h",
                new Exchange(
                        new Operation.SubnetQuery(PORT, here, 0x15, 1, key, MadTiming.DEFAULT),
                        new Outcome.AttributeRead(Bytes.of(portInfo))),
                new Exchange(
                        new Operation.DiscoverFabric(PORT, key, MadTiming.DEFAULT, 1, true),
                        new Outcome.FabricDiscovered(
                                List.of(
                                        new Outcome.Finding(
                                                here, 0x15, 1, new Outcome.AttributeRead(Bytes.of(portInfo))),
                                        new Outcome.Finding(
                                                here, 0x20, 0, new Outcome.AttributeRead(Bytes.of(smInfo)))),
                                2,
                                true)),
                new Exchange(
                        new Operation.AdministrationQuery(PORT, 0x12, 0, Bytes.EMPTY, key, MadTiming.DEFAULT),
                        new Outcome.RecordsRead(List.of(shifted(portInfo), Bytes.of(new byte[] {1, 2, 3, 4, 0xb})))),
                new Exchange(
                        new Operation.AdministrationQuery(PORT, 0x18, 0, Bytes.EMPTY, key, MadTiming.DEFAULT),
                        new Outcome.RecordsRead(List.of(shifted(smInfo)))));

        var standIn = MadKey.of(0x5afe_0000_0000_0001L);
        Bytes concealed = Bytes.of(
                ByteBuffer.wrap(portInfo.clone()).putLong(0, standIn.reveal()).array());
        Exchange first = saved.exchanges().getFirst();
        assertThat(((Operation.SubnetQuery) first.operation()).mKey()).isEqualTo(standIn);
        assertThat(first.outcome()).isEqualTo(new Outcome.AttributeRead(concealed));
        var found = (Outcome.FabricDiscovered) saved.exchanges().get(1).outcome();
        assertThat(found.findings().getFirst().answer()).isEqualTo(new Outcome.AttributeRead(concealed));
        Outcome sm = found.findings().getLast().answer();
        assertThat(((Outcome.AttributeRead) sm).data().toArray())
                .startsWith(ByteBuffer.allocate(20)
                        .putLong(0x2c903L)
                        .putLong(standIn.reveal())
                        .putInt(5)
                        .array());
    }

    private static Bytes shifted(byte[] attribute) {
        return Bytes.of(ByteBuffer.allocate(4 + attribute.length)
                .putInt(0x0007_0100)
                .put(attribute)
                .array());
    }

    @Test
    void whatCommandsPrintIsLookedThroughToo() throws IOException {
        var show = Operation.RunCommand.of(java.time.Duration.ZERO, "systemctl", "show", "opensm.service");
        HostRecording saved = saved(
                "h",
                new Exchange(
                        show,
                        new Outcome.CommandEnded(
                                new CommandEnd.Exited(0),
                                Bytes.ofUtf8(
                                        "ExecStart={ argv[]=/usr/sbin/opensm -k " + KEY_TEXT + " -p 3 ; }\nId=x\n"),
                                Bytes.ofUtf8("password: hunter2\n"))),
                new Exchange(show, new Outcome.OperationFailed("EOTHER", "psk=hunter2")));

        assertThat(((Outcome.CommandEnded) saved.exchanges().getFirst().outcome())
                        .stdout()
                        .lossyText())
                .isEqualTo("ExecStart={ argv[]=/usr/sbin/opensm -k " + STAND_IN + " -p 3 ; }\nId=x\n");
    }

    @Test
    void filesAreTheOwnersOnlyAndReplacedAsAWhole() throws IOException {
        RecordingFolder folder = folder();
        saved("h", file("/a", Bytes.ofUtf8("one")));
        saved("h", file("/a", Bytes.ofUtf8("two")));

        assertThat(mode(folder.path())).isEqualTo("rwx------");
        assertThat(mode(parent.resolve("saved"))).isEqualTo("rwx------");
        assertThat(mode(folder.file("h"))).isEqualTo("rw-------");
        try (var names = Files.list(folder.path())) {
            assertThat(names.map(p -> p.getFileName().toString())).containsExactly("h.jsonl");
        }
        assertThat(content(folder.load("h", new Problems()).orElseThrow(), "/a"))
                .isEqualTo(Bytes.ofUtf8("two"));
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @ParameterizedTest
    @CsvSource({
        "node01.example.com, node01.example.com.jsonl",
        "../../etc/passwd, %2E.%2F..%2Fetc%2Fpasswd.jsonl",
        ".hidden, %2Ehidden.jsonl",
        "a b%, a%20b%25.jsonl",
        "ü, %C3%BC.jsonl",
        "fe80::1, fe80%3A%3A1.jsonl"
    })
    void anyHostHasAFileInTheFolder(String host, String file) throws IOException {
        RecordingFolder folder = folder();
        assertThat(folder.file(host)).isEqualTo(folder.path().resolve(file));
        assertThat(saved(host, file("/a", Bytes.EMPTY)).host()).isEqualTo(host);
    }

    @Test
    void longNamesDifferByAllOfThem() throws IOException {
        RecordingFolder folder = folder();
        String one = "x".repeat(400) + "1";
        String two = "x".repeat(400) + "2";
        saved(one, file("/a", Bytes.EMPTY));
        assertThat(folder.holds(one)).isTrue();
        assertThat(folder.holds(two)).isFalse();
    }

    @Test
    void whatCannotBeReadIsSaid() throws IOException {
        RecordingFolder folder = folder();
        Files.write(folder.file("odd"), new byte[] {(byte) 0xff});
        var problems = new Problems();
        assertThat(folder.load("odd", problems)).isEqualTo(Optional.empty());
        assertThat(folder.load("none", problems)).isEmpty();
        assertThat(problems.sorted())
                .extracting(d -> d.code().id() + " " + d.message())
                .containsExactly("IB002 no facts of none are saved here", "IB405 the file is no UTF-8");
    }
}
