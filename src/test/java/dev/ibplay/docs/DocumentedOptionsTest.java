package dev.ibplay.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.cli.CommandLineRun;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What pages mention without running it: command lines in other blocks and within the text, and options. */
class DocumentedOptionsTest {
    private static final String NO_OPTION = "--no-such-option";
    private static final Set<String> NOT_RUN = Set.of("sh", "yaml", "");
    private static final Pattern OPTION = Pattern.compile("(?<![\\w-])--[a-z][a-z-]+");

    /** Options of other programs, in lines that do not name ibplay. */
    private static final Pattern OTHER_PROGRAM =
            Pattern.compile("^(ansible|ssh|sbatch|scancel|kubectl|docker|systemctl|apt|dnf|git|rpm|dpkg|src)\\b.*");

    private static final List<List<String>> COMMANDS = List.of(
            List.of("apply"),
            List.of("verify"),
            List.of("fabric"),
            List.of("facts"),
            List.of("lint"),
            List.of("inventory"),
            List.of("runs"),
            List.of("runs", "prune"),
            List.of("rollback"),
            List.of("report"),
            List.of("shards"),
            List.of("lab", "up"),
            List.of("lab", "rehearse"));

    /** What is wrong with a command line: it is parsed with an option more that does not exist, so nothing is done. */
    private static Optional<String> wrong(List<String> words) {
        List<String> line = new ArrayList<>(words);
        line.add(NO_OPTION);
        CommandLineRun run = CommandLineRun.of(line.toArray(String[]::new));
        boolean right = run.stderr().startsWith("ibplay: Unknown option: '" + NO_OPTION + "'\n");
        // Both are done even so.
        boolean told = run.exitCode() == 0 && (words.contains("--help") || words.contains("--version"));
        // The text may name a command that needs arguments.
        boolean named = words.size() == 1 && run.stderr().startsWith("ibplay: Missing required parameter");
        return right || told || named
                ? Optional.empty()
                : Optional.of("ibplay " + String.join(" ", words) + ": " + run.stderr());
    }

    @Test
    void parsingFindsWhatDoesNotExist() {
        assertThat(wrong(List.of("check", "site.yml"))).isEmpty();
        assertThat(wrong(List.of("check", "--chekc", "site.yml"))).isPresent();
        assertThat(wrong(List.of("check", "--forks", "many", "site.yml"))).isPresent();
        assertThat(wrong(List.of("chekc", "site.yml"))).isPresent();
        assertThat(wrong(List.of("report", "--format", "html"))).isPresent();
        assertThat(ShownCommands.of("cd x && ibplay check -e 'a b' site.yml >/dev/null; ibplay runs"))
                .containsExactly(List.of("check", "-e", "a b", "site.yml"), List.of("runs"));
    }

    @Test
    void commandLinesThatAreNotRunCanBeParsed() throws IOException {
        List<String> wrong = new ArrayList<>();
        int count = 0;
        for (Page page : Page.all()) {
            List<String> lines = new ArrayList<>(page.codeSpans());
            for (FencedBlock block : page.blocks()) {
                if (NOT_RUN.contains(block.word())) {
                    lines.addAll(List.of(block.text().replace("\\\n", " ").split("\n", -1)));
                }
            }
            for (String line : lines) {
                for (List<String> words : ShownCommands.of(line)) {
                    count++;
                    wrong(words).ifPresent(reason -> wrong.add(page.path() + ": " + reason));
                }
            }
        }
        assertThat(wrong).as(String.join("\n", wrong)).isEmpty();
        assertThat(count).isGreaterThan(20);
    }

    @Test
    void optionsThatAreNamedExist() throws IOException {
        Set<String> known = new TreeSet<>();
        for (List<String> command : COMMANDS) {
            List<String> help = new ArrayList<>(command);
            help.add("--help");
            known.addAll(options(CommandLineRun.of(help.toArray(String[]::new)).stdout()));
        }
        Set<String> unknown = new TreeSet<>();
        for (Page page : Page.all()) {
            for (String span : page.codeSpans()) {
                if (!OTHER_PROGRAM.matcher(span).matches()) {
                    options(span).stream()
                            .filter(option -> !known.contains(option))
                            .forEach(option -> unknown.add(page.path() + ": " + option));
                }
            }
        }
        assertThat(known).contains("--limit", "--older-than", "--fault");
        assertThat(unknown).isEmpty();
    }

    private static Set<String> options(String text) {
        return new TreeSet<>(
                OPTION.matcher(text).results().map(MatchResult::group).toList());
    }
}
