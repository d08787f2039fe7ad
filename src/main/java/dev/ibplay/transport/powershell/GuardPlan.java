package dev.ibplay.transport.powershell;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Operation;
import dev.ibplay.transport.posix.UndoText;
import java.time.Duration;

/**
 * What a guard's own process needs: the functions, and its plan, a script that names the files that wait and the operations that
 * undo the change. The session that arms the guard runs the plan, too, which does nothing but note them.
 */
final class GuardPlan {
    private GuardPlan() {}

    /** Whole seconds, at least one; part of one is given as a whole, so that no guard is early. */
    static long seconds(Duration window) {
        return Math.max(1, window.plusNanos(999_999_999).toSeconds());
    }

    static Bytes functions() {
        return Bytes.ofUtf8(ScriptText.resource("far-end.ps1")
                + ScriptText.resource("guard.ps1")
                + ScriptText.resource("watchdog.ps1"));
    }

    /** The undo for people, a line for each operation. */
    static Bytes undoText(Operation.ArmGuard guard) {
        StringBuilder lines = new StringBuilder();
        guard.undo().forEach(operation -> lines.append(UndoText.of(operation)).append('\n'));
        return Bytes.ofUtf8(lines.toString());
    }

    static Bytes script(Operation.ArmGuard guard) {
        StringBuilder script = new StringBuilder();
        for (Operation operation : guard.commit()) {
            script.append(
                            switch (operation) {
                                case Operation.ReplaceFile replace ->
                                    "Ib-File %s $%b %s %s"
                                            .formatted(
                                                    BatchScript.path(replace.path()),
                                                    replace.expected().isPresent(),
                                                    BatchScript.bytes(
                                                            replace.expected().orElse(Bytes.EMPTY)),
                                                    BatchScript.bytes(replace.content()));
                                case Operation.RemoveFile remove ->
                                    "Ib-Gone %s %s"
                                            .formatted(
                                                    BatchScript.path(remove.path()),
                                                    BatchScript.bytes(remove.expected()));
                                default -> throw new IllegalArgumentException("a guard commits files only");
                            })
                    .append('\n');
        }
        for (Operation operation : guard.undo()) {
            script.append("Ib-Undo %s { %s }\n"
                    .formatted(BatchScript.text(UndoText.of(operation)), BatchScript.checked(operation)));
        }
        return Bytes.ofUtf8(script.toString());
    }
}
