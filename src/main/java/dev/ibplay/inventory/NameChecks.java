package dev.ibplay.inventory;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Problems;
import java.util.Collection;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The warnings that Ansible gives about names: they work, but not everywhere. */
final class NameChecks {
    private static final Pattern VARIABLE_NAME = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_]*");

    private final Problems problems;

    NameChecks(Problems problems) {
        this.problems = problems;
    }

    void check(Collection<InventoryBuilder.GroupDraft> groups, Collection<InventoryBuilder.HostDraft> hosts) {
        Map<String, InventoryBuilder.HostDraft> byName =
                hosts.stream().collect(Collectors.toMap(host -> host.name, Function.identity()));
        for (var group : groups) {
            var host = byName.get(group.name);
            if (host != null) {
                problems.add(Diagnostic.warning(
                                Code.INVENTORY_NAME, host.span, "\"" + host.name + "\" names both a host and a group")
                        .withHint(
                                "a host pattern of that name means the host alone, and as in Ansible variables written "
                                        + "beside the host count for all hosts of the group"));
            }
        }
        // One warning for all, as Ansible has it: in sites with hyphens everywhere more would be noise.
        var odd = groups.stream()
                .filter(group -> !VARIABLE_NAME.matcher(group.name).matches())
                .toList();
        if (!odd.isEmpty()) {
            String others = odd.size() == 1 ? "" : " (and " + (odd.size() - 1) + " more)";
            problems.add(Diagnostic.warning(
                            Code.INVENTORY_NAME,
                            odd.getFirst().span,
                            "the group name \"" + odd.getFirst().name + "\"" + others + " is not a valid variable name")
                    .withHint("it works here; in templates write groups[\"" + odd.getFirst().name + "\"]"));
        }
    }
}
