package dev.ibplay.inventory;

import java.util.regex.Pattern;

/** Shell patterns as Python's {@code fnmatch} has them: {@code *}, {@code ?}, {@code [a-c]}, {@code [!a-c]}; case matters. */
final class Glob {
    private Glob() {}

    static boolean isGlob(String text) {
        return text.indexOf('*') >= 0 || text.indexOf('?') >= 0 || text.indexOf('[') >= 0;
    }

    static Pattern compile(String glob) {
        var regex = new StringBuilder();
        for (int i = 0; i < glob.length(); i++) {
            char c = glob.charAt(i);
            int close = c == '[' ? end(glob, i) : -1;
            if (close > 0) {
                regex.append(characterClass(glob.substring(i + 1, close)));
                i = close;
            } else if (c == '*') {
                regex.append(".*");
            } else if (c == '?') {
                regex.append('.');
            } else {
                regex.append(Pattern.quote(String.valueOf(c)));
            }
        }
        return Pattern.compile(regex.toString(), Pattern.DOTALL);
    }

    /** Where the class that begins at {@code open} ends; -1 when the bracket only means itself. */
    private static int end(String glob, int open) {
        int first = open + 1 + (glob.startsWith("!", open + 1) ? 1 : 0);
        return glob.indexOf(']', first + 1);
    }

    private static String characterClass(String content) {
        boolean not = content.startsWith("!");
        String members = not ? content.substring(1) : content;
        var escaped = new StringBuilder();
        for (int i = 0; i < members.length(); i++) {
            char c = members.charAt(i);
            if ("\\[]^&".indexOf(c) >= 0) {
                escaped.append('\\');
            }
            escaped.append(c);
        }
        // A range that runs backwards matches nothing in fnmatch; a regular expression would not compile.
        String forward = escaped.toString();
        return backwards(members) ? "(?!)" : "[" + (not ? "^" : "") + forward + "]";
    }

    private static boolean backwards(String members) {
        for (int i = 1; i + 1 < members.length(); i++) {
            if (members.charAt(i) == '-' && members.charAt(i - 1) > members.charAt(i + 1)) {
                return true;
            }
        }
        return false;
    }
}
