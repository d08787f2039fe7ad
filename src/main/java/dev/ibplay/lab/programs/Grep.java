package dev.ibplay.lab.programs;

import dev.ibplay.lab.disk.Errno;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code grep}, and egrep and fgrep by its options. */
final class Grep {
    private static final Map<String, Character> NAMES = Map.ofEntries(
            Map.entry("quiet", 'q'),
            Map.entry("silent", 'q'),
            Map.entry("line-regexp", 'x'),
            Map.entry("fixed-strings", 'F'),
            Map.entry("extended-regexp", 'E'),
            Map.entry("invert-match", 'v'),
            Map.entry("ignore-case", 'i'),
            Map.entry("count", 'c'),
            Map.entry("line-number", 'n'),
            Map.entry("files-with-matches", 'l'),
            Map.entry("no-messages", 's'),
            Map.entry("no-filename", 'h'),
            Map.entry("with-filename", 'H'),
            Map.entry("only-matching", 'o'),
            Map.entry("word-regexp", 'w'),
            Map.entry("regexp", 'e'));

    private final ToolCall call;
    private final Options options;
    private final List<Pattern> patterns = new ArrayList<>();
    private final boolean named;
    private boolean found;

    private Grep(ToolCall call, Options options, List<String> texts, boolean named) throws ToolFailure {
        this.call = call;
        this.options = options;
        this.named = named;
        int flags = options.has('i') ? Pattern.CASE_INSENSITIVE : 0;
        for (String text : texts) {
            patterns.add(
                    options.has('F')
                            ? Pattern.compile(Pattern.quote(text), flags)
                            : RegularExpressions.compile(text, options.has('E'), flags));
        }
    }

    static int grep(ToolCall call) throws ToolFailure, IOException {
        Options options = Options.of(call.arguments(), "qxFEGvicnlshHowe:m:", NAMES);
        List<String> operands = new ArrayList<>(options.operands());
        List<String> texts = new ArrayList<>(options.arguments('e'));
        if (texts.isEmpty()) {
            if (operands.isEmpty()) {
                throw new ToolFailure(2, "usage: grep [OPTION]... PATTERNS [FILE]...");
            }
            texts.add(operands.removeFirst());
        }
        List<String> lines = texts.stream()
                .flatMap(text -> List.of(text.split("\n", -1)).stream())
                .toList();
        boolean named = options.has('H') || (operands.size() > 1 && !options.has('h'));
        return new Grep(call, options, lines, named).all(operands.isEmpty() ? List.of("-") : operands);
    }

    private int all(List<String> operands) throws IOException {
        int failures = 0;
        for (String operand : operands) {
            try {
                file(operand);
            } catch (Errno error) {
                failures++;
                if (!options.has('s')) {
                    call.say(2, operand + ": " + error.text());
                }
            }
        }
        boolean quiet = options.has('q') && found;
        return failures > 0 && !quiet ? 2 : found ? 0 : 1;
    }

    private void file(String operand) throws IOException {
        String name = operand.equals("-") ? "(standard input)" : operand;
        int count = 0;
        int number = 0;
        int limit = options.argument('m').map(Integer::parseInt).orElse(Integer.MAX_VALUE);
        for (String line : Lines.of(call.open(operand))) {
            number++;
            if (matches(Lines.bare(line)) == options.has('v') || count >= limit) {
                continue;
            }
            count++;
            if (!options.has('q') && !options.has('c') && !options.has('l')) {
                show((named ? name + ":" : "") + (options.has('n') ? number + ":" : ""), Lines.bare(line));
            }
        }
        found |= count > 0;
        if (options.has('c') && !options.has('q')) {
            call.print((named ? name + ":" : "") + count + "\n");
        } else if (options.has('l') && count > 0 && !options.has('q')) {
            call.print(name + "\n");
        }
    }

    private boolean matches(String line) {
        return patterns.stream().anyMatch(pattern -> matches(pattern.matcher(line), line));
    }

    private boolean matches(Matcher matcher, String line) {
        if (options.has('x')) {
            return matcher.matches();
        }
        while (matcher.find()) {
            if (!options.has('w') || isWord(line, matcher.start(), matcher.end())) {
                return true;
            }
        }
        return false;
    }

    private static boolean isWord(String line, int start, int end) {
        return (start == 0 || !isWordCharacter(line.charAt(start - 1)))
                && (end == line.length() || !isWordCharacter(line.charAt(end)));
    }

    private static boolean isWordCharacter(char c) {
        return c == '_' || (c < 0x80 && Character.isLetterOrDigit(c));
    }

    private void show(String prefix, String line) throws IOException {
        if (!options.has('o')) {
            call.print(prefix + line + "\n");
            return;
        }
        for (Pattern pattern : patterns) {
            Matcher matcher = pattern.matcher(line);
            while (matcher.find()) {
                if (!matcher.group().isEmpty()) {
                    call.print(prefix + matcher.group() + "\n");
                }
            }
        }
    }
}
