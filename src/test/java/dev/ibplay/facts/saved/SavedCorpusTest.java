package dev.ibplay.facts.saved;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.SharedCorpus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What each recorded output says, in a table: a line with the file's name, then one line for each thing that it says. */
class SavedCorpusTest {
    private static final Path TABLE = Path.of("src/test/resources/tools/corpus.txt");
    private static final Set<String> KINDS = Set.of(
            "ibstat",
            "ibv_devinfo",
            "sminfo",
            "smpquery-portinfo",
            "saquery-mcmr",
            "saquery-smr",
            "ibportstate",
            "iblinkinfo",
            "winof-tools",
            "seed");

    /** Of adapters and ports; those of subnet managers are looked at. */
    private static final Pattern GUID = Pattern.compile("(?<!guid) 0x[0-9a-f]{16}");

    static Stream<String> files() throws IOException {
        SharedCorpus.require("corpus");
        return table().keySet().stream();
    }

    static Map<String, List<String>> table() throws IOException {
        Map<String, List<String>> table = new LinkedHashMap<>();
        String file = "";
        for (String line : Files.readAllLines(TABLE)) {
            if (line.startsWith("=== ")) {
                file = line.substring(4);
                table.put(file, new ArrayList<>());
            } else if (!line.isBlank()) {
                table.getOrDefault(file, new ArrayList<>()).add(line);
            }
        }
        return table;
    }

    @ParameterizedTest
    @MethodSource("files")
    void saysWhatTheTableSays(String file) throws IOException {
        String text = Files.readString(SharedCorpus.require("corpus").resolve(file));
        assertThat(InWords.of(text).stream().map(SavedCorpusTest::withoutGuids)).isEqualTo(table().get(file));
        String crlf = text.replace("\r\n", "\n").replace("\n", "\r\n");
        assertThat(InWords.of(crlf)).isEqualTo(InWords.of(text));
        String quoted = text.replaceAll("(?m)^(?!> )", "> ");
        assertThat(InWords.of(quoted)).as("quoted in a mail").isEqualTo(InWords.of(text));
    }

    private static String withoutGuids(String line) {
        return GUID.matcher(line).replaceAll("");
    }

    @Test
    void leavesNoFileOut() throws IOException {
        Path corpus = SharedCorpus.require("corpus");
        Set<String> there = new TreeSet<>();
        for (String row : Files.readAllLines(corpus.resolve("INDEX.tsv"))) {
            String[] columns = row.split("\t", -1);
            if (KINDS.contains(columns[1])) {
                there.add(columns[0]);
            }
        }
        assertThat(table().keySet()).containsExactlyInAnyOrderElementsOf(there);
    }

    /** A file with all of them, one after another, says the same, and where each begins. */
    @Test
    void tellsManyInOneFileApart() throws IOException {
        Path corpus = SharedCorpus.require("corpus");
        StringBuilder all = new StringBuilder();
        List<String> expected = new ArrayList<>();
        for (String file : table().keySet()) {
            String text = read(corpus.resolve(file));
            all.append("[root@node7 ~]# cat ").append(file).append('\n').append(text);
            expected.addAll(InWords.of(text));
        }
        assertThat(InWords.of(all.toString())).isEqualTo(expected);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
