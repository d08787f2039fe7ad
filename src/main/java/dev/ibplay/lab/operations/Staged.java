package dev.ibplay.lab.operations;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.RemoveFile;
import dev.ibplay.exec.Operation.ReplaceFile;
import dev.ibplay.exec.Outcome;
import dev.ibplay.lab.disk.Disk;
import dev.ibplay.lab.disk.Errno;
import java.util.Optional;

/** One file of a guard's change, which waits beside its target until it gets its name (native/src/stage.c). */
final class Staged {
    private static final int MODE = 0600;

    private final Disk disk;
    private final Replacement replacement;
    private final Operation operation;
    private final Place place;
    private final String beside;
    private Step step = Step.UNTOUCHED;
    private long inode;

    private enum Step {
        UNTOUCHED,
        STAGED,
        NAMED
    }

    private Staged(Disk disk, Operation operation, Place place) {
        this.disk = disk;
        this.replacement = new Replacement(disk);
        this.operation = operation;
        this.place = place;
        String suffix = operation instanceof ReplaceFile ? "staged" : "removed";
        this.beside = place.beside("." + place.name() + ".ibplay-" + suffix);
    }

    static Staged of(Disk disk, Operation operation) throws NotDone {
        try {
            return new Staged(disk, operation, Place.of(disk, path(operation)));
        } catch (Errno error) {
            throw NotDone.failed(error, "read " + path(operation));
        }
    }

    private static String path(Operation operation) {
        return switch (operation) {
            case ReplaceFile replace -> replace.path();
            case RemoveFile remove -> remove.path();
            default -> throw new IllegalArgumentException("a guard commits files, not " + operation);
        };
    }

    String path() {
        return path(operation);
    }

    private Optional<Bytes> expected() {
        return operation instanceof RemoveFile remove
                ? Optional.of(remove.expected())
                : ((ReplaceFile) operation).expected();
    }

    /** Checks the precondition and writes the new content. */
    void stage() throws NotDone {
        Original now;
        try {
            now = Original.look(disk, place.file());
        } catch (Errno error) {
            throw NotDone.failed(error, "read " + path());
        }
        Optional<String> moved = now.moved(expected());
        if (moved.isPresent()) {
            throw NotDone.moved(path() + ": " + moved.get());
        }
        try {
            if (operation instanceof ReplaceFile replace) {
                writeBeside(replace, now);
            } else {
                disk.requireWritable(place.folder());
            }
        } catch (Errno error) {
            throw NotDone.failed(error, "prepare " + path());
        }
    }

    /** What a run that was cut off has left under this name is of no use any more. */
    private void writeBeside(ReplaceFile replace, Original old) throws Errno {
        if (disk.exists(beside)) {
            disk.unlink(beside);
        }
        disk.create(beside, Bytes.EMPTY, MODE);
        inode = disk.stat(beside, false).inode();
        step = Step.STAGED;
        replacement.fill(beside, replace, old);
    }

    private boolean stillWaits() {
        try {
            return disk.stat(beside, false).inode() == inode;
        } catch (Errno gone) {
            return false;
        }
    }

    /** Why it cannot get its name; empty when it can. */
    Optional<String> differs() {
        try {
            if (!Place.of(disk, path()).equals(place)) {
                return Optional.of("the link leads elsewhere");
            }
            if (step == Step.STAGED && !stillWaits()) {
                return Optional.of("the prepared file is gone");
            }
            return Original.look(disk, place.file()).moved(expected());
        } catch (Errno error) {
            return Optional.of(error.text());
        }
    }

    void name() throws Errno {
        if (operation instanceof ReplaceFile replace) {
            replacement.putInPlace(beside, place.file(), replace.expected().isPresent());
        } else {
            disk.rename(place.file(), beside);
        }
        step = Step.NAMED;
    }

    String tell() {
        return Telling.operation(operation);
    }

    boolean isNamed() {
        return step == Step.NAMED;
    }

    /** The new file has the old one's owner and mode, so the old content in it is the old file again. */
    Outcome putBack() {
        step = Step.UNTOUCHED;
        if (operation instanceof ReplaceFile replace) {
            return replace.expected()
                    .map(old -> replacement.replace(
                            new ReplaceFile(place.file(), Optional.of(replace.content()), old, replace.mode())))
                    .orElseGet(() -> replacement.remove(new RemoveFile(place.file(), replace.content())));
        }
        try {
            disk.renameNew(beside, place.file());
            return new Outcome.Done();
        } catch (Errno error) {
            return NotDone.failure(error.name(), "put back " + path());
        }
    }

    /** Removes what is not needed any more once all have their names. */
    void finish() {
        if (operation instanceof RemoveFile) {
            removeBeside();
        }
    }

    void unstage() {
        if (step == Step.STAGED && stillWaits()) {
            removeBeside();
        }
    }

    private void removeBeside() {
        try {
            disk.unlink(beside);
        } catch (Errno gone) {
            // as wanted
        }
    }
}
