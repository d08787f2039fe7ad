package dev.ibplay.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.cli.CommandLineRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The YAML of the pages is linted: playbooks as they are, and parts of one (that begin with a key of {@code state})
 * within a play. What is meant to be wrong says so: a console block lints it.
 */
class DocumentedPlaybooksTest {
    private static final String WRONG = "# wrong";
    private static final Pattern STATE_KEY = Pattern.compile("^[a-z]+:.*");
    private static final Set<String> VARIABLES = Set.of("group_vars/", "host_vars/");

    @Test
    void playbooksAndTheirPartsAreClean(@TempDir Path folder) throws IOException {
        List<String> wrong = new ArrayList<>();
        int count = 0;
        for (Page page : Page.all()) {
            for (FencedBlock block : page.blocks()) {
                if (block.word().equals("yaml") && !isOther(block)) {
                    count++;
                    Path file = Files.writeString(folder.resolve("block-" + count + ".yml"), playbook(block));
                    CommandLineRun lint = CommandLineRun.of(
                            "lint", "-e", "{sm_priority: 4, sm_key: 0x1a2b3c4d5e6f7081, rail: ib0}", file.toString());
                    if (lint.exitCode() != 0) {
                        wrong.add(block.place() + ": " + lint.stderr());
                    }
                }
            }
        }
        assertThat(wrong).as(String.join("\n", wrong)).isEmpty();
        assertThat(count).isGreaterThan(10);
    }

    private static boolean isOther(FencedBlock block) {
        String first = block.lines().get(0);
        return first.endsWith(WRONG)
                || first.startsWith("# hosts")
                || first.startsWith("# no playbook")
                || VARIABLES.stream().anyMatch(first::contains);
    }

    private static String playbook(FencedBlock block) {
        String first = block.lines().stream()
                .filter(line -> !line.startsWith("#") && !line.isBlank())
                .findFirst()
                .orElseThrow();
        if (!STATE_KEY.matcher(first).matches()) {
            return block.text();
        }
        return "- hosts: all\n  state:\n    " + String.join("\n    ", block.lines()) + "\n";
    }
}
