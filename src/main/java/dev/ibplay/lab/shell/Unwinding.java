package dev.ibplay.lab.shell;

/** Leaves commands that are under way. */
abstract class Unwinding extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Unwinding(String message) {
        super(message, null, false, false);
    }

    /** Leaves loops: {@code break} and {@code continue}. */
    static final class LeaveLoop extends Unwinding {
        private static final long serialVersionUID = 1L;

        private final boolean again;
        private int levels;

        LeaveLoop(boolean again, int levels) {
            super("loop");
            this.again = again;
            this.levels = levels;
        }

        /** Counts one loop; whether that is the one that was meant. */
        boolean arrived() {
            levels--;
            return levels == 0;
        }

        boolean isAgain() {
            return again;
        }
    }

    /** Leaves a function or a file that is being read. */
    static final class Return extends Unwinding {
        private static final long serialVersionUID = 1L;

        private final int status;

        Return(int status) {
            super("return");
            this.status = status;
        }

        int status() {
            return status;
        }
    }

    /** Ends the shell or subshell. */
    static final class Exit extends Unwinding {
        private static final long serialVersionUID = 1L;

        private final int status;

        Exit(int status) {
            super("exit");
            this.status = status;
        }

        int status() {
            return status;
        }
    }

    /** The shell's process has ended, or does by a signal that nothing catches. */
    static final class Killed extends Unwinding {
        private static final long serialVersionUID = 1L;

        private final int signal;

        Killed(int signal) {
            super("killed");
            this.signal = signal;
        }

        int signal() {
            return signal;
        }
    }
}
