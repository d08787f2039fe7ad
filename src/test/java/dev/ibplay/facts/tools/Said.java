package dev.ibplay.facts.tools;

import dev.ibplay.exec.CommandEnd;
import dev.ibplay.facts.Fact;
import java.util.Optional;

/** Outputs for tests. */
public final class Said {
    private Said() {}

    public static ToolOutput well(String stdout) {
        return new ToolOutput(stdout, "", new CommandEnd.Exited(0));
    }

    public static ToolOutput badly(String stdout, String stderr, int status) {
        return new ToolOutput(stdout, stderr, new CommandEnd.Exited(status));
    }

    public static <T> Optional<String> because(Fact<T> fact) {
        return switch (fact) {
            case Fact.Known<T> ignored -> Optional.empty();
            case Fact.Absent<T> ignored -> Optional.empty();
            case Fact.Unreadable<T> unreadable -> Optional.of(unreadable.because());
        };
    }
}
