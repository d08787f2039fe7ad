package dev.ibplay.facts.windows;

import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.Fact;
import java.util.Optional;

/** What netsh lists of connections, in any language: what a change looks at again. */
public final class NetshLists {
    private NetshLists() {}

    /** Asks for the MTUs in use. */
    public static Operation inUse() {
        return NetshTable.SUBINTERFACES;
    }

    /** Asks for the MTUs that the next start of the host brings. */
    public static Operation kept() {
        return NetshTable.KEPT;
    }

    /**
     * The MTU of a connection, in bytes; absent where the list does not have it, or has no limit for it.
     *
     * @param codePage the host's OEM code page, in which the names are
     */
    public static Fact<Integer> mtu(String name, Outcome answer, Optional<Integer> codePage) {
        return row(name, answer, codePage).flatMap(row -> InterfaceMtus.limit(row.mtu()));
    }

    /** Whether the list has a connection: one whose adapter is just being restarted is not in it. */
    public static boolean has(String name, Outcome answer, Optional<Integer> codePage) {
        return row(name, answer, codePage).ifKnown().isPresent();
    }

    private static Fact<NetshTable.Row> row(String name, Outcome answer, Optional<Integer> codePage) {
        return NetshTable.read(answer, codePage)
                .flatMap(rows -> rows.stream()
                        .filter(row -> row.name().equals(name))
                        .findFirst()
                        .map(Fact::known)
                        .orElseGet(Fact::absent));
    }
}
