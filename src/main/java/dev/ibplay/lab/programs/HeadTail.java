package dev.ibplay.lab.programs;

import dev.ibplay.lab.disk.Errno;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** {@code head} and {@code tail}. */
final class HeadTail {
    private static final Map<String, Character> NAMES =
            Map.of("bytes", 'c', "lines", 'n', "quiet", 'q', "silent", 'q', "verbose", 'v');
    private static final int CHUNK = 32 << 10;

    /** One of the two for one input. */
    private interface Part {
        void copy(InputStream in) throws IOException;
    }

    private final ToolCall call;
    private final boolean bytes;
    private final String count;
    private final StringBuilder kept = new StringBuilder();

    private HeadTail(ToolCall call, Options options) throws ToolFailure {
        this.call = call;
        bytes = options.has('c');
        count = options.argument(bytes ? 'c' : 'n').orElse("10");
        if (!count.matches("[-+]?[0-9]{1,15}")) {
            throw new ToolFailure("invalid number of " + (bytes ? "bytes" : "lines") + ": '" + count + "'");
        }
    }

    static int head(ToolCall call) throws ToolFailure, IOException {
        Options options = Options.of(numbered(call.arguments()), "c:n:qv", NAMES);
        HeadTail head = new HeadTail(call, options);
        return head.each(options, head::head);
    }

    static int tail(ToolCall call) throws ToolFailure, IOException {
        Options options = Options.of(numbered(call.arguments()), "c:n:qv", NAMES);
        HeadTail tail = new HeadTail(call, options);
        return tail.each(options, tail::tail);
    }

    /** The old form {@code -5}. */
    private static List<String> numbered(List<String> words) {
        List<String> modern = new ArrayList<>(words);
        if (!words.isEmpty() && words.getFirst().matches("-[0-9]+")) {
            modern.set(0, "-n" + words.getFirst().substring(1));
        }
        return modern;
    }

    private int each(Options options, Part part) throws IOException {
        int status = 0;
        List<String> operands = options.operandsOr("-");
        boolean titles = options.has('v') || (operands.size() > 1 && !options.has('q'));
        String before = "";
        for (String operand : operands) {
            try {
                InputStream in = call.open(operand);
                if (titles) {
                    call.print(before + "==> " + (operand.equals("-") ? "standard input" : operand) + " <==\n");
                    before = "\n";
                }
                part.copy(in);
            } catch (Errno error) {
                if (error.subject().equals("write") || error.name().equals("EPIPE")) {
                    throw error;
                }
                boolean folder = error.name().equals("EISDIR");
                status = call.say(
                        1,
                        folder
                                ? "error reading '" + operand + "': Is a directory"
                                : "cannot open '" + operand + "' for reading: " + error.text());
            }
        }
        return status;
    }

    private long number() {
        return Long.parseLong(count.replaceFirst("^[-+]", ""));
    }

    private void head(InputStream in) throws IOException {
        if (count.startsWith("-")) {
            List<String> units = units(in);
            units.subList(0, (int) Math.max(0, units.size() - number())).forEach(this::keep);
            call.print(kept.toString());
        } else if (bytes) {
            headBytes(in, number());
        } else {
            headLines(in, number());
        }
    }

    private void keep(String unit) {
        kept.append(unit);
    }

    /** Takes no more from the input than it gives. */
    private void headBytes(InputStream in, long limit) throws IOException {
        byte[] chunk = new byte[CHUNK];
        long left = limit;
        while (left > 0) {
            int read = in.read(chunk, 0, (int) Math.min(left, chunk.length));
            if (read < 0) {
                return;
            }
            call.write(chunk, read);
            left -= read;
        }
    }

    private void headLines(InputStream in, long limit) throws IOException {
        long left = limit;
        while (left > 0) {
            int c = in.read();
            if (c < 0) {
                return;
            }
            call.write(new byte[] {(byte) c});
            left -= c == '\n' ? 1 : 0;
        }
    }

    private void tail(InputStream in) throws IOException {
        List<String> units = units(in);
        long from = count.startsWith("+") ? Math.max(0, number() - 1) : Math.max(0, units.size() - number());
        kept.setLength(0);
        units.subList((int) Math.min(from, units.size()), units.size()).forEach(this::keep);
        call.print(kept.toString());
    }

    private List<String> units(InputStream in) throws IOException {
        String text = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
        kept.setLength(0);
        return bytes ? text.chars().mapToObj(Character::toString).toList() : Lines.of(text);
    }
}
