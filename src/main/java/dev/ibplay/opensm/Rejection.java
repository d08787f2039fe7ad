package dev.ibplay.opensm;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Span;

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

    private final String reason;
    private final String hint;

    Rejection(String reason, String hint) {
        this.reason = reason;
        this.hint = hint;
    }

    Diagnostic at(Span span) {
        String message = this == MGID_WITHOUT_VALUE ? reason : reason + "; " + CONSEQUENCE;
        return Diagnostic.error(Code.PARTITIONS_REJECTED, span, message).withHint(hint);
    }
}
