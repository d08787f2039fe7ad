package dev.ibplay.opensm;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Problems;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Says in words where an opensm.conf means something else than it seems to, as far as the syntax shows it. */
final class OpensmConfNotes {
    private static final Pattern KEY = Pattern.compile("[a-z][a-z0-9_]*");
    private static final Set<String> MEANT_AS_TRUE = Set.of("true", "yes", "on");

    private OpensmConfNotes() {}

    static List<Diagnostic> of(OpensmConf conf, ConfText text, List<OpensmConfLine> lines) {
        var problems = new Problems();
        conf.priority().problems().forEach(problems::add);
        Map<String, OpensmConfLine> seen = new HashMap<>();
        for (OpensmConfLine line : lines) {
            String key = line.key().text();
            if (!KEY.matcher(key).matches()) {
                problems.add(unknown(line));
                continue;
            }
            OpensmConfLine earlier = seen.put(key, line);
            if (earlier != null) {
                problems.add(duplicate(earlier, line));
            }
            String value = line.value().text();
            if (MEANT_AS_TRUE.contains(value.toLowerCase(Locale.ROOT)) && !value.equals("TRUE")) {
                problems.add(notBoolean(line));
            }
        }
        for (ConfText.Piece piece : text.pieces(OpensmConfLine.MAX_PIECE)) {
            if (text.bytes().charAt(piece.end() - 1) != '\n'
                    && piece.end() < text.bytes().length()) {
                problems.add(Diagnostic.error(
                                Code.OPENSM_CONF_LONG_LINE,
                                text.span(piece.end(), piece.end()),
                                "OpenSM cuts the line here, after %d bytes, and reads the rest as a line of its own"
                                        .formatted(OpensmConfLine.MAX_PIECE))
                        .withHint("shorten the line; a comment may be split"));
            }
        }
        return problems.sorted();
    }

    private static Diagnostic unknown(OpensmConfLine line) {
        String key = line.key().text();
        int equals = key.indexOf('=');
        String shown = equals > 0 ? key.substring(0, equals + 1) : key; // what follows may be a secret
        String hint = equals > 0
                ? "write the key and the value with a blank between them, without '='"
                : "keys are lower case letters, digits and '_', at the start of a line";
        return Diagnostic.error(
                        Code.OPENSM_CONF_UNKNOWN,
                        line.key().span(),
                        "OpenSM knows no key '%s' and ignores the line".formatted(printable(shown)))
                .withHint(hint);
    }

    private static String printable(String key) {
        return key.replaceAll("[^ -~]", "?");
    }

    private static Diagnostic duplicate(OpensmConfLine earlier, OpensmConfLine line) {
        return Diagnostic.warning(
                        Code.OPENSM_CONF_DUPLICATE,
                        line.span(),
                        "%s is given again; this line overrules %s"
                                .formatted(line.key().text(), earlier.span()))
                .withHint("keep one of them");
    }

    static Diagnostic notBoolean(OpensmConfLine line) {
        return Diagnostic.error(
                        Code.OPENSM_CONF_NOT_BOOLEAN,
                        line.span(),
                        "OpenSM takes '%s' as FALSE: only the word TRUE is true"
                                .formatted(line.value().text()))
                .withHint("write TRUE or FALSE");
    }
}
