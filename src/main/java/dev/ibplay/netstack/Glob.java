package dev.ibplay.netstack;

import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** The patterns of fnmatch(3) without flags, which systemd, netplan and NetworkManager match names with. */
final class Glob {
    private Glob() {}

    static boolean isPattern(String text) {
        return text.chars().anyMatch(c -> "*?[\\".indexOf(c) >= 0);
    }

    static boolean matches(String pattern, String text) {
        try {
            return Pattern.compile(regex(pattern), Pattern.DOTALL).matcher(text).matches();
        } catch (PatternSyntaxException broken) {
            return false;
        }
    }

    private static String regex(String pattern) {
        var regex = new StringBuilder();
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            int close = c == '[' ? pattern.indexOf(']', i + (pattern.startsWith("[!", i) ? 3 : 2)) : -1;
            if (close > 0) {
                String set = pattern.substring(i + 1, close);
                boolean negated = set.startsWith("!") || set.startsWith("^");
                String inside = (negated ? set.substring(1) : set).replaceAll("[\\\\\\[\\]&^]", "\\\\$0");
                regex.append(negated ? "[^" : "[").append(inside).append(']');
                i = close;
            } else if (c == '\\' && i + 1 < pattern.length()) {
                i++;
                regex.append(Pattern.quote(String.valueOf(pattern.charAt(i))));
            } else {
                regex.append(c == '*' ? ".*" : c == '?' ? "." : Pattern.quote(String.valueOf(c)));
            }
        }
        return regex.toString();
    }
}
