package dev.ibplay.run;

import dev.ibplay.diag.Problems;
import dev.ibplay.exec.MadKeys;
import dev.ibplay.facts.recorded.HostRecording;
import dev.ibplay.gather.recorded.RecordedSession;
import dev.ibplay.gather.recorded.RecordingFolder;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.TransportException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Hosts as their saved facts show them, without contacting any. */
public final class RecordedHosts implements SessionOpener {
    private final RecordingFolder folder;
    private final Map<String, HostRecording> recordings;

    private RecordedHosts(RecordingFolder folder, Map<String, HostRecording> recordings) {
        this.folder = folder;
        this.recordings = Map.copyOf(recordings);
    }

    /**
     * Reads what is saved of some hosts; nothing where a file is wrong, then {@code problems} says what. A host without a file is
     * no mistake: it will be unreachable.
     */
    public static Optional<RecordedHosts> load(RecordingFolder folder, Collection<String> hosts, Problems problems) {
        Map<String, HostRecording> recordings = new HashMap<>();
        boolean wrong = false;
        for (String host : hosts) {
            if (folder.holds(host)) {
                Optional<HostRecording> recording = folder.load(host, problems);
                recording.ifPresent(found -> recordings.put(host, found));
                wrong |= recording.isEmpty();
            }
        }
        return wrong ? Optional.empty() : Optional.of(new RecordedHosts(folder, recordings));
    }

    /** What is saved of a host. */
    public Optional<HostRecording> recording(String host) {
        return Optional.ofNullable(recordings.get(host));
    }

    @Override
    public HostSession open(String host) throws TransportException {
        return new RecordedSession(recording(host)
                .orElseThrow(() -> new TransportException(
                        host,
                        TransportException.Kind.UNREACHABLE,
                        "no facts of this host are saved in " + folder.path(),
                        Optional.of("save them first: ibplay facts --save " + folder.path() + " " + host))));
    }

    /** Those with which the host was asked, as they were saved. */
    @Override
    public MadKeys keys(String host) {
        return recording(host).map(HostRecording::keys).orElse(MadKeys.NONE);
    }
}
