package dev.ibplay.plan;

import dev.ibplay.exec.Operation;
import java.util.List;

/** What the configuration of network stacks says of interfaces, and how it is changed. */
final class IpoibFiles {
    /**
     * The files' part of an interface's change.
     *
     * @param afterwards what makes a running stack read its files again
     */
    record Part(List<FileChange> changes, List<Operation> afterwards) {
        static final Part NOTHING = new Part(List.of(), List.of());

        Part {
            changes = List.copyOf(changes);
            afterwards = List.copyOf(afterwards);
        }
    }

    static Part of(ChosenInterface chosen) {
        return Part.NOTHING;
    }
}
