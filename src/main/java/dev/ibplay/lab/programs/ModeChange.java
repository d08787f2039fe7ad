package dev.ibplay.lab.programs;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A mode as {@code chmod} takes it: octal, or clauses like {@code u+w,go-rwx}. */
final class ModeChange {
    private static final Pattern CLAUSE = Pattern.compile("([ugoa]*)((?:[-+=][rwxXst]*)+)");
    private static final Pattern ACTION = Pattern.compile("([-+=])([rwxXst]*)");

    private final String text;
    private final int umask;

    private ModeChange(String text, int umask) {
        this.text = text;
        this.umask = umask;
    }

    /** @param umask what clauses without a letter of whom they concern leave alone */
    static ModeChange of(String text, int umask) throws ToolFailure {
        boolean octal = text.matches("[0-7]{1,5}");
        if (!octal) {
            for (String clause : text.split(",", -1)) {
                if (!CLAUSE.matcher(clause).matches()) {
                    throw new ToolFailure("invalid mode: '" + text + "'");
                }
            }
        }
        return new ModeChange(text, umask);
    }

    int applied(int mode, boolean folder) {
        if (text.matches("[0-7]+")) {
            return Integer.parseInt(text, 8) & 07777;
        }
        int result = mode;
        for (String clause : text.split(",", -1)) {
            Matcher matcher = CLAUSE.matcher(clause);
            Matcher action = ACTION.matcher(matcher.matches() ? matcher.group(2) : "");
            int who = who(matcher.group(1));
            while (action.find()) {
                int bits = bits(action.group(2), folder || (result & 0111) != 0) & who;
                result = switch (action.group(1)) {
                    case "+" -> result | bits;
                    case "-" -> result & ~bits;
                    default -> (result & ~(who & 0777)) | bits;
                };
            }
        }
        return result;
    }

    private int who(String letters) {
        if (letters.isEmpty()) {
            return 07777 & ~umask;
        }
        int mask = 0;
        for (int i = 0; i < letters.length(); i++) {
            mask |= switch (letters.charAt(i)) {
                case 'u' -> 04700;
                case 'g' -> 02070;
                case 'o' -> 01007;
                default -> 07777;
            };
        }
        return mask;
    }

    private static int bits(String letters, boolean searchable) {
        int bits = 0;
        for (int i = 0; i < letters.length(); i++) {
            bits |= switch (letters.charAt(i)) {
                case 'r' -> 0444;
                case 'w' -> 0222;
                case 'x' -> 0111;
                case 'X' -> searchable ? 0111 : 0;
                case 's' -> 06000;
                default -> 01000;
            };
        }
        return bits;
    }
}
