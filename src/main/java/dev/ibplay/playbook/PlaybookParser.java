package dev.ibplay.playbook;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Located;
import dev.ibplay.diag.Problems;
import dev.ibplay.diag.Span;
import dev.ibplay.source.Node;
import dev.ibplay.source.Scope;
import dev.ibplay.source.SourceFiles;
import dev.ibplay.source.SourceText;
import dev.ibplay.source.Templates;
import dev.ibplay.source.YamlReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads a playbook. Keys of a play may use its own variables and those of {@code -e}; only {@code state} and {@code when}
 * see the variables of hosts.
 */
public final class PlaybookParser {
    /** What differs by host, and variables. */
    private static final Set<String> RENDERED_LATER = Set.of("state", "when", "vars", "vars_files", "before", "after");

    private final SourceFiles files;
    private final Map<String, Node> extraVariables;
    private final Problems problems;

    /** A parser whose templates see {@code extraVariables} ({@code -e}), which win over all others. */
    public PlaybookParser(SourceFiles files, Map<String, Node> extraVariables, Problems problems) {
        this.files = files;
        this.extraVariables = extraVariables;
        this.problems = problems;
    }

    /** Reads a file; plays with mistakes are left out and the mistakes reported. */
    public Playbook parse(String path) {
        return new Playbook(
                path, readYaml(path, Span.startOf(path)).map(this::plays).orElse(List.of()));
    }

    private Optional<Node> readYaml(String path, Span askedBy) {
        try {
            SourceText text = files.read(path);
            Problems own = new Problems();
            Optional<Node> node = YamlReader.read(text, files.vault(), own);
            own.sorted().forEach(problems::add);
            if (node.isEmpty() && own.isEmpty()) {
                problems.error(Code.PLAYBOOK_EMPTY, Span.startOf(path), "the file is empty");
            }
            return node;
        } catch (IOException unreadable) {
            problems.error(Code.FILE_UNREADABLE, askedBy, "cannot read " + path + ": " + reason(unreadable));
            return Optional.empty();
        }
    }

    static String reason(IOException unreadable) {
        return switch (unreadable) {
            case java.nio.file.NoSuchFileException ignored -> "no such file";
            case java.nio.file.AccessDeniedException ignored -> "permission denied";
            default -> String.valueOf(unreadable.getMessage());
        };
    }

    private List<Play> plays(Node root) {
        if (!(root instanceof Node.Sequence sequence)) {
            problems.error(
                    Code.VALUE_WRONG,
                    root.span(),
                    "a playbook is a list of plays, not " + root.kind(),
                    "begin each play with \"- hosts:\"");
            return List.of();
        }
        List<Play> plays = new ArrayList<>();
        for (Node item : sequence.items()) {
            if (item instanceof Node.Mapping mapping) {
                play(mapping).ifPresent(plays::add);
            } else {
                ShapeCheck.check(item, PlaybookKeys.PLAY, "play", problems);
            }
        }
        return plays;
    }

    private Optional<Play> play(Node.Mapping written) {
        ShapeCheck.check(written, PlaybookKeys.PLAY, "play", problems);
        Map<String, Node> variables = new PlayVariables(files, extraVariables, problems).read(new Fields(written));
        Map<String, Node> visible = new LinkedHashMap<>(variables);
        visible.putAll(extraVariables);
        Fields fields = new Fields(rendered(written, Scope.of(visible)));
        if (!(written.get("state").orElse(null) instanceof Node.Mapping state)) {
            return Optional.empty();
        }
        StateParser.check(state, problems);
        List<Node.Mapping> before = CommandParser.entries(written, "before", problems);
        List<Node.Mapping> after = CommandParser.entries(written, "after", problems);
        return Optional.of(new Play(
                fields.text("name").map(Located::value),
                texts(fields.items("hosts")),
                variables,
                fields.scalar("when"),
                texts(fields.items("serial")).stream()
                        .flatMap(size -> BatchSize.parse(size.value()).stream())
                        .toList(),
                fields.whole("max_fail_percentage").map(Located::value),
                fields.flag("any_errors_fatal").map(Located::value).orElse(false),
                fields.read("confirm", CommitConfirm::parse).map(Located::value).orElse(CommitConfirm.DEFAULT),
                before,
                after,
                connection(fields),
                texts(fields.items("tags")).stream()
                        .flatMap(tags -> List.of(tags.value().split("\\s*,\\s*")).stream())
                        .toList(),
                state,
                written.span()));
    }

    private static Play.PlayConnection connection(Fields fields) {
        return new Play.PlayConnection(
                fields.flag("become").map(Located::value),
                fields.text("become_user").map(Located::value),
                fields.text("remote_user").map(Located::value),
                fields.text("connection").map(Located::value),
                fields.whole("port").map(Located::value));
    }

    /** The play with the templates in its own keys rendered and checked again; state, when and vars stay as they are. */
    private Node.Mapping rendered(Node.Mapping written, Scope scope) {
        List<Node.Entry> entries = new ArrayList<>();
        for (Node.Entry entry : written.entries()) {
            String key = entry.key().text();
            boolean later = RENDERED_LATER.contains(key);
            Optional<Node> value =
                    later ? Optional.of(entry.value()) : Templates.render(entry.value(), scope, problems);
            value.ifPresent(v -> entries.add(new Node.Entry(entry.key(), v)));
            if (!later && value.isPresent() && !value.get().equals(entry.value())) {
                PlaybookKeys.PLAY.key(key).ifPresent(k -> ShapeCheck.check(value.get(), k.shape(), key, problems));
            }
        }
        return new Node.Mapping(entries, written.span());
    }

    private static List<Located<String>> texts(List<Node> nodes) {
        return nodes.stream()
                .filter(Node.Scalar.class::isInstance)
                .map(n -> new Located<>(((Node.Scalar) n).text(), n.span()))
                .toList();
    }
}
