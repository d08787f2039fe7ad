package dev.ibplay.opensm;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A command that systemd starts.
 *
 * @param path the file that has it
 * @param line where it starts there, from 1
 * @param text as written, prefixes such as {@code -} included
 */
public record UnitCommand(String path, int line, String text) {
    private static final Pattern PREFIX = Pattern.compile("^[-@:+!|]+");
    private static final Pattern COMMENT_WITHIN = Pattern.compile("\\n[ \\t]*[#;]");
    private static final Pattern VARIABLE = Pattern.compile("(?:^|[^$])(?:\\$\\$)*\\$\\{?([A-Za-z_][A-Za-z0-9_]*)");

    /** Without the text, which may have a key among its arguments. */
    @Override
    public String toString() {
        return "UnitCommand[%s:%d]".formatted(path, line);
    }

    CommandWords words() {
        return CommandWords.ofUnit(text);
    }

    /** The program's path, without systemd's prefixes; empty for a command without words. */
    public String program() {
        return words().texts().stream()
                .findFirst()
                .map(w -> PREFIX.matcher(w).replaceFirst(""))
                .orElse("");
    }

    /** Whether OpenSM itself is started, and not a launcher or a shell. */
    public boolean startsOpensm() {
        return program().substring(program().lastIndexOf('/') + 1).equals("opensm");
    }

    /** The priority that the command gives to OpenSM. */
    public LauncherSetting priority() {
        Optional<String> unclear = unclear();
        if (unclear.isPresent()) {
            return new LauncherSetting.Unclear("%s:%d: %s".formatted(path, line, unclear.get()));
        }
        return words().priority()
                .<LauncherSetting>map(LauncherSetting.Value::new)
                .orElseGet(LauncherSetting.Unset::new);
    }

    private Optional<String> unclear() {
        if (!words().closed()) {
            return Optional.of("a quote has no end");
        }
        if (COMMENT_WITHIN.matcher(text).find()) {
            return Optional.of("a comment stands within the command");
        }
        if (!startsOpensm()) {
            return Optional.of("%s starts OpenSM in its own way".formatted(program()));
        }
        var variable = VARIABLE.matcher(text);
        return variable.find()
                ? Optional.of("the command takes arguments from the variable %s".formatted(variable.group(1)))
                : Optional.empty();
    }
}
