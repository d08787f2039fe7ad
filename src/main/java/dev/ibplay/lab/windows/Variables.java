package dev.ibplay.lab.windows;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Environment variables, whose names may be in large or small letters. */
final class Variables {
    private static final Pattern PERCENT = Pattern.compile("%([^%=]+)%");

    private static final Map<String, String> USUAL = Map.of(
            "os",
            "Windows_NT",
            "systemroot",
            "C:\\Windows",
            "windir",
            "C:\\Windows",
            "programfiles",
            "C:\\Program Files",
            "programdata",
            "C:\\ProgramData",
            "comspec",
            "C:\\Windows\\System32\\cmd.exe");

    private Variables() {}

    static Optional<String> value(String name, Map<String, String> environment) {
        return Optional.ofNullable(USUAL.get(name.toLowerCase(Locale.ROOT)))
                .or(() -> Optional.ofNullable(environment.get(name.toUpperCase(Locale.ROOT))));
    }

    /** What cmd makes of a line: unknown ones stay as they are written. */
    static String expanded(String line, Map<String, String> environment) {
        return PERCENT.matcher(line)
                .replaceAll(found -> Matcher.quoteReplacement(
                        value(found.group(1), environment).orElse(found.group())));
    }
}
