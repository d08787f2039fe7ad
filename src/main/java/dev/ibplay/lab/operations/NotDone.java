package dev.ibplay.lab.operations;

import dev.ibplay.exec.Outcome;
import dev.ibplay.lab.disk.Errno;

/** An operation ends here, with its outcome. */
final class NotDone extends Exception {
    private static final long serialVersionUID = 1;

    @SuppressWarnings("serial") // never sent anywhere
    private final Outcome outcome;

    NotDone(Outcome outcome) {
        super(outcome.toString());
        this.outcome = outcome;
    }

    Outcome outcome() {
        return outcome;
    }

    static NotDone moved(String found) {
        return new NotDone(new Outcome.Moved(found));
    }

    static NotDone failed(Errno error, String what) {
        return new NotDone(failure(error.name(), what));
    }

    static NotDone failed(String errno, String what) {
        return new NotDone(failure(errno, what));
    }

    static Outcome.OperationFailed failure(String errno, String what) {
        return new Outcome.OperationFailed(errno, what + ": " + Errno.text(errno));
    }
}
