package dev.ibplay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.Missing;
import dev.ibplay.playbook.PlaybookSchema;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManPagesTest {
    @TempDir
    private Path folder;

    @Test
    void eachCommandHasAPage() throws IOException {
        assertThat(pages().stream().map(page -> page.getFileName().toString()).toList())
                .contains("ibplay.1", "ibplay-apply.1", "ibplay-runs-show.1", "ibplay-lab-up.1", "ibplay-completion.1")
                .doesNotContain("ibplay-man-pages.1");
    }

    @Test
    void aPageHasWhatHelpHas() throws IOException {
        pages();
        String page = Files.readString(folder.resolve("man1/ibplay-apply.1"));

        assertThat(page)
                .startsWith(".TH \"IBPLAY\\-APPLY\" 1 \"2026-01-02\" \"ibplay ")
                .contains("\n.B ibplay apply\n[OPTION]... [PLAYBOOK...]\n")
                .contains("\n.TP\n\\fB\\-f, \\-\\-forks=N\\fR\n")
                .contains("\n.TP\n\\fB130\\fR\nInterrupted.\n")
                .contains("\n.SH \"SEE ALSO\"\n\\fBibplay\\fR(1),\n");
    }

    @Test
    void thePageOfPlaybooksHasEachKeyOfTheSchema() throws IOException {
        pages();
        String page = Files.readString(folder.resolve("man5/ibplay-playbook.5"));

        assertThat(page)
                .startsWith(".TH \"IBPLAY\\-PLAYBOOK\" 5 \"2026-01-02\" \"ibplay ")
                .contains("\n.SH \"KEYS OF BEFORE AND AFTER\"\n")
                .contains("\n.TP\n\\fBpriority\\fR\nSM priority; the highest wins. Values: 0 to 15.\n")
                .contains("\n.TP\n\\fBpkey (required)\\fR\n")
                .contains("\n\\&\n\\- name: Linux hosts use it\n")
                .endsWith("\\fBibplay\\-schema\\fR(1)\n");
        Set<String> names = new TreeSet<>();
        addNames(PlaybookSchema.document(), names);
        assertThat(names).contains("hosts", "opensm", "mgid");
        assertThat(names)
                .allSatisfy(name -> assertThat(page).containsPattern("\n\\\\fB" + name + "( \\(required\\))?\\\\fR\n"));
    }

    /** The names of all properties of a schema. */
    private static void addNames(Object schema, Set<String> names) {
        if (schema instanceof Map<?, ?> map) {
            if (map.get("properties") instanceof Map<?, ?> properties) {
                properties.keySet().forEach(name -> names.add(name.toString()));
            }
            map.values().forEach(below -> addNames(below, names));
        } else if (schema instanceof List<?> list) {
            list.forEach(below -> addNames(below, names));
        }
    }

    /** A page that is not as the macros want it is shown wrongly by one program or the other. */
    @Test
    void lintersFindNothing() throws Exception {
        Missing.unless(Files.isExecutable(Path.of("/usr/bin/mandoc")), "mandoc (Debian's package of that name)");
        List<String> words = new ArrayList<>(List.of("/usr/bin/mandoc", "-T", "lint"));
        pages().forEach(page -> words.add(page.toString()));
        Path found = folder.resolve("found");

        Process linter = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectInput(new File("/dev/null"))
                .redirectOutput(found.toFile())
                .start();

        assertThat(linter.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(found).isEmptyFile();
        assertThat(linter.exitValue()).isZero();
    }

    @Test
    void textIsNeverARequest() {
        var page = new Roff();

        page.text(".so is 'not' a request, \\nor is ~/.ssh/config --it");

        assertThat(page).hasToString("\\&.so is \\(aqnot\\(aq a request, \\enor is \\(ti/.ssh/config \\-\\-it\n");
    }

    @Test
    void linesThatBeginWithADotAfterTheBreakAreText() {
        var page = new Roff();

        page.text("x".repeat(78) + " .so");

        assertThat(page).hasToString("x".repeat(78) + "\n\\&.so\n");
    }

    private List<Path> pages() throws IOException {
        CommandLineRun run = CommandLineRun.of("man-pages", folder.toString(), "--date", "2026-01-02");
        assertThat(run).isEqualTo(new CommandLineRun(0, "", ""));
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }
}
