package dev.ibplay.opensm;

import dev.ibplay.text.Parsed;
import dev.ibplay.text.Rewrite;
import dev.ibplay.text.ShellAssignments;
import java.util.List;
import java.util.Optional;

/**
 * The file of variables that a launcher of OpenSM sources: /etc/sysconfig/opensm with PRIORITY and GUIDS (opensm-launch of RHEL
 * and SLES) or with OPTIONS (opensmd of upstream and OFED), /etc/default/opensm with PORTS (Debian). A lossless document.
 */
public final class LauncherVariables {
    /** A variable that is a priority; opensm-launch makes {@code -p} of it. */
    public static final String PRIORITY = "PRIORITY";

    /** Arguments of OpenSM as one text. */
    public static final String OPTIONS = "OPTIONS";

    private final ShellAssignments shell;

    private LauncherVariables(ShellAssignments shell) {
        this.shell = shell;
    }

    /** Unreadable where a quote has no end; the shell refuses such a file, too. */
    public static Parsed<LauncherVariables> parse(String text) {
        return switch (ShellAssignments.parse(text)) {
            case Parsed.Unreadable<ShellAssignments> unreadable -> new Parsed.Unreadable<>(unreadable.because());
            case Parsed.Document<ShellAssignments> shell ->
                new Parsed.Document<>(new LauncherVariables(shell.document()));
        };
    }

    public String text() {
        return shell.text();
    }

    public LauncherSetting setting(String name) {
        if (text().indexOf('\r') >= 0) {
            return new LauncherSetting.Unclear("a line ends in CR LF, and the shell takes CR as part of the value");
        }
        Optional<String> unclear = shell.unclear(name);
        if (unclear.isPresent()) {
            return new LauncherSetting.Unclear(unclear.get());
        }
        return shell.value(name)
                .<LauncherSetting>map(LauncherSetting.Value::new)
                .orElseGet(LauncherSetting.Unset::new);
    }

    /** The words of a list, as in GUIDS and PORTS; empty where it is not set or not clear. */
    public List<String> words(String name) {
        return setting(name) instanceof LauncherSetting.Value value
                ? CommandWords.ofShell(value.text()).texts()
                : List.of();
    }

    /** The priority that the launcher hands to OpenSM: PRIORITY, or {@code -p} in OPTIONS, which comes later. */
    public LauncherSetting priority() {
        if (setting(PRIORITY) instanceof LauncherSetting.Unclear unclear) {
            return unclear;
        }
        return switch (setting(OPTIONS)) {
            case LauncherSetting.Unclear unclear -> unclear;
            case LauncherSetting.Unset ignored -> setting(PRIORITY);
            case LauncherSetting.Value options ->
                CommandWords.ofShell(options.text())
                        .priority()
                        .<LauncherSetting>map(LauncherSetting.Value::new)
                        .orElseGet(() -> setting(PRIORITY));
        };
    }

    /** The text with the variable set; its last assignment changes and keeps its quotes. */
    public Rewrite with(String name, String value) {
        return shell.with(name, value, List.of());
    }

    /** The text with another priority wherever one is given now. */
    public Rewrite withPriority(int number) {
        String priority = Integer.toString(number);
        Rewrite result = new Rewrite.Done(text());
        if (priority() instanceof LauncherSetting.Unclear unclear) {
            return new Rewrite.Refused(unclear.because());
        }
        if (setting(OPTIONS) instanceof LauncherSetting.Value options) {
            String changed = CommandWords.ofShell(options.text()).withPriority(priority);
            result = changed.equals(options.text()) ? result : with(OPTIONS, changed);
        }
        if (!(setting(PRIORITY) instanceof LauncherSetting.Value value)
                || value.text().equals(priority)) {
            return result;
        }
        return switch (result) {
            case Rewrite.Refused refused -> refused;
            case Rewrite.Done done ->
                parse(done.text()) instanceof Parsed.Document<LauncherVariables> again
                        ? again.document().with(PRIORITY, priority)
                        : new Rewrite.Refused("the file cannot be read again after the change");
        };
    }

    @Override
    public String toString() {
        return "LauncherVariables[%d characters]".formatted(text().length());
    }
}
