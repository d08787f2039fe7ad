package dev.ibplay.report;

import dev.ibplay.journal.RecordedRun;
import dev.ibplay.journal.RunState;

/** A recorded run's state in words. */
final class RunStateText {
    private RunStateText() {}

    static String of(RecordedRun run) {
        return run.began().isEmpty() && run.state() instanceof RunState.Killed ? "not begun" : of(run.state());
    }

    private static String of(RunState state) {
        return switch (state) {
            case RunState.Finished finished -> finished(finished.exitCode());
            case RunState.Running running -> "running (process " + running.pid() + ")";
            case RunState.Killed ignored -> "killed";
            case RunState.Elsewhere elsewhere -> "not ended, as far as known here (on " + elsewhere.host() + ")";
        };
    }

    /** One word, for programs. */
    static String word(RunState state) {
        return switch (state) {
            case RunState.Finished ignored -> "finished";
            case RunState.Running ignored -> "running";
            case RunState.Killed ignored -> "killed";
            case RunState.Elsewhere ignored -> "elsewhere";
        };
    }

    static String finished(int exitCode) {
        String words = switch (exitCode) {
            case 0 -> "done";
            case 1 -> "not begun";
            case 2 -> "differences left";
            case 3 -> "failed";
            case 4 -> "unreachable hosts";
            case 5 -> "refused";
            case 6 -> "incomplete";
            case 130 -> "interrupted";
            default -> "ended";
        };
        return exitCode == 0 ? words : words + " (exit " + exitCode + ")";
    }
}
