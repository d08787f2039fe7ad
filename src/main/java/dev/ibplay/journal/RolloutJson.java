package dev.ibplay.journal;

import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** The events of a rollout as JSON, and back: batches, commands of before and after, interrupts. */
final class RolloutJson {
    private final UnaryOperator<String> hide;

    RolloutJson(UnaryOperator<String> hide) {
        this.hide = hide;
    }

    void fields(JournalEvent.OfRollout event, Map<String, Object> line) {
        switch (event) {
            case JournalEvent.BatchBegan batch -> {
                batch("batch-began", batch.play(), batch.number(), batch.of(), line);
                line.put("hosts", batch.hosts());
            }
            case JournalEvent.BatchEnded batch -> {
                batch("batch-ended", batch.play(), batch.number(), batch.of(), line);
                line.put("failed", batch.failed());
            }
            case JournalEvent.HostVerified verified -> {
                line.put("event", "host-verified");
                line.put("host", verified.host());
            }
            case JournalEvent.CommandBegan command ->
                command("command-began", command.host(), command.when(), command.on(), command.what(), line);
            case JournalEvent.CommandEnded command -> {
                command("command-ended", command.host(), command.when(), command.on(), command.what(), line);
                line.put("result", command.result());
                line.put("said", hide.apply(command.said()));
            }
            case JournalEvent.Interrupted interrupted -> {
                line.put("event", "interrupted");
                line.put("signal", interrupted.signal());
                line.put("again", interrupted.again());
            }
        }
    }

    private static void batch(String event, String play, int number, int of, Map<String, Object> line) {
        line.put("event", event);
        line.put("play", play);
        line.put("batch", number);
        line.put("batches", of);
    }

    private void command(String event, String host, String when, String on, String what, Map<String, Object> line) {
        line.put("event", event);
        line.put("host", host);
        line.put("when", when);
        line.put("on", on);
        line.put("what", hide.apply(what));
    }

    /** The event; nothing where the word is none of a rollout's. */
    static Optional<JournalEvent> read(String word, Fields fields) {
        return switch (word) {
            case "batch-began" ->
                Optional.of(new JournalEvent.BatchBegan(
                        fields.text("play"), fields.count("batch"), fields.count("batches"), fields.texts("hosts")));
            case "batch-ended" ->
                Optional.of(new JournalEvent.BatchEnded(
                        fields.text("play"), fields.count("batch"), fields.count("batches"), fields.texts("failed")));
            case "host-verified" -> Optional.of(new JournalEvent.HostVerified(fields.text("host")));
            case "command-began" ->
                Optional.of(new JournalEvent.CommandBegan(
                        fields.text("host"), fields.text("when"), fields.text("on"), fields.text("what")));
            case "command-ended" ->
                Optional.of(new JournalEvent.CommandEnded(
                        fields.text("host"),
                        fields.text("when"),
                        fields.text("on"),
                        fields.text("what"),
                        fields.text("result"),
                        fields.text("said")));
            case "interrupted" ->
                Optional.of(new JournalEvent.Interrupted(
                        fields.text("signal"), fields.isTrue("again").orElse(false)));
            default -> Optional.empty();
        };
    }
}
