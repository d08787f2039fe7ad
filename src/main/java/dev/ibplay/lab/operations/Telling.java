package dev.ibplay.lab.operations;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;

/** What operations and outcomes mean, as lines of a guard's log (native/src/tell.c). */
final class Telling {
    private static final int SHOWN_VALUE = 64;
    private static final int SHOWN_ERRORS = 400;

    private Telling() {}

    static String operation(Operation operation) {
        return switch (operation) {
            case Operation.RunCommand run -> "run " + String.join(" ", run.arguments());
            case Operation.ReplaceFile replace -> "replace " + replace.path();
            case Operation.RemoveFile remove -> "remove " + remove.path();
            case Operation.WriteAttribute write -> "write " + value(write.value()) + " to " + write.path();
            case Operation.SetLinkMtu set -> "set the MTU of " + set.interfaceName() + " to " + set.bytes();
            case Operation.SendSignal send -> "signal " + send.signal().number() + " to process " + send.pid();
            default -> "operation " + operation.getClass().getSimpleName();
        };
    }

    private static String value(Bytes value) {
        String text = value.lossyText();
        int end = text.length();
        while (end > 0 && text.charAt(end - 1) == '\n') {
            end--;
        }
        return text.substring(0, Math.min(end, SHOWN_VALUE));
    }

    static String outcome(Outcome outcome) {
        return switch (outcome) {
            case Outcome.CommandEnded ended -> end(ended);
            case Outcome.OperationFailed failed -> "failed: " + failed.message();
            case Outcome.Moved moved -> "not done: " + moved.found();
            default -> "done";
        };
    }

    private static String end(Outcome.CommandEnded ended) {
        if (ended.succeeded()) {
            return "done";
        }
        String errors = ended.stderr().lossyText();
        String how = switch (ended.end()) {
            case CommandEnd.Exited exited -> "exit status " + exited.status();
            case CommandEnd.Signalled signalled -> "ended by signal " + signalled.signal();
            case CommandEnd.TimedOut late -> "not done in time";
        };
        return how + ": " + errors.substring(0, Math.min(errors.length(), SHOWN_ERRORS));
    }
}
