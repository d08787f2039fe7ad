package dev.ibplay.opensm;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Takes partitions.conf apart as OpenSM does (osm_prtn_config.c, osm_prtn_config_parse_file and parse_part_conf). Reading
 * stops at the first error; before 3.3.17 it goes on with the next line, in the same statement if one is open.
 */
final class PartitionsReader {
    /** A token and where reading goes on. */
    private record Token(Entry entry, int next) {}

    private static final int STOPPED = -1;
    private static final String READS_ON_HINT =
            "put the ';' directly after a member, and an 'mgid' line before the last member";

    private final ConfText text;
    private final Dialect dialect;
    private final LineBuffer line = new LineBuffer();
    private final List<Statement> statements = new ArrayList<>();
    private final List<Diagnostic> notes = new ArrayList<>();
    private Optional<Diagnostic> rejection = Optional.empty();
    private Optional<OpenStatement> open = Optional.empty();
    /** Flags of a header that was not accepted, which old versions keep for the next one. */
    private final List<Entry> leftFlags = new ArrayList<>();

    private boolean predictable = true;

    /** A statement whose semicolon has not come yet. */
    private record OpenStatement(Entry head, List<Entry> flags, List<Item> items, int colon) {
        Statement end(OptionalInt semicolon, boolean irregular) {
            return new Statement(head, flags, items, colon, semicolon, irregular);
        }
    }

    PartitionsReader(ConfText text, Dialect dialect) {
        this.text = text;
        this.dialect = dialect;
    }

    PartitionsConf read() {
        for (ConfText.Piece piece : text.pieces(dialect.lineBytes())) {
            line.load(text, piece);
            if (isCut(piece)) {
                notes.add(Diagnostic.error(
                                Code.PARTITIONS_LONG_LINE,
                                text.span(piece.end(), piece.end()),
                                "OpenSM cuts the line here, after %d bytes".formatted(dialect.lineBytes()))
                        .withHint("write one member per line"));
            }
            if (!readLine() && rejection.isPresent()) {
                break;
            }
        }
        open.ifPresent(o -> statements.add(o.end(OptionalInt.empty(), false)));
        if (statements.isEmpty() && rejection.isEmpty() && dialect.knows(Dialect.Feature.WHOLE_FILE)) {
            rejection = Optional.of(Rejection.NOTHING.at(Span.startOf(text.file())));
        }
        return new PartitionsConf(text, dialect, statements, rejection, notes, predictable);
    }

    private boolean isCut(ConfText.Piece piece) {
        boolean full = piece.end() - piece.start() == dialect.lineBytes();
        return full && piece.end() < text.bytes().length() && text.bytes().charAt(piece.end() - 1) != '\n';
    }

    private boolean readLine() {
        int at = 0;
        boolean more = true;
        while (more) {
            at = line.skipBlanks(at);
            if (line.at(at) == 0) {
                return true;
            }
            int semicolon = line.find(';', at);
            if (semicolon >= 0) {
                line.cut(semicolon);
            }
            int end = semicolon >= 0 ? semicolon : at + line.length(at);
            int next = readPart(at, end);
            if (next == STOPPED) {
                return false;
            }
            more = semicolon >= 0;
            if (more) {
                finish(semicolon, next);
            }
            at = next;
        }
        return true;
    }

    private void finish(int semicolon, int next) {
        boolean irregular = next != semicolon + 1;
        if (irregular) {
            predictable &= line.isKnown(next);
            notes.add(readsOn(semicolon, line.isKnown(next)));
        }
        open.ifPresent(o -> statements.add(o.end(OptionalInt.of(line.offset(semicolon)), irregular)));
        open = Optional.empty();
    }

    private Diagnostic readsOn(int semicolon, boolean known) {
        Span span = span(semicolon, semicolon + 1);
        if (!known) {
            return Diagnostic.error(
                            Code.PARTITIONS_READS_ON,
                            span,
                            "OpenSM does not stop at this ';' and reads on into memory that it never wrote: it may discard the file")
                    .withHint(READS_ON_HINT);
        }
        return Diagnostic.warning(
                        Code.PARTITIONS_READS_ON,
                        span,
                        "OpenSM does not stop at this ';': it reads on and takes what follows it, or is left of earlier lines, as more of the file")
                .withHint(READS_ON_HINT);
    }

    /** Reads a piece of a statement that starts at {@code from}; {@code end} is the zero byte that should end it. */
    private int readPart(int from, int end) {
        int at = from;
        if (line.at(at) == 0) {
            at++; // a semicolon first in the line: OpenSM steps over the zero byte it has just put there
        }
        if (open.isEmpty()) {
            at = readHeader(at, end);
            if (at == STOPPED) {
                return STOPPED;
            }
        }
        return readBody(at, end);
    }

    private int readHeader(int from, int end) {
        int colon = line.find(':', from);
        if (colon < 0) {
            return reject(Rejection.NO_COLON, from, end);
        }
        line.cut(colon);
        int comma = cutAtComma(from);
        Token head = token(from);
        int at = head.next();
        var flags = new ArrayList<>(leftFlags);
        while (comma >= 0) {
            comma = cutAtComma(at);
            Token flag = token(at);
            flags.add(flag.entry());
            at = flag.next();
        }
        if (at != colon + 1 || !hasGoodPKey(head.entry())) {
            leftFlags.clear();
            leftFlags.addAll(flags);
            return reject(Rejection.BAD_PKEY, head.entry().span());
        }
        leftFlags.clear();
        open = Optional.of(new OpenStatement(head.entry(), flags, new ArrayList<>(), line.offset(colon)));
        return at;
    }

    /** The text that OpenSM reads the P_Key from: behind the '=', or a name that starts with a digit. */
    static Optional<Word> pkeyWord(Entry head) {
        String name = head.name().text();
        boolean numeric = !name.isEmpty() && name.charAt(0) >= '0' && name.charAt(0) <= '9';
        return head.value().isEmpty() && numeric ? Optional.of(head.name()) : head.value();
    }

    private static boolean hasGoodPKey(Entry head) {
        return pkeyWord(head)
                .map(Word::text)
                .map(t -> CNumber.parse(t).end() == t.length() && !t.isEmpty())
                .orElse(true);
    }

    private int readBody(int from, int end) {
        List<Item> items = open.orElseThrow().items();
        int at = from;
        int comma;
        do {
            comma = cutAtComma(at);
            Token token = token(at);
            String name = token.entry().name().text();
            if (name.equals("mgid") && dialect.knows(Dialect.Feature.GROUPS)) {
                return readGroup(token, comma, items, end);
            }
            if (Members.rejection(name, dialect).isPresent()) {
                return reject(
                        Rejection.BAD_PORT,
                        Rejection.port(name, token.entry().name().span(), dialect));
            }
            items.add(new Item.Port(token.entry()));
            at = token.next();
        } while (comma >= 0);
        return at;
    }

    /** An {@code mgid} item. Its flags are looked for behind it, even where its line ends with it. */
    private int readGroup(Token mgid, int comma, List<Item> items, int end) {
        if (mgid.entry().value().isEmpty()) {
            return reject(Rejection.MGID_WITHOUT_VALUE, mgid.entry().name().span());
        }
        var flags = new ArrayList<Entry>();
        int at = mgid.next();
        boolean more = Mgid.parse(mgid.entry().value().get().text()).isPresent();
        while (more) {
            int next = cutAtComma(at);
            Token flag = token(at);
            flags.add(flag.entry());
            at = flag.next();
            more = next >= 0;
        }
        if (comma < 0) {
            predictable &= line.isKnown(mgid.next());
            noteLeftovers(flags, mgid.entry(), end);
        }
        items.add(new Item.Group(mgid.entry(), flags));
        return at;
    }

    private void noteLeftovers(List<Entry> flags, Entry mgid, int end) {
        flags.removeIf(Entry::isEmpty);
        if (!flags.isEmpty()) {
            notes.add(Diagnostic.error(
                            Code.PARTITIONS_READS_ON,
                            span(end, end + 1),
                            "OpenSM looks for flags of mgid %s behind the end of it and takes '%s' for them, from a comment, the next statement or an earlier line"
                                    .formatted(mgid.value().map(Word::text).orElse(""), flags.getFirst()))
                    .withHint("give every mgid a flag, for example its mtu, and nothing behind it on the line"));
        }
    }

    private int cutAtComma(int from) {
        int comma = line.find(',', from);
        if (comma >= 0) {
            line.cut(comma);
        }
        return comma;
    }

    private Token token(int from) {
        int nameAt = line.skipBlanks(from);
        int equals = line.find('=', nameAt);
        if (equals >= 0) {
            line.cut(equals);
        }
        int next = from + line.length(from) + 1;
        Word name = word(nameAt);
        if (equals < 0) {
            return new Token(new Entry(name, Optional.empty()), next);
        }
        int valueAt = line.skipBlanks(equals + 1);
        next = valueAt + line.length(valueAt) + 1;
        return new Token(new Entry(name, Optional.of(word(valueAt))), next);
    }

    /** The text from here to the next zero byte without the blanks at its end, which OpenSM overwrites. */
    private Word word(int from) {
        int end = from + line.length(from);
        while (end > from && LineBuffer.isBlank(line.at(end - 1))) {
            end--;
            line.cut(end);
        }
        int start = line.offset(from);
        int stop = Math.max(start, line.offset(end));
        return new Word(line.string(from, end), text.span(start, stop), start, stop);
    }

    private Span span(int from, int to) {
        return text.span(line.offset(from), line.offset(to));
    }

    private int reject(Rejection reason, int from, int end) {
        return reject(reason, span(from, Math.max(end, from)));
    }

    private int reject(Rejection reason, Span span) {
        return reject(reason, reason.at(span, dialect));
    }

    private int reject(Rejection reason, Diagnostic why) {
        boolean windows = text.bytes().indexOf('\r') >= 0;
        Diagnostic told =
                windows ? why.withHint("the file has carriage returns: end its lines with line feeds alone") : why;
        if (reason.endsReading(dialect)) {
            rejection = Optional.of(told);
        } else {
            notes.add(told);
        }
        return STOPPED;
    }
}
