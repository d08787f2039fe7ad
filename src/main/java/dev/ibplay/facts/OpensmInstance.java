package dev.ibplay.facts;

import dev.ibplay.ib.PortGuid;
import java.util.Optional;

/**
 * One OpenSM of a host: its files, its process and what starts it.
 *
 * @param process empty where it does not run
 * @param unit the systemd unit that runs the process, or would start one
 * @param port the port that it is told to run on; empty where it takes the first Active one
 */
public record OpensmInstance(
        FileObserved conf,
        FileObserved partitions,
        Optional<OpensmProcess> process,
        Optional<String> unit,
        Optional<PortGuid> port) {}
