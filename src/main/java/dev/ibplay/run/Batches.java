package dev.ibplay.run;

import dev.ibplay.playbook.BatchSize;
import java.util.ArrayList;
import java.util.List;

/** Cuts the hosts of a play into batches, as Ansible does: the last size is repeated until no host is left. */
final class Batches {
    private Batches() {}

    static List<List<String>> of(List<String> hosts, List<BatchSize> serial) {
        if (serial.isEmpty() || hosts.isEmpty()) {
            return hosts.isEmpty() ? List.of() : List.of(hosts);
        }
        List<List<String>> batches = new ArrayList<>();
        int taken = 0;
        for (int i = 0; taken < hosts.size(); i++) {
            int size = serial.get(Math.min(i, serial.size() - 1)).of(hosts.size());
            int end = Math.min(hosts.size(), taken + size);
            batches.add(List.copyOf(hosts.subList(taken, end)));
            taken = end;
        }
        return batches;
    }
}
