package dev.ibplay.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Where a lab's inventory, keys and state lie; for its owner only. */
public final class LabFolder implements AutoCloseable {
    private static final String INI = "inventory.ini";
    private static final String YAML = "inventory.yml";

    private final Path path;
    private final boolean isTemporary;

    private LabFolder(Path path, boolean isTemporary) {
        this.path = path;
        this.isTemporary = isTemporary;
    }

    /** One that goes when it is closed. */
    public static LabFolder temporary() throws IOException {
        return new LabFolder(Files.createTempDirectory("ibplay-lab-"), true);
    }

    /** One that stays, once {@link #create} has made it. */
    public static LabFolder at(Path path) {
        return new LabFolder(path.toAbsolutePath().normalize(), false);
    }

    /** Makes it where it is not there, for its owner only. */
    public void create() throws IOException {
        Files.createDirectories(path.getParent());
        if (!Files.isDirectory(path)) {
            Files.createDirectory(
                    path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
    }

    public Path path() {
        return path;
    }

    /** The inventory to give to {@code -i}: in YAML when the lab has written that, else INI. */
    public Path inventory() {
        Path yaml = path.resolve(YAML);
        return Files.exists(yaml) ? yaml : path.resolve(INI);
    }

    /** Writes the inventory in place of the one of an earlier lab. */
    void write(InventoryText inventory) throws IOException {
        Files.deleteIfExists(path.resolve(inventory.isYaml() ? INI : YAML));
        Files.writeString(path.resolve(inventory.isYaml() ? YAML : INI), inventory.text());
    }

    Path knownHosts() {
        return path.resolve("known_hosts");
    }

    Path key() {
        return path.resolve("id_ed25519");
    }

    /** Removes what labs put there, and the folder itself where nothing else is in it. */
    public void clear() throws IOException {
        if (!Files.isDirectory(path)) {
            return;
        }
        for (String name : List.of(INI, YAML, "known_hosts", "id_ed25519", "state", "state.new", "log")) {
            Files.deleteIfExists(path.resolve(name));
        }
        try (Stream<Path> rest = Files.list(path)) {
            if (rest.findAny().isEmpty()) {
                Files.delete(path);
            }
        }
    }

    @Override
    public void close() throws IOException {
        if (!isTemporary) {
            return;
        }
        try (Stream<Path> all = Files.walk(path)) {
            List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
            for (Path each : deepestFirst) {
                Files.deleteIfExists(each);
            }
        }
    }
}
