package dev.ibplay.playbook;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Located;
import dev.ibplay.diag.Problems;
import dev.ibplay.diag.Span;
import dev.ibplay.inventory.Inventory;
import dev.ibplay.inventory.ShellWords;
import dev.ibplay.resource.PlayCommand;
import dev.ibplay.source.Durations;
import dev.ibplay.source.Node;
import dev.ibplay.source.Scope;
import dev.ibplay.source.Templates;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Works out the commands of {@code before} and {@code after} for one host. A text is split into words first and rendered then, so
 * what a variable holds stays one word; a word that is nothing but a list's name becomes all of its items.
 */
final class CommandParser {
    private static final Pattern TEMPLATE = Pattern.compile("\\{\\{.*?}}|\\{%.*?%}", Pattern.DOTALL);

    /** Stands for a template while a text is split: a character for private use, which no YAML file has to have. */
    private static final char PLACE = '\ue000';

    /** Words that mean something to a shell only. */
    private static final Set<String> OPERATORS =
            Set.of("|", "||", "&", "&&", ";", ">", ">>", "<", "<<", "2>", "2>>", "2>&1", "&>");

    /** Names by which the control node goes where the inventory does not have them. */
    private static final Set<String> CONTROL_NODE = Set.of(PlayCommand.CONTROL_NODE, "127.0.0.1", "::1");

    private final Inventory inventory;
    private final String host;
    private final Scope scope;
    private final Problems problems;

    CommandParser(Inventory inventory, String host, Scope scope, Problems problems) {
        this.inventory = inventory;
        this.host = host;
        this.scope = scope;
        this.problems = problems;
    }

    /** The entries of {@code before} or {@code after}; reports what is wrong with them whatever the host. */
    static List<Node.Mapping> entries(Node.Mapping play, String key, Problems problems) {
        List<Node.Mapping> entries = new ArrayList<>();
        for (Node item : new Fields(play).items(key)) {
            if (item instanceof Node.Mapping entry) {
                entries.add(entry);
                if (entry.get("command").orElse(null) instanceof Node.Scalar text) {
                    words(text, problems);
                }
            } else if (item instanceof Node.Scalar text && text.isTemplate()) {
                problems.error(
                        Code.VALUE_WRONG,
                        text.span(),
                        "\"%s\" is written out as a list of commands".formatted(key),
                        "templates may stand inside its entries");
            }
        }
        return entries;
    }

    List<PlayCommand> parse(List<Node.Mapping> written) {
        return written.stream().flatMap(entry -> command(entry).stream()).toList();
    }

    private Optional<PlayCommand> command(Node.Mapping written) {
        List<String> words = written.get("command").map(this::words).orElse(List.of());
        Optional<Node.Mapping> rendered = Templates.render(
                        new Node.Mapping(
                                written.entries().stream()
                                        .filter(entry -> !entry.key().text().equals("command"))
                                        .toList(),
                                written.span()),
                        scope,
                        problems)
                .filter(Node.Mapping.class::isInstance)
                .map(Node.Mapping.class::cast);
        if (words.isEmpty() || rendered.isEmpty() || !isRight(rendered.get(), written)) {
            return Optional.empty();
        }
        Fields fields = new Fields(rendered.get());
        Optional<Located<String>> delegate = fields.text("delegate_to");
        Optional<String> on = delegate.flatMap(this::delegate);
        if (delegate.isPresent() && on.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new PlayCommand(
                words,
                on.filter(name -> !name.equals(host)),
                fields.read("timeout", Durations::parse).map(Located::value).orElse(PlayCommand.DEFAULT_LIMIT),
                fields.flag("become").map(Located::value),
                written.span()));
    }

    /** Values that were templates are held against the key table once more. */
    private boolean isRight(Node.Mapping rendered, Node.Mapping written) {
        Problems own = new Problems();
        for (Node.Entry entry : rendered.entries()) {
            if (!written.get(entry.key().text()).equals(Optional.of(entry.value()))) {
                CommandKeys.COMMAND
                        .key(entry.key().text())
                        .ifPresent(key -> ShapeCheck.check(entry.value(), key.shape(), key.name(), own));
            }
        }
        own.sorted().forEach(problems::add);
        return !own.hasErrors();
    }

    private Optional<String> delegate(Located<String> name) {
        Optional<String> known = inventory.host(name.value()).map(h -> h.name());
        if (known.isEmpty() && CONTROL_NODE.contains(name.value())) {
            return Optional.of(PlayCommand.CONTROL_NODE);
        }
        if (known.isEmpty()) {
            problems.error(
                    Code.HOST_PATTERN_UNMATCHED,
                    name.span(),
                    "delegate_to names \"%s\", which the inventory does not have".formatted(name.value()),
                    "name a host of the inventory, or localhost for the control node");
        }
        return known;
    }

    private List<String> words(Node written) {
        List<Node.Scalar> pieces = new ArrayList<>();
        switch (written) {
            case Node.Scalar text -> pieces.addAll(words(text, problems));
            case Node.Sequence list ->
                list.items().stream()
                        .filter(Node.Scalar.class::isInstance)
                        .map(Node.Scalar.class::cast)
                        .forEach(pieces::add);
            default -> {} // the key table has complained
        }
        List<String> words = new ArrayList<>();
        for (Node.Scalar piece : pieces) {
            Optional<Node> rendered = Templates.render(piece, scope, problems);
            if (rendered.isEmpty()) {
                return List.of();
            }
            words.addAll(texts(rendered.get()));
        }
        return words;
    }

    private static List<String> texts(Node node) {
        return switch (node) {
            case Node.Scalar scalar -> List.of(scalar.text());
            case Node.Sequence list ->
                list.items().stream()
                        .filter(Node.Scalar.class::isInstance)
                        .map(item -> ((Node.Scalar) item).text())
                        .toList();
            default -> List.of();
        };
    }

    /** The words of a text, each perhaps a template. */
    private static List<Node.Scalar> words(Node.Scalar text, Problems problems) {
        List<String> templates = new ArrayList<>();
        String flat = TEMPLATE.matcher(text.text()).replaceAll(match -> {
            templates.add(match.group());
            return Matcher.quoteReplacement(String.valueOf(PLACE));
        });
        return switch (ShellWords.split(flat, false)) {
            case ShellWords.Broken broken -> {
                problems.error(
                        Code.VALUE_WRONG, text.span(), "this command cannot be split into words: " + broken.reason());
                yield List.of();
            }
            case ShellWords.Words words -> {
                words.words().stream()
                        .filter(word -> OPERATORS.contains(flat.substring(word.start(), word.end())))
                        .findFirst()
                        .ifPresent(word -> refuse(word.text(), text.span(), problems));
                List<Node.Scalar> pieces = new ArrayList<>();
                int[] next = {0};
                words.words().forEach(word -> pieces.add(filled(word.text(), templates, next, text.span())));
                yield pieces;
            }
        };
    }

    private static void refuse(String operator, Span span, Problems problems) {
        problems.error(
                Code.VALUE_WRONG,
                span,
                "no shell reads this command, so \"%s\" would be an argument".formatted(operator),
                "for a shell write it as a list: [sh, -c, \"...\"]");
    }

    private static Node.Scalar filled(String word, List<String> templates, int[] next, Span span) {
        var text = new StringBuilder();
        for (int i = 0; i < word.length(); i++) {
            if (word.charAt(i) == PLACE && next[0] < templates.size()) {
                text.append(templates.get(next[0]++));
            } else {
                text.append(word.charAt(i));
            }
        }
        return Node.Scalar.quoted(text.toString(), span);
    }
}
