package dev.ibplay.facts.tools;

import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.Outcome;
import java.util.List;

/**
 * What a tool said, as it came: not trimmed, since a missing line end at the end shows that the text was cut.
 *
 * @param stdout may have CRLF line ends, as a terminal makes them
 */
public record ToolOutput(String stdout, String stderr, CommandEnd end) {

    public static ToolOutput of(Outcome.CommandEnded ended) {
        return new ToolOutput(ended.stdout().lossyText(), ended.stderr().lossyText(), ended.end());
    }

    /** The complete lines of standard output, without their ends. */
    public List<String> lines() {
        String text = stdout.replace("\r\n", "\n");
        return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
    }

    /** The line that was cut, or was never ended; empty when there is none. */
    public String lastUnended() {
        return stdout.substring(stdout.lastIndexOf('\n') + 1);
    }

    public boolean succeeded() {
        return end instanceof CommandEnd.Exited exited && exited.status() == 0;
    }
}
