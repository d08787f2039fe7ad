package dev.ibplay.run;

import dev.ibplay.exec.MadKeys;
import dev.ibplay.facts.recorded.HostRecording;
import dev.ibplay.gather.recorded.RecordingSession;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.TransportException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Makes sessions that keep what is asked and answered, and that change nothing. */
public final class RecordingOpener implements SessionOpener {
    private final SessionOpener opener;
    private final Map<String, RecordingSession> sessions = new ConcurrentHashMap<>();

    public RecordingOpener(SessionOpener opener) {
        this.opener = opener;
    }

    @Override
    public HostSession open(String host) throws TransportException {
        var session = new RecordingSession(opener.open(host));
        sessions.put(host, session);
        return session;
    }

    @Override
    public Optional<String> unsupported(String host) {
        return opener.unsupported(host);
    }

    @Override
    public MadKeys keys(String host) {
        return opener.keys(host);
    }

    @Override
    public Map<String, PortGuid> toldPorts(String host) {
        return opener.toldPorts(host);
    }

    /** What a host has answered so far. */
    public HostRecording recording(String host) {
        return new HostRecording(
                host,
                Optional.ofNullable(sessions.get(host))
                        .map(RecordingSession::exchanges)
                        .orElse(List.of()));
    }
}
