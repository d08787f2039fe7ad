package dev.ibplay.inventory;

import dev.ibplay.diag.Span;
import dev.ibplay.source.Node;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/**
 * Gives the value of a variable in an INI inventory the meaning that Ansible gives it: what Python's
 * {@code ast.literal_eval} reads is that value (numbers, quoted text, {@code True}, lists, mappings), everything else is
 * text. So {@code yes} and {@code true} are text here, {@code 1,2} is a list, and {@code 5 # five} is 5.
 */
final class PythonLiteral {
    private static final int MAX_NESTING = 90;

    private final PythonScanner in;
    private final Span span;
    private int nesting;

    private PythonLiteral(String text, Span span) {
        this.in = new PythonScanner(text);
        this.span = span;
    }

    /** The value; every part of it has the place of the whole. */
    static Node read(String text, Span span) {
        if (!mayBeLiteral(text)) {
            return Node.Scalar.quoted(text, span);
        }
        if (isSmallNumber(text)) {
            return new Node.Scalar(text, true, span);
        }
        return new PythonLiteral(text, span).whole().orElseGet(() -> Node.Scalar.quoted(text, span));
    }

    /** A quick yes for the most common kind of literal. */
    private static boolean isSmallNumber(String text) {
        return text.charAt(0) != '0' && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    /** A quick no for most values: words, paths, templates. */
    private static boolean mayBeLiteral(String text) {
        String body = text.stripLeading();
        if (body.isEmpty()) {
            return false;
        }
        char c = body.charAt(0);
        if (c == 'T' || c == 'F' || c == 'N') {
            return body.startsWith("True") || body.startsWith("False") || body.startsWith("None");
        }
        return "rRbBuU".indexOf(c) >= 0 ? body.indexOf('\'') >= 0 || body.indexOf('"') >= 0 : !Character.isLetter(c);
    }

    private Optional<Node> whole() {
        in.skipSpace();
        Optional<Node> first = value();
        if (first.isEmpty()) {
            return first;
        }
        in.skipSpace();
        Node result = first.get();
        if (in.peek() == ',') {
            var items = new ArrayList<>(List.of(result));
            if (!rest(items, PythonScanner.END)) {
                return Optional.empty();
            }
            result = new Node.Sequence(items, span);
        }
        in.skipComment();
        return in.peek() == PythonScanner.END ? Optional.of(result) : Optional.empty();
    }

    private Optional<Node> value() {
        if (nesting > MAX_NESTING) {
            return Optional.empty();
        }
        nesting++;
        char c = in.peek();
        Optional<Node> result = switch (c) {
            case '[' -> list();
            case '(' -> tuple();
            case '{' -> braces();
            case '+', '-', '.' -> number();
            default -> Character.isDigit(c) ? number() : in.atString() ? strings() : name();
        };
        nesting--;
        return result;
    }

    private Optional<Node> name() {
        return in.name().flatMap(name -> switch (name) {
            case "True", "False" -> Optional.of(new Node.Scalar(name, true, span));
            case "None" -> Optional.of(new Node.Scalar("null", true, span));
            default -> Optional.empty();
        });
    }

    private Optional<Node> number() {
        return in.number().map(number -> new Node.Scalar(number, true, span));
    }

    /** Neighbouring strings are one, as in Python. */
    private Optional<Node> strings() {
        var text = new StringBuilder();
        while (in.atString()) {
            Optional<String> part = in.string();
            if (part.isEmpty()) {
                return Optional.empty();
            }
            text.append(part.get());
            in.skipSpace();
        }
        return Optional.of(Node.Scalar.quoted(text.toString(), span));
    }

    private Optional<Node> list() {
        in.take();
        var items = new ArrayList<Node>();
        return items(items, ']') ? Optional.of(new Node.Sequence(items, span)) : Optional.empty();
    }

    private Optional<Node> tuple() {
        in.take();
        in.skipSpace();
        if (in.peek() == ')') {
            in.take();
            return Optional.of(new Node.Sequence(List.of(), span));
        }
        Optional<Node> first = value();
        in.skipSpace();
        if (first.isPresent() && in.peek() == ')') {
            in.take();
            return first;
        }
        if (first.isEmpty() || in.peek() != ',') {
            return Optional.empty();
        }
        var items = new ArrayList<>(List.of(first.get()));
        return rest(items, ')') ? Optional.of(new Node.Sequence(items, span)) : Optional.empty();
    }

    private boolean items(List<Node> items, char close) {
        in.skipSpace();
        if (in.peek() == close) {
            in.take();
            return true;
        }
        Optional<Node> first = value();
        first.ifPresent(items::add);
        return first.isPresent() && rest(items, close);
    }

    /** The items behind the first one, up to the closing bracket, which is taken; a comma may stand before it. */
    private boolean rest(List<Node> items, char close) {
        while (true) {
            in.skipSpace();
            char c = in.peek();
            if (c == close || (close == PythonScanner.END && c == '#')) {
                in.takeIf(close);
                return true;
            }
            if (c != ',') {
                return false;
            }
            in.take();
            in.skipSpace();
            if (in.peek() == close || (close == PythonScanner.END && in.peek() == '#')) {
                in.takeIf(close);
                return true;
            }
            Optional<Node> item = value();
            if (item.isEmpty()) {
                return false;
            }
            items.add(item.get());
        }
    }

    /** A mapping, or a set, which is read as a list. */
    private Optional<Node> braces() {
        in.take();
        in.skipSpace();
        if (in.peek() == '}') {
            in.take();
            return Optional.of(new Node.Mapping(List.of(), span));
        }
        Optional<Node> first = value();
        if (first.isEmpty() || !(first.get() instanceof Node.Scalar key)) {
            return Optional.empty();
        }
        in.skipSpace();
        if (in.peek() != ':') {
            var items = new ArrayList<Node>(List.of(key));
            return rest(items, '}') ? Optional.of(new Node.Sequence(items, span)) : Optional.empty();
        }
        return mapping(key);
    }

    private Optional<Node> mapping(Node.Scalar firstKey) {
        var entries = new LinkedHashMap<String, Node.Entry>();
        Node.Scalar key = firstKey;
        while (true) {
            in.skipSpace();
            if (!in.takeIf(':')) {
                return Optional.empty();
            }
            in.skipSpace();
            Optional<Node> value = value();
            if (value.isEmpty()) {
                return Optional.empty();
            }
            entries.put(key.text(), new Node.Entry(key, value.get()));
            in.skipSpace();
            boolean more = in.takeIf(',');
            in.skipSpace();
            if (in.takeIf('}')) {
                return Optional.of(new Node.Mapping(List.copyOf(entries.values()), span));
            }
            if (!more || !(value().orElse(null) instanceof Node.Scalar following)) {
                return Optional.empty();
            }
            key = following;
        }
    }
}
