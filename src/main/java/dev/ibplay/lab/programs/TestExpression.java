package dev.ibplay.lab.programs;

import dev.ibplay.lab.disk.Disk;
import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.disk.Stat;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What {@code test} evaluates (POSIX.1-2017, XCU 4), with {@code -a}, {@code -o} and parentheses. */
public final class TestExpression {
    private static final Set<String> BINARY =
            Set.of("=", "!=", "<", ">", "-eq", "-ne", "-gt", "-ge", "-lt", "-le", "-nt", "-ot", "-ef");
    private static final String UNARY = "bcdefghkLnOGprsStuwxz";

    private final Disk disk;
    private final String folder;
    private final long uid;
    private final List<String> words;
    private int at;

    /** The words are no expression. */
    public static final class Malformed extends Exception {
        private static final long serialVersionUID = 1L;

        Malformed(String message) {
            super(message);
        }
    }

    public TestExpression(Disk disk, String folder, long uid, List<String> words) {
        this.disk = disk;
        this.folder = folder;
        this.uid = uid;
        this.words = words;
    }

    public boolean isTrue() throws Malformed {
        if (words.isEmpty()) {
            return false;
        }
        Optional<Boolean> decided = byCount();
        if (decided.isPresent()) {
            return decided.get();
        }
        boolean value = either();
        if (at < words.size()) {
            throw new Malformed(words.get(at) + ": unexpected operator");
        }
        return value;
    }

    /** Few words have one meaning only, whatever they look like. */
    private Optional<Boolean> byCount() throws Malformed {
        int count = words.size();
        if (count == 1) {
            return Optional.of(!words.getFirst().isEmpty());
        }
        if (count == 3 && BINARY.contains(words.get(1))) {
            return Optional.of(binary(words.get(0), words.get(1), words.get(2)));
        }
        if (count == 2 && words.getFirst().equals("!")) {
            return Optional.of(words.get(1).isEmpty());
        }
        if (count == 4 && words.getFirst().equals("!") && BINARY.contains(words.get(2))) {
            return Optional.of(!binary(words.get(1), words.get(2), words.get(3)));
        }
        return Optional.empty();
    }

    private boolean take(String word) {
        if (at < words.size() && words.get(at).equals(word)) {
            at++;
            return true;
        }
        return false;
    }

    private boolean either() throws Malformed {
        boolean value = both();
        while (take("-o")) {
            value |= both();
        }
        return value;
    }

    private boolean both() throws Malformed {
        boolean value = negated();
        while (take("-a")) {
            value &= negated();
        }
        return value;
    }

    private boolean negated() throws Malformed {
        return (at < words.size() - 1 && take("!")) ? !negated() : primary();
    }

    private boolean primary() throws Malformed {
        if (at >= words.size()) {
            throw new Malformed("argument expected");
        }
        boolean hasOperator = at + 2 < words.size() && BINARY.contains(words.get(at + 1));
        if (hasOperator) {
            at += 3;
            return binary(words.get(at - 3), words.get(at - 2), words.get(at - 1));
        }
        if (at < words.size() - 1 && take("(")) {
            boolean value = either();
            if (!take(")")) {
                throw new Malformed("closing paren expected");
            }
            return value;
        }
        String word = words.get(at++);
        boolean unary = word.length() == 2 && word.startsWith("-") && UNARY.indexOf(word.charAt(1)) >= 0;
        if (unary && at < words.size()) {
            return unary(word.charAt(1), words.get(at++));
        }
        return !word.isEmpty();
    }

    private boolean binary(String left, String operator, String right) throws Malformed {
        return switch (operator) {
            case "=" -> left.equals(right);
            case "!=" -> !left.equals(right);
            case "<" -> left.compareTo(right) < 0;
            case ">" -> left.compareTo(right) > 0;
            case "-nt" -> modified(left) > modified(right);
            case "-ot" -> modified(left) < modified(right);
            case "-ef" -> stat(left, true).isPresent() && stat(left, true).equals(stat(right, true));
            default -> numeric(number(left), operator, number(right));
        };
    }

    private static boolean numeric(long left, String operator, long right) {
        return switch (operator) {
            case "-eq" -> left == right;
            case "-ne" -> left != right;
            case "-gt" -> left > right;
            case "-ge" -> left >= right;
            case "-lt" -> left < right;
            default -> left <= right;
        };
    }

    private static long number(String text) throws Malformed {
        try {
            return Long.parseLong(text.strip());
        } catch (NumberFormatException none) {
            throw new Malformed("Illegal number: " + text);
        }
    }

    private boolean unary(char operator, String operand) {
        return switch (operator) {
            case 'n' -> !operand.isEmpty();
            case 'z' -> operand.isEmpty();
            case 'h', 'L' -> stat(operand, false).filter(Stat::isLink).isPresent();
            case 't', 'b', 'p', 'S' -> false;
            default ->
                stat(operand, true).filter(s -> file(operator, operand, s)).isPresent();
        };
    }

    private boolean file(char operator, String operand, Stat stat) {
        return switch (operator) {
            case 'd' -> stat.isFolder();
            case 'f' -> stat.isFile() && !isDevice(operand);
            case 'c' -> isDevice(operand);
            case 's' -> stat.size() > 0;
            case 'r' -> FileModes.allows(stat, uid, 4);
            case 'w' -> FileModes.allows(stat, uid, 2);
            case 'x' -> FileModes.allows(stat, uid, 1);
            case 'u' -> (stat.mode() & 04000) != 0;
            case 'g' -> (stat.mode() & 02000) != 0;
            case 'k' -> (stat.mode() & 01000) != 0;
            case 'O' -> stat.uid() == uid;
            case 'G' -> stat.gid() == uid;
            default -> true;
        };
    }

    private boolean isDevice(String operand) {
        try {
            return Devices.is(disk.resolve(path(operand)));
        } catch (Errno absent) {
            return false;
        }
    }

    private long modified(String operand) {
        return stat(operand, true).map(Stat::modifiedSeconds).orElse(Long.MIN_VALUE);
    }

    private Optional<Stat> stat(String operand, boolean follow) {
        try {
            return operand.isEmpty() ? Optional.empty() : Optional.of(disk.stat(path(operand), follow));
        } catch (Errno absent) {
            return Optional.empty();
        }
    }

    private String path(String operand) {
        String path = operand.startsWith("/") ? operand : folder.equals("/") ? "/" + operand : folder + "/" + operand;
        return ByteText.unicode(path);
    }
}
