package dev.ibplay.gather;

import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.Outcome;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which kind of failure a diagnostic tool met, by the words of libibmad ({@code mad_rpc}) and saquery
 * ({@code sa_report_err}).
 */
final class ToolEnd {
    private static final Pattern STATUS = Pattern.compile("(?:error status|result returned) 0x([0-9a-fA-F]{1,4})\\b");

    /** libibmad says that a call failed also when the packet could not be sent; the line before tells. */
    private static final Pattern NOT_SENT = Pattern.compile("send failed");

    private static final Pattern SILENCE = Pattern.compile(
            "_do_madrpc failed|timeout after \\d+ retries|Query SA failed: Connection timed out|IB_TIMEOUT");

    private static final Pattern NO_DEVICE = Pattern.compile("is ib_umad module loaded");
    private static final Pattern DENIED = Pattern.compile("[Pp]ermission denied|can't open UMAD port");

    private final Outcome.CommandEnded ended;
    private final String said;

    private ToolEnd(Outcome.CommandEnded ended) {
        this.ended = ended;
        said = ended.stdout().lossyText() + "\n" + ended.stderr().lossyText();
    }

    static ToolEnd of(Outcome.CommandEnded ended) {
        return new ToolEnd(ended);
    }

    /**
     * The outcome of a query whose tool gave no answer that can be read.
     *
     * @param because for people, with the tool's name
     */
    Outcome outcome(String because) {
        if (ended.succeeded()) {
            return new Outcome.OperationFailed("EPROTO", because);
        }
        if (ended.end() instanceof CommandEnd.TimedOut) {
            return new Outcome.NoAnswer();
        }
        Optional<Integer> status = status();
        if (status.isPresent()) {
            return new Outcome.ErrorStatus(status.get());
        }
        return says(SILENCE) && !says(NOT_SENT)
                ? new Outcome.NoAnswer()
                : new Outcome.OperationFailed(errno(), because);
    }

    private Optional<Integer> status() {
        Matcher matcher = STATUS.matcher(said);
        return matcher.find() ? Optional.of(Integer.parseInt(matcher.group(1), 16)) : Optional.empty();
    }

    private String errno() {
        if (says(NO_DEVICE)) {
            return "ENODEV";
        }
        return says(DENIED) ? "EACCES" : "EOTHER";
    }

    private boolean says(Pattern pattern) {
        return pattern.matcher(said).find();
    }
}
