package dev.ibplay.playbook;

import dev.ibplay.ib.Rate;
import dev.ibplay.opensm.Mgid;
import dev.ibplay.playbook.Shape.SchemaFact;
import dev.ibplay.playbook.Shape.Value;
import dev.ibplay.source.ScalarTypes;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** What a partition's name and the parameters of its groups may be. */
final class PartitionValues {
    private static final long MAX_QKEY = 0xffff_ffffL;

    /** Characters that end a name in partitions.conf would change the meaning of the file. */
    private static final Pattern SAFE_NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_.-]{0,63}");

    private static final List<String> RATES =
            Arrays.stream(Rate.values()).map(Rate::toString).toList();

    static final Value NAME = new Value(
            "partition name",
            value -> SAFE_NAME.matcher(value.text()).matches()
                    ? Optional.empty()
                    : Values.complaint(
                            "\"" + value.text() + "\" cannot be a partition's name",
                            "a letter first, then letters, digits, dot, dash and underscore"),
            List.of(SchemaFact.type("string"), new SchemaFact("pattern", "^" + SAFE_NAME.pattern() + "$")));

    static final Value RATE = new Value(
            "rate",
            value -> RATES.contains(value.text())
                    ? Optional.empty()
                    : Values.complaint(
                            "\"" + value.text() + "\" Gb/s is no rate of OpenSM",
                            "one of " + String.join(", ", RATES) + "; the link's rate, not OpenSM's code"),
            List.of(SchemaFact.type("number", "string")));

    /** 32 bits, not 0: OpenSM takes 0 for "not said". */
    static final Value QKEY = Values.whole("qkey", 1, MAX_QKEY);

    static final Value MGID = new Value(
            "mgid",
            value -> Mgid.parse(value.text()).isPresent()
                    ? Optional.empty()
                    : Values.complaint(
                            "\"" + value.text() + "\" is no multicast group's address",
                            "write it as an IPv6 address that begins with ff, like ff12:401b::707"),
            List.of(SchemaFact.type("string"), new SchemaFact("pattern", "^[fF][fF][0-9a-fA-F:.]+$")));

    private PartitionValues() {}

    static Optional<Long> qkey(String text) {
        return ScalarTypes.integer(text).filter(n -> n.bitLength() <= 32).map(Number::longValue);
    }
}
