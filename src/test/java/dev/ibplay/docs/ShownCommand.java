package dev.ibplay.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A command of a console block: a line behind "$ ", with the lines that it goes on with (behind a backslash, or up to
 * the end of a here-document), and below it what it prints. Its exit code is 0, or stands behind it: {@code # exit 2}.
 *
 * @param place page and line
 */
record ShownCommand(String place, String text, int exitCode, List<String> output) {
    private static final String PROMPT = "$ ";
    private static final Pattern EXIT = Pattern.compile("\\s+# exit (\\d+)$");
    private static final Pattern HERE = Pattern.compile("<<'?(\\w+)'?$");

    /** The commands of a block; it has to begin with one. */
    static List<ShownCommand> of(FencedBlock block) {
        List<ShownCommand> commands = new ArrayList<>();
        List<String> lines = block.lines();
        int at = 0;
        while (at < lines.size()) {
            int first = at;
            if (!lines.get(at).startsWith(PROMPT)) {
                throw new IllegalStateException(block.place() + ": a console block begins with \"$ \"");
            }
            StringBuilder text = new StringBuilder(lines.get(at++).substring(PROMPT.length()));
            Matcher here = HERE.matcher(text);
            if (here.find()) {
                String end = here.group(1);
                do {
                    text.append('\n').append(lines.get(at));
                } while (!lines.get(at++).equals(end));
            }
            while (text.charAt(text.length() - 1) == '\\') {
                text.append('\n').append(lines.get(at++));
            }
            int begin = at;
            while (at < lines.size() && !lines.get(at).startsWith(PROMPT)) {
                at++;
            }
            Matcher exit = EXIT.matcher(text);
            int code = exit.find() ? Integer.parseInt(exit.group(1)) : 0;
            commands.add(new ShownCommand(
                    block.page() + ":" + (block.line() + first),
                    text.toString(),
                    code,
                    List.copyOf(lines.subList(begin, at))));
        }
        return commands;
    }
}
