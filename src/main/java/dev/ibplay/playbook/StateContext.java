package dev.ibplay.playbook;

import dev.ibplay.diag.Problems;
import java.util.Map;
import java.util.Optional;

/**
 * What is known beside the playbook when a host's state is read.
 *
 * @param fabrics what the inventory calls the fabric of each port of the host, by port
 * @param hosts finds hosts of the inventory; nothing while a playbook is only checked by itself
 * @param problems where mistakes are reported
 */
record StateContext(Map<String, String> fabrics, Optional<MemberHosts> hosts, Problems problems) {
    StateContext {
        fabrics = Map.copyOf(fabrics);
    }

    /** No host and no inventory is known yet. */
    static StateContext unknown(Problems problems) {
        return new StateContext(Map.of(), Optional.empty(), problems);
    }

    boolean isResolved() {
        return hosts.isPresent();
    }
}
