package dev.ibplay.plan;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.RemoveFile;
import dev.ibplay.exec.Operation.ReplaceFile;
import dev.ibplay.exec.Operation.RunCommand;
import dev.ibplay.exec.Operation.SendSignal;
import dev.ibplay.exec.Operation.SetLinkMtu;
import dev.ibplay.exec.Operation.WriteAttribute;
import dev.ibplay.plan.Effect.AttributeEffect;
import dev.ibplay.plan.Effect.CommandEffect;
import dev.ibplay.plan.Effect.FileEffect;
import dev.ibplay.plan.Effect.LinkMtuEffect;
import dev.ibplay.plan.Effect.SettingEffect;
import dev.ibplay.plan.Effect.SignalEffect;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** Derives a step's effects: new values from what it does, old ones from its undo, or else from what it rests on. */
public final class Effects {
    private final List<Fingerprint> restsOn;
    private final List<Operation> operations;
    private final List<Operation> undo;

    private Effects(List<Fingerprint> restsOn, List<Operation> operations, List<Operation> undo) {
        this.restsOn = restsOn;
        this.operations = operations;
        this.undo = undo;
    }

    /** What a step changes, in the order in which it does so; nothing for a step that only asks. */
    public static List<Effect> of(Step step) {
        return switch (step) {
            case Step.Act act -> new Effects(act.restsOn(), act.operations(), act.undo()).all();
            case Step.Guarded guarded ->
                new Effects(
                                guarded.restsOn(),
                                Stream.of(guarded.prepare(), guarded.set(), guarded.commit())
                                        .flatMap(List::stream)
                                        .toList(),
                                guarded.undo())
                        .all();
            case Step.Await ignored -> List.of();
        };
    }

    /** The programs that a step's undo would run, in order, each as its words with secrets hidden. */
    public static List<List<String>> undoCommands(Step step) {
        List<Operation> undo = switch (step) {
            case Step.Act act -> act.undo();
            case Step.Guarded guarded -> guarded.undo();
            case Step.Await ignored -> List.of();
        };
        return undo.stream()
                .filter(RunCommand.class::isInstance)
                .map(operation -> Redaction.command(((RunCommand) operation).arguments()))
                .toList();
    }

    private List<Effect> all() {
        List<Effect> effects = new ArrayList<>();
        restsOn.forEach(fingerprint -> fingerprint
                .reading()
                .setting()
                .ifPresent(setting -> effects.add(new SettingEffect(
                        setting.resource(),
                        setting.attribute(),
                        fingerprint.accepted().stream().findFirst(),
                        fingerprint.reached()))));
        operations.forEach(operation -> effect(operation).ifPresent(effects::add));
        // A mode moves the MTU by itself: only the undo speaks of it then.
        undo.stream()
                .filter(SetLinkMtu.class::isInstance)
                .map(SetLinkMtu.class::cast)
                .filter(link -> operations.stream()
                        .noneMatch(o -> o instanceof SetLinkMtu set
                                && set.interfaceName().equals(link.interfaceName())))
                .forEach(link -> effects.add(
                        new LinkMtuEffect(link.interfaceName(), OptionalInt.of(link.bytes()), OptionalInt.empty())));
        return List.copyOf(effects);
    }

    private Optional<Effect> effect(Operation operation) {
        return switch (operation) {
            case ReplaceFile file -> KeptFiles.isKept(file.path()) ? Optional.empty() : Optional.of(replaced(file));
            case RemoveFile file ->
                KeptFiles.isKept(file.path())
                        ? Optional.empty()
                        : Optional.of(new FileEffect(
                                file.path(),
                                Optional.of(state(file.path(), file.expected())),
                                Optional.empty(),
                                kept(file.expected())));
            case WriteAttribute attribute ->
                Optional.of(new AttributeEffect(
                        attribute.path(), attributeBefore(attribute.path()), line(attribute.value())));
            case SetLinkMtu link ->
                Optional.of(new LinkMtuEffect(
                        link.interfaceName(), mtuBefore(link.interfaceName()), OptionalInt.of(link.bytes())));
            case SendSignal signal -> Optional.of(new SignalEffect(signal.signal(), signal.pid()));
            case RunCommand command ->
                KeptFiles.isPreparation(command)
                        ? Optional.empty()
                        : Optional.of(new CommandEffect(Redaction.command(command.arguments())));
            default -> Optional.empty();
        };
    }

    private FileEffect replaced(ReplaceFile file) {
        Optional<String> old = file.expected().map(Bytes::lossyText);
        String text = Redaction.file(file.path(), old, file.content().lossyText());
        return new FileEffect(
                file.path(),
                file.expected().map(content -> state(file.path(), content)),
                Optional.of(FileState.of(file.content(), text)),
                file.expected().flatMap(this::kept));
    }

    private static FileState state(String path, Bytes content) {
        return FileState.of(content, Redaction.file(path, content.lossyText()));
    }

    /** A step that keeps an old content writes it to the folder for that, as one of its operations. */
    private Optional<String> kept(Bytes content) {
        return operations.stream()
                .filter(o -> o instanceof ReplaceFile file
                        && KeptFiles.isKept(file.path())
                        && file.content().equals(content))
                .map(o -> ((ReplaceFile) o).path())
                .findFirst();
    }

    private Optional<String> attributeBefore(String path) {
        if (path.endsWith("/create_child") || path.endsWith("/delete_child")) {
            return Optional.empty(); // they are written only, and have no value
        }
        return undo.stream()
                .filter(o -> o instanceof WriteAttribute attribute
                        && attribute.path().equals(path))
                .map(o -> line(((WriteAttribute) o).value()))
                .findFirst()
                .or(() -> observed(path));
    }

    private OptionalInt mtuBefore(String interfaceName) {
        OptionalInt undone = undo.stream()
                .filter(o ->
                        o instanceof SetLinkMtu link && link.interfaceName().equals(interfaceName))
                .mapToInt(o -> ((SetLinkMtu) o).bytes())
                .findFirst();
        if (undone.isPresent()) {
            return undone;
        }
        return observed("/sys/class/net/" + interfaceName + "/mtu")
                .filter(text -> text.matches("\\d{1,9}"))
                .map(text -> OptionalInt.of(Integer.parseInt(text)))
                .orElse(OptionalInt.empty());
    }

    /** A fingerprint's first accepted value is the one that was seen. */
    private Optional<String> observed(String path) {
        return restsOn.stream()
                .filter(f -> f.read() instanceof Operation.ReadFile file
                        && file.path().equals(path)
                        && !f.accepted().isEmpty())
                .map(f -> f.accepted().getFirst())
                .findFirst();
    }

    private static String line(Bytes value) {
        return value.lossyText().strip();
    }
}
