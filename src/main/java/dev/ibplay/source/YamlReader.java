package dev.ibplay.source;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Problems;
import dev.ibplay.diag.Span;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.NodeId;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.resolver.Resolver;

/**
 * Reads YAML into {@link Node}s: SnakeYAML composes the nodes and nothing is constructed, so every scalar keeps its text and
 * its place. Anchors, aliases and merge keys work; a duplicate key is an error.
 */
public final class YamlReader {
    /** 20,000 hosts with five variables each are 3.2 million code points; the library's own limit is 3 Mi. */
    private static final int CODE_POINT_LIMIT = 256 << 20;

    private static final Pattern FLOAT =
            Pattern.compile("[-+]?[0-9][0-9_]*[.][0-9_]*(?:[eE][-+][0-9]+)?|[.][0-9][0-9_]*(?:[eE][-+][0-9]+)?");
    private static final Pattern WORD = Pattern.compile("~|[a-z]+|[A-Z]+|[A-Z][a-z]+");
    private static final String UNSAFE_TAG = "!unsafe";
    private static final Set<String> VAULT_TAGS = Set.of("!vault", "!vault-encrypted");

    private final String file;
    private final Vault vault;
    private final Problems problems;
    private final Resolver resolver = new Resolver();

    /** Ansible reads what JSON can be as JSON, where 1e3 is a number. */
    private boolean json;

    private final IdentityHashMap<org.yaml.snakeyaml.nodes.Node, Node> converted = new IdentityHashMap<>();

    private YamlReader(String file, Vault vault, Problems problems) {
        this.file = file;
        this.vault = vault;
        this.problems = problems;
    }

    /** The only document of the text; nothing when it is empty or cannot be read (then {@code problems} says why). */
    public static Optional<Node> read(SourceText source, Problems problems) {
        return read(source, Vault.NONE, problems);
    }

    /** The same for a text that may be encrypted, or hold values that are. */
    public static Optional<Node> read(SourceText source, Vault vault, Problems problems) {
        return vault.open(source, problems)
                .flatMap(text -> new YamlReader(text.name(), vault, problems).read(text.text()));
    }

    private Optional<Node> read(String text) {
        json = text.stripLeading().startsWith("{");
        var options = new LoaderOptions();
        options.setCodePointLimit(CODE_POINT_LIMIT);
        options.setMaxAliasesForCollections(1000);
        options.setNestingDepthLimit(100);
        try {
            var documents = new ArrayList<org.yaml.snakeyaml.nodes.Node>();
            new Yaml(options).composeAll(new StringReader(text)).forEach(documents::add);
            if (documents.size() > 1) {
                problems.error(Code.YAML_UNSUPPORTED, spanOf(documents.get(1)), "a second YAML document in one file");
            }
            return documents.isEmpty() || documents.size() > 1
                    ? Optional.empty()
                    : Optional.of(convert(documents.getFirst()));
        } catch (MarkedYAMLException broken) {
            Mark mark = Optional.ofNullable(broken.getProblemMark()).orElse(broken.getContextMark());
            problems.error(Code.YAML_SYNTAX, pointAt(mark), "not valid YAML: " + describe(broken), yamlHint(broken));
        } catch (YAMLException broken) {
            problems.error(
                    Code.YAML_SYNTAX,
                    Span.startOf(file),
                    "not valid YAML: " + firstLine(String.valueOf(broken.getMessage())));
        }
        return Optional.empty();
    }

    private Node convert(org.yaml.snakeyaml.nodes.Node node) {
        Node known = converted.get(node);
        if (known != null) {
            return known;
        }
        Node result = switch (node) {
            case ScalarNode scalar -> scalar(scalar);
            case SequenceNode sequence ->
                new Node.Sequence(
                        sequence.getValue().stream().map(this::convert).toList(), spanOf(sequence));
            case MappingNode mapping -> mapping(mapping);
            default -> throw new IllegalStateException("not a resolved YAML node: " + node.getNodeId());
        };
        if (!(node instanceof ScalarNode) && node.getTag().getValue().equals(UNSAFE_TAG)) {
            result = unsafe(result);
        }
        converted.put(node, result);
        return result;
    }

    private static Node unsafe(Node node) {
        return switch (node) {
            case Node.Scalar scalar -> new Node.Scalar(scalar.text(), scalar.plain(), !isTyped(scalar), scalar.span());
            case Node.Vaulted vaulted -> vaulted;
            case Node.Sequence list ->
                new Node.Sequence(list.items().stream().map(YamlReader::unsafe).toList(), list.span());
            case Node.Mapping mapping ->
                new Node.Mapping(
                        mapping.entries().stream()
                                .map(entry -> new Node.Entry(entry.key(), unsafe(entry.value())))
                                .toList(),
                        mapping.span());
        };
    }

    /** A number, boolean or null, which is never a template. */
    private static boolean isTyped(Node.Scalar scalar) {
        return scalar.plain()
                && (scalar.isNull()
                        || ScalarTypes.bool(scalar.text()).isPresent()
                        || ScalarTypes.decimal(scalar.text()).isPresent()
                        || ScalarTypes.integer(scalar.text()).isPresent());
    }

    private Node scalar(ScalarNode node) {
        Tag tag = node.getTag();
        if (VAULT_TAGS.contains(tag.getValue())) {
            return new Node.Vaulted(node.getValue(), vault, spanOf(node));
        }
        if (tag.getValue().equals(UNSAFE_TAG)) {
            return new Node.Scalar(node.getValue(), false, true, spanOf(node));
        }
        if (!tag.getValue().startsWith(Tag.PREFIX)) {
            problems.error(
                    Code.YAML_UNSUPPORTED,
                    spanOf(node),
                    "the YAML tag " + tag.getValue() + " is not supported",
                    "write the value itself");
        }
        boolean plain = node.getScalarStyle() == DumperOptions.ScalarStyle.PLAIN;
        boolean taggedAsText = tag.equals(Tag.STR)
                && !resolver.resolve(NodeId.scalar, node.getValue(), true).equals(Tag.STR);
        boolean typed = plain && !taggedAsText && (json || !isTextInYaml(node.getValue()));
        return new Node.Scalar(node.getValue(), typed, spanOf(node));
    }

    /**
     * What {@link ScalarTypes} takes for more than text, and YAML 1.1 (PyYAML's resolver) does not: numbers with an exponent
     * need a dot before and a sign behind the e, and booleans are in small letters, capitals, or begin with one.
     */
    private static boolean isTextInYaml(String text) {
        boolean number = ScalarTypes.decimal(text).isPresent()
                && ScalarTypes.integer(text).isEmpty();
        boolean word = ScalarTypes.bool(text).isPresent() || (!text.isEmpty() && ScalarTypes.isNull(text));
        return (number && !FLOAT.matcher(text).matches())
                || (word && !WORD.matcher(text).matches());
    }

    private Node mapping(MappingNode node) {
        Node.Mapping mapping = entries(node);
        if (mapping.entries().size() == 1 && mapping.get(Node.UNSAFE_KEY).orElse(null) instanceof Node.Scalar text) {
            return new Node.Scalar(text.text(), false, true, mapping.span());
        }
        return mapping.entries().size() == 1
                        && mapping.get(Node.Vaulted.JSON_KEY).orElse(null) instanceof Node.Scalar envelope
                ? new Node.Vaulted(envelope.text(), vault, mapping.span())
                : mapping;
    }

    private Node.Mapping entries(MappingNode node) {
        var own = new LinkedHashMap<String, Node.Entry>();
        var merged = new ArrayList<Node.Mapping>();
        for (NodeTuple tuple : node.getValue()) {
            if (tuple.getKeyNode().getTag().equals(Tag.MERGE)) {
                mergeSources(tuple.getValueNode(), merged);
            } else {
                add(own, tuple);
            }
        }
        // A merge never overrides a key that is written out, and the first of several sources wins (YAML merge key
        // draft).
        for (Node.Mapping source : merged) {
            source.entries().forEach(e -> own.putIfAbsent(e.key().text(), e));
        }
        return new Node.Mapping(List.copyOf(own.values()), spanOf(node));
    }

    private void mergeSources(org.yaml.snakeyaml.nodes.Node value, List<Node.Mapping> into) {
        Node source = convert(value);
        List<Node> parts = source instanceof Node.Sequence sequence ? sequence.items() : List.of(source);
        for (Node part : parts) {
            if (part instanceof Node.Mapping mapping) {
                into.add(mapping);
            } else {
                problems.error(Code.YAML_UNSUPPORTED, part.span(), "<< takes a mapping, not " + part.kind());
            }
        }
    }

    private void add(Map<String, Node.Entry> own, NodeTuple tuple) {
        if (!(convert(tuple.getKeyNode()) instanceof Node.Scalar key)) {
            problems.error(Code.YAML_UNSUPPORTED, spanOf(tuple.getKeyNode()), "a key must be a single value");
            return;
        }
        var first = own.get(key.text());
        if (first != null) {
            problems.error(
                    Code.YAML_DUPLICATE_KEY,
                    key.span(),
                    "the key \"" + key.text() + "\" stands here for the second time",
                    "it stands first in line " + first.key().span().line());
            return;
        }
        own.put(key.text(), new Node.Entry(key, convert(tuple.getValueNode())));
    }

    private Span spanOf(org.yaml.snakeyaml.nodes.Node node) {
        Mark start = node.getStartMark();
        Mark end = node.getEndMark();
        return new Span(file, start.getLine() + 1, start.getColumn() + 1, end.getLine() + 1, end.getColumn() + 1);
    }

    private Span pointAt(Mark mark) {
        return mark == null ? Span.startOf(file) : Span.at(file, mark.getLine() + 1, mark.getColumn() + 1);
    }

    private static String describe(MarkedYAMLException broken) {
        String problem = Optional.ofNullable(broken.getProblem()).orElse("cannot be read");
        String context = broken.getContext();
        return context == null ? problem : context + ", " + problem;
    }

    private static String yamlHint(MarkedYAMLException broken) {
        String problem = String.valueOf(broken.getProblem());
        if (problem.contains("'\\t'")) {
            return "indent with spaces; YAML allows no tab there";
        }
        if (problem.contains("mapping values are not allowed")) {
            return "a colon in a value needs quotes around the value, or the indentation is off";
        }
        return "check the indentation, quotes and brackets up to this place";
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("");
    }
}
