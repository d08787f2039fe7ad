package dev.ibplay.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.diag.Problems;
import dev.ibplay.source.DiskFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScriptReaderTest {
    private static Reading run(Map<String, String> printed) {
        return Reading.of(new MapFiles().withScript("inv/list.sh", printed), "inv/list.sh");
    }

    @Test
    void variablesFromMeta() {
        Reading read = run(Map.of("--list", """
                        {"sm": {"hosts": ["s1", "s2"], "vars": {"prio": 3}},
                         "nodes": ["n1"],
                         "fabric": {"children": ["sm", "nodes"]},
                         "_meta": {"hostvars": {"s1": {"a": "yes", "b": true}, "gone": {"c": 1}}}}
                        """)).clean();
        assertThat(read.hostsOf("fabric")).containsExactly("s1", "s2", "n1");
        assertThat(read.variables("s1")).isEqualTo("a='yes' b=true prio=3");
        assertThat(read.inventory().host("gone")).isEmpty();
    }

    @Test
    void withoutMetaEachHostIsAskedFor() {
        Reading read = run(Map.of(
                        "--list", "{\"g\": {\"hosts\": [\"a\", \"b\"]}}",
                        "--host a", "{\"x\": 1}",
                        "--host b", ""))
                .clean();
        assertThat(read.variables("a")).isEqualTo("x=1");
        assertThat(read.variables("b")).isEmpty();
    }

    @Test
    void tabsBetweenTokensAsJsonAllows() {
        Reading read = run(Map.of("--list", "{\n\t\"g\":\t[\"a\"],\n\t\"_meta\": {\"hostvars\": {}}\n}"))
                .clean();
        assertThat(read.hostsOf("g")).containsExactly("a");
    }

    @Test
    void aGroupWithoutKnownKeysIsAHost() {
        Reading read = run(Map.of("--list", "{\"old\": {\"x\": 1}, \"_meta\": {\"hostvars\": {}}}"));
        assertThat(read.hostsOf("old")).containsExactly("old");
        assertThat(read.variables("old")).isEqualTo("x=1");
    }

    @Test
    void aRealScriptOnDisk(@TempDir Path folder) throws IOException {
        Path script = folder.resolve("hosts");
        Files.writeString(script, """
                #!/bin/sh
                case "$1" in
                --list) echo '{"g": ["a b", "c"]}' ;;
                --host) echo "{\\"name\\": \\"$2\\", \\"count\\": $#}" ;;
                esac
                """);
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
        var problems = new Problems();
        Inventory inventory = new InventoryReader(new DiskFiles(), problems).read(List.of(script.toString()));
        var read = new Reading(inventory, problems.sorted()).clean();
        assertThat(read.variables("a b")).isEqualTo("count=2 name='a b'");
    }

    @Test
    void failures() {
        assertThat(run(Map.of()).messages())
                .containsExactly("1:1 IB200 the inventory script failed: inv/list.sh --list: ended with status 1:"
                        + " no answer to --list");
        assertThat(run(Map.of("--list", "[1]")).messages())
                .containsExactly("1:1 IB206 what the inventory script prints must be a mapping, not a list");
        assertThat(run(Map.of("--list", "{\"g\": {\"hosts\": \"a\"}, \"_meta\": {}}"))
                        .messages())
                .containsExactly("1:17 IB206 \"hosts\" must be a list of names");
    }
}
