package dev.ibplay.cli;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;

/** The exit codes, in the order in which they win when several apply. */
public enum ExitCode {
    /** The user stopped the run. */
    INTERRUPTED(130),
    /** Usage, playbook or inventory error; no host was contacted. */
    INVALID_INPUT(1),
    /** The plan cannot work or would be unsafe; nothing was changed. */
    REFUSED(5),
    /** At least one host failed, or verification failed. */
    FAILED(3),
    /** At least one host could not be reached. */
    UNREACHABLE(4),
    /** All that could be done was done; some hosts wait for a reboot or are unsupported. */
    INCOMPLETE(6),
    /** Differences were found. */
    DIFFERENT(2),
    /** The desired state holds, or was applied and verified. */
    OK(0);

    private final int number;

    ExitCode(int number) {
        this.number = number;
    }

    public int number() {
        return number;
    }

    /** The one of this number; {@link #FAILED} for a number that none has. */
    static ExitCode of(int number) {
        return Arrays.stream(values())
                .filter(code -> code.number == number)
                .findFirst()
                .orElse(FAILED);
    }

    /** The one that wins; OK for none. */
    public static ExitCode worst(Collection<ExitCode> codes) {
        return codes.stream().min(Comparator.naturalOrder()).orElse(OK);
    }
}
