package dev.ibplay.playbook;

import dev.ibplay.source.Node;
import dev.ibplay.source.ScalarTypes;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** As much of JSON Schema as the playbook's schema uses; any other keyword is a failure of the test. */
final class SchemaEvaluator {
    private static final Set<String> NO_RULES = Set.of("$schema", "title", "description");

    private SchemaEvaluator() {}

    static boolean accepts(Map<?, ?> schema, Node node) {
        return schema.entrySet().stream()
                .allMatch(rule -> accepts(rule.getKey().toString(), rule.getValue(), schema, node));
    }

    private static boolean accepts(String keyword, Object rule, Map<?, ?> schema, Node node) {
        if (NO_RULES.contains(keyword)) {
            return true;
        }
        return switch (keyword) {
            case "type" ->
                rule instanceof List<?> types
                        ? types.stream().anyMatch(type -> isOf(type.toString(), node))
                        : isOf(rule.toString(), node);
            case "enum" -> list(rule).stream().anyMatch(word -> same(word, node));
            case "anyOf" -> list(rule).stream().anyMatch(one -> accepts(map(one), node));
            case "items" ->
                !(node instanceof Node.Sequence sequence)
                        || sequence.items().stream().allMatch(item -> accepts(map(rule), item));
            case "properties" ->
                !(node instanceof Node.Mapping mapping)
                        || map(rule).entrySet().stream()
                                .allMatch(property -> mapping.entry(
                                                property.getKey().toString())
                                        .map(e -> accepts(map(property.getValue()), e.value()))
                                        .orElse(true));
            case "required" ->
                !(node instanceof Node.Mapping mapping)
                        || list(rule).stream()
                                .allMatch(name -> mapping.entry(name.toString()).isPresent());
            case "propertyNames" ->
                !(node instanceof Node.Mapping mapping)
                        || mapping.entries().stream()
                                .map(e -> Node.Scalar.quoted(
                                        e.key().text(), e.key().span()))
                                .allMatch(name -> accepts(map(rule), name));
            case "additionalProperties" ->
                !(node instanceof Node.Mapping mapping)
                        || mapping.entries().stream()
                                .filter(e ->
                                        !properties(schema).contains(e.key().text()))
                                .allMatch(e -> rule instanceof Map<?, ?> more && accepts(more, e.value()));
            case "minimum" ->
                number(node).map(n -> n.compareTo(decimal(rule)) >= 0).orElse(true);
            case "maximum" ->
                number(node).map(n -> n.compareTo(decimal(rule)) <= 0).orElse(true);
            case "minLength" ->
                !isOf("string", node) || text(node).length() >= decimal(rule).intValue();
            case "pattern" ->
                !isOf("string", node)
                        || Pattern.compile(rule.toString()).matcher(text(node)).find();
            default -> throw new AssertionError("the schema uses a keyword that this test does not know: " + keyword);
        };
    }

    private static boolean isOf(String type, Node node) {
        return switch (node) {
            case Node.Mapping ignored -> type.equals("object");
            case Node.Vaulted ignored -> type.equals("string");
            case Node.Sequence ignored -> type.equals("array");
            case Node.Scalar scalar ->
                typeOf(scalar).equals(type)
                        || (type.equals("number") && number(node).isPresent());
        };
    }

    private static String typeOf(Node.Scalar scalar) {
        if (!scalar.plain()) {
            return "string";
        }
        if (scalar.isNull()) {
            return "null";
        }
        if (ScalarTypes.bool(scalar.text()).isPresent()) {
            return "boolean";
        }
        if (ScalarTypes.integer(scalar.text()).isPresent()) {
            return "integer";
        }
        return ScalarTypes.decimal(scalar.text()).isPresent() ? "number" : "string";
    }

    private static Optional<BigDecimal> number(Node node) {
        if (!(node instanceof Node.Scalar scalar) || !scalar.plain()) {
            return Optional.empty();
        }
        Optional<BigInteger> whole = ScalarTypes.integer(scalar.text());
        return whole.map(BigDecimal::new)
                .or(() -> ScalarTypes.decimal(scalar.text()).map(BigDecimal::valueOf));
    }

    private static boolean same(Object word, Node node) {
        return word instanceof Number
                ? number(node).map(n -> n.compareTo(decimal(word)) == 0).orElse(false)
                : isOf("string", node) && text(node).equals(word);
    }

    private static BigDecimal decimal(Object number) {
        return new BigDecimal(number.toString());
    }

    private static String text(Node node) {
        return node instanceof Node.Scalar scalar ? scalar.text() : "";
    }

    private static Set<?> properties(Map<?, ?> schema) {
        Object properties = schema.get("properties");
        return properties instanceof Map<?, ?> map ? map.keySet() : Set.of();
    }

    private static Map<?, ?> map(Object value) {
        return (Map<?, ?>) value;
    }

    private static List<?> list(Object value) {
        return (List<?>) value;
    }
}
