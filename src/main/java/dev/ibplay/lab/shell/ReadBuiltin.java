package dev.ibplay.lab.shell;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** {@code read}: takes one line and no byte more from standard input. */
final class ReadBuiltin {
    private final BuiltinCall call;
    private final String separators;
    private final StringBuilder marked = new StringBuilder();

    private ReadBuiltin(BuiltinCall call) {
        this.call = call;
        separators = call.shell().variables.get("IFS").orElse(Expander.SEPARATORS);
    }

    static int read(BuiltinCall call) throws IOException {
        List<String> names = call.arguments();
        boolean raw = false;
        int at = 0;
        while (at < names.size() && names.get(at).startsWith("-")) {
            String option = names.get(at++);
            raw |= option.equals("-r");
            if (option.equals("-p") && at < names.size()) {
                call.shell().descriptors.output(2).write(names.get(at++).getBytes(StandardCharsets.ISO_8859_1));
            }
        }
        if (at == names.size()) {
            throw call.error("arg count");
        }
        return new ReadBuiltin(call).read(names.subList(at, names.size()), raw);
    }

    private int read(List<String> names, boolean raw) throws IOException {
        boolean whole = line(raw);
        assign(names);
        return whole ? 0 : 1;
    }

    /** Whether the line had an end. Backslashed characters are quoted ones. */
    private boolean line(boolean raw) throws IOException {
        InputStream in = call.shell().descriptors.input(0);
        for (int c = in.read(); c >= 0; c = in.read()) {
            if (c == '\n') {
                return true;
            }
            if (c == '\\' && !raw) {
                int quoted = in.read();
                if (quoted >= 0 && quoted != '\n') {
                    marked.append(Marked.quote(Character.toString((char) quoted)));
                }
            } else if (c != 0) {
                marked.append((char) c);
            }
        }
        return false;
    }

    private boolean isSeparator(int at) {
        return at < marked.length() && separators.indexOf(marked.charAt(at)) >= 0;
    }

    private boolean isBlank(int at) {
        return isSeparator(at) && " \t\n".indexOf(marked.charAt(at)) >= 0;
    }

    private int skipBlanks(int at) {
        int next = at;
        while (isBlank(next)) {
            next++;
        }
        return next;
    }

    private void assign(List<String> names) {
        int at = skipBlanks(0);
        for (int i = 0; i < names.size(); i++) {
            boolean last = i == names.size() - 1;
            int end = last ? lastEnd(at) : fieldEnd(at);
            call.shell().variables.set(names.get(i), Marked.plain(marked.substring(at, end)));
            at = last ? end : behindSeparator(end);
        }
    }

    private int fieldEnd(int from) {
        int end = from;
        while (end < marked.length() && !isSeparator(end)) {
            end++;
        }
        return end;
    }

    /** One separator with the blanks around it. */
    private int behindSeparator(int from) {
        int at = skipBlanks(from);
        return isSeparator(at) ? skipBlanks(at + 1) : at;
    }

    /** The rest without blanks at its end, or without its separator when it is a single field. */
    private int lastEnd(int from) {
        int single = fieldEnd(from);
        if (behindSeparator(single) == marked.length()) {
            return single;
        }
        int end = marked.length();
        while (end > from && isBlank(end - 1)) {
            end--;
        }
        return end;
    }
}
