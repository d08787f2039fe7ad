package dev.ibplay.plan.windows;

import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.windows.NetshLists;
import dev.ibplay.plan.Reading;
import java.util.Optional;

/**
 * The MTU of a connection in one of netsh's lists.
 *
 * @param read asks for the list
 * @param isUndone whether a run that is undone puts it back: what IP uses; the store follows it
 */
record ListedMtu(String name, Operation read, Optional<Integer> codePage, boolean isUndone) implements Reading {
    static ListedMtu inUse(WindowsLink link) {
        return new ListedMtu(link.name(), NetshLists.inUse(), link.codePage(), true);
    }

    static ListedMtu kept(WindowsLink link) {
        return new ListedMtu(link.name(), NetshLists.kept(), link.codePage(), false);
    }

    @Override
    public String value(Outcome outcome) {
        return switch (NetshLists.mtu(name, outcome, codePage)) {
            case Fact.Known<Integer> known -> known.value().toString();
            case Fact.Absent<Integer> ignored -> ABSENT;
            case Fact.Unreadable<Integer> ignored -> UNREADABLE;
        };
    }

    @Override
    public Optional<Setting> setting() {
        return isUndone ? Optional.of(new Setting("ipoib " + name, "mtu")) : Optional.empty();
    }
}
