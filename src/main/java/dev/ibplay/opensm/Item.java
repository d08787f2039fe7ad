package dev.ibplay.opensm;

import java.util.List;

/** One item of a statement's body. */
sealed interface Item {
    Entry entry();

    /** A member: a port GUID or a keyword, perhaps with a membership. */
    record Port(Entry entry) implements Item {}

    /** A multicast group to be made, with its flags; it takes the rest of its line. */
    record Group(Entry entry, List<Entry> flags) implements Item {
        public Group {
            flags = List.copyOf(flags);
        }
    }

    default int end() {
        return switch (this) {
            case Port port -> port.entry().end();
            case Group group ->
                group.flags().isEmpty()
                        ? group.entry().end()
                        : Math.max(group.entry().end(), group.flags().getLast().end());
        };
    }
}
