package dev.ibplay.facts;

import java.util.List;
import java.util.Optional;

/**
 * OpenSM on a host: its files, its processes and what starts them.
 *
 * @param unit the systemd unit that runs the process, or would start one
 */
public record OpensmObserved(
        FileObserved conf, FileObserved partitions, List<OpensmProcess> processes, Optional<String> unit) {
    public OpensmObserved {
        processes = List.copyOf(processes);
    }
}
