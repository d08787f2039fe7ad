package dev.ibplay.lab.shell;

import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.programs.ByteText;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/** {@code cd}, {@code pwd} and {@code umask}. */
final class FolderBuiltins {
    private FolderBuiltins() {}

    static int cd(BuiltinCall call) throws IOException {
        ShellEnvironment shell = call.shell();
        boolean option = call.argument(0, "").matches("-[LP-]");
        String target =
                call.argument(option ? 1 : 0, shell.variables.get("HOME").orElse(""));
        boolean back = target.equals("-");
        String wanted = back ? shell.variables.get("OLDPWD").orElse("") : target;
        String path = logical(shell.absolute(wanted));
        try {
            if (!shell.machine.disk().stat(ByteText.unicode(path), true).isFolder()) {
                throw new Errno("ENOTDIR", path);
            }
        } catch (Errno error) {
            return call.fail(2, "can't cd to " + wanted);
        }
        shell.variables.set("OLDPWD", shell.folder);
        shell.folder = path;
        shell.variables.set("PWD", path);
        if (back) {
            call.print(path + "\n");
        }
        return 0;
    }

    /** Dots are taken out of the text, whatever links there are (POSIX.1-2017, {@code cd -L}). */
    private static String logical(String path) {
        Deque<String> names = new ArrayDeque<>();
        for (String name : path.split("/+", -1)) {
            if (name.equals("..")) {
                names.pollLast();
            } else if (!name.isEmpty() && !name.equals(".")) {
                names.addLast(name);
            }
        }
        return "/" + String.join("/", names);
    }

    static int pwd(BuiltinCall call) throws IOException {
        call.print(call.shell().folder + "\n");
        return 0;
    }

    static int umask(BuiltinCall call) throws IOException {
        String text = call.argument(0, "");
        if (text.isEmpty() || text.equals("-S")) {
            int mask = call.shell().umask;
            call.print(text.isEmpty() ? "0" + octal(mask) + "\n" : symbolic(~mask) + "\n");
            return 0;
        }
        if (!text.matches("[0-7]{1,4}")) {
            throw call.error("Illegal number: " + text);
        }
        call.shell().umask = Integer.parseInt(text, 8) & 0777;
        return 0;
    }

    private static String octal(int mask) {
        String digits = Integer.toOctalString(mask);
        return "0".repeat(3 - digits.length()) + digits;
    }

    private static String symbolic(int allowed) {
        StringBuilder text = new StringBuilder();
        String[] who = {"u=", ",g=", ",o="};
        for (int i = 0; i < who.length; i++) {
            int bits = (allowed >> (3 * (2 - i))) & 7;
            text.append(who[i])
                    .append((bits & 4) != 0 ? "r" : "")
                    .append((bits & 2) != 0 ? "w" : "")
                    .append((bits & 1) != 0 ? "x" : "");
        }
        return text.toString();
    }
}
