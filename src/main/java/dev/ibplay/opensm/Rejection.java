package dev.ibplay.opensm;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Span;
import java.util.regex.Pattern;

/** Why OpenSM discards a whole partitions.conf (osm_prtn.c, osm_prtn_make_partitions: "retrying with default config"). */
enum Rejection {
    NOTHING(
            "the file defines no partition",
            "a file without a definition counts as an error; remove the file or write the Default partition into it"),
    NO_COLON(
            "no ':' ends the header of a partition on this line",
            "name, P_Key, flags and the ':' must be on one line that ends with a line feed alone; a ';' may be missing before"),
    BAD_PKEY("this is not a P_Key", "write the P_Key as 0x and hexadecimal digits"),
    BAD_PORT(
            "this is not a port GUID or one of ALL, ALL_CAS, ALL_SWITCHES, ALL_ROUTERS, SELF, NONE",
            "write port GUIDs as 0x and hexadecimal digits; a ',' or ';' may be missing before"),
    MGID_WITHOUT_VALUE("OpenSM crashes on an mgid without '='", "write mgid=ff12::1 with the group's address"),
    ;

    /** What happens then, in the words that every message ends with. */
    static final String CONSEQUENCE =
            "OpenSM discards the file: every port becomes full member of 0x7fff, all other partitions are gone";

    private static final Pattern CLOSED_KEYWORD = Pattern.compile("(ALL|SELF)_[A-Z_]+");

    private final String reason;
    private final String hint;

    Rejection(String reason, String hint) {
        this.reason = reason;
        this.hint = hint;
    }

    /** The diagnostic for the current version. */
    Diagnostic at(Span span) {
        return at(span, Dialect.DEFAULT);
    }

    Diagnostic at(Span span, Dialect dialect) {
        return at(span, dialect, reason);
    }

    /** For a member that this version does not know, with what is known of others. */
    static Diagnostic port(String name, Span span, Dialect dialect) {
        if (dialect.isClosed() && CLOSED_KEYWORD.matcher(name).matches()) {
            return BAD_PORT.at(
                    span,
                    dialect,
                    "OpenSM 3.3 knows no member '%s', and whether MLNX_OFED's does is not documented".formatted(name));
        }
        if (Members.who(name, Dialect.DEFAULT).isPresent()) {
            return BAD_PORT.at(
                    span,
                    dialect,
                    "this version knows no member '%s', which came with %s"
                            .formatted(name, Dialect.Feature.NODE_KINDS.version()));
        }
        return BAD_PORT.at(span, dialect);
    }

    private Diagnostic at(Span span, Dialect dialect, String why) {
        if (this == MGID_WITHOUT_VALUE) {
            return Diagnostic.error(Code.PARTITIONS_REJECTED, span, reason).withHint(hint);
        }
        if (dialect.knows(Dialect.Feature.WHOLE_FILE)) {
            return Diagnostic.error(Code.PARTITIONS_REJECTED, span, why + "; " + CONSEQUENCE)
                    .withHint(hint);
        }
        return Diagnostic.error(
                        Code.PARTITIONS_IGNORED,
                        span,
                        "%s; %s skips the rest of this line and goes on with the next one".formatted(why, dialect))
                .withHint(hint);
    }

    /** Whether nothing of the file counts, whatever the version: before 3.3.17 other errors cost the rest of a line. */
    boolean endsReading(Dialect dialect) {
        return this == MGID_WITHOUT_VALUE || dialect.knows(Dialect.Feature.WHOLE_FILE);
    }
}
