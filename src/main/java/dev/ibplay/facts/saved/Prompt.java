package dev.ibplay.facts.saved;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line with a shell's prompt and a command.
 *
 * @param tool the tool that the command starts; nothing for any other command
 */
record Prompt(Optional<Tool> tool) {
    private static final Pattern OF_A_TOOL = Pattern.compile("(?:PS [^>]*>|[^#$>%]*[#$>%])\\s*(?:sudo\\s+)?"
            + "(?:[^\\s|]*[/\\\\])?(?<tool>[A-Za-z_]+)(?:\\.exe)?(?:\\s+.*)?");

    /** PowerShell, cmd.exe, a shell that shows user and host, busybox. */
    private static final Pattern OF_ANY = Pattern.compile(
            "(?:PS )?[A-Za-z]:\\\\[^>]*>.*|\\[?[\\w.-]+@[\\w.-]+[^#$]{0,80}[#$](?: .*)?|[~/][^ ]* # .*");

    static Optional<Prompt> of(String line) {
        Matcher command = OF_A_TOOL.matcher(line);
        Optional<Tool> tool = command.matches() ? Tool.named(command.group("tool")) : Optional.empty();
        return tool.isPresent() || OF_ANY.matcher(line).matches() ? Optional.of(new Prompt(tool)) : Optional.empty();
    }
}
