package dev.ibplay.report;

import dev.ibplay.journal.JournalEvent;
import dev.ibplay.journal.RecordedEvent;
import dev.ibplay.journal.RecordedRun;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A command of a play's before or after in a recorded run.
 *
 * @param ended empty where nobody saw it end; then {@code result} is empty text
 */
record RunCommand(JournalEvent.CommandBegan begun, Instant began, Optional<Instant> ended, String result, String said) {
    /** The commands of each host, in the order in which they began. */
    static Map<String, List<RunCommand>> byHost(RecordedRun run) {
        Map<String, List<RunCommand>> commands = new LinkedHashMap<>();
        for (RecordedEvent recorded : run.events()) {
            if (recorded.event() instanceof JournalEvent.CommandBegan begun) {
                commands.computeIfAbsent(begun.host(), host -> new ArrayList<>())
                        .add(new RunCommand(begun, recorded.at(), Optional.empty(), "", ""));
            } else if (recorded.event() instanceof JournalEvent.CommandEnded ended) {
                commands.computeIfPresent(ended.host(), (host, own) -> {
                    RunCommand last = own.removeLast();
                    own.add(new RunCommand(
                            last.begun(), last.began(), Optional.of(recorded.at()), ended.result(), ended.said()));
                    return own;
                });
            }
        }
        return commands;
    }
}
