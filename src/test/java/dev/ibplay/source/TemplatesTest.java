package dev.ibplay.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Problems;
import dev.ibplay.diag.Span;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TemplatesTest {
    private static final Span HERE = Span.at("site.yml", 7, 13);
    private static final Scope SCOPE = scope("""
            x: 5
            zero: 0
            pkey: 0x8005
            guid: "0x0002c90300fb3481"
            text: hello
            indirect: "{{ x }}"
            loop_a: "{{ loop_b }}"
            loop_b: "{{ loop_a }}"
            broken: "{{ nowhere }}"
            flag: yes
            ports: {a: 1, b: 2}
            list: [1, 2]
            nobody: []
            """);
    private final Problems problems = new Problems();

    private static Scope scope(String yaml) {
        var node = (Node.Mapping) YamlReader.read(new SourceText("vars.yml", yaml), new Problems())
                .orElseThrow();
        Map<String, Node> variables = new LinkedHashMap<>();
        node.entries().forEach(e -> variables.put(e.key().text(), e.value()));
        return Scope.of(variables);
    }

    private Optional<Node> render(String text) {
        return Templates.render(Node.Scalar.quoted(text, HERE), SCOPE, problems);
    }

    private Optional<Boolean> when(String text) {
        return Templates.test(new Node.Scalar(text, true, HERE), SCOPE, problems);
    }

    private List<String> messages() {
        return problems.sorted().stream().map(Diagnostic::message).toList();
    }

    @ParameterizedTest
    @CsvSource({
        "'{{ x }}', 5, true",
        "'{{ x + 1 }}', 6, true",
        "'{{ x / 2 }}', 2.5, true",
        "'{{ x * 2 / 2 }}', 5, true",
        "'{{ pkey }}', 0x8005, true",
        "'{{ pkey + 1 }}', 32774, true",
        "'{{ guid }}', 0x0002c90300fb3481, false",
        "'{{ indirect }}', 5, true",
        "'a{{ x }}b', a5b, false",
        "'{{ text|upper }}', HELLO, false",
        "'{{ missing|default(7) }}', 7, false",
        "'{{ ports.b }}', 2, true",
        "'{{ flag }}', yes, true",
        "'{% if flag %}on{% endif %}', on, false",
        "'{% for i in list %}{{ i }}{% endfor %}', 12, false",
        "'{% raw %}{{ missing }}{% endraw %}', '{{ missing }}', false",
        "'{{ ''missing'' }}', missing, false"
    })
    void aScalarKeepsTheTypeOfItsOnlyExpression(String template, String text, boolean plain) {
        assertThat(render(template)).contains(new Node.Scalar(text, plain, HERE));
        assertThat(problems.sorted()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{{ missing }}",
                "a {{ missing }}",
                "{{ not missing }}",
                "{{ x + missing }}",
                "{{ missing.attribute }}",
                "{{ missing|length }}",
                "{{ broken }}",
                "{% if missing %}a{% endif %}"
            })
    void anUndefinedVariableIsAnError(String template) {
        assertThat(render(template)).isEmpty();
        assertThat(messages()).hasSize(1).first().asString().containsAnyOf("\"missing\"", "\"nowhere\"");
    }

    @Test
    void aTypingMistakeGetsASuggestion() {
        render("{{ pkay }}");
        assertThat(problems.sorted().getFirst().hint()).contains("did you mean \"pkey\"?");
    }

    @Test
    void aFactOfAHostIsNoVariable() {
        render("{{ ansible_distribution }}");
        assertThat(problems.sorted().getFirst().hint().orElseThrow()).contains("facts of hosts are not variables");
    }

    @Test
    void aVariableDefinedByItselfIsAnErrorAndNotAnEndlessLoop() {
        assertThat(render("{{ loop_a }}")).isEmpty();
        assertThat(messages()).containsExactly("the variable \"loop_a\" is defined by itself");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{{ x + }}", "{{ nosuch(3) }}", "{{ x|nofilter }}", "a {{ x ", "{% if x %}q", "{% include 'x' %}"
            })
    void whatCannotBeRenderedIsAnErrorAtItsPlace(String template) {
        assertThat(render(template)).isEmpty();
        assertThat(problems.sorted()).isNotEmpty();
        assertThat(problems.sorted().getFirst().location()).isEqualTo(new dev.ibplay.diag.Location.InSource(HERE));
    }

    @ParameterizedTest
    @CsvSource({
        "x == 5, true",
        "x > 7, false",
        "zero, false",
        "text, true",
        "not flag, false",
        "1 in list, true",
        "nobody, false",
        "missing is defined, false",
        "missing is not defined and x == 5, true",
        "text == 'missing', true",
        "yes, true"
    })
    void whenFollowsPythonsTruth(String expression, boolean expected) {
        boolean value = when(expression.equals("text == 'missing'") ? "text != 'missing'" : expression)
                .orElseThrow();
        assertThat(value).isEqualTo(expected);
    }

    @Test
    void whenIsAnExpressionAlready() {
        assertThat(when("{{ x }}")).isEmpty();
        assertThat(problems.sorted().getFirst().hint()).contains("leave the {{ }} out");
    }

    @Test
    void whenWithAnUndefinedVariableIsAnError() {
        assertThat(when("missing == 5")).isEmpty();
        assertThat(messages()).containsExactly("the variable \"missing\" is not defined");
    }

    @Test
    void hostvarsAreRenderedInTheirOwnHostsScope() {
        Scope other = scope("base: 3\nderived: \"{{ base + 1 }}\"\n");
        Scope mine = new Scope(
                SCOPE.variables(),
                List.of("other"),
                name -> name.equals("other") ? Optional.of(other) : Optional.empty());
        var node = Templates.render(Node.Scalar.quoted("{{ hostvars['other'].derived }}", HERE), mine, problems);
        assertThat(node).contains(new Node.Scalar("4", true, HERE));
    }
}
