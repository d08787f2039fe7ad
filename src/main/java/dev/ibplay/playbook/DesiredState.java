package dev.ibplay.playbook;

import dev.ibplay.resource.DesiredHost;
import dev.ibplay.resource.HostCommands;
import dev.ibplay.source.Scope;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the playbooks of a run want, host by host.
 *
 * @param plays all plays, numbered as {@link DesiredHost.Wanted#play} counts them
 * @param hosts in the order in which the plays first name them, then those that only partitions name
 * @param scopes the variables of each of these hosts, for its connection
 * @param delegates hosts that commands of plays are delegated to; unless they are among the others, nothing is read of them
 */
public record DesiredState(
        List<ResolvedPlay> plays, List<DesiredHost> hosts, Map<String, Scope> scopes, Set<String> delegates) {
    /**
     * A play with the hosts that it applies to.
     *
     * @param hosts those that it may change, in the inventory's order
     * @param named those, and hosts that the limit or the tags chosen leave out
     * @param commands what is run around changes, for those hosts that have such
     */
    public record ResolvedPlay(Play play, List<String> hosts, List<String> named, Map<String, HostCommands> commands) {
        public ResolvedPlay {
            hosts = List.copyOf(hosts);
            named = List.copyOf(named);
            commands = Map.copyOf(commands);
        }

        /** A play without commands. */
        public ResolvedPlay(Play play, List<String> hosts, List<String> named) {
            this(play, hosts, named, Map.of());
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
        delegates = Set.copyOf(delegates);
    }

    /** One whose plays delegate no command. */
    public DesiredState(List<ResolvedPlay> plays, List<DesiredHost> hosts, Map<String, Scope> scopes) {
        this(plays, hosts, scopes, Set.of());
    }
}
