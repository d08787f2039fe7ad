package dev.ibplay.playbook;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Problems;
import dev.ibplay.diag.Suggestion;
import dev.ibplay.playbook.Shape.Keys;
import dev.ibplay.playbook.Shape.Keyword;
import dev.ibplay.source.Node;
import java.util.List;

/**
 * Holds a playbook against its key table and reports every mistake. Templates are let through: they are checked again
 * when they have been rendered.
 */
final class ShapeCheck {
    private final Problems problems;

    private ShapeCheck(Problems problems) {
        this.problems = problems;
    }

    static void check(Node node, Shape shape, String place, Problems problems) {
        new ShapeCheck(problems).check(node, shape, place);
    }

    private void check(Node node, Shape shape, String place) {
        switch (shape) {
            case Shape.Anything ignored -> {}
            case Shape.Value value -> value(node, value, place);
            case Shape.ListOf list -> list(node, list, place);
            case Shape.Named named -> named(node, named, place);
            case Keys keys -> keys(node, keys, place);
            case Shape.AnyOf any -> check(node, chosen(node, any), place);
        }
    }

    private void value(Node node, Shape.Value value, String place) {
        if (node instanceof Node.Vaulted) {
            return;
        }
        if (!(node instanceof Node.Scalar scalar)) {
            wrongKind(node, place, "a single value");
        } else if (scalar.isNull()) {
            problems.error(
                    Code.VALUE_MISSING,
                    node.span(),
                    "\"" + place + "\" has no value",
                    "write one, or leave the key out");
        } else if (!scalar.isTemplate()) {
            value.check().complaint(scalar).ifPresent(c -> {
                var diagnostic = Diagnostic.error(Code.VALUE_WRONG, scalar.span(), c.message());
                problems.add(c.hint().map(diagnostic::withHint).orElse(diagnostic));
            });
        }
    }

    private void list(Node node, Shape.ListOf list, String place) {
        if (node instanceof Node.Sequence sequence) {
            sequence.items().forEach(item -> check(item, list.item(), place));
        } else if (!isTemplate(node)) {
            wrongKind(node, place, "a list");
        }
    }

    private void named(Node node, Shape.Named named, String place) {
        if (node instanceof Node.Mapping mapping) {
            for (Node.Entry entry : mapping.entries()) {
                value(entry.key(), named.name(), place);
                check(entry.value(), named.value(), entry.key().text());
            }
        } else if (!isTemplate(node)) {
            wrongKind(node, place, "a mapping of " + named.what());
        }
    }

    private void keys(Node node, Keys keys, String place) {
        if (!(node instanceof Node.Mapping mapping)) {
            if (!isTemplate(node)) {
                wrongKind(node, place, "a mapping with keys like " + String.join(", ", keys.names()));
            }
            return;
        }
        for (Node.Entry entry : mapping.entries()) {
            String name = entry.key().text();
            keys.key(name).ifPresentOrElse(key -> key(entry, key), () -> unknown(entry, keys));
        }
        for (Keyword key : keys.keys()) {
            if (key.required() && mapping.entry(key.name()).isEmpty()) {
                problems.error(
                        Code.KEY_MISSING, mapping.span(), "this %s lacks \"%s\"".formatted(keys.what(), key.name()));
            }
        }
    }

    private void key(Node.Entry entry, Keyword key) {
        switch (key.force()) {
            case Shape.Force.Now ignored -> check(entry.value(), key.shape(), key.name());
            case Shape.Force.Foreign foreign ->
                problems.error(Code.KEY_FOREIGN, entry.key().span(), foreign.message(), foreign.hint());
        }
    }

    private void unknown(Node.Entry entry, Keys keys) {
        String name = entry.key().text();
        List<String> candidates = keys.names();
        problems.error(
                Code.KEY_UNKNOWN,
                entry.key().span(),
                "%s has no key \"%s\"".formatted(a(keys.what()), name),
                Suggestion.nearest(name, candidates)
                        .map(near -> "did you mean \"" + near + "\"?")
                        .orElse("its keys are " + String.join(", ", candidates)));
    }

    private void wrongKind(Node node, String place, String wanted) {
        problems.error(Code.VALUE_WRONG, node.span(), "\"%s\" takes %s, not %s".formatted(place, wanted, node.kind()));
    }

    private static String a(String what) {
        return ("aeiouAEIOU".indexOf(what.charAt(0)) >= 0 ? "an " : "a ") + what;
    }

    private static boolean isTemplate(Node node) {
        return node instanceof Node.Vaulted || (node instanceof Node.Scalar scalar && scalar.isTemplate());
    }

    /** The alternative that fits what stands there; the first one where none does, so that its complaint is printed. */
    private static Shape chosen(Node node, Shape.AnyOf any) {
        return any.shapes().stream()
                .filter(shape -> fits(node, shape))
                .findFirst()
                .orElse(any.shapes().getFirst());
    }

    private static boolean fits(Node node, Shape shape) {
        return switch (node) {
            case Node.Scalar ignored -> shape instanceof Shape.Value;
            case Node.Sequence ignored -> shape instanceof Shape.ListOf;
            case Node.Vaulted ignored -> shape instanceof Shape.Value;
            case Node.Mapping ignored -> shape instanceof Keys || shape instanceof Shape.Named;
        };
    }
}
