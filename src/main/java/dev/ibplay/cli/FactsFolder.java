package dev.ibplay.cli;

import dev.ibplay.facts.recorded.Concealment;
import dev.ibplay.facts.recorded.HostRecording;
import dev.ibplay.facts.recorded.KeyStandIns;
import dev.ibplay.gather.recorded.RecordingFolder;
import dev.ibplay.journal.HostRecord;
import java.io.IOException;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Saves what hosts have answered, and says so. */
final class FactsFolder {
    private final Console console;
    private final RecordingFolder folder;

    FactsFolder(Console console, RecordingFolder folder) {
        this.console = console;
        this.folder = folder;
    }

    /** Makes the folder; false, and a word about it, when that fails. */
    boolean create() {
        try {
            folder.create();
            return true;
        } catch (IOException failure) {
            console.say("ibplay: cannot make the folder " + folder.path() + ": " + failure);
            return false;
        }
    }

    /**
     * Writes a file for each host that could be read, and names those whose file stays what it was; false when one could not
     * be written.
     */
    boolean save(List<HostRecording> recordings, List<HostRecord> hosts) {
        var concealment = new Concealment(new KeyStandIns());
        Set<String> saved = new HashSet<>();
        boolean complete = true;
        for (HostRecording recording : recordings) {
            try {
                folder.save(recording, concealment, Instant.now());
                saved.add(recording.host());
            } catch (IOException failure) {
                complete = false;
                console.say("ibplay: cannot save the facts of " + recording.host() + ": " + failure);
            }
        }
        console.say("saved the facts of %d of %d hosts in %s".formatted(saved.size(), hosts.size(), folder.path()));
        hosts.stream()
                .map(HostRecord::host)
                .filter(host -> !saved.contains(host) && folder.holds(host))
                .forEach(host -> console.say(host + ": the facts saved earlier stay: " + folder.file(host)));
        return complete;
    }
}
