package dev.ibplay.playbook;

import dev.ibplay.resource.PlayCommand;
import dev.ibplay.source.Durations;
import dev.ibplay.source.Node;
import java.util.stream.Collectors;

/** A command of {@code before} or {@code after} as a playbook writes it, in one line. */
public final class CommandText {
    private CommandText() {}

    /** Its words, where it runs, and how long it may take. */
    public static String of(Node.Mapping written) {
        Fields fields = new Fields(written);
        String words = fields.items("command").stream().map(CommandText::text).collect(Collectors.joining(" "));
        String on = written.get("delegate_to")
                .map(node -> "on " + text(node) + ", ")
                .orElse("");
        String limit = written.get("timeout").map(CommandText::text).orElse(Durations.text(PlayCommand.DEFAULT_LIMIT));
        return "`%s` (%sat most %s)".formatted(words, on, limit);
    }

    private static String text(Node node) {
        return node instanceof Node.Scalar scalar ? scalar.text() : node.kind();
    }
}
