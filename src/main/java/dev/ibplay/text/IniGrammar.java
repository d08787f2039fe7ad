package dev.ibplay.text;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How the two readers of sectioned files take their lines. */
public enum IniGrammar {
    /**
     * GLib's GKeyFile: comments start with #, a value is one line, a section that comes again goes on, and a line that is
     * nothing of these makes the whole file unreadable (g_key_file_parse_line).
     */
    KEYFILE {
        @Override
        public Parsed<IniText> read(String text) {
            var reading = new Reading(text);
            for (TextLines.Line line : reading.lines.lines()) {
                String content = reading.lines.text(line);
                String stripped = content.strip();
                Matcher header = KEYFILE_HEADER.matcher(content);
                if (stripped.isEmpty() || stripped.startsWith("#")) {
                    continue;
                }
                if (header.matches()) {
                    reading.headers.add(new IniText.Header(header.group(1), line.number()));
                } else if (!KEYFILE_ENTRY.matcher(content).matches()) {
                    return new Parsed.Unreadable<>(
                            "line %d is neither a section, a key with a value nor a comment".formatted(line.number()));
                } else if (reading.headers.isEmpty()) {
                    return new Parsed.Unreadable<>("line %d stands before the first section".formatted(line.number()));
                } else {
                    reading.entry(line);
                }
            }
            return reading.document(this);
        }
    },
    /**
     * systemd's config_parse: comments start with # or ;, a backslash at the end continues a line and may have comments
     * after it, a line without = is passed over, and a broken section header makes the whole file unreadable.
     */
    SYSTEMD {
        @Override
        public Parsed<IniText> read(String text) {
            var reading = new Reading(text);
            List<TextLines.Line> lines = reading.lines.lines();
            int at = 0;
            while (at < lines.size()) {
                TextLines.Line first = lines.get(at);
                String content = reading.lines.text(first).strip();
                at++;
                if (isComment(content)) {
                    continue;
                }
                boolean continued = isContinued(reading.lines.text(first));
                var logical = new StringBuilder(part(reading.lines.text(first)));
                int last = first.number();
                while (continued && at < lines.size()) {
                    String more = reading.lines.text(lines.get(at)).stripLeading();
                    at++;
                    if (!isComment(more)) {
                        logical.append(part(more));
                        continued = isContinued(more);
                        last = at;
                    }
                }
                String whole = logical.toString().strip();
                if (whole.startsWith("[")) {
                    if (!whole.endsWith("]")) {
                        return new Parsed.Unreadable<>(
                                "the section header in line %d has no end".formatted(first.number()));
                    }
                    reading.headers.add(new IniText.Header(whole.substring(1, whole.length() - 1), first.number()));
                } else if (whole.contains("=") && !reading.headers.isEmpty()) {
                    if (last == first.number() && !isContinued(reading.lines.text(first))) {
                        reading.entry(first);
                    } else {
                        reading.longEntry(first, lines.get(last - 1), whole);
                    }
                }
            }
            return reading.document(this);
        }
    };

    private static final Pattern KEYFILE_HEADER = Pattern.compile("\\s*\\[([^\\[\\]\\p{Cntrl}]+)][ \\t]*");
    private static final Pattern KEYFILE_ENTRY = Pattern.compile("[^=\\[\\]]+(\\[[^=\\[\\]]*])?\\s*=.*");

    /** Reads a file by this grammar. */
    public abstract Parsed<IniText> read(String text);

    private static boolean isComment(String content) {
        return content.startsWith("#") || content.startsWith(";");
    }

    private static boolean isContinued(String content) {
        int backslashes = 0;
        while (backslashes < content.length() && content.charAt(content.length() - 1 - backslashes) == '\\') {
            backslashes++;
        }
        return backslashes % 2 == 1;
    }

    private static String part(String content) {
        return isContinued(content) ? content.substring(0, content.length() - 1) + " " : content;
    }

    private static final class Reading {
        private final String text;
        private final TextLines lines;
        private final List<IniText.Header> headers = new ArrayList<>();
        private final List<IniText.Entry> entries = new ArrayList<>();

        Reading(String text) {
            this.text = text;
            this.lines = new TextLines(text);
        }

        void entry(TextLines.Line line) {
            int equals = text.indexOf('=', line.start());
            String key = text.substring(line.start(), equals);
            String raw = text.substring(equals + 1, line.end());
            String value = raw.strip();
            int start = equals + 1 + (value.isEmpty() ? 0 : raw.indexOf(value));
            int keyEnd = line.start() + key.stripTrailing().length();
            add(new IniText.Entry(
                    section(), key.strip(), value, line.number(), keyEnd, start, start + value.length(), true));
        }

        void longEntry(TextLines.Line first, TextLines.Line last, String whole) {
            int equals = whole.indexOf('=');
            String key = whole.substring(0, equals).strip();
            String value = whole.substring(equals + 1).strip();
            add(new IniText.Entry(section(), key, value, first.number(), first.end(), last.start(), last.end(), false));
        }

        private void add(IniText.Entry entry) {
            entries.add(entry);
        }

        private String section() {
            return headers.getLast().name();
        }

        Parsed<IniText> document(IniGrammar grammar) {
            return new Parsed.Document<>(new IniText(grammar, text, headers, entries));
        }
    }
}
