package dev.ibplay.source;

import com.hubspot.jinjava.Jinjava;
import com.hubspot.jinjava.JinjavaConfig;
import com.hubspot.jinjava.LegacyOverrides;
import com.hubspot.jinjava.interpret.Context;
import com.hubspot.jinjava.interpret.InterpretException;
import com.hubspot.jinjava.interpret.JinjavaInterpreter;
import com.hubspot.jinjava.interpret.TemplateError;
import com.hubspot.jinjava.loader.ResourceNotFoundException;
import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Problems;
import dev.ibplay.diag.Span;
import dev.ibplay.diag.Suggestion;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Renders {@code {{ }}} templates and {@code when} expressions by Jinjava. An undefined variable is an error with a
 * position. A scalar that is one expression as a whole keeps the type of the result; one that is only a variable's name
 * becomes that variable's value with its text as written, so that P_Keys and GUIDs survive.
 */
public final class Templates {
    private static final Pattern ONLY_NAME = Pattern.compile("\\s*\\{\\{-?\\s*([A-Za-z_]\\w*)\\s*-?}}\\s*");
    private static final Pattern ONLY_EXPRESSION =
            Pattern.compile("\\s*\\{\\{-?((?:(?!}}|\\{\\{|\\{%).)*?)-?}}\\s*", Pattern.DOTALL);

    private final Scope scope;
    private final Problems problems;
    private final Deque<String> open = new ArrayDeque<>();

    private Templates(Scope scope, Problems problems) {
        this.scope = scope;
        this.problems = problems;
    }

    /** The engine takes most of a second to load, so it is made when the first template comes. */
    private static final class Engine {
        static final Jinjava JINJAVA = new Jinjava(JinjavaConfig.newBuilder()
                .withFailOnUnknownTokens(true)
                .withLegacyOverrides(LegacyOverrides.ALL)
                .withMaxOutputSize(1 << 20)
                .build());

        static {
            JINJAVA.setResourceLocator((name, encoding, interpreter) -> {
                throw new ResourceNotFoundException("templates cannot include files: " + name);
            });
        }
    }

    /** The node with every template in it rendered; nothing when one could not be (then {@code problems} says why). */
    public static Optional<Node> render(Node node, Scope scope, Problems problems) {
        return new Templates(scope, problems).render(node);
    }

    /** The value of a variable, rendered; nothing when it is not defined or, with an error, cannot be rendered. */
    public static Optional<Node> variable(String name, Scope scope, Problems problems) {
        return Optional.ofNullable(scope.variables().get(name)).flatMap(node -> render(node, scope, problems));
    }

    /** Whether a {@code when} expression holds; nothing when it cannot be evaluated. */
    public static Optional<Boolean> test(Node.Scalar expression, Scope scope, Problems problems) {
        return new Templates(scope, problems).test(expression);
    }

    private Optional<Boolean> test(Node.Scalar expression) {
        Optional<Boolean> literal = expression.plain() ? ScalarTypes.bool(expression.text()) : Optional.empty();
        if (literal.isPresent()) {
            return literal;
        }
        if (expression.isTemplate()) {
            problems.error(
                    Code.TEMPLATE, expression.span(), "\"when\" is an expression already", "leave the {{ }} out");
            return Optional.empty();
        }
        return evaluate(expression.text(), expression.span()).map(result -> TemplateValues.isTrue(result.value()));
    }

    private Optional<Node> render(Node node) {
        return switch (node) {
            case Node.Scalar scalar -> scalar.isTemplate() ? renderScalar(scalar) : Optional.of(scalar);
            case Node.Vaulted vaulted -> decrypted(vaulted);
            case Node.Sequence sequence -> {
                List<Optional<Node>> items =
                        sequence.items().stream().map(this::render).toList();
                yield items.stream().allMatch(Optional::isPresent)
                        ? Optional.of(new Node.Sequence(
                                items.stream().flatMap(Optional::stream).toList(), sequence.span()))
                        : Optional.empty();
            }
            case Node.Mapping mapping -> {
                List<Node.Entry> entries = new ArrayList<>();
                for (Node.Entry entry : mapping.entries()) {
                    Optional<Node> key = render(entry.key());
                    Optional<Node> value = render(entry.value());
                    if (key.isPresent() && key.get() instanceof Node.Scalar text && value.isPresent()) {
                        entries.add(new Node.Entry(text, value.get()));
                    }
                }
                yield entries.size() == mapping.entries().size()
                        ? Optional.of(new Node.Mapping(entries, mapping.span()))
                        : Optional.empty();
            }
        };
    }

    /** As in Ansible, what was encrypted may be a template; what is wrong with it is said without its text. */
    private Optional<Node> decrypted(Node.Vaulted vaulted) {
        Optional<Node.Scalar> text = vaulted.vault().open(vaulted, problems);
        if (text.isEmpty() || !text.get().isTemplate()) {
            return text.map(Node.class::cast);
        }
        Optional<Node> rendered = render(text.get(), scope, new Problems());
        if (rendered.isEmpty()) {
            problems.error(
                    Code.TEMPLATE,
                    vaulted.span(),
                    "what is encrypted here is a template, and cannot be rendered",
                    "ansible-vault view shows it; text with {{ or {% that is no template stands in {% raw %} and {% endraw %}");
        }
        return rendered;
    }

    private Optional<Node> renderScalar(Node.Scalar scalar) {
        Matcher name = ONLY_NAME.matcher(scalar.text());
        if (name.matches() && scope.variables().containsKey(name.group(1))) {
            return named(name.group(1), scalar.span()).map(value -> TemplateValues.at(value, scalar.span()));
        }
        Matcher expression = ONLY_EXPRESSION.matcher(scalar.text());
        if (expression.matches()) {
            return evaluate(expression.group(1), scalar.span())
                    .map(result -> TemplateValues.node(result.value(), scalar.span()));
        }
        return context(TemplateNames.inTemplate(scalar.text()), scalar.span())
                .flatMap(context -> renderText(scalar, context));
    }

    private Optional<Node> renderText(Node.Scalar scalar, Map<String, @Nullable Object> context) {
        var result = Engine.JINJAVA.renderForResult(scalar.text(), context);
        result.getErrors().forEach(error -> report(error.getMessage(), scalar.span()));
        return result.getErrors().isEmpty()
                ? Optional.of(Node.Scalar.quoted(result.getOutput(), scalar.span()))
                : Optional.empty();
    }

    /** A result may be nothing ({@code null} in YAML), which is not the same as no result. */
    private record Result(@Nullable Object value) {}

    private Optional<Result> evaluate(String expression, Span span) {
        return context(TemplateNames.inExpression(expression), span).flatMap(names -> {
            var context = new Context(Engine.JINJAVA.getGlobalContextCopy(), names);
            var interpreter = new JinjavaInterpreter(Engine.JINJAVA, context, Engine.JINJAVA.getGlobalConfig());
            try (var ignored =
                    JinjavaInterpreter.closeablePushCurrent(interpreter).get()) {
                Object value = interpreter.resolveELExpression(expression.strip(), 1);
                List<TemplateError> errors = interpreter.getErrors();
                errors.forEach(error -> report(error.getMessage(), span));
                return errors.isEmpty() ? Optional.of(new Result(value)) : Optional.empty();
            } catch (InterpretException broken) {
                report(String.valueOf(broken.getMessage()), span);
                return Optional.empty();
            }
        });
    }

    /** The values of the names used, rendered; nothing when one is undefined and the template does not allow for that. */
    private Optional<Map<String, @Nullable Object>> context(List<TemplateNames.Use> uses, Span span) {
        Map<String, @Nullable Object> context = new HashMap<>();
        boolean complete = true;
        for (TemplateNames.Use use : uses) {
            if (use.name().equals("hostvars") && !scope.hostNames().isEmpty()) {
                context.put("hostvars", new HostVariables(scope, problems));
            } else if (!scope.variables().containsKey(use.name())) {
                if (!use.guarded()) {
                    problems.add(undefined(use.name(), span));
                    complete = false;
                }
            } else {
                Optional<Node> value = named(use.name(), span);
                value.ifPresent(node -> context.put(use.name(), TemplateValues.object(node)));
                complete &= value.isPresent();
            }
        }
        return complete ? Optional.of(context) : Optional.empty();
    }

    private Optional<Node> named(String name, Span span) {
        if (open.contains(name)) {
            problems.error(Code.TEMPLATE, span, "the variable \"" + name + "\" is defined by itself");
            return Optional.empty();
        }
        Node value = scope.variables().get(name);
        if (value == null) {
            return Optional.empty();
        }
        open.push(name);
        try {
            return render(value);
        } finally {
            open.pop();
        }
    }

    private Diagnostic undefined(String name, Span span) {
        var diagnostic =
                Diagnostic.error(Code.TEMPLATE_UNDEFINED, span, "the variable \"" + name + "\" is not defined");
        if (name.equals("ansible_facts") || name.startsWith("ansible_")) {
            return diagnostic.withHint(
                    "facts of hosts are not variables; only the inventory and the playbook define them");
        }
        return Suggestion.nearest(name, scope.variables().keySet())
                .map(near -> diagnostic.withHint("did you mean \"" + near + "\"?"))
                .orElse(diagnostic);
    }

    private void report(String message, Span span) {
        String text = message.lines().findFirst().orElse("").replaceFirst("^\\w+Exception: ", "");
        problems.error(
                Code.TEMPLATE,
                span,
                "the template cannot be rendered: " + text,
                "operators need blanks around them, and filters are Jinja's own");
    }
}
