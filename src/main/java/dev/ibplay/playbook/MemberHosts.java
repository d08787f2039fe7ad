package dev.ibplay.playbook;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Located;
import dev.ibplay.diag.Problems;
import dev.ibplay.inventory.Group;
import dev.ibplay.inventory.Host;
import dev.ibplay.inventory.HostPattern;
import dev.ibplay.inventory.Inventory;
import dev.ibplay.resource.PartitionMember.HostPorts;
import dev.ibplay.source.Node;
import dev.ibplay.source.Scope;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Finds the hosts of the inventory that a partition's members name. */
final class MemberHosts {
    private final Inventory inventory;
    private final Function<String, Scope> scopes;
    private final Problems problems;
    private final Map<String, KnownPortGuids> guids = new HashMap<>();

    /**
     * Members are looked for in one inventory.
     *
     * @param scopes the variables of a host, by its name
     */
    MemberHosts(Inventory inventory, Function<String, Scope> scopes, Problems problems) {
        this.inventory = inventory;
        this.scopes = scopes;
        this.problems = problems;
    }

    /** The ports of each host that a host, group or pattern means; an error when there is none. */
    List<HostPorts> named(Node.Scalar text) {
        MemberNames.HostsAndPort member = MemberNames.HostsAndPort.of(text.text());
        if (member.adapterPort().filter(port -> !Values.isAdapterPort(port)).isPresent()) {
            return List.of(); // the shape's check has said so
        }
        warnOfKeyword(text);
        return hosts(member.pattern(), text).stream()
                .map(Host::name)
                .map(host ->
                        new HostPorts(host, member.adapterPort(), guids(host).of(member.adapterPort())))
                .toList();
    }

    private List<Host> hosts(String pattern, Node.Scalar place) {
        var own = new Problems();
        List<Host> found = HostPattern.withRanges(new Located<>(pattern, place.span()), inventory, own)
                .select(inventory, own);
        Optional<String> keyword = MemberNames.nearestKeyword(place.text());
        for (Diagnostic diagnostic : own.sorted()) {
            boolean isUnknown = diagnostic.code() == Code.HOST_PATTERN_UNMATCHED;
            problems.add(
                    keyword.isPresent() && isUnknown
                            ? diagnostic.withHint("did you mean " + keyword.get() + "?")
                            : diagnostic);
        }
        if (found.isEmpty() && !own.hasErrors()) {
            problems.error(
                    Code.HOST_PATTERN_UNMATCHED,
                    place.span(),
                    "no host is meant by \"" + place.text() + "\"",
                    "ibplay inventory --graph shows the hosts of each group");
        }
        return found;
    }

    private KnownPortGuids guids(String host) {
        return guids.computeIfAbsent(host, name -> KnownPortGuids.of(name, scopes.apply(name), problems));
    }

    /** Says so where a keyword or GUID is also the name of a host or group, which is then not meant. */
    void warnOfNamesake(Node.Scalar member) {
        String name = member.text();
        if (inventory.host(name).isPresent() || inventory.group(name).isPresent()) {
            problems.add(Diagnostic.warning(
                            Code.INVENTORY_NAME,
                            member.span(),
                            "\"%s\" is OpenSM's word here, not the %s of that name"
                                    .formatted(name, inventory.host(name).isPresent() ? "host" : "group"))
                    .withHint("write ~^%s$ for the inventory's".formatted(name)));
        }
    }

    /** {@code all} is a group of every inventory, and easily taken for OpenSM's word. */
    private void warnOfKeyword(Node.Scalar member) {
        if (member.text().equals(Group.ALL)) {
            problems.add(Diagnostic.warning(
                            Code.INVENTORY_NAME,
                            member.span(),
                            "\"all\" means the hosts of the inventory, not every port of the fabric")
                    .withHint("write ALL for every port, or \"*\" for the hosts of the inventory"));
        }
    }
}
