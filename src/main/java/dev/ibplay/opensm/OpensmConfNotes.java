package dev.ibplay.opensm;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Problems;
import dev.ibplay.diag.Severity;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Says in words where an opensm.conf means something else than it seems to. An error where OpenSM would not do what a line
 * says, a warning otherwise.
 */
final class OpensmConfNotes {
    private static final Pattern KEY = Pattern.compile("[a-z][a-z0-9_]*");
    private static final Pattern ANOTHER_NUMBER = Pattern.compile("^-|^\\+?0[0-9]");
    private static final String BYTE_ORDER_MARK = "\u00ef\u00bb\u00bf";

    private final OpensmConf conf;
    private final ConfText text;
    private final List<OpensmConfLine> lines;
    private final Problems problems = new Problems();

    private OpensmConfNotes(OpensmConf conf, ConfText text, List<OpensmConfLine> lines) {
        this.conf = conf;
        this.text = text;
        this.lines = lines;
    }

    static List<Diagnostic> of(OpensmConf conf, ConfText text, List<OpensmConfLine> lines) {
        var notes = new OpensmConfNotes(conf, text, lines);
        notes.lines();
        notes.pieces();
        notes.lineEnds();
        return notes.problems.sorted();
    }

    private void lines() {
        boolean fork = lines.stream()
                .anyMatch(l -> OpensmOptions.find(l.key().text())
                        .filter(OpensmOption::isForkOnly)
                        .isPresent());
        conf.effective().problems().stream()
                .map(p -> fork && p.code() == Code.OPENSM_CONF_OUT_OF_RANGE ? ofRelease(p) : p)
                .forEach(problems::add);
        Map<String, OpensmConfLine> seen = new HashMap<>();
        for (OpensmConfLine line : lines) {
            Optional<OpensmOption> option = OpensmOptions.find(line.key().text());
            if (line.key().text().isBlank()) {
                continue; // a carriage return alone; see lineEnds
            }
            if (option.isEmpty()) {
                problems.add(UnknownKey.of(line, fork));
            } else {
                key(option.get(), line);
                value(option.get(), line);
            }
            String name = option.map(OpensmOption::key).orElse(line.key().text());
            OpensmConfLine earlier = seen.put(name, line);
            if (earlier != null && KEY.matcher(name).matches()) {
                duplicate(option, earlier, line);
            }
        }
    }

    /** A fork may have ranges of its own. */
    private static Diagnostic ofRelease(Diagnostic problem) {
        return new Diagnostic(
                Severity.WARNING,
                problem.code(),
                problem.message() + " in release " + OpensmOptions.RELEASE,
                problem.hint(),
                problem.location());
    }

    private void key(OpensmOption option, OpensmConfLine line) {
        if (OpensmOptions.isOldName(line.key().text())) {
            warn(Code.OPENSM_CONF_DEPRECATED, line, "this is the old name of " + option.key(), "write the new name");
        }
        boolean template =
                option.byDefault().filter(line.value().text()::equals).isPresent();
        if (option.is(OpensmOption.Trait.DEPRECATED) && !template) {
            warn(
                    Code.OPENSM_CONF_DEPRECATED,
                    line,
                    option.key() + " is deprecated; OpenSM still acts on it",
                    "part_enforce says which directions are checked; off is none");
        }
        if (option.isForkOnly()) {
            warn(
                    Code.OPENSM_CONF_FORK,
                    line,
                    option.since()
                            .map(since -> "OpenSM knows %s since %s; earlier ones ignore the line"
                                    .formatted(option.key(), since))
                            .orElse("only Mellanox's OpenSM knows %s; others ignore the line".formatted(option.key())),
                    "its value is not checked");
        }
    }

    private void value(OpensmOption option, OpensmConfLine line) {
        String value = line.value().text();
        OptionReader.Taken taken =
                OptionReader.read(option, value, option.byDefault().orElse(""));
        boolean asWritten = taken.verdict() == OptionReader.Verdict.AS_WRITTEN;
        boolean falseMeant =
                option.type() == OptionType.BOOLEAN && asWritten && !value.equals("TRUE") && !value.equals("FALSE");
        if (falseMeant) {
            warn(
                    Code.OPENSM_CONF_NOT_BOOLEAN,
                    line,
                    "OpenSM takes '%s' as FALSE, like every word but TRUE".formatted(value),
                    "write FALSE");
        }
        boolean another = option.type().isNumber()
                && asWritten
                && ANOTHER_NUMBER.matcher(value).find();
        if (another) {
            warn(
                    Code.OPENSM_CONF_OCTAL,
                    line,
                    "OpenSM takes this number as %s: a leading 0 means octal, and numbers have no sign"
                            .formatted(option.isSecret() ? "another" : taken.value()),
                    "write it in decimal or with 0x");
        }
        if (option.type().isText() && value.isEmpty()) {
            warn(
                    Code.OPENSM_CONF_TEXT,
                    line,
                    "%s is set to an empty text".formatted(option.key()),
                    "leave the line out for the default, or write (null) for none");
        }
        boolean quote = !value.isEmpty()
                && (value.indexOf('"') == 0
                        || value.indexOf('\'') == 0
                        || "\"'".indexOf(value.charAt(value.length() - 1)) >= 0);
        if (option.type().isText() && quote) {
            problems.add(Diagnostic.error(
                            Code.OPENSM_CONF_TEXT,
                            line.span(),
                            "OpenSM takes a quote without its partner as part of %s".formatted(option.key()))
                    .withHint("'#' starts a comment even between quotes"));
        }
    }

    private void duplicate(Optional<OpensmOption> option, OpensmConfLine earlier, OpensmConfLine line) {
        boolean several = option.filter(o -> o.type().isPerServiceLevel()).isPresent();
        boolean same = earlier.value().text().equals(line.value().text());
        if (!several && !same && option.isPresent()) {
            warn(
                    Code.OPENSM_CONF_DUPLICATE,
                    line,
                    "%s is given again; this line overrules %s"
                            .formatted(line.key().text(), earlier.span()),
                    "keep one of them");
        }
    }

    private void warn(Code code, OpensmConfLine line, String message, String hint) {
        problems.add(Diagnostic.warning(code, line.span(), message).withHint(hint));
    }

    private void pieces() {
        for (ConfText.Piece piece : text.pieces(OpensmConfLine.MAX_PIECE)) {
            boolean cut = text.bytes().charAt(piece.end() - 1) != '\n'
                    && piece.end() < text.bytes().length();
            if (cut) {
                problems.add(Diagnostic.error(
                                Code.OPENSM_CONF_LONG_LINE,
                                text.span(piece.end(), piece.end()),
                                "OpenSM cuts the line here, after %d bytes, and reads the rest as a line of its own"
                                        .formatted(OpensmConfLine.MAX_PIECE))
                        .withHint("shorten the line; a comment may be split"));
            }
        }
    }

    private void lineEnds() {
        int first = text.bytes().indexOf("\r\n");
        if (first >= 0) {
            problems.add(Diagnostic.warning(
                            Code.OPENSM_CONF_LINE_END,
                            text.span(first, first),
                            "lines end in CR LF; OpenSM takes CR as a blank behind values and reports an unknown key for "
                                    + "an empty line")
                    .withHint("write the file with LF"));
        }
        if (text.bytes().startsWith(BYTE_ORDER_MARK)) {
            problems.add(Diagnostic.warning(
                            Code.OPENSM_CONF_LINE_END,
                            text.span(0, 1),
                            "the file begins with a byte order mark, which OpenSM takes as part of the first line")
                    .withHint("save the file without it"));
        }
    }
}
