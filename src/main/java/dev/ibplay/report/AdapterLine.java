package dev.ibplay.report;

import dev.ibplay.ib.NodeGuid;
import java.util.Optional;

/** An adapter in one line, for people. */
final class AdapterLine {
    private AdapterLine() {}

    static String of(
            String name,
            Optional<String> type,
            Optional<String> board,
            Optional<String> firmware,
            Optional<NodeGuid> nodeGuid) {
        StringBuilder line = new StringBuilder(name);
        type.ifPresent(text -> line.append(", type ").append(text));
        board.ifPresent(text -> line.append(", board ").append(text));
        firmware.ifPresent(text -> line.append(", firmware ").append(text));
        nodeGuid.ifPresent(guid -> line.append(", node ").append(guid));
        return line.append('\n').toString();
    }
}
