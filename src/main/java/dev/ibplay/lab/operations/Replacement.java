package dev.ibplay.lab.operations;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Operation.RemoveFile;
import dev.ibplay.exec.Operation.ReplaceFile;
import dev.ibplay.exec.Outcome;
import dev.ibplay.lab.disk.Disk;
import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.disk.Stat;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/** Replaces and removes files as a whole (native/src/replace.c). */
record Replacement(Disk disk) {
    private static final int TEMPORARY_MODE = 0600;

    Outcome replace(ReplaceFile operation) {
        try {
            Place place = place(operation.path());
            requireExpected(place, operation.expected());
            swap(operation, place);
            return new Outcome.Done();
        } catch (NotDone end) {
            return end.outcome();
        }
    }

    Outcome remove(RemoveFile operation) {
        try {
            Place place = place(operation.path());
            try {
                requireExpected(place, Optional.of(operation.expected()));
                disk.unlink(place.file());
                return new Outcome.Done();
            } catch (Errno error) {
                throw NotDone.failed(error, "remove " + place.file());
            }
        } catch (NotDone end) {
            return end.outcome();
        }
    }

    private Place place(String path) throws NotDone {
        try {
            return Place.of(disk, path);
        } catch (Errno error) {
            throw NotDone.failed(error, "follow " + path);
        }
    }

    private void requireExpected(Place place, Optional<Bytes> expected) throws NotDone {
        Optional<String> moved;
        try {
            moved = Original.look(disk, place.file()).moved(expected);
        } catch (Errno error) {
            throw NotDone.failed(error, "read " + place.file());
        }
        if (moved.isPresent()) {
            throw NotDone.moved(moved.get());
        }
    }

    private void swap(ReplaceFile operation, Place place) throws NotDone {
        String temporary = place.beside(".ibplay-" + letters());
        try {
            disk.create(temporary, Bytes.EMPTY, TEMPORARY_MODE);
        } catch (Errno error) {
            throw NotDone.failed(error, "create a file in " + place.folder());
        }
        try {
            fill(temporary, operation, Original.look(disk, place.file()));
            requireExpected(place, operation.expected());
            putInPlace(temporary, place.file(), operation.expected().isPresent());
        } catch (Errno error) {
            discard(temporary);
            if (error.name().equals("EEXIST")) {
                throw NotDone.moved("the file exists");
            }
            throw NotDone.failed(error, "replace " + place.file());
        } catch (NotDone moved) {
            discard(temporary);
            throw moved;
        }
    }

    private static String letters() {
        String all = Long.toString(ThreadLocalRandom.current().nextLong(Long.MAX_VALUE), 36) + "aaaaaa";
        return all.substring(0, 6);
    }

    /** Gives a new file its content, and the owner and mode of the one whose place it will take. */
    void fill(String file, ReplaceFile operation, Original old) throws Errno {
        disk.write(file, operation.content(), TEMPORARY_MODE);
        if (old.stat().isPresent()) {
            Stat kept = old.stat().get();
            disk.chown(file, kept.uid(), kept.gid());
            disk.chmod(file, kept.mode());
        } else {
            disk.chmod(file, operation.mode());
        }
    }

    void putInPlace(String temporary, String file, boolean mustExist) throws Errno {
        if (mustExist) {
            disk.rename(temporary, file);
        } else {
            disk.renameNew(temporary, file);
        }
    }

    private void discard(String temporary) {
        try {
            disk.unlink(temporary);
        } catch (Errno gone) {
            // it is what is wanted
        }
    }
}
