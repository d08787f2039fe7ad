package dev.ibplay.lab.shell;

import java.util.List;

/** Integer expressions as in C, with 64 bits (POSIX.1-2017, XCU 2.6.4). */
final class Arithmetic {
    /** By rising rank. */
    private static final List<List<String>> BINARY = List.of(
            List.of("||"),
            List.of("&&"),
            List.of("|"),
            List.of("^"),
            List.of("&"),
            List.of("==", "!="),
            List.of("<=", ">=", "<", ">"),
            List.of("<<", ">>"),
            List.of("+", "-"),
            List.of("*", "/", "%"));

    private static final List<String> OPERATORS = List.of(
            "<<=", ">>=", "||", "&&", "==", "!=", "<=", ">=", "<<", ">>", "+=", "-=", "*=", "/=", "%=", "&=", "|=",
            "^=", "+", "-", "*", "/", "%", "&", "|", "^", "<", ">", "!", "~", "?", ":", "(", ")", "=");

    private final Variables variables;
    private final String text;
    private final int line;
    private int at;
    /** Above 0 nothing is assigned and no division fails. */
    private int skipped;

    private Arithmetic(Variables variables, String text, int line) {
        this.variables = variables;
        this.text = text;
        this.line = line;
    }

    static long value(Variables variables, String text, int line) {
        Arithmetic arithmetic = new Arithmetic(variables, text, line);
        long value = arithmetic.assignment();
        if (!arithmetic.operator().isEmpty() || arithmetic.at < text.length()) {
            throw arithmetic.wrong("expecting EOF");
        }
        return value;
    }

    private ShellError wrong(String what) {
        return new ShellError(line, "arithmetic expression: " + what + ": \"" + text + "\"");
    }

    private void skipBlanks() {
        while (at < text.length() && " \t\n\r".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    /** The operator that comes next, or empty. */
    private String operator() {
        skipBlanks();
        return OPERATORS.stream()
                .filter(o -> text.startsWith(o, at))
                .findFirst()
                .orElse("");
    }

    private boolean take(String wanted) {
        if (!operator().equals(wanted)) {
            return false;
        }
        at += wanted.length();
        return true;
    }

    private long assignment() {
        int start = at;
        String name = name();
        String operator = name.isEmpty() ? "" : operator();
        boolean assigns =
                operator.endsWith("=") && !List.of("==", "!=", "<=", ">=").contains(operator);
        if (!assigns) {
            at = start;
            return conditional();
        }
        at += operator.length();
        long right = assignment();
        String binary = operator.substring(0, operator.length() - 1);
        long value = binary.isEmpty() ? right : apply(binary, variable(name), right);
        if (skipped == 0) {
            variables.set(name, Long.toString(value));
        }
        return value;
    }

    private String name() {
        skipBlanks();
        int start = at;
        if (at < text.length() && WordReader.isNameStart(text.charAt(at))) {
            while (at < text.length()
                    && (WordReader.isNameStart(text.charAt(at)) || WordReader.isDigit(text.charAt(at)))) {
                at++;
            }
        }
        return text.substring(start, at);
    }

    private long conditional() {
        long condition = binary(0);
        if (!take("?")) {
            return condition;
        }
        long yes = skipping(condition == 0);
        if (!take(":")) {
            throw wrong("expecting ':'");
        }
        long no = skipping(condition != 0);
        return condition != 0 ? yes : no;
    }

    private long skipping(boolean skips) {
        skipped += skips ? 1 : 0;
        long value = assignment();
        skipped -= skips ? 1 : 0;
        return value;
    }

    private long binary(int rank) {
        if (rank == BINARY.size()) {
            return unary();
        }
        long left = binary(rank + 1);
        for (String operator = operator(); BINARY.get(rank).contains(operator); operator = operator()) {
            at += operator.length();
            boolean known = operator.equals(left != 0 ? "||" : "&&");
            skipped += known ? 1 : 0;
            long right = binary(rank + 1);
            skipped -= known ? 1 : 0;
            left = apply(operator, left, right);
        }
        return left;
    }

    private long apply(String operator, long left, long right) {
        return switch (operator) {
            case "||" -> truth(left != 0 || right != 0);
            case "&&" -> truth(left != 0 && right != 0);
            case "|" -> left | right;
            case "^" -> left ^ right;
            case "&" -> left & right;
            case "==" -> truth(left == right);
            case "!=" -> truth(left != right);
            case "<=" -> truth(left <= right);
            case ">=" -> truth(left >= right);
            case "<" -> truth(left < right);
            case ">" -> truth(left > right);
            case "<<" -> left << right;
            case ">>" -> left >> right;
            case "+" -> left + right;
            case "-" -> left - right;
            case "*" -> left * right;
            case "/" -> right == 0 ? byZero() : left / right;
            default -> right == 0 ? byZero() : left % right;
        };
    }

    private long byZero() {
        if (skipped > 0) {
            return 0;
        }
        throw wrong("division by zero");
    }

    private static long truth(boolean value) {
        return value ? 1 : 0;
    }

    private long unary() {
        if (take("!")) {
            return truth(unary() == 0);
        }
        if (take("~")) {
            return ~unary();
        }
        if (take("-")) {
            return -unary();
        }
        return take("+") ? unary() : primary();
    }

    private long primary() {
        if (take("(")) {
            long value = assignment();
            if (!take(")")) {
                throw wrong("expecting ')'");
            }
            return value;
        }
        String name = name();
        return name.isEmpty() ? number() : variable(name);
    }

    private long number() {
        int start = at;
        while (at < text.length() && (WordReader.isDigit(text.charAt(at)) || WordReader.isNameStart(text.charAt(at)))) {
            at++;
        }
        if (start == at) {
            throw wrong("expecting primary");
        }
        try {
            return parse(text.substring(start, at));
        } catch (NumberFormatException none) {
            throw wrong("expecting EOF");
        }
    }

    private static long parse(String digits) {
        if (digits.startsWith("0x") || digits.startsWith("0X")) {
            return Long.parseLong(digits.substring(2), 16);
        }
        return digits.startsWith("0") ? Long.parseLong(digits, 8) : Long.parseLong(digits);
    }

    private long variable(String name) {
        String value = variables.get(name).map(String::strip).orElse("");
        if (value.isEmpty()) {
            return 0;
        }
        boolean negative = value.startsWith("-");
        try {
            long parsed = parse(negative || value.startsWith("+") ? value.substring(1) : value);
            return negative ? -parsed : parsed;
        } catch (NumberFormatException none) {
            throw new ShellError(line, "Illegal number: " + value);
        }
    }
}
