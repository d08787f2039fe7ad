package dev.ibplay.lab.opensm;

import dev.ibplay.lab.fabric.LabPort;
import dev.ibplay.lab.fabric.SimulatedFabric;
import java.time.Duration;
import java.util.Optional;

/** What a process of OpenSM has around it: its port, its host, its time. Once it has ended nothing of it happens any more. */
final class OpensmProcess {
    private final SimulatedFabric fabric;
    private final LabPort port;
    private final OpensmHost host;
    private final Optional<String> conf;
    private boolean ended;

    /**
     * A process that begins.
     *
     * @param conf the path of its opensm.conf, if that could be read at its start
     */
    OpensmProcess(SimulatedFabric fabric, LabPort port, OpensmHost host, Optional<String> conf) {
        this.fabric = fabric;
        this.port = port;
        this.host = host;
        this.conf = conf;
    }

    SimulatedFabric fabric() {
        return fabric;
    }

    LabPort port() {
        return port;
    }

    OpensmHost host() {
        return host;
    }

    Optional<String> conf() {
        return conf;
    }

    void end() {
        ended = true;
    }

    /** Does something later, with the fabric's lock, unless the process has ended by then. */
    void after(Duration delay, Runnable action) {
        fabric.clock()
                .after(
                        delay,
                        () -> fabric.alone(() -> {
                            if (!ended) {
                                action.run();
                            }
                        }));
    }
}
