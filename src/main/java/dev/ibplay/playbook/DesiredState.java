package dev.ibplay.playbook;

import dev.ibplay.resource.DesiredHost;
import dev.ibplay.source.Scope;
import java.util.List;
import java.util.Map;

/**
 * What the playbooks of a run want, host by host.
 *
 * @param plays all plays, numbered as {@link DesiredHost.Wanted#play} counts them
 * @param hosts in the order in which the plays first name them, then those that only partitions name
 * @param scopes the variables of each of these hosts, for its connection
 */
public record DesiredState(List<ResolvedPlay> plays, List<DesiredHost> hosts, Map<String, Scope> scopes) {
    /**
     * A play with the hosts that it applies to.
     *
     * @param hosts those that it may change, in the inventory's order
     * @param named those, and hosts that the limit or the tags chosen leave out
     */
    public record ResolvedPlay(Play play, List<String> hosts, List<String> named) {
        public ResolvedPlay {
            hosts = List.copyOf(hosts);
            named = List.copyOf(named);
        }

        /** A play that leaves out no host. */
        public ResolvedPlay(Play play, List<String> hosts) {
            this(play, hosts, hosts);
        }
    }

    public DesiredState {
        plays = List.copyOf(plays);
        hosts = List.copyOf(hosts);
        scopes = Map.copyOf(scopes);
    }
}
