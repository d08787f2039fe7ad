package dev.ibplay.playbook;

import dev.ibplay.diag.Suggestion;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.ib.Rate;
import dev.ibplay.playbook.Shape.SchemaFact;
import dev.ibplay.playbook.Shape.Value;
import dev.ibplay.resource.PartitionMember;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** What a partition's members, name and rate may be called. */
final class MemberNames {
    /** Characters that end a name in partitions.conf would change the meaning of the file. */
    private static final Pattern SAFE_NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_.-]{0,63}");

    private static final List<String> KEYWORDS =
            Arrays.stream(PartitionMember.Keyword.values()).map(Enum::name).toList();

    private static final List<String> RATES =
            Arrays.stream(Rate.values()).map(Rate::toString).toList();

    static final Value PARTITION_NAME = new Value(
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

    static final Value MEMBER = new Value(
            "member",
            value -> who(value.text()).isPresent()
                    ? Optional.empty()
                    : Values.complaint(
                            "\"" + value.text() + "\" is no member of a partition",
                            Suggestion.nearest(value.text(), KEYWORDS)
                                    .map(near -> "did you mean " + near + "?")
                                    .orElse("a port GUID like 0x0002c90300fb3481, or one of "
                                            + String.join(", ", KEYWORDS))),
            List.of(SchemaFact.type("string")));

    private MemberNames() {}

    static Optional<PartitionMember.Who> who(String text) {
        if (KEYWORDS.contains(text)) {
            return Optional.of(PartitionMember.Keyword.valueOf(text));
        }
        return PortGuid.parse(text).map(PartitionMember.OnePort::new);
    }
}
