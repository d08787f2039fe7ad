package dev.ibplay.journal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.ibplay.plan.Effect;
import dev.ibplay.plan.FileState;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Events as lines of JSON. Every line has {@code at} (UTC, milliseconds) and {@code event}; the other fields have the names
 * of {@link JournalEvent}. Texts of files are kept apart as blobs, named by the SHA-256 of what is kept; {@code sha256} is
 * that of the file itself. A reader ignores events and fields that it does not know, and this version writes format 1.
 */
public final class EventJson {
    static final int FORMAT = 1;
    private static final ObjectWriter WRITER = JsonMapper.builder().build().writer();

    private final UnaryOperator<String> hide;
    private final EffectJson effects;
    private final RolloutJson rollout;

    /** Applies {@code hide} to every free text before it is written: not to names of hosts, files and the like. */
    public EventJson(UnaryOperator<String> hide) {
        this.hide = hide;
        this.effects = new EffectJson(hide);
        this.rollout = new RolloutJson(hide);
    }

    /** The event as one line, its line end included. */
    public String line(Instant at, JournalEvent event) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("at", at.truncatedTo(ChronoUnit.MILLIS).toString());
        fields(event, line);
        try {
            return WRITER.writeValueAsString(line) + "\n";
        } catch (JsonProcessingException impossible) {
            throw new IllegalArgumentException("not plain values: " + impossible.getOriginalMessage(), impossible);
        }
    }

    /** The texts that an event refers to, by the names of their blobs. */
    public Map<String, String> blobs(JournalEvent event) {
        Map<String, String> blobs = new LinkedHashMap<>();
        if (event instanceof JournalEvent.FabricsSeen seen) {
            seen.fabrics().forEach(fabric -> blobs.put(picture(fabric), FabricWriter.write(fabric, hide)));
        }
        if (event instanceof JournalEvent.Planned plan) {
            plan.steps().stream()
                    .flatMap(step -> step.effects().stream())
                    .filter(Effect.FileEffect.class::isInstance)
                    .map(Effect.FileEffect.class::cast)
                    .flatMap(file -> Stream.of(file.before(), file.after()))
                    .flatMap(Optional::stream)
                    .flatMap(state -> state.text().stream())
                    .forEach(text -> blobs.put(effects.blob(text), hide.apply(text)));
        }
        return blobs;
    }

    private void fields(JournalEvent event, Map<String, Object> line) {
        switch (event) {
            case JournalEvent.RunBegan began -> began(began, line);
            case JournalEvent.Plays plays -> {
                line.put("event", "plays");
                line.put("plays", plays.plays().stream().map(PlayJson::write).toList());
                line.put("subnet_managers", plays.subnetManagers());
            }
            case JournalEvent.Planned plan -> planned(plan, line);
            case JournalEvent.PhaseBegan phase -> {
                line.put("event", "phase-began");
                line.put("phase", phase.phase());
                line.put("hosts", phase.hosts());
            }
            case JournalEvent.StepBegan step -> {
                line.put("event", "step-began");
                stepOf(step.step(), step.host(), step.what(), line);
            }
            case JournalEvent.StepEnded step -> {
                line.put("event", "step-ended");
                stepOf(step.step(), step.host(), step.what(), line);
                line.put("result", step.result());
                put(line, "because", step.because());
            }
            case JournalEvent.OfRollout rolled -> rollout.fields(rolled, line);
            case JournalEvent.HostFailed failed -> {
                line.put("event", "host-failed");
                line.put("host", failed.host());
                line.put("code", failed.code());
                put(line, "message", failed.message());
            }
            case JournalEvent.Stopped stopped -> {
                line.put("event", "stopped");
                put(line, "because", stopped.because());
            }
            case JournalEvent.FabricsSeen seen -> {
                line.put("event", "fabrics");
                line.put("when", seen.when());
                line.put("fabrics", seen.fabrics().stream().map(this::fabric).toList());
            }
            case JournalEvent.Compared compared -> compared(compared, line);
            case JournalEvent.HostEnded ended -> {
                line.put("event", "host-ended");
                line.put("host", ended.host());
                line.put("status", ended.status());
                line.put("messages", hidden(ended.messages()));
            }
            case JournalEvent.RunEnded ended -> {
                line.put("event", "run-ended");
                line.put("exit_code", ended.exitCode());
                line.put("recap", ended.recap());
                line.put("remaining", ended.remaining());
                put(line, "stopped", ended.stopped());
            }
            case JournalEvent.Unknown unknown -> line.put("event", unknown.word());
        }
    }

    private void planned(JournalEvent.Planned plan, Map<String, Object> line) {
        line.put("event", "plan");
        line.put(
                "differences", plan.differences().stream().map(this::difference).toList());
        line.put("steps", plan.steps().stream().map(this::step).toList());
        line.put("refusals", hidden(plan.refusals()));
    }

    private void compared(JournalEvent.Compared compared, Map<String, Object> line) {
        line.put("event", "compared");
        line.put(
                "remaining", compared.remaining().stream().map(this::difference).toList());
        line.put("held", compared.held().stream().map(this::held).toList());
        line.put("findings", compared.findings().stream().map(this::finding).toList());
    }

    private void began(JournalEvent.RunBegan began, Map<String, Object> line) {
        JournalEvent.Controller controller = began.controller();
        JournalEvent.Invocation invocation = began.invocation();
        line.put("event", "run-began");
        line.put("format", FORMAT);
        line.put("run", began.run().text());
        line.put("version", began.version());
        line.put("user", controller.user());
        line.put("host", controller.host());
        line.put("pid", controller.pid());
        controller.startTicks().ifPresent(ticks -> line.put("start_ticks", ticks));
        controller.bootId().ifPresent(id -> line.put("boot_id", id));
        line.put("command_line", hidden(invocation.commandLine()));
        line.put("directory", invocation.directory());
        line.put("playbooks", invocation.playbooks());
        line.put("inventories", invocation.inventories());
        invocation.undoes().ifPresent(run -> line.put("undoes", run.text()));
        invocation.resumes().ifPresent(run -> line.put("resumes", run.text()));
        List<Map<String, Object>> inputs = new ArrayList<>();
        for (JournalEvent.Input input : invocation.inputs()) {
            Map<String, Object> map = new LinkedHashMap<>();
            map.put("path", input.path());
            map.put("sha256", input.sha256());
            inputs.add(map);
        }
        line.put("inputs", inputs);
        line.put("hosts", began.hosts());
    }

    /** The name of the blob that holds a fabric. */
    private String picture(RecordedFabric fabric) {
        return FileState.sha256(FabricWriter.write(fabric, hide).getBytes(StandardCharsets.UTF_8));
    }

    private Map<String, Object> fabric(RecordedFabric fabric) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("seen_from", fabric.seenFrom());
        map.put("nodes", fabric.fabric().nodes().size());
        map.put("links", fabric.fabric().links().size());
        map.put("picture", picture(fabric));
        return map;
    }

    private Map<String, Object> finding(RecordedFinding finding) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("severity", finding.severity());
        map.put("code", finding.code());
        map.put("host", finding.host());
        put(map, "message", finding.message());
        return map;
    }

    private Map<String, Object> held(RecordedHeld held) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("host", held.host());
        map.put("resource", held.resource());
        put(map, "until", held.until());
        return map;
    }

    private void stepOf(int number, String host, String what, Map<String, Object> line) {
        line.put("step", number);
        line.put("host", host);
        put(line, "what", what);
    }

    private Map<String, Object> difference(RecordedDifference difference) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("host", difference.host());
        map.put("resource", difference.resource());
        map.put("attribute", difference.attribute());
        map.put("level", difference.level());
        put(map, "observed", difference.observed());
        put(map, "desired", difference.desired());
        map.put("asked_by", difference.askedBy());
        return map;
    }

    private Map<String, Object> step(PlannedStep step) {
        Map<String, Object> map = new LinkedHashMap<>();
        stepOf(step.number(), step.host(), step.what(), map);
        step.play().ifPresent(play -> map.put("play", play));
        map.put("kind", step.kind());
        map.put("effects", step.effects().stream().map(effects::effect).toList());
        map.put("undo_commands", step.undoCommands().stream().map(this::hidden).toList());
        return map;
    }

    private void put(Map<String, Object> map, String name, String text) {
        map.put(name, hide.apply(text));
    }

    private List<String> hidden(List<String> texts) {
        return texts.stream().map(hide).toList();
    }
}
