package dev.ibplay.playbook;

import dev.ibplay.diag.Suggestion;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.playbook.Shape.Complaint;
import dev.ibplay.playbook.Shape.SchemaFact;
import dev.ibplay.playbook.Shape.Value;
import dev.ibplay.resource.PartitionMember;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a partition's members may be called: OpenSM's keywords, port GUIDs, and hosts of the inventory, which
 * {@link MemberHosts} looks up.
 */
final class MemberNames {
    private static final List<String> KEYWORDS =
            Arrays.stream(PartitionMember.Keyword.values()).map(Enum::name).toList();

    /** What can only be meant as a GUID: no inventory calls a host so. */
    private static final Pattern ALMOST_GUID = Pattern.compile("0[xX].*|[0-9]+|[0-9a-fA-F]{15,17}");

    private static final Pattern WITH_PORT = Pattern.compile("(?<hosts>.+?)/(?<port>[^/]+/[^/]*)");

    static final Value MEMBER = new Value("member", value -> complaint(value.text(), true), schema());

    /** Ports that are there, one by one: no keywords. */
    static final Value PORTS = new Value("port GUID or host", value -> complaint(value.text(), false), schema());

    private MemberNames() {}

    private static List<SchemaFact> schema() {
        return List.of(SchemaFact.type("string"), new SchemaFact("minLength", 1));
    }

    /**
     * Hosts of the inventory, perhaps with one port of each.
     *
     * @param pattern of hosts
     * @param adapterPort as {@code mlx5_0/1}
     */
    record HostsAndPort(String pattern, Optional<String> adapterPort) {
        static HostsAndPort of(String text) {
            Matcher matcher = WITH_PORT.matcher(text);
            return matcher.matches()
                    ? new HostsAndPort(matcher.group("hosts"), Optional.of(matcher.group("port")))
                    : new HostsAndPort(text, Optional.empty());
        }
    }

    private static Optional<Complaint> complaint(String text, boolean keywords) {
        if (!keywords && KEYWORDS.contains(text)) {
            return Values.complaint(
                    "\"" + text + "\" is no port of its own", "name port GUIDs, or hosts of the inventory");
        }
        if (text.isBlank()
                || (ALMOST_GUID.matcher(text).matches() && PortGuid.parse(text).isEmpty())) {
            return Values.complaint("\"" + text + "\" is no member of a partition", hint(keywords));
        }
        HostsAndPort parts = HostsAndPort.of(text);
        boolean isPort = parts.adapterPort().map(Values::isAdapterPort).orElse(text.indexOf('/') < 0);
        return isPort
                ? Optional.empty()
                : Values.complaint(
                        "\"" + text + "\" names no port of a host",
                        "behind the host stand adapter and port number, like node1/mlx5_0/1");
    }

    private static String hint(boolean keywords) {
        return "a port GUID like 0x0002c90300fb3481"
                + (keywords ? ", one of " + String.join(", ", KEYWORDS) : "")
                + ", or a host, group or pattern of the inventory";
    }

    /** What a name means without an inventory; nothing for hosts. */
    static Optional<PartitionMember.Who> who(String text) {
        if (KEYWORDS.contains(text)) {
            return Optional.of(PartitionMember.Keyword.valueOf(text));
        }
        return PortGuid.parse(text).map(PartitionMember.OnePort::new);
    }

    /** The keyword that was probably meant. */
    static Optional<String> nearestKeyword(String text) {
        return Suggestion.nearest(text, KEYWORDS);
    }
}
