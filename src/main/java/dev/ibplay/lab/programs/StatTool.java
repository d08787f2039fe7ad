package dev.ibplay.lab.programs;

import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.disk.Stat;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** {@code stat -c}. All files are on device 2049; the number of names is 1, of a folder 2. */
final class StatTool {
    private static final int DEVICE = 2049;
    private static final String DEFAULT = "  File: %n\n  Size: %s\nAccess: (%a/%A)  Uid: %u  Gid: %g\nModify: %Y";

    private final ToolCall call;
    private final Accounts accounts;

    private StatTool(ToolCall call) {
        this.call = call;
        accounts = new Accounts(call.disk());
    }

    static int stat(ToolCall call) throws ToolFailure, IOException {
        Options options = Options.of(call.arguments(), "Lc:t", Map.of("format", 'c', "dereference", 'L'));
        String format = options.argument('c').orElse(DEFAULT);
        List<String> operands = options.atLeast(1);
        int status = 0;
        for (String operand : operands) {
            try {
                call.print(new StatTool(call).described(format, operand, options.has('L')) + "\n");
            } catch (Errno error) {
                status = call.say(1, "cannot stat '" + operand + "': " + error.text());
            }
        }
        return status;
    }

    private String described(String format, String operand, boolean follow) throws Errno {
        if (operand.isEmpty()) {
            throw new Errno("ENOENT", operand);
        }
        String path = call.path(operand);
        Stat stat = call.disk().stat(path, follow);
        boolean device = Devices.is(follow ? call.disk().resolve(path) : path);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < format.length(); i++) {
            char c = format.charAt(i);
            boolean directive = c == '%' && i + 1 < format.length();
            text.append(directive ? value(format.charAt(++i), operand, stat, device) : Character.toString(c));
        }
        return text.toString();
    }

    private String value(char directive, String operand, Stat stat, boolean device) {
        return switch (directive) {
            case 'f' -> Integer.toHexString(FileModes.encoded(stat, device));
            case 'a' -> Integer.toOctalString(stat.mode());
            case 'A' -> FileModes.shown(stat, device);
            case 'u' -> Long.toString(stat.uid());
            case 'g' -> Long.toString(stat.gid());
            case 'U' -> accounts.userName(stat.uid());
            case 'G' -> accounts.groupName(stat.gid());
            case 's' -> Long.toString(stat.size());
            case 'X', 'Y', 'Z' -> Long.toString(stat.modifiedSeconds());
            case 'd' -> Integer.toString(DEVICE);
            case 'i' -> Long.toString(stat.inode());
            case 'h' -> stat.isFolder() ? "2" : "1";
            case 'n' -> operand;
            case 'F' -> kind(stat, device);
            case '%' -> "%";
            default -> "?";
        };
    }

    private static String kind(Stat stat, boolean device) {
        if (device) {
            return "character special file";
        }
        return switch (stat.kind()) {
            case FILE -> stat.size() == 0 ? "regular empty file" : "regular file";
            case FOLDER -> "directory";
            case LINK -> "symbolic link";
        };
    }
}
