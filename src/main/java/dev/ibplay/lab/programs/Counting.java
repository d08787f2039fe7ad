package dev.ibplay.lab.programs;

import dev.ibplay.lab.disk.Errno;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** {@code wc}, the checksum programs, and {@code cmp}. */
final class Counting {
    private static final Map<String, Character> WC_NAMES =
            Map.of("bytes", 'c', "chars", 'm', "lines", 'l', "words", 'w', "max-line-length", 'L');

    private Counting() {}

    static int wc(ToolCall call) throws ToolFailure, IOException {
        Options options = Options.of(call.arguments(), "clmw", WC_NAMES);
        List<String> operands = options.operandsOr("");
        List<long[]> all = new ArrayList<>();
        List<String> names = new ArrayList<>();
        int status = 0;
        for (String operand : operands) {
            try (InputStream in = open(call, operand)) {
                all.add(chosen(options, counts(in)));
                names.add(operand);
            } catch (Errno error) {
                status = call.say(1, operand + ": " + error.text());
            }
        }
        if (operands.size() > 1) {
            all.add(all.stream().reduce(chosen(options, new long[3]), Counting::sum));
            names.add("total");
        }
        int width = width(all, operands);
        for (int i = 0; i < all.size(); i++) {
            String numbers = Arrays.stream(all.get(i))
                    .mapToObj(n -> String.format(Locale.ROOT, "%" + width + "d", n))
                    .collect(Collectors.joining(" "));
            call.print(numbers + (names.get(i).isEmpty() ? "" : " " + names.get(i)) + "\n");
        }
        return status;
    }

    /** Standard input is not closed with this. */
    private static InputStream open(ToolCall call, String operand) throws IOException {
        if (!operand.isEmpty() && !operand.equals("-")) {
            return call.open(operand);
        }
        return new ByteArrayInputStream(call.stdin().readAllBytes());
    }

    private static long[] counts(InputStream in) throws IOException {
        byte[] text = in.readAllBytes();
        long lines = 0;
        long words = 0;
        boolean within = false;
        for (byte c : text) {
            boolean blank = c == ' ' || (c >= '\t' && c <= '\r');
            lines += c == '\n' ? 1 : 0;
            words += !blank && !within ? 1 : 0;
            within = !blank;
        }
        return new long[] {lines, words, text.length};
    }

    private static long[] chosen(Options options, long[] counts) {
        boolean any = options.has('l') || options.has('w') || options.has('c') || options.has('m');
        List<Long> some = new ArrayList<>();
        if (!any || options.has('l')) {
            some.add(counts[0]);
        }
        if (!any || options.has('w')) {
            some.add(counts[1]);
        }
        if (!any || options.has('c') || options.has('m')) {
            some.add(counts[2]);
        }
        return some.stream().mapToLong(Long::longValue).toArray();
    }

    private static long[] sum(long[] left, long[] right) {
        long[] sum = new long[left.length];
        Arrays.setAll(sum, i -> left[i] + right[i]);
        return sum;
    }

    /** GNU's: as wide as the largest; 7 where a size is not known beforehand. */
    private static int width(List<long[]> all, List<String> operands) {
        boolean single = all.size() == 1 && all.getFirst().length == 1;
        boolean unknown = operands.stream().anyMatch(o -> o.isEmpty() || o.equals("-"));
        int widest = all.stream()
                .flatMapToLong(Arrays::stream)
                .mapToInt(n -> Long.toString(n).length())
                .max()
                .orElse(1);
        return single ? 1 : unknown ? Math.max(7, widest) : widest;
    }

    /** A tool that prints digests as sha256sum does. */
    static Tool digest(String algorithm) {
        return call -> digest(call, algorithm);
    }

    private static int digest(ToolCall call, String algorithm) throws ToolFailure, IOException {
        int status = 0;
        for (String operand : Options.of(call.arguments(), "bt").operandsOr("-")) {
            try {
                byte[] content = call.open(operand).readAllBytes();
                byte[] digest = MessageDigest.getInstance(algorithm).digest(content);
                call.print(HexFormat.of().formatHex(digest) + "  " + operand + "\n");
            } catch (NoSuchAlgorithmException missing) {
                throw new IllegalStateException(missing);
            } catch (Errno error) {
                status = call.say(1, operand + ": " + error.text());
            }
        }
        return status;
    }

    static int cmp(ToolCall call) throws ToolFailure, IOException {
        Options options = Options.of(call.arguments(), "sl", Map.of("silent", 's', "quiet", 's'));
        String first = options.atLeast(1).getFirst();
        String second = options.operands().size() > 1 ? options.operands().get(1) : "-";
        byte[] left = content(call, first);
        byte[] right = content(call, second);
        int at = Arrays.mismatch(left, right);
        if (at < 0) {
            return 0;
        }
        if (!options.has('s') && at < Math.min(left.length, right.length)) {
            long line = 1
                    + new String(left, 0, at, StandardCharsets.ISO_8859_1)
                            .chars()
                            .filter(c -> c == '\n')
                            .count();
            call.print(first + " " + second + " differ: byte " + (at + 1) + ", line " + line + "\n");
        } else if (!options.has('s')) {
            call.say(1, "EOF on " + (left.length < right.length ? first : second) + " after byte " + at);
        }
        return 1;
    }

    private static byte[] content(ToolCall call, String operand) throws ToolFailure, IOException {
        try {
            return call.open(operand).readAllBytes();
        } catch (Errno error) {
            throw new ToolFailure(2, operand + ": " + error.text());
        }
    }
}
