package dev.ibplay.cli;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Problems;
import dev.ibplay.diag.Span;
import dev.ibplay.source.Node;
import dev.ibplay.source.SourceFiles;
import dev.ibplay.source.SourceText;
import dev.ibplay.source.YamlReader;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The variables of {@code -e}: {@code key=value} words, a JSON or YAML mapping, or {@code @FILE}. */
final class ExtraVariables {
    private static final Pattern WORD = Pattern.compile("\\s*([A-Za-z_]\\w*)=('[^']*'|\"[^\"]*\"|\\S*)");

    private ExtraVariables() {}

    static Map<String, Node> parse(List<String> options, SourceFiles files, Problems problems) {
        Map<String, Node> variables = new LinkedHashMap<>();
        for (String option : options) {
            Optional<Node> node = Optional.empty();
            if (option.startsWith("@")) {
                node = file(option.substring(1), files, problems);
            } else if (option.stripLeading().startsWith("{") || option.contains(": ")) {
                node = YamlReader.read(new SourceText("-e", option), files.vault(), problems);
            } else {
                words(option, variables, problems);
                continue;
            }
            if (node.isPresent() && node.get() instanceof Node.Mapping mapping) {
                for (Node.Entry entry : mapping.entries()) {
                    files.vault().keepSecret(entry.value());
                    variables.put(entry.key().text(), entry.value());
                }
            } else {
                node.ifPresent(n -> problems.error(Code.USAGE, n.span(), "-e takes a mapping, not " + n.kind()));
            }
        }
        return variables;
    }

    private static Optional<Node> file(String path, SourceFiles files, Problems problems) {
        try {
            return YamlReader.read(files.read(path), files.vault(), problems);
        } catch (IOException unreadable) {
            problems.error(Code.FILE_UNREADABLE, Span.startOf("-e"), "cannot read " + path);
            return Optional.empty();
        }
    }

    /** As in Ansible, a value given as key=value is always text. */
    private static void words(String option, Map<String, Node> variables, Problems problems) {
        Matcher matcher = WORD.matcher(option);
        int end = 0;
        while (matcher.find() && matcher.start() == end) {
            String value = matcher.group(2);
            boolean quoted = value.length() > 1 && (value.startsWith("'") || value.startsWith("\""));
            String text = quoted ? value.substring(1, value.length() - 1) : value;
            variables.put(matcher.group(1), Node.Scalar.quoted(text, Span.at("-e", 1, matcher.start(2) + 1)));
            end = matcher.end();
        }
        if (!option.substring(end).isBlank()) {
            problems.error(
                    Code.USAGE,
                    Span.at("-e", 1, end + 1),
                    "\"" + option.substring(end).strip() + "\" is no variable",
                    "write -e name=value, -e '{name: value}' or -e @file.yml");
        }
    }
}
