package dev.ibplay.rehearsal;

import dev.ibplay.exec.Bytes;
import dev.ibplay.facts.recorded.HostRecording;
import dev.ibplay.facts.recorded.RecordedFile;
import dev.ibplay.lab.linux.LinuxHost;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The files of a host that its twin has as they are. */
final class GivenFiles {
    /** What a kernel or a running daemon makes, and a twin's own does so, too. */
    private static final List<String> MADE =
            List.of("/sys/", "/proc/", "/dev/", "/run/systemd/netif/", "/var/run/", "/var/lib/ibplay/");

    private static final int EXECUTABLE = 0755;
    private static final int READABLE = 0644;

    private GivenFiles() {}

    static Map<String, LinuxHost.GivenFile> of(HostRecording recording) {
        Map<String, LinuxHost.GivenFile> files = new TreeMap<>();
        recording.files().forEach((path, file) -> {
            if (MADE.stream().noneMatch(path::startsWith)) {
                files.put(path, new LinuxHost.GivenFile(file.content(), mode(file)));
            }
        });
        return files;
    }

    /** Of files that were read by a pattern the mode may not be known; scripts must be able to run. */
    private static int mode(RecordedFile file) {
        return file.mode().orElseGet(() -> isScript(file.content()) ? EXECUTABLE : READABLE);
    }

    private static boolean isScript(Bytes content) {
        return content.lossyText().startsWith("#!");
    }
}
