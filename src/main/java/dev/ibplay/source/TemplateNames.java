package dev.ibplay.source;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the variables that a template names. The template engine takes an undefined variable for false, nothing or 0 in
 * most places; here it must be an error, so the names are looked up before the engine runs.
 */
final class TemplateNames {
    /**
     * One use of a variable.
     *
     * @param guarded whether the use itself allows for an undefined variable: {@code | default(...)}, {@code is defined}
     */
    record Use(String name, boolean guarded) {}

    private static final Pattern BLOCK = Pattern.compile("\\{\\{(.*?)}}|\\{%(.*?)%}", Pattern.DOTALL);
    private static final Pattern RAW =
            Pattern.compile("\\{%-?\\s*raw\\s*-?%}.*?\\{%-?\\s*endraw\\s*-?%}|\\{#.*?#}", Pattern.DOTALL);
    private static final Pattern STRING = Pattern.compile("'(?:\\\\.|[^'\\\\])*'|\"(?:\\\\.|[^\"\\\\])*\"");
    private static final Pattern NAME = Pattern.compile("(?<![\\w.])[A-Za-z_]\\w*");
    private static final Pattern ATTRIBUTES = Pattern.compile("(?:\\s*\\.\\s*\\w+|\\s*\\[[^\\[\\]]*])*");
    private static final Pattern GUARD =
            Pattern.compile("\\s*(?:\\|\\s*(?:default|d)\\b|is\\s+(?:not\\s+)?(?:un)?defined\\b).*", Pattern.DOTALL);
    private static final Pattern LOCALS = Pattern.compile("^-?\\s*(?:for\\s+(.+?)\\s+in\\b|set\\s+([\\w\\s,]+)=)");
    private static final Set<String> WORDS = Set.of(
            "true", "false", "True", "False", "none", "None", "null", "and", "or", "not", "in", "is", "if", "else",
            "elif", "endif", "for", "endfor", "set", "loop", "div", "eq", "ne", "lt", "le", "gt", "ge", "raw", "endraw",
            "unless", "empty");

    private TemplateNames() {}

    /** The uses in a text with {@code {{ }}} and {@code {% %}} blocks. */
    static List<Use> inTemplate(String template) {
        List<String> blocks = new ArrayList<>();
        Set<String> locals = new HashSet<>();
        Matcher matcher = BLOCK.matcher(RAW.matcher(template).replaceAll(""));
        while (matcher.find()) {
            String expression = matcher.group(1);
            if (expression == null) {
                expression = matcher.group(2);
                Matcher defined = LOCALS.matcher(expression);
                if (defined.find()) {
                    String names = defined.group(1) == null ? defined.group(2) : defined.group(1);
                    locals.addAll(List.of(names.strip().split("\\s*,\\s*")));
                }
            }
            blocks.add(expression);
        }
        return blocks.stream()
                .flatMap(b -> inExpression(b).stream())
                .filter(use -> !locals.contains(use.name()))
                .toList();
    }

    /** The uses in one bare expression. */
    static List<Use> inExpression(String expression) {
        // Strings become blanks of the same length, so that the words in them are no names and places stay what they
        // are.
        String code = STRING.matcher(expression).replaceAll(m -> " ".repeat(m.end() - m.start()));
        List<Use> uses = new ArrayList<>();
        Matcher matcher = NAME.matcher(code);
        while (matcher.find()) {
            String name = matcher.group();
            if (!WORDS.contains(name) && isVariable(code, matcher.start(), matcher.end())) {
                Matcher attributes = ATTRIBUTES.matcher(code).region(matcher.end(), code.length());
                int after = attributes.lookingAt() ? attributes.end() : matcher.end();
                uses.add(new Use(name, GUARD.matcher(code.substring(after)).matches()));
            }
        }
        return uses;
    }

    /** A name behind {@code |} is a filter, behind {@code is} a test, before {@code (} a function, before {@code =} an argument. */
    private static boolean isVariable(String code, int start, int end) {
        String before = code.substring(0, start).stripTrailing();
        String after = code.substring(end).stripLeading();
        boolean filter = before.endsWith("|");
        boolean test = before.matches("(?s).*\\bis(\\s+not)?");
        boolean attribute = before.endsWith(".");
        boolean function = after.startsWith("(");
        boolean argument = after.startsWith("=") && !after.startsWith("==");
        return !filter && !test && !attribute && !function && !argument;
    }
}
