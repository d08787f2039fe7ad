package dev.ibplay.lab.linux;

import dev.ibplay.exec.Bytes;
import dev.ibplay.lab.disk.Disk;
import dev.ibplay.opensm.LauncherVariables;
import dev.ibplay.text.Parsed;
import java.util.List;

/** /etc/sysconfig/opensm, which launchers of OpenSM take their variables from. */
record LauncherFile(Disk disk) {
    private static final String PATH = "/etc/sysconfig/opensm";

    /** The words of a variable; none where the file does not say, or cannot be read. */
    List<String> words(String name) {
        Parsed<LauncherVariables> parsed = LauncherVariables.parse(
                disk.tryToRead(PATH).map(Bytes::lossyText).orElse(""));
        return parsed instanceof Parsed.Document<LauncherVariables> document
                ? document.document().words(name)
                : List.of();
    }
}
