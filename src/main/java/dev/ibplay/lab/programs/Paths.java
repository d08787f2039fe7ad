package dev.ibplay.lab.programs;

import dev.ibplay.lab.disk.Errno;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** {@code basename}, {@code dirname}, {@code readlink} and {@code realpath}. */
final class Paths {
    private static final Map<String, Character> NAMES = Map.of(
            "canonicalize",
            'f',
            "canonicalize-existing",
            'e',
            "canonicalize-missing",
            'm',
            "no-newline",
            'n',
            "zero",
            'z');

    private Paths() {}

    static String base(String path) {
        String trimmed = path.replaceFirst("(?<=.)/+$", "");
        return trimmed.equals("/") ? "/" : trimmed.substring(trimmed.lastIndexOf('/') + 1);
    }

    static int basename(ToolCall call) throws ToolFailure, IOException {
        List<String> words = Options.of(call.arguments(), "+").atLeast(1);
        String base = base(words.getFirst());
        String suffix = words.size() > 1 ? words.get(1) : "";
        boolean cut = !suffix.isEmpty() && base.endsWith(suffix) && !base.equals(suffix);
        call.print((cut ? base.substring(0, base.length() - suffix.length()) : base) + "\n");
        return 0;
    }

    static int dirname(ToolCall call) throws ToolFailure, IOException {
        for (String word : Options.of(call.arguments(), "+").atLeast(1)) {
            String trimmed = word.replaceFirst("(?<=.)/+$", "");
            int slash = trimmed.lastIndexOf('/');
            String folder = slash < 0 ? "." : trimmed.substring(0, slash).replaceFirst("/+$", "");
            call.print((folder.isEmpty() ? "/" : folder) + "\n");
        }
        return 0;
    }

    static int readlink(ToolCall call) throws ToolFailure, IOException {
        Options options = Options.of(call.arguments(), "femnqsvz", NAMES);
        int status = 0;
        boolean canonical = options.has('f') || options.has('e') || options.has('m');
        for (String operand : options.atLeast(1)) {
            try {
                String found = canonical
                        ? canonical(call, operand, options)
                        : call.disk().readlink(call.path(operand));
                call.print(ByteText.bytes(found) + (options.has('n') ? "" : "\n"));
            } catch (Errno error) {
                status = options.has('v') ? call.say(1, operand + ": " + error.text()) : 1;
            }
        }
        return status;
    }

    private static String canonical(ToolCall call, String operand, Options options) throws Errno {
        if (operand.isEmpty()) {
            throw new Errno("ENOENT", operand);
        }
        String path = call.path(operand);
        if (options.has('e')) {
            return call.disk().resolve(path);
        }
        return options.has('m') && !call.disk().exists(path)
                ? path
                : call.disk().target(path);
    }

    static int realpath(ToolCall call) throws ToolFailure, IOException {
        Options options = Options.of(call.arguments(), "emqsz", NAMES);
        int status = 0;
        for (String operand : options.atLeast(1)) {
            try {
                call.print(ByteText.bytes(canonical(call, operand, options)) + "\n");
            } catch (Errno error) {
                status = options.has('q') ? 1 : call.say(1, operand + ": " + error.text());
            }
        }
        return status;
    }
}
