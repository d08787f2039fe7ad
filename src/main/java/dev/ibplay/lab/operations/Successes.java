package dev.ibplay.lab.operations;

import dev.ibplay.exec.Outcome;

/** Which outcomes let a stop-at-failure batch go on (PROTOCOL.md, at its end). */
final class Successes {
    private Successes() {}

    static boolean is(Outcome outcome) {
        return switch (outcome) {
            case Outcome.CommandEnded ended -> ended.succeeded();
            case Outcome.Moved moved -> false;
            case Outcome.Held held -> false;
            case Outcome.NoAnswer none -> false;
            case Outcome.ErrorStatus error -> false;
            case Outcome.OperationFailed failed -> false;
            default -> true;
        };
    }
}
