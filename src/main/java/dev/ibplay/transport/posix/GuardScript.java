package dev.ibplay.transport.posix;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Operation;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A guard as sh source: what the arming session runs, and in it the script that the guard's own process runs, which holds
 * all functions, the contents of the files and the undo.
 */
final class GuardScript {
    private final Operation.ArmGuard guard;
    private final Function<Operation, String> call;

    /**
     * Renders nothing yet.
     *
     * @param call an operation's own functions and call, which is true when it succeeded
     */
    GuardScript(Operation.ArmGuard guard, Function<Operation, String> call) {
        this.guard = guard;
        this.call = call;
    }

    /** Definitions, then the call, for a batch. */
    String arming(String folder, long seconds) {
        StringBuilder lines = new StringBuilder();
        guard.undo().forEach(operation -> lines.append(UndoText.of(operation)).append('\n'));
        String each = each();
        String script = "{\n" + BatchScript.watchdogFunctions() + each + undo()
                + "ib_guard %s %d\nexit 1\n}\n".formatted(folder, seconds);
        return each
                + ShellText.function("ib_record", guard.record())
                + ShellText.function("ib_undo_text", Bytes.ofUtf8(lines.toString()))
                + ShellText.function("ib_script", Bytes.ofUtf8(script))
                + "ib_go && ib_arm %s %d".formatted(folder, seconds);
    }

    /** The function that calls another one for each file. */
    private String each() {
        StringBuilder script = new StringBuilder("ib_each() {\n");
        for (Operation operation : guard.commit()) {
            script.append(
                    switch (operation) {
                        case Operation.ReplaceFile replace -> replacement(replace);
                        case Operation.RemoveFile remove ->
                            ShellText.function("ib_old", remove.expected())
                                    + "\"$1\" remove %s || return 1\n".formatted(BatchScript.path(remove.path()));
                        default -> throw new IllegalArgumentException("a guard commits files only");
                    });
        }
        return script.append("return 0\n}\n").toString();
    }

    private static String replacement(Operation.ReplaceFile replace) {
        Optional<Bytes> expected = replace.expected();
        return ShellText.function("ib_old", expected.orElse(Bytes.EMPTY))
                + ShellText.function("ib_new", replace.content())
                + "\"$1\" replace %s %o %d %d %d || return 1\n"
                        .formatted(
                                BatchScript.path(replace.path()),
                                replace.mode() & 07777,
                                expected.isPresent() ? 1 : 0,
                                replace.content().size(),
                                expected.orElse(Bytes.EMPTY).size());
    }

    private String undo() {
        StringBuilder script = new StringBuilder();
        StringBuilder calls = new StringBuilder("ib_undo() {\n");
        List<Operation> undo = guard.undo();
        for (int i = 0; i < undo.size(); i++) {
            script.append("ib_undo_%d() {\n%s\n}\n".formatted(i, call.apply(undo.get(i))));
            calls.append("ib_undo_one ib_undo_%d %s\n".formatted(i, ShellText.quote(UndoText.of(undo.get(i)))));
        }
        return script.append(calls).append("return 0\n}\n").toString();
    }
}
