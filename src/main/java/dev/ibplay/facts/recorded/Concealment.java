package dev.ibplay.facts.recorded;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.exec.Outcome.CommandEnded;
import dev.ibplay.exec.Outcome.FileContent;
import dev.ibplay.exec.Outcome.Finding;
import dev.ibplay.exec.Outcome.NamedFile;
import dev.ibplay.exec.Outcome.ProcessEntry;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes the secrets out of what hosts have answered: keys of the fabric become stand-ins, the same for all hosts, and other
 * secrets a fixed text. All else stays as it is.
 */
public final class Concealment {
    private static final String OPENSM = "opensm";

    private final KeyStandIns keys;
    private final ConcealedText texts;
    private final ConcealedPackets packets;

    public Concealment(KeyStandIns keys) {
        this.keys = keys;
        this.texts = new ConcealedText(keys);
        this.packets = new ConcealedPackets(keys);
    }

    /** The same answers without secrets. */
    public HostRecording conceal(HostRecording recording) {
        return new HostRecording(
                recording.host(),
                recording.exchanges().stream()
                        .map(exchange -> new Exchange(
                                operation(exchange.operation()), outcome(exchange.operation(), exchange.outcome())))
                        .toList());
    }

    /** Probes put no secrets into commands; queries carry keys. */
    private Operation operation(Operation operation) {
        return switch (operation) {
            case Operation.SubnetQuery o ->
                new Operation.SubnetQuery(
                        o.from(), o.to(), o.attributeId(), o.attributeModifier(), keys.of(o.mKey()), o.timing());
            case Operation.AdministrationQuery o ->
                new Operation.AdministrationQuery(
                        o.from(), o.attributeId(), o.componentMask(), o.record(), keys.of(o.saKey()), o.timing());
            case Operation.DiscoverFabric o ->
                new Operation.DiscoverFabric(o.from(), keys.of(o.mKey()), o.timing(), o.outstanding(), o.details());
            default -> operation;
        };
    }

    private Outcome outcome(Operation asked, Outcome outcome) {
        return switch (outcome) {
            case CommandEnded o -> {
                String about = asked.toString().contains(OPENSM) ? OPENSM : "";
                yield new CommandEnded(o.end(), texts.of(about, o.stdout()), texts.of(about, o.stderr()));
            }
            case FileContent o ->
                new FileContent(texts.of(path(asked), o.content()), o.mode(), o.uid(), o.gid(), o.modifiedSeconds());
            case Outcome.FilesFound o ->
                new Outcome.FilesFound(
                        o.files().stream()
                                .map(file -> new NamedFile(file.path(), texts.of(file.path(), file.content())))
                                .toList(),
                        o.unread().stream()
                                .map(unread -> new Outcome.Unread(unread.path(), failed(unread.why())))
                                .toList());
            case Outcome.ProcessesFound o ->
                new Outcome.ProcessesFound(
                        o.processes().stream().map(this::process).toList());
            case Outcome.AttributeRead o -> packets.attribute(attribute(asked), o);
            case Outcome.RecordsRead o ->
                new Outcome.RecordsRead(o.records().stream()
                        .map(record -> packets.record(attribute(asked), record))
                        .toList());
            case Outcome.FabricDiscovered o ->
                new Outcome.FabricDiscovered(
                        o.findings().stream().map(this::finding).toList(), o.sent(), o.complete());
            case Outcome.OperationFailed o -> failed(o);
            case Outcome.Moved o -> new Outcome.Moved(message(o.found()));
            case Outcome.FileAbsent o -> o;
            case Outcome.PathResolved o -> o;
            case Outcome.Done o -> o;
            case Outcome.Held o -> o;
            case Outcome.NoAnswer o -> o;
            case Outcome.ErrorStatus o -> o;
            case Outcome.Skipped o -> o;
        };
    }

    private Outcome.OperationFailed failed(Outcome.OperationFailed failed) {
        return new Outcome.OperationFailed(failed.errno(), message(failed.message()));
    }

    private String message(String text) {
        return texts.of("", Bytes.ofUtf8(text)).lossyText();
    }

    private Finding finding(Finding finding) {
        return finding.answer() instanceof Outcome.AttributeRead read
                ? new Finding(
                        finding.route(),
                        finding.attributeId(),
                        finding.attributeModifier(),
                        packets.attribute(finding.attributeId(), read))
                : finding;
    }

    private static String path(Operation asked) {
        return asked instanceof Operation.ReadFile read ? read.path() : "";
    }

    private static int attribute(Operation asked) {
        return switch (asked) {
            case Operation.SubnetQuery o -> o.attributeId();
            case Operation.AdministrationQuery o -> o.attributeId();
            default -> 0;
        };
    }

    private ProcessEntry process(ProcessEntry process) {
        List<String> words = new ArrayList<>();
        String before = "";
        for (String word : process.arguments()) {
            words.add(texts.argument(before, word));
            before = word;
        }
        return new ProcessEntry(process.pid(), process.comm(), words, process.startTicks(), process.startSeconds());
    }
}
