package dev.ibplay.playbook;

import dev.ibplay.inventory.HostPattern;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What of the playbooks is to be changed in this run.
 *
 * @param limit hosts outside it are not changed
 * @param tags plays without any of these are left out; empty for all plays
 * @param skipTags plays with any of these are left out
 */
public record Selection(Optional<HostPattern> limit, Set<String> tags, Set<String> skipTags) {
    public static final Selection ALL = new Selection(Optional.empty(), Set.of(), Set.of());

    public Selection {
        tags = Set.copyOf(tags);
        skipTags = Set.copyOf(skipTags);
    }

    /** Ansible's rule: "always" runs unless skipped, "never" only when asked for by a tag of the play. */
    boolean takes(List<String> playTags) {
        if (playTags.stream().anyMatch(skipTags::contains)) {
            return false;
        }
        boolean named = playTags.stream().anyMatch(tags::contains);
        if (playTags.contains("never")) {
            return named;
        }
        return tags.isEmpty() || tags.contains("all") || named || playTags.contains("always");
    }
}
