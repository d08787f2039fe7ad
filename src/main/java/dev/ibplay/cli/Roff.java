package dev.ibplay.cli;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Writes a manual page in the macros of man(7). Each text is one paragraph, escaped. */
final class Roff {
    private static final int LINE = 78;

    private final StringBuilder out = new StringBuilder();

    /** @param section of the manual: 1 for commands, 5 for files */
    void title(String name, int section, String date, String version) {
        line(".TH " + quoted(name.toUpperCase(Locale.ROOT)) + " " + section + " \"" + date + "\" "
                + quoted("ibplay " + version) + " " + quoted(section == 1 ? "User Commands" : "File Formats"));
        // Words are not broken: options and file names are to be searched for.
        line(".nh");
        line(".ad l");
    }

    void section(String title) {
        line(".SH " + quoted(title));
    }

    void text(String text) {
        paragraph(text);
    }

    void synopsis(String bold, String rest) {
        line(".B " + escaped(bold));
        paragraph(rest);
    }

    void item(String tag, String text) {
        line(".TP");
        line("\\fB" + escaped(tag) + "\\fR");
        paragraph(text);
    }

    /** Lines that stay as they are. */
    void verbatim(List<String> lines) {
        line(".EX");
        // A line without a character would be taken for a paragraph that is empty by mistake.
        lines.forEach(text -> line(text.isEmpty() ? "\\&" : escaped(text)));
        line(".EE");
    }

    /** Another page, with its section. */
    record Reference(String name, int section) {
        static Reference command(String name) {
            return new Reference(name, 1);
        }
    }

    void references(List<Reference> pages) {
        line(pages.stream()
                .map(page -> "\\fB" + escaped(page.name()) + "\\fR(" + page.section() + ")")
                .collect(Collectors.joining(",\n")));
    }

    /** In lines of the length that linters of pages ask for, where words are not longer. */
    private void paragraph(String text) {
        var line = new StringBuilder();
        for (String word : text.split(" ", -1)) {
            String safe = escaped(word);
            if (!line.isEmpty() && line.length() + 1 + safe.length() > LINE) {
                line(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(safe);
        }
        line(line.toString());
    }

    private void line(String line) {
        out.append(line).append('\n');
    }

    private static String quoted(String text) {
        return "\"" + escaped(text).replace("\"", "\\(dq") + "\"";
    }

    /** A line that begins with a dot or an apostrophe would be a request. */
    static String escaped(String text) {
        String safe = text.replace("\\", "\\e")
                .replace("-", "\\-")
                .replace("'", "\\(aq")
                .replace("^", "\\(ha")
                .replace("~", "\\(ti")
                .replace("`", "\\(ga");
        return safe.startsWith(".") ? "\\&" + safe : safe;
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
