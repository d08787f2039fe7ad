package dev.ibplay.lab.windows;

import dev.ibplay.exec.Bytes;
import dev.ibplay.lab.disk.Disk;
import dev.ibplay.lab.disk.Errno;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A host's files by paths with a drive, whose letters may be large or small. A process may have a file to itself. */
final class WindowsFiles {
    /** Where ibplay's own folder is: what other systems have in /var/lib/ibplay. */
    static final String OWN = "C:\\ProgramData\\ibplay";

    private static final String OWN_ELSEWHERE = "/var/lib/ibplay";
    private static final int MODE = 0644;
    private static final int READ_ONLY = 0200;

    private final Disk disk;
    private final Set<String> held = ConcurrentHashMap.newKeySet();

    WindowsFiles(Disk disk) {
        this.disk = disk;
    }

    /** What a path of an operation means here. */
    static String own(String path) {
        boolean isOwn = path.equals(OWN_ELSEWHERE) || path.startsWith(OWN_ELSEWHERE + "/");
        return isOwn ? OWN + path.substring(OWN_ELSEWHERE.length()).replace('/', '\\') : path;
    }

    /** A path on the disk. Names that are there count as they are written there. */
    private String at(String path) {
        StringBuilder found = new StringBuilder();
        for (String name : path.replace('\\', '/').split("/", -1)) {
            if (!name.isEmpty()) {
                found.append('/').append(called(found.isEmpty() ? "/" : found.toString(), name));
            }
        }
        return found.isEmpty() ? "/" : found.toString();
    }

    private String called(String folder, String name) {
        try {
            return disk.list(folder).stream()
                    .filter(name::equalsIgnoreCase)
                    .findFirst()
                    .orElse(name);
        } catch (Errno none) {
            return name;
        }
    }

    /** The place of a program on the disk. */
    String program(String path) {
        return at(path);
    }

    boolean exists(String path) {
        return disk.exists(at(path));
    }

    boolean isFolder(String path) {
        try {
            return disk.stat(at(path), true).isFolder();
        } catch (Errno none) {
            return false;
        }
    }

    Bytes read(String path) throws Errno {
        String place = at(path);
        if (held.contains(place.toLowerCase(Locale.ROOT))) {
            throw new Errno("EBUSY", path);
        }
        return disk.read(place);
    }

    Optional<Bytes> tryToRead(String path) {
        try {
            return Optional.of(read(path));
        } catch (Errno unreadable) {
            return Optional.empty();
        }
    }

    /** The names in a folder; none where there is no such folder. */
    List<String> list(String folder) {
        try {
            return disk.list(at(folder));
        } catch (Errno none) {
            return List.of();
        }
    }

    long modifiedSeconds(String path) throws Errno {
        return disk.stat(at(path), true).modifiedSeconds();
    }

    boolean isReadOnly(String path) throws Errno {
        return (disk.stat(at(path), true).mode() & READ_ONLY) == 0;
    }

    /** Folders on the way are made. */
    void write(String path, Bytes content) throws Errno {
        String place = at(path);
        disk.folders(place.substring(0, place.lastIndexOf('/')));
        disk.write(place, content, MODE);
    }

    /** One that must not be there yet, in a folder that is. */
    void create(String path, Bytes content) throws Errno {
        disk.create(at(path), content, MODE);
    }

    void append(String path, String text) throws Errno {
        disk.append(at(path), Bytes.ofUtf8(text), MODE);
    }

    void folders(String path) throws Errno {
        disk.folders(at(path));
    }

    /** Nothing where it is not there. */
    void delete(String path) {
        try {
            disk.unlink(at(path));
        } catch (Errno gone) {
            // as wanted
        }
    }

    void remove(String path) throws Errno {
        disk.unlink(at(path));
    }

    void rename(String from, String to) throws Errno {
        disk.rename(at(from), at(to));
    }

    /** With all that is in it; nothing where it is not there. */
    void deleteFolder(String path) {
        list(path).forEach(name -> delete(path + "\\" + name));
        try {
            disk.rmdir(at(path));
        } catch (Errno gone) {
            // as wanted, or something is in it that nobody expects there
        }
    }

    /** Opens a file without sharing it, until {@link #release}. */
    void hold(String path) {
        held.add(at(path).toLowerCase(Locale.ROOT));
    }

    void release(String path) {
        held.remove(at(path).toLowerCase(Locale.ROOT));
    }
}
