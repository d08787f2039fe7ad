package dev.ibplay.lab.programs;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** {@code cut}, {@code sort}, {@code uniq} and {@code seq}. */
final class Columns {
    private static final int MANY = 1 << 16;

    private Columns() {}

    static int cut(ToolCall call) throws ToolFailure, IOException {
        Options options = Options.of(
                call.arguments(),
                "b:c:d:f:s",
                Map.of("bytes", 'b', "characters", 'c', "delimiter", 'd', "fields", 'f', "only-delimited", 's'));
        boolean fields = options.has('f');
        String list = options.argument('f')
                .or(() -> options.argument('c'))
                .or(() -> options.argument('b'))
                .orElseThrow(() -> new ToolFailure("you must specify a list of bytes, characters, or fields"));
        BitSet wanted = list(list);
        String delimiter = options.argument('d').orElse("\t");
        for (String operand : options.operandsOr("-")) {
            for (String line : Lines.of(call.open(operand))) {
                String bare = Lines.bare(line);
                if (!fields) {
                    call.print(characters(bare, wanted) + "\n");
                } else if (bare.contains(delimiter)) {
                    call.print(fields(bare, delimiter, wanted) + "\n");
                } else if (!options.has('s')) {
                    call.print(bare + "\n");
                }
            }
        }
        return 0;
    }

    private static BitSet list(String text) throws ToolFailure {
        BitSet wanted = new BitSet();
        for (String range : text.split(",", -1)) {
            if (!range.matches("[0-9]{1,5}|[0-9]{1,5}-[0-9]{0,5}|-[0-9]{1,5}")) {
                throw new ToolFailure("invalid field value '" + range + "'");
            }
            int dash = range.indexOf('-');
            int from = dash == 0 ? 1 : Integer.parseInt(dash < 0 ? range : range.substring(0, dash));
            int to = dash < 0 ? from : dash == range.length() - 1 ? MANY : Integer.parseInt(range.substring(dash + 1));
            wanted.set(from, Math.max(from, to) + 1);
        }
        return wanted;
    }

    private static String characters(String line, BitSet wanted) {
        StringBuilder some = new StringBuilder();
        for (int i = 0; i < line.length(); i++) {
            if (wanted.get(i + 1)) {
                some.append(line.charAt(i));
            }
        }
        return some.toString();
    }

    private static String fields(String line, String delimiter, BitSet wanted) {
        List<String> some = new ArrayList<>();
        int from = 0;
        for (int number = 1; from >= 0; number++) {
            int end = line.indexOf(delimiter, from);
            if (wanted.get(number)) {
                some.add(end < 0 ? line.substring(from) : line.substring(from, end));
            }
            from = end < 0 ? -1 : end + delimiter.length();
        }
        return String.join(delimiter, some);
    }

    static int sort(ToolCall call) throws ToolFailure, IOException {
        Options options = Options.of(call.arguments(), "nruk:t:", Map.of("reverse", 'r', "unique", 'u'));
        List<String> lines = new ArrayList<>();
        for (String operand : options.operandsOr("-")) {
            Lines.of(call.open(operand)).forEach(line -> lines.add(Lines.bare(line)));
        }
        String separator = options.argument('t').map(Pattern::quote).orElse("(?<=\\S)(?=\\s)");
        int key = options.argument('k')
                .map(k -> k.replaceAll("\\D.*", ""))
                .filter(k -> !k.isEmpty())
                .map(Integer::parseInt)
                .orElse(0);
        Comparator<String> byKey = options.has('n')
                ? Comparator.comparingDouble(line -> number(key(line, separator, key)))
                : Comparator.comparing(line -> key(line, separator, key));
        Comparator<String> order = byKey.thenComparing(Comparator.naturalOrder());
        lines.sort(options.has('r') ? order.reversed() : order);
        for (String line : options.has('u') ? new LinkedHashSet<>(lines) : lines) {
            call.print(line + "\n");
        }
        return 0;
    }

    private static String key(String line, String separator, int number) {
        if (number == 0) {
            return line;
        }
        String[] fields = line.split(separator, number);
        return fields.length < number ? "" : fields[number - 1];
    }

    private static double number(String text) {
        String digits = text.strip().replaceFirst("^(-?[0-9]*\\.?[0-9]*).*", "$1");
        return digits.matches(".*[0-9].*") ? Double.parseDouble(digits) : 0;
    }

    static int uniq(ToolCall call) throws ToolFailure, IOException {
        Options options = Options.of(call.arguments(), "cdu");
        List<String> lines = Lines.of(call.open(options.operandsOr("-").getFirst()));
        int from = 0;
        while (from < lines.size()) {
            String line = Lines.bare(lines.get(from));
            int to = from;
            while (to < lines.size() && Lines.bare(lines.get(to)).equals(line)) {
                to++;
            }
            int count = to - from;
            if ((count > 1 || !options.has('d')) && (count == 1 || !options.has('u'))) {
                call.print((options.has('c')
                                ? " "
                                                .repeat(Math.max(
                                                        0,
                                                        7
                                                                - Integer.toString(count)
                                                                        .length())) + count + " "
                                : "")
                        + line
                        + "\n");
            }
            from = to;
        }
        return 0;
    }

    static int seq(ToolCall call) throws ToolFailure, IOException {
        List<String> words = call.arguments();
        if (words.isEmpty()) {
            throw new ToolFailure("missing operand");
        }
        for (String word : words) {
            if (!word.matches("-?[0-9]{1,15}")) {
                throw new ToolFailure("invalid floating point argument: '" + word + "'");
            }
        }
        long first = words.size() > 1 ? Long.parseLong(words.getFirst()) : 1;
        long step = words.size() > 2 ? Long.parseLong(words.get(1)) : 1;
        long last = Long.parseLong(words.getLast());
        for (long i = first; step > 0 ? i <= last : step < 0 && i >= last; i += step) {
            call.print(i + "\n");
        }
        return 0;
    }
}
