package dev.ibplay.plan.windows;

import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.windows.NetshLists;
import dev.ibplay.plan.Reading;
import java.util.Optional;

/** Whether IP has a connection: not while its adapter is being restarted. */
record ListedConnection(String name, Optional<Integer> codePage) implements Reading {
    static final String PRESENT = "present";

    @Override
    public String value(Outcome outcome) {
        return NetshLists.has(name, outcome, codePage) ? PRESENT : ABSENT;
    }
}
