package dev.ibplay.journal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.ibplay.exec.Signal;
import dev.ibplay.plan.Effect;
import dev.ibplay.plan.FileState;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Reads the lines that {@link EventJson} writes, and those of later versions as far as they are alike. */
public final class EventReader {
    private static final ObjectReader READER = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build()
            .readerFor(new TypeReference<Map<String, Object>>() {});

    private final Function<String, Optional<String>> blobs;

    /** A reader to which {@code blobs} gives the text of a blob, if it is there. */
    public EventReader(Function<String, Optional<String>> blobs) {
        this.blobs = blobs;
    }

    /** The event; nothing where the line is none. */
    public Optional<RecordedEvent> read(String line) {
        try {
            Map<String, Object> values = READER.readValue(line);
            if (values == null) {
                return Optional.empty();
            }
            Fields fields = Fields.of(values);
            if (fields.text("event").isEmpty()) {
                return Optional.empty();
            }
            return Optional.of(new RecordedEvent(Instant.parse(fields.text("at")), event(fields), values));
        } catch (JsonProcessingException | DateTimeException expected) {
            return Optional.empty();
        }
    }

    private JournalEvent event(Fields fields) {
        String word = fields.text("event");
        return switch (word) {
            case "run-began" -> began(fields);
            case "plays" ->
                new JournalEvent.Plays(
                        fields.objects("plays").stream().map(PlayJson::read).toList(), fields.texts("subnet_managers"));
            case "plan" ->
                new JournalEvent.Planned(
                        fields.objects("differences").stream()
                                .map(EventReader::difference)
                                .toList(),
                        fields.objects("steps").stream().map(this::step).toList(),
                        fields.texts("refusals"));
            case "phase-began" -> new JournalEvent.PhaseBegan(fields.text("phase"), fields.count("hosts"));
            case "step-began" ->
                new JournalEvent.StepBegan(fields.count("step"), fields.text("host"), fields.text("what"));
            case "step-ended" ->
                new JournalEvent.StepEnded(
                        fields.count("step"),
                        fields.text("host"),
                        fields.text("what"),
                        fields.text("result"),
                        fields.text("because"));
            case "host-failed" ->
                new JournalEvent.HostFailed(fields.text("host"), fields.text("code"), fields.text("message"));
            case "stopped" -> new JournalEvent.Stopped(fields.text("because"));
            case "fabrics" ->
                new JournalEvent.FabricsSeen(
                        fields.text("when"),
                        fields.objects("fabrics").stream()
                                .flatMap(fabric -> fabric(fabric).stream())
                                .toList());
            case "compared" -> compared(fields);
            case "host-ended" ->
                new JournalEvent.HostEnded(fields.text("host"), fields.text("status"), fields.texts("messages"));
            case "run-ended" ->
                new JournalEvent.RunEnded(
                        fields.count("exit_code"),
                        fields.counts("recap"),
                        fields.count("remaining"),
                        fields.text("stopped"));
            default -> RolloutJson.read(word, fields).orElseGet(() -> new JournalEvent.Unknown(word));
        };
    }

    private static JournalEvent compared(Fields fields) {
        return new JournalEvent.Compared(
                fields.objects("remaining").stream()
                        .map(EventReader::difference)
                        .toList(),
                fields.objects("held").stream()
                        .map(held -> new RecordedHeld(held.text("host"), held.text("resource"), held.text("until")))
                        .toList(),
                fields.objects("findings").stream()
                        .map(finding -> new RecordedFinding(
                                finding.text("severity"),
                                finding.text("code"),
                                finding.text("host"),
                                finding.text("message")))
                        .toList());
    }

    private static JournalEvent began(Fields fields) {
        Optional<RunName> run = RunName.parse(fields.text("run"));
        if (run.isEmpty()) {
            return new JournalEvent.Unknown("run-began");
        }
        var controller = new JournalEvent.Controller(
                fields.text("user"),
                fields.text("host"),
                fields.number("pid").orElse(0),
                fields.number("start_ticks"),
                fields.ifText("boot_id"));
        var invocation = new JournalEvent.Invocation(
                fields.texts("command_line"),
                fields.text("directory"),
                fields.texts("playbooks"),
                fields.texts("inventories"),
                fields.objects("inputs").stream()
                        .map(input -> new JournalEvent.Input(input.text("path"), input.text("sha256")))
                        .toList(),
                fields.ifText("undoes").flatMap(RunName::parse),
                fields.ifText("resumes").flatMap(RunName::parse));
        return new JournalEvent.RunBegan(
                run.get(), fields.text("version"), controller, invocation, fields.texts("hosts"));
    }

    private static RecordedDifference difference(Fields fields) {
        return new RecordedDifference(
                fields.text("host"),
                fields.text("resource"),
                fields.text("attribute"),
                fields.text("level"),
                fields.text("observed"),
                fields.text("desired"),
                fields.text("asked_by"));
    }

    /** Nothing where its picture is gone or damaged. */
    private Optional<RecordedFabric> fabric(Fields fields) {
        return fields.ifText("picture")
                .flatMap(blobs)
                .flatMap(text -> FabricReader.read(fields.text("seen_from"), text));
    }

    private PlannedStep step(Fields fields) {
        return new PlannedStep(
                fields.count("step"),
                fields.text("host"),
                fields.ifCount("play"),
                fields.text("kind"),
                fields.text("what"),
                fields.objects("effects").stream()
                        .flatMap(effect -> effect(effect).stream())
                        .toList(),
                fields.list("undo_commands").stream()
                        .filter(List.class::isInstance)
                        .map(words -> Fields.texts((List<?>) words))
                        .toList());
    }

    private Optional<Effect> effect(Fields fields) {
        return switch (fields.text("kind")) {
            case "file" ->
                Optional.of(new Effect.FileEffect(
                        fields.text("path"),
                        fields.ifObject("before").map(this::state),
                        fields.ifObject("after").map(this::state),
                        fields.ifText("kept")));
            case "attribute" ->
                Optional.of(
                        new Effect.AttributeEffect(fields.text("path"), fields.ifText("before"), fields.text("after")));
            case "link-mtu" ->
                Optional.of(new Effect.LinkMtuEffect(
                        fields.text("interface"), fields.ifCount("before"), fields.ifCount("after")));
            case "setting" ->
                Optional.of(new Effect.SettingEffect(
                        fields.text("resource"),
                        fields.text("attribute"),
                        fields.ifText("before"),
                        fields.text("after")));
            case "signal" ->
                Arrays.stream(Signal.values())
                        .filter(signal -> signal.name().equals(fields.text("signal")))
                        .findFirst()
                        .map(signal -> new Effect.SignalEffect(signal, fields.count("pid")));
            case "command" -> Optional.of(new Effect.CommandEffect(fields.texts("words")));
            default -> Optional.empty();
        };
    }

    private FileState state(Fields fields) {
        return new FileState(
                fields.text("sha256"),
                fields.count("bytes"),
                fields.ifText("text").flatMap(blobs));
    }
}
