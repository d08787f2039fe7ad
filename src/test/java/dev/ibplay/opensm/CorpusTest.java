package dev.ibplay.opensm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.SharedCorpus;
import dev.ibplay.ib.PKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Files from the field with what OpenSM was seen to do with them. */
class CorpusTest {
    private static final Pattern PRIORITY =
            Pattern.compile("effective (?:sm_priority )?(\\d+)|last one wins: (\\d+)|effective (\\d+)|^(\\d+)\\b");
    private static final Pattern ERROR = Pattern.compile("PARSE ERROR: line (\\d+)");
    private static final Pattern HOST_PKEYS = Pattern.compile("host pkeys ([0-9a-fx,]+)");
    private static final Pattern GROUP = Pattern.compile("(ff12:401b:[0-9a-f]+)::ffff:ffff mtu (\\d) rate (\\d+)");

    private static final Map<String, Set<String>> LINT = Map.ofEntries(
            Map.entry("03-docker-local-prefix-prio0.txt", Set.of()),
            Map.entry("04-one-line-override.txt", Set.of()),
            Map.entry("05-qos-only-commented-keys.txt", Set.of()),
            Map.entry("06-mlnx5-with-master-sm-priority.txt", Set.of("warning IB703", "warning IB709")),
            Map.entry("07-k8s-configmap-block.txt", Set.of("error IB701", "warning IB709")),
            Map.entry("09-korean-doc-minimal.txt", Set.of()),
            Map.entry("10-sysconfig-opensm.txt", Set.of("error IB701")),
            Map.entry("14-composed-duplicate-key.txt", Set.of("warning IB705")),
            Map.entry("15-composed-octal-010.txt", Set.of("warning IB715")),
            Map.entry("16-composed-hex-quoted-tab-comment.txt", Set.of()),
            Map.entry("17-composed-equals-sign.txt", Set.of("error IB701")),
            Map.entry("18-composed-upper-case-key.txt", Set.of("error IB701")),
            Map.entry("19-composed-out-of-range-16.txt", Set.of("error IB703")),
            Map.entry("20-composed-bom.txt", Set.of("error IB701", "warning IB711")));

    private static Map<String, String> expectations(String kind) throws IOException {
        var expected = new HashMap<String, String>();
        for (String line : Files.readAllLines(SharedCorpus.require("corpus/INDEX.tsv"))) {
            String[] columns = line.split("\t", -1);
            if (columns[1].equals(kind)) {
                expected.put(columns[0], columns[4]);
            }
        }
        assertThat(expected).isNotEmpty();
        return expected;
    }

    private static String read(String file) throws IOException {
        Path path = SharedCorpus.require("corpus/" + file);
        return Files.readString(path, StandardCharsets.ISO_8859_1);
    }

    @Test
    void everyOpensmConfGivesThePriorityThatOpenSmTook() throws IOException {
        for (var entry : expectations("opensm-conf").entrySet()) {
            OpensmConf conf = OpensmConf.parse(entry.getKey(), read(entry.getKey()));
            Matcher expected = PRIORITY.matcher(entry.getValue());
            assertThat(expected.find()).as(entry.getKey()).isTrue();
            int group = java.util.stream.IntStream.rangeClosed(1, 4)
                    .filter(g -> expected.group(g) != null)
                    .findFirst()
                    .orElseThrow();
            assertThat(conf.priority().value()).as(entry.getKey()).isEqualTo(Integer.parseInt(expected.group(group)));
            assertThat(conf.text()).isEqualTo(read(entry.getKey()));
            boolean unknown = entry.getValue().contains("Unrecognized token");
            assertThat(conf.diagnostics().isEmpty() && unknown)
                    .as(entry.getKey())
                    .isFalse();
        }
    }

    @Test
    void lintExplainsWhatIsSpecialInAnOpensmConf() throws IOException {
        for (var entry : LINT.entrySet()) {
            Set<String> codes =
                    OpensmConf.parse(entry.getKey(), read("opensm-conf/" + entry.getKey())).diagnostics().stream()
                            .map(d -> d.severity().word() + " " + d.code().id())
                            .collect(Collectors.toCollection(TreeSet::new));
            assertThat(codes).as(entry.getKey()).isEqualTo(new TreeSet<>(entry.getValue()));
        }
    }

    @Test
    void everyPartitionsConfMeansWhatOpenSmMadeOfIt() throws IOException {
        for (var entry : expectations("partitions-conf").entrySet()) {
            PartitionsConf conf = PartitionsConf.parse(entry.getKey(), read(entry.getKey()));
            PartitionsMeaning meaning = PartitionsMeaning.of(conf, SmOptions.DEFAULT);
            assertThat(conf.text()).isEqualTo(read(entry.getKey()));
            Matcher error = ERROR.matcher(entry.getValue());
            assertThat(meaning.rejection().isPresent()).as(entry.getKey()).isEqualTo(error.find());
            PortTables tables = meaning.tables(RecordedRuns.PORTS);
            Set<String> host = tables.pkeysOf(RecordedRuns.PORTS.get(1).guid()).stream()
                    .map(PKey::toString)
                    .collect(Collectors.toCollection(TreeSet::new));
            Matcher pkeys = HOST_PKEYS.matcher(entry.getValue());
            assertThat(pkeys.find()).as(entry.getKey()).isTrue();
            assertThat(host)
                    .as(entry.getKey())
                    .isEqualTo(new TreeSet<>(Set.of(pkeys.group(1).split(","))));
            for (MatchResult group : GROUP.matcher(entry.getValue()).results().toList()) {
                String shown = tables.groups().stream()
                        .map(g -> "%s mtu %d rate %d"
                                .formatted(
                                        "ff12:401b:%04x".formatted(g.pkey().value()),
                                        g.mtu().orElseThrow().code(),
                                        g.rateCode().orElseThrow()))
                        .collect(Collectors.joining("; "));
                assertThat(shown)
                        .as(entry.getKey())
                        .contains("%s mtu %s rate %s".formatted(group.group(1), group.group(2), group.group(3)));
            }
        }
    }
}
