package dev.ibplay.lab.shell;

import dev.ibplay.lab.shell.Word.Operator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Turns words into fields (POSIX.1-2017, XCU 2.6). */
final class Expander {
    static final String SEPARATORS = " \t\n";

    private final ShellEnvironment shell;
    private final Interpreter interpreter;

    Expander(ShellEnvironment shell, Interpreter interpreter) {
        this.shell = shell;
        this.interpreter = interpreter;
    }

    /** Expanded, split, and matched against names of files. */
    List<String> fields(List<Word> words) throws IOException, InterruptedException {
        Fields fields = Fields.splitting(separators());
        for (Word word : words) {
            expand(word.parts(), fields, false);
            fields.endWord();
        }
        List<String> all = new ArrayList<>();
        for (String field : fields.done()) {
            List<String> names = shell.has('f') ? List.of() : new FileNames(shell).matching(field);
            if (names.isEmpty()) {
                all.add(Marked.plain(field));
            } else {
                all.addAll(names);
            }
        }
        return all;
    }

    /** Expanded only: one field whatever comes out. */
    String text(Word word) throws IOException, InterruptedException {
        return Marked.plain(marked(word));
    }

    ShellPattern pattern(Word word) throws IOException, InterruptedException {
        return new ShellPattern(marked(word));
    }

    private String marked(Word word) throws IOException, InterruptedException {
        Fields fields = Fields.single();
        expand(word.parts(), fields, false);
        return fields.text();
    }

    private String separators() {
        return shell.variables.get("IFS").orElse(SEPARATORS);
    }

    private void expand(List<Word.Part> parts, Fields out, boolean quoted) throws IOException, InterruptedException {
        for (Word.Part part : parts) {
            switch (part) {
                case Word.Literal literal -> out.literal(literal.text());
                case Word.Quoted text -> out.quoted(text.text());
                case Word.DoubleQuoted inner -> doubleQuoted(inner, out);
                case Word.Parameter parameter -> parameter(parameter, out, quoted);
                case Word.Length length -> put(length(length), out, quoted);
                case Word.Output output -> put(output(output), out, quoted);
                case Word.Arithmetic arithmetic -> put(arithmetic(arithmetic), out, quoted);
            }
        }
    }

    private static void put(String value, Fields out, boolean quoted) {
        if (quoted) {
            out.quoted(value);
        } else {
            out.expanded(value);
        }
    }

    private void doubleQuoted(Word.DoubleQuoted inner, Fields out) throws IOException, InterruptedException {
        boolean isNothing = shell.positional.isEmpty()
                && !inner.parts().isEmpty()
                && inner.parts().stream()
                        .allMatch(p -> p instanceof Word.Parameter parameter
                                && parameter.name().equals("@")
                                && parameter.operator() == Operator.NONE);
        if (!isNothing) {
            out.quoted("");
        }
        expand(inner.parts(), out, true);
    }

    private void parameter(Word.Parameter parameter, Fields out, boolean quoted)
            throws IOException, InterruptedException {
        Operator operator = parameter.operator();
        if (operator == Operator.NONE) {
            requireSet(parameter);
            value(parameter.name(), out, quoted);
        } else if (operator.isPattern()) {
            requireSet(parameter);
            put(trimmed(parameter), out, quoted);
        } else {
            conditional(parameter, out, quoted);
        }
    }

    private void conditional(Word.Parameter parameter, Fields out, boolean quoted)
            throws IOException, InterruptedException {
        Optional<String> value = plainValue(parameter.name());
        boolean set = value.isPresent() && !(parameter.colon() && value.get().isEmpty());
        boolean alternative = parameter.operator() == Operator.ALTERNATIVE;
        if (set && !alternative) {
            value(parameter.name(), out, quoted);
        } else if (set || parameter.operator() == Operator.DEFAULT) {
            argument(parameter.argument(), out, quoted);
        } else if (parameter.operator() == Operator.ASSIGN) {
            String assigned = text(parameter.argument());
            if (!WordReader.isNameStart(parameter.name().charAt(0))) {
                throw new ShellError(parameter.line(), parameter.name() + ": bad variable name");
            }
            shell.variables.set(parameter.name(), assigned);
            put(assigned, out, quoted);
        } else if (parameter.operator() == Operator.ERROR) {
            String message = parameter.argument().parts().isEmpty()
                    ? "parameter not set" + (parameter.colon() ? " or null" : "")
                    : text(parameter.argument());
            throw new ShellError(parameter.line(), parameter.name() + ": " + message);
        }
    }

    /** The word behind an operator; unquoted, its text is split like a value. */
    private void argument(Word word, Fields out, boolean quoted) throws IOException, InterruptedException {
        if (quoted) {
            expand(word.parts(), out, true);
            return;
        }
        for (Word.Part part : word.parts()) {
            if (part instanceof Word.Literal literal) {
                out.expanded(literal.text());
            } else {
                expand(List.of(part), out, false);
            }
        }
    }

    private void requireSet(Word.Parameter parameter) {
        String name = parameter.name();
        if (shell.has('u')
                && !name.equals("@")
                && !name.equals("*")
                && shell.parameter(name).isEmpty()) {
            throw new ShellError(parameter.line(), name + ": parameter not set");
        }
    }

    private void value(String name, Fields out, boolean quoted) {
        boolean star = name.equals("*");
        if (!star && !name.equals("@")) {
            shell.parameter(name).ifPresent(value -> put(value, out, quoted));
            return;
        }
        if ((quoted && star) || !out.splits()) {
            put(plainValue(name).orElse(""), out, quoted);
            return;
        }
        for (int i = 0; i < shell.positional.size(); i++) {
            if (i > 0 && quoted) {
                out.end();
            } else if (i > 0) {
                out.endIfStarted();
            }
            put(shell.positional.get(i), out, quoted);
        }
    }

    /** A parameter's value as one text; {@code *} joins with the first separator. */
    private Optional<String> plainValue(String name) {
        if (!name.equals("*") && !name.equals("@")) {
            return shell.parameter(name);
        }
        String separators = separators();
        String joint = name.equals("@") ? " " : separators.isEmpty() ? "" : separators.substring(0, 1);
        return shell.positional.isEmpty() ? Optional.empty() : Optional.of(String.join(joint, shell.positional));
    }

    private String trimmed(Word.Parameter parameter) throws IOException, InterruptedException {
        String value = plainValue(parameter.name()).orElse("");
        ShellPattern pattern = pattern(parameter.argument());
        return switch (parameter.operator()) {
            case SHORTEST_PREFIX -> pattern.withoutPrefix(value, false);
            case LONGEST_PREFIX -> pattern.withoutPrefix(value, true);
            case SHORTEST_SUFFIX -> pattern.withoutSuffix(value, false);
            case LONGEST_SUFFIX -> pattern.withoutSuffix(value, true);
            case NONE, DEFAULT, ASSIGN, ERROR, ALTERNATIVE -> value;
        };
    }

    private String length(Word.Length length) {
        Optional<String> value = plainValue(length.name());
        if (value.isEmpty() && shell.has('u')) {
            throw new ShellError(length.line(), length.name() + ": parameter not set");
        }
        return Integer.toString(value.orElse("").length());
    }

    private String arithmetic(Word.Arithmetic arithmetic) throws IOException, InterruptedException {
        return Long.toString(Arithmetic.value(shell.variables, text(arithmetic.expression()), arithmetic.line()));
    }

    /** What the commands print, without the line feeds at its end and without NUL, which no variable holds. */
    private String output(Word.Output output) throws InterruptedException {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        int status = interpreter.substitute(output.body(), printed);
        shell.substitutionStatus = Optional.of(status);
        String text = printed.toString(StandardCharsets.ISO_8859_1).replace("\0", "");
        int end = text.length();
        while (end > 0 && text.charAt(end - 1) == '\n') {
            end--;
        }
        return text.substring(0, end);
    }
}
