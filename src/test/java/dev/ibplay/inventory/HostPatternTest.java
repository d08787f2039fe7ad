package dev.ibplay.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.diag.Located;
import dev.ibplay.diag.Problems;
import dev.ibplay.diag.Span;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostPatternTest {
    private static final Inventory INVENTORY = Reading.ini(
                    "[sm]",
                    "sm1",
                    "sm2",
                    "[nodes]",
                    "node[01:05]",
                    "[old]",
                    "node04",
                    "sm2",
                    "[none]",
                    "[v6]",
                    "fe80::1",
                    "[fabric:children]",
                    "sm",
                    "nodes")
            .inventory();

    private static String select(String pattern, Problems problems) {
        var span = new Span("play.yml", 2, 10, 2, 10 + pattern.length());
        List<Host> hosts = HostPattern.parse(pattern, span, problems).select(INVENTORY, problems);
        return String.join(" ", hosts.stream().map(Host::name).toList());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "all|node04 sm2 fe80::1 sm1 node01 node02 node03 node05",
                "*|node04 sm2 fe80::1 sm1 node01 node02 node03 node05",
                "sm|sm1 sm2",
                "sm:old|sm1 sm2 node04",
                "old,sm|node04 sm2 sm1",
                "fabric:&old|sm2 node04",
                "&old:fabric|sm2 node04",
                "nodes:!old|node01 node02 node03 node05",
                "!old|fe80::1 sm1 node01 node02 node03 node05",
                "nodes:&old:!node04|''",
                "node0?|node01 node02 node03 node04 node05",
                "s*|sm1 sm2",
                "~node0[45]|node04 node05",
                "~[ms]*1|sm1",
                "nodes[0]|node01",
                "nodes[-1]|node05",
                "nodes[1:2]|node02 node03",
                "nodes[3:]|node04 node05",
                "nodes[0:0]|node01",
                "nodes[1:99]|node02 node03 node04 node05",
                "fabric:!nodes[0:3]|sm1 sm2 node05",
                "fe80::1|fe80::1",
                "fe80::1,sm1|fe80::1 sm1",
                "sm:!fe80::1|sm1 sm2",
                "all:!fe80::1:!nodes|sm2 sm1",
                "none|''",
                "none[0]|''",
                "ungrouped|''",
                " sm1 , sm2 |sm1 sm2",
            })
    void selects(String pattern, String hosts) {
        var problems = new Problems();
        assertThat(select(pattern, problems)).isEqualTo(hosts.equals("''") ? "" : hosts);
        assertThat(problems.isEmpty()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "fabrc|2:10 IB211 no host or group is called \"fabrc\"|did you mean \"fabric\"?",
                "sm:!nodez|2:13 IB211 no host or group is called \"nodez\"|did you mean \"nodes\"?",
                "sm,x*|2:13 IB211 \"x*\" matches no host and no group|",
                "sm:!x*|2:13 warning IB211 \"x*\" matches no host and no group|",
                "sm:&~x|2:13 IB211 \"~x\" matches no host and no group|",
                "sm[2]|2:10 IB211 \"sm\" has no host number 2|it has 2, counted from 0",
                "~no(de|2:10 IB210 not a regular expression: Unclosed group|",
                "sm:!|2:13 IB210 nothing stands behind \"!\" in this host pattern|",
                "node[01:04]|2:10 IB211 no host or group is called \"node\"|did you mean \"nodes\"?",
                "rack[1:4]|2:10 IB211 no host or group is called \"rack\"|in a pattern [x:y] picks hosts of a group by number;"
                        + " write several hosts as node* or ~node0[1-4]",
                "localhost|2:10 IB211 no host or group is called \"localhost\"|add the line \"localhost ansible_connection=local\" to the inventory",
            })
    void reportsWhatMatchesNothing(String pattern, String message, String hint) {
        var problems = new Problems();
        select(pattern, problems);
        assertThat(problems.sorted().stream().map(Reading::line)).containsExactly(message);
        if (hint != null) {
            assertThat(problems.sorted().getFirst().hint()).contains(hint);
        }
    }

    @Test
    void aListIsJoined() {
        var span = Span.startOf("play.yml");
        var problems = new Problems();
        var pattern = HostPattern.parse(List.of(new Located<>("nodes", span), new Located<>("!old", span)), problems);
        assertThat(pattern.select(INVENTORY, problems).stream().map(Host::name))
                .containsExactly("node01", "node02", "node03", "node05");
    }

    @Test
    void limitReadsFiles() {
        var problems = new Problems();
        var files = new MapFiles().with("failed.txt", "node01\n\n sm2 \n");
        var limit = HostLimit.parse("sm1,@failed.txt", files, problems);
        assertThat(limit.select(INVENTORY, problems).stream().map(Host::name)).containsExactly("sm1", "node01", "sm2");
        assertThat(problems.isEmpty()).isTrue();
        HostLimit.parse("sm1,@gone", files, problems);
        HostLimit.parse("@failed.txt", files.with("failed.txt", "sm1\nnodeX"), problems)
                .select(INVENTORY, problems);
        assertThat(problems.sorted().stream().map(Reading::line))
                .containsExactly(
                        "1:5 IB002 cannot read the file of hosts: no such file: gone",
                        "2:1 IB211 no host or group is called \"nodeX\"");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "node[01:03]|node01 node02 node03",
                "node[01:05]:!node[02:04]|node01 node05",
                "nodes:&node[04:05]|node04 node05",
                "sm[1:2],node01|sm1 sm2 node01",
                "nodes[1:2]|node02 node03",
                "nodes[0]|node01",
                "~node0[12]|node01 node02",
            })
    void rangesOfHosts(String pattern, String hosts) {
        var problems = new Problems();
        var text = new Located<>(pattern, Span.startOf("play.yml"));
        assertThat(String.join(
                        " ",
                        HostPattern.withRanges(text, INVENTORY, problems).select(INVENTORY, problems).stream()
                                .map(Host::name)
                                .toList()))
                .isEqualTo(hosts);
        // The group sm has as many hosts as its range, so both readings are possible.
        assertThat(problems.sorted()).hasSize(pattern.startsWith("sm[") ? 1 : 0);
    }

    @Test
    void wordsThatStandForHosts() {
        var files = new MapFiles().with("hosts", "n1\nn2\nn3\n").with("rack", "n3");
        Reading read = Reading.of(files, "hosts").clean();
        HostLimit.Names names =
                (word, span, problems) -> word.equals("failed") ? Optional.of(List.of("n2", "gone")) : Optional.empty();
        var problems = new Problems();
        assertThat(HostLimit.parse("@failed,@rack", files, names, problems).select(read.inventory(), problems))
                .extracting(Host::name)
                .containsExactly("n2", "n3");
        HostLimit.Names none = (word, span, said) -> Optional.of(List.of());
        assertThat(HostLimit.parse("@failed", files, none, problems).select(read.inventory(), problems))
                .isEmpty();
        assertThat(problems.isEmpty()).isTrue();
        HostLimit.parse("@unknown", files, names, problems);
        assertThat(problems.hasErrors()).isTrue();
    }
}
