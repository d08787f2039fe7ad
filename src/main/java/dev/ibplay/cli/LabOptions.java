package dev.ibplay.cli;

import dev.ibplay.lab.LabFolder;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Which lab is meant. */
final class LabOptions {
    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description = "Where the lab's inventory, keys and log lie (default: $XDG_STATE_HOME/ibplay/lab).")
    private Optional<Path> folder = Optional.empty();

    LabFolder folder(Map<String, String> environment) {
        return LabFolder.at(
                folder.orElseGet(() -> Recording.folder(environment).path().resolve("lab")));
    }
}
