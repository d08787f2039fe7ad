package dev.ibplay.playbook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.diag.Problems;
import dev.ibplay.source.DiskFiles;
import dev.ibplay.source.Node;
import dev.ibplay.source.SourceText;
import dev.ibplay.source.YamlReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The schema and the parser come from one table; this holds them to each other by what they accept and refuse. */
class PlaybookSchemaTest {
    private static final Path CASES = Path.of("src", "test", "resources", "diagnostics", "playbook");

    /** Mistakes of YAML, of templates, of other files, and between values: nothing that a schema speaks of. */
    private static final Set<String> BEYOND_A_SCHEMA = Set.of(
            "absent-partition",
            "duplicate-key",
            "empty",
            "missing-vars-file",
            "opposed-members",
            "play-templates",
            "same-partition-twice",
            "yaml-typo");

    private static Node read(Path file) throws IOException {
        var problems = new Problems();
        Node node = YamlReader.read(new SourceText(file.toString(), Files.readString(file)), problems)
                .orElseThrow();
        assertThat(problems.sorted()).isEmpty();
        return node;
    }

    private static List<Path> folder(Path folder) throws IOException {
        try (Stream<Path> found = Files.list(folder)) {
            return found.sorted().toList();
        }
    }

    @Test
    void whatTheParserRefusesForItsShapeTheSchemaRefusesToo() throws IOException {
        List<Path> shapes = folder(CASES).stream()
                .filter(c -> !BEYOND_A_SCHEMA.contains(c.getFileName().toString()))
                .toList();
        assertThat(shapes).isNotEmpty();
        for (Path each : shapes) {
            assertThat(SchemaEvaluator.accepts(PlaybookSchema.document(), read(each.resolve("site.yml"))))
                    .as("%s by the schema", each.getFileName())
                    .isFalse();
        }
    }

    @Test
    void theShippedPlaybooksAreRightByBoth() throws IOException {
        for (Path playbook : folder(Path.of("playbooks"))) {
            var problems = new Problems();
            new PlaybookParser(new DiskFiles(), Map.of(), problems).parse(playbook.toString());
            assertThat(problems.sorted()).as("%s by the parser", playbook).isEmpty();
            assertThat(SchemaEvaluator.accepts(PlaybookSchema.document(), read(playbook)))
                    .as("%s by the schema", playbook)
                    .isTrue();
        }
    }

    @Test
    void theSchemaIsTheSameInEveryRun() {
        assertThat(PlaybookSchema.document().toString())
                .isEqualTo(PlaybookSchema.document().toString());
    }

    @Test
    void whatPartitionsAndOptionsMayBeCalled() {
        assertThat(accepts("opensm: {options: {sweep_interval: 10}}")).isTrue();
        assertThat(accepts("opensm: {options: {sweep-interval: 10}}")).isFalse();
        assertThat(accepts("opensm: [{port: mlx5_0/1}, {fabric: storage, partitions: [{pkey: 5, state: absent}]}]"))
                .isTrue();
        assertThat(accepts("opensm: [{port: mlx5_0}]")).isFalse();
        assertThat(accepts("opensm: {partitions: [{pkey: 5, qkey: 0xffffffff, groups: [{mgid: 'ff12::1'}]}]}"))
                .isTrue();
        assertThat(accepts("opensm: {partitions: [{pkey: 5, members: {'{{ who }}': full, 0x1: limited}}]}"))
                .isTrue();
    }

    private static boolean accepts(String state) {
        var problems = new Problems();
        Node node = YamlReader.read(new SourceText("site.yml", "- hosts: all\n  state: {" + state + "}\n"), problems)
                .orElseThrow();
        assertThat(problems.sorted()).isEmpty();
        return SchemaEvaluator.accepts(PlaybookSchema.document(), node);
    }
}
