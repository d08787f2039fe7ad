package dev.ibplay.lab.operations;

import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.lab.disk.Disk;
import dev.ibplay.lab.disk.Errno;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** The files of a guard's change: all of them get their names, or none (native/src/stage.c). */
final class Stage {
    private final List<Staged> items = new ArrayList<>();

    /** Checks all preconditions and writes all contents; when one fails nothing is left. */
    static Stage of(Disk disk, List<Operation> commit) throws NotDone {
        Stage stage = new Stage();
        try {
            for (Operation operation : commit) {
                Staged item = Staged.of(disk, operation);
                stage.items.add(item);
                item.stage();
            }
        } catch (NotDone end) {
            stage.unstage();
            throw end;
        }
        return stage;
    }

    /** Why not all can get their names; empty when they can. */
    Optional<String> obstacle() {
        for (Staged item : items) {
            Optional<String> why = item.differs();
            if (why.isPresent()) {
                return Optional.of(item.path() + ": " + why.get());
            }
        }
        return Optional.empty();
    }

    /**
     * What came of the names.
     *
     * @param obstacle why none has its name; empty when all have
     * @param whole false when one could not be put back
     */
    record Naming(Optional<String> obstacle, boolean whole) {}

    Naming name(GuardFolder folder) {
        for (Staged item : items) {
            try {
                item.name();
                folder.log(item.tell() + ": done");
            } catch (Errno error) {
                folder.log(item.tell() + ": " + error.text());
                return new Naming(Optional.of(item.path() + ": " + error.text()), putBack(folder));
            }
        }
        items.forEach(Staged::finish);
        return new Naming(Optional.empty(), true);
    }

    private boolean putBack(GuardFolder folder) {
        boolean whole = true;
        List<Staged> backwards = new ArrayList<>(items);
        Collections.reverse(backwards);
        for (Staged item : backwards) {
            if (item.isNamed()) {
                Outcome outcome = item.putBack();
                folder.log("put back " + item.path() + ": " + Telling.outcome(outcome));
                whole &= outcome instanceof Outcome.Done;
            }
        }
        return whole;
    }

    /** Removes what still waits. */
    void unstage() {
        items.forEach(Staged::unstage);
    }
}
