package dev.ibplay.lab.programs;

import java.io.IOException;
import java.util.Map;
import java.util.function.IntPredicate;

/** {@code tr}: sets with ranges, classes and escapes. */
final class Tr {
    private static final Map<String, IntPredicate> CLASSES = Map.of(
            "alpha", c -> isUpper(c) || isLower(c),
            "digit", Tr::isDigit,
            "alnum", c -> isUpper(c) || isLower(c) || isDigit(c),
            "upper", Tr::isUpper,
            "lower", Tr::isLower,
            "space", c -> c == ' ' || (c >= '\t' && c <= '\r'),
            "blank", c -> c == ' ' || c == '\t',
            "punct", c -> c > ' ' && c < 0x7f && !isUpper(c) && !isLower(c) && !isDigit(c),
            "cntrl", c -> c < ' ' || c == 0x7f,
            "print", c -> c >= ' ' && c < 0x7f);

    private Tr() {}

    private static boolean isUpper(int c) {
        return c >= 'A' && c <= 'Z';
    }

    private static boolean isLower(int c) {
        return c >= 'a' && c <= 'z';
    }

    private static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }

    static int tr(ToolCall call) throws ToolFailure, IOException {
        Options options = Options.of(
                call.arguments(), "+cCdst", Map.of("complement", 'c', "delete", 'd', "squeeze-repeats", 's'));
        String first = set(options.atLeast(1).getFirst());
        String from = options.has('c') || options.has('C') ? complement(first) : first;
        String to = options.operands().size() > 1 ? set(options.operands().get(1)) : "";
        if (to.isEmpty() && !options.has('d') && !options.has('s')) {
            throw new ToolFailure("missing operand after '" + options.operands().getFirst() + "'");
        }
        boolean translates = !options.has('d') && !to.isEmpty();
        String squeezed = !options.has('s') ? "" : to.isEmpty() ? from : to;
        int before = -1;
        byte[] chunk = new byte[8192];
        for (int count = call.stdin().read(chunk);
                count >= 0;
                count = call.stdin().read(chunk)) {
            for (int i = 0; i < count; i++) {
                int c = chunk[i] & 0xff;
                int at = from.indexOf(c);
                if (options.has('d') && at >= 0) {
                    continue;
                }
                int result = translates && at >= 0 ? to.charAt(Math.min(at, to.length() - 1)) : c;
                if (result != before || squeezed.indexOf(result) < 0) {
                    call.write(new byte[] {(byte) result});
                }
                before = result;
            }
        }
        return 0;
    }

    private static String complement(String set) {
        StringBuilder others = new StringBuilder();
        for (char c = 0; c < 256; c++) {
            if (set.indexOf(c) < 0) {
                others.append(c);
            }
        }
        return others.toString();
    }

    private static String set(String text) throws ToolFailure {
        StringBuilder set = new StringBuilder();
        String plain = text;
        int at = 0;
        while (at < plain.length()) {
            int classEnd = plain.startsWith("[:", at) ? plain.indexOf(":]", at) : -1;
            if (classEnd > 0) {
                addClass(set, plain.substring(at + 2, classEnd));
                at = classEnd + 2;
                continue;
            }
            int length = unit(plain, at);
            char c = character(plain, at, length);
            at += length;
            if (at + 1 < plain.length() && plain.charAt(at) == '-') {
                int last = unit(plain, at + 1);
                for (char d = c; d <= character(plain, at + 1, last); d++) {
                    set.append(d);
                }
                at += 1 + last;
            } else {
                set.append(c);
            }
        }
        return set.toString();
    }

    /** How long the character there is, with its escape. */
    private static int unit(String text, int at) {
        if (text.charAt(at) != '\\' || at + 1 == text.length()) {
            return 1;
        }
        int end = at + 1;
        while (end < text.length() && end < at + 4 && text.charAt(end) >= '0' && text.charAt(end) <= '7') {
            end++;
        }
        return Math.max(2, end - at);
    }

    private static char character(String text, int at, int length) {
        String unit = text.substring(at, at + length);
        if (length == 1) {
            return unit.charAt(0);
        }
        String meant = Escapes.format(unit).text();
        return meant.charAt(meant.length() - 1);
    }

    private static void addClass(StringBuilder set, String name) throws ToolFailure {
        if (!CLASSES.containsKey(name)) {
            throw new ToolFailure("invalid character class '" + name + "'");
        }
        IntPredicate holds = CLASSES.getOrDefault(name, c -> false);
        for (char c = 0; c < 256; c++) {
            if (holds.test(c)) {
                set.append(c);
            }
        }
    }
}
