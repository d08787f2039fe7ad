package dev.ibplay.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.SharedCorpus;
import dev.ibplay.source.Node;
import dev.ibplay.source.ScalarTypes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Reads recorded inventories and compares with what ansible-inventory made of them, as far as the index says. */
class AnsibleCorpusTest {
    private static final Pattern COUNTS = Pattern.compile("(\\d+) hosts, (\\d+) groups \\([^)]*\\): ([^;]*)");
    private static final Pattern MEMBERS = Pattern.compile("([^\\s,]+)=(\\d+)");
    private static final Pattern VARIABLES = Pattern.compile("vars of ([^:]+(?::[^:\\s]+)*): (.*?)(?=; [a-z]+: |$)");
    private static final Pattern BETWEEN_VARIABLES = Pattern.compile(", (?=[A-Za-z_]\\w*=)");
    private static final Pattern KIND = Pattern.compile("\\d+-(ini|yaml|json)-.*");

    private static final Pattern HARDWARE_ADDRESS = Pattern.compile("(?:[0-9a-fA-F]{2}:){2,5}[0-9a-fA-F]{0,2}");

    /** The index cuts long values off, at no less than this. */
    private static final int CUT = 25;

    @TestFactory
    Stream<DynamicTest> everyFile() throws IOException {
        Path index = SharedCorpus.require("corpus/INDEX.tsv");
        return Files.readAllLines(index).stream()
                .map(line -> line.split("\t", -1))
                .filter(row -> row.length >= 5 && row[1].equals("ansible-inventory"))
                .filter(row -> Files.exists(index.resolveSibling(row[0])))
                .map(row -> DynamicTest.dynamicTest(row[0], () -> check(index.resolveSibling(row[0]), row[4])));
    }

    private static void check(Path file, String expected) throws IOException {
        Matcher kind = KIND.matcher(file.getFileName().toString());
        String ending = kind.matches() ? kind.group(1) : "txt";
        String name = "hosts." + (ending.equals("yaml") ? "yml" : ending);
        Reading read = Reading.of(new MapFiles().with(name, Files.readString(file)), name);
        assertThat(read.messages()).allMatch(message -> message.contains(" warning "));
        boolean oddNames =
                read.messages().stream().anyMatch(message -> message.contains("is not a valid variable name"));
        assertThat(oddNames).isEqualTo(expected.contains("Invalid characters were found in group names"));
        Matcher counts = COUNTS.matcher(expected);
        if (counts.find()) {
            assertThat(read.inventory().hosts()).hasSize(Integer.parseInt(counts.group(1)));
            assertThat(listedGroups(read)).isEqualTo(Integer.parseInt(counts.group(2)));
            MEMBERS.matcher(counts.group(3))
                    .results()
                    .forEach(group -> assertThat(read.hostsOf(group.group(1)))
                            .as(group.group(1))
                            .hasSize(Integer.parseInt(group.group(2))));
        }
        Matcher variables = VARIABLES.matcher(expected);
        if (variables.find()) {
            Map<String, Node> own = read.inventory().variables(variables.group(1));
            for (String variable : BETWEEN_VARIABLES.split(variables.group(2), -1)) {
                compare(own, variable);
            }
        }
    }

    /** ansible-inventory lists the groups that have hosts or children, without its own two. */
    private static long listedGroups(Reading read) {
        return read.inventory().groups().stream()
                .filter(group ->
                        !group.name().equals(Group.ALL) && !group.name().equals(Group.UNGROUPED))
                .filter(group -> !group.hosts().isEmpty() || !group.children().isEmpty())
                .count();
    }

    private static void compare(Map<String, Node> own, String variable) {
        String name = variable.substring(0, variable.indexOf('='));
        String wanted = masked(variable.substring(variable.indexOf('=') + 1));
        Node value = Optional.ofNullable(own.get(name)).orElseThrow();
        List<String> forms = List.of(masked(python(value, true, true)), masked(python(value, true, false)));
        assertThat(forms)
                .as(variable)
                .anyMatch(form -> form.equals(wanted) || (wanted.length() >= CUT && form.startsWith(wanted)));
    }

    /** Hardware addresses were made neutral in the files after the index was written. */
    private static String masked(String text) {
        return HARDWARE_ADDRESS.matcher(text).replaceAll("MAC");
    }

    /** As Python prints it; keys sorted or in the order of the file, as the index has both. */
    private static String python(Node node, boolean top, boolean sorted) {
        return switch (node) {
            case Node.Sequence list ->
                list.items().stream()
                        .map(item -> python(item, false, sorted))
                        .collect(Collectors.joining(", ", "[", "]"));
            case Node.Mapping mapping -> {
                var entries = new LinkedHashMap<String, Node>();
                mapping.entries().stream()
                        .sorted(sorted ? Comparator.comparing(e -> e.key().text()) : Comparator.comparingInt(e -> 0))
                        .forEach(e -> entries.put(e.key().text(), e.value()));
                yield entries.entrySet().stream()
                        .map(e -> "'" + e.getKey() + "': " + python(e.getValue(), false, sorted))
                        .collect(Collectors.joining(", ", "{", "}"));
            }
            case Node.Scalar scalar -> scalar(scalar, top);
            case Node.Vaulted vaulted -> "'" + vaulted.envelope() + "'";
        };
    }

    private static String scalar(Node.Scalar scalar, boolean top) {
        String text = scalar.text();
        if (scalar.isNull()) {
            return "None";
        }
        if (scalar.plain() && ScalarTypes.bool(text).isPresent()) {
            return ScalarTypes.bool(text).get() ? "True" : "False";
        }
        boolean number = scalar.plain()
                && (ScalarTypes.integer(text).isPresent()
                        || ScalarTypes.decimal(text).isPresent());
        return number || top ? text : "'" + text + "'";
    }
}
