package dev.ibplay.lab.operations;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.lab.disk.Disk;
import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.disk.Stat;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Reads files and writes attributes (native/src/files.c, match.c). */
record Files(Disk disk) {
    private static final int MAX_MATCHES = 65_536;

    /** A folder, and a link that leads to itself, are not told of as files that cannot be read. */
    private static final Set<String> NO_FILE = Set.of("EISDIR", "ELOOP");

    Outcome read(Operation.ReadFile operation) {
        String path = operation.path();
        Stat stat;
        try {
            stat = openRegular(path);
        } catch (Errno error) {
            return error.isAbsent() ? new Outcome.FileAbsent() : NotDone.failure(error.name(), "open " + path);
        }
        try {
            Bytes content = disk.read(path);
            if (content.size() > operation.limit()) {
                return NotDone.failure("EFBIG", "read " + path);
            }
            return new Outcome.FileContent(content, stat.mode(), stat.uid(), stat.gid(), stat.modifiedSeconds());
        } catch (Errno error) {
            return NotDone.failure(error.name(), "read " + path);
        }
    }

    private Stat openRegular(String path) throws Errno {
        Stat stat = disk.stat(path, true);
        if (stat.isFolder()) {
            throw new Errno("EISDIR", path);
        }
        return stat;
    }

    Outcome readMatching(Operation.ReadMatching operation) {
        List<String> paths = disk.glob(operation.pattern());
        if (paths.size() > MAX_MATCHES) {
            return NotDone.failure("E2BIG", "read " + operation.pattern());
        }
        List<Outcome.NamedFile> found = new ArrayList<>();
        List<Outcome.Unread> unread = new ArrayList<>();
        long total = 0;
        for (String path : paths) {
            try {
                openRegular(path);
                Bytes content = disk.read(path);
                total += content.size();
                if (content.size() > operation.limit() || total > Capture.LIMIT) {
                    return NotDone.failure("EFBIG", "read " + path);
                }
                found.add(new Outcome.NamedFile(path, content));
            } catch (Errno error) {
                if (!error.isAbsent() && !NO_FILE.contains(error.name())) {
                    unread.add(new Outcome.Unread(path, NotDone.failure(error.name(), "read " + path)));
                }
            }
        }
        return new Outcome.FilesFound(found, unread);
    }

    Outcome resolve(Operation.ResolvePath operation) {
        try {
            return new Outcome.PathResolved(disk.resolve(operation.path()));
        } catch (Errno error) {
            return error.isAbsent()
                    ? new Outcome.FileAbsent()
                    : NotDone.failure(error.name(), "resolve " + operation.path());
        }
    }

    Outcome writeAttribute(Operation.WriteAttribute operation) {
        String path = operation.path();
        try {
            openRegular(path);
        } catch (Errno error) {
            return NotDone.failure(error.name(), "open " + path);
        }
        try {
            disk.overwrite(path, operation.value());
            return new Outcome.Done();
        } catch (Errno error) {
            return NotDone.failure(error.name(), "write " + path);
        }
    }
}
