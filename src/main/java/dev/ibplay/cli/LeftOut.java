package dev.ibplay.cli;

import dev.ibplay.exec.MadKeys;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.run.SessionOpener;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.TransportException;
import java.util.Map;
import java.util.Optional;

/**
 * Hosts of which some are not contacted.
 *
 * @param why by host
 */
record LeftOut(SessionOpener opener, Map<String, String> why) implements SessionOpener {
    LeftOut {
        why = Map.copyOf(why);
    }

    @Override
    public HostSession open(String host) throws TransportException {
        return opener.open(host);
    }

    @Override
    public Optional<String> unsupported(String host) {
        return Optional.ofNullable(why.get(host)).or(() -> opener.unsupported(host));
    }

    @Override
    public MadKeys keys(String host) {
        return opener.keys(host);
    }

    @Override
    public Map<String, PortGuid> toldPorts(String host) {
        return opener.toldPorts(host);
    }
}
