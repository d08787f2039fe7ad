package dev.ibplay.facts.recorded;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.MadKey;
import dev.ibplay.exec.MadKeys;
import dev.ibplay.exec.MadTiming;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.AdministrationQuery;
import dev.ibplay.exec.Operation.DiscoverFabric;
import dev.ibplay.exec.Operation.ReadFile;
import dev.ibplay.exec.Operation.ReadMatching;
import dev.ibplay.exec.Operation.RunCommand;
import dev.ibplay.exec.Operation.SubnetQuery;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.linux.ListedFile;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** What one host has answered, in the order in which it was asked. */
public final class HostRecording {
    private static final MadKey SOME_KEY = MadKey.of(1);

    private final String host;
    private final List<Exchange> exchanges;
    private final Map<Operation, Outcome> answers = new HashMap<>();
    private final ListedFiles listed;

    /**
     * The answers of a host.
     *
     * @param host as the inventory calls it
     */
    public HostRecording(String host, List<Exchange> exchanges) {
        this.host = host;
        this.exchanges = List.copyOf(exchanges);
        this.listed = new ListedFiles(this.exchanges);
        this.exchanges.forEach(exchange -> answers.put(question(exchange.operation()), exchange.outcome()));
    }

    public String host() {
        return host;
    }

    public List<Exchange> exchanges() {
        return exchanges;
    }

    /**
     * The answer to a question; the last one where it was asked several times. Limits of time and size, retries, and keys
     * make no other question of it, but a question to the subnet administration with a key is another one than that without:
     * it is told of other records. A question for one multicast group is answered by one for all, too, and one for a file by
     * a pattern that found it.
     */
    public Optional<Outcome> outcome(Operation operation) {
        return Optional.ofNullable(answers.get(question(operation)))
                .map(answer -> listed.completed(operation, answer))
                .or(() -> GroupAnswers.wider(operation)
                        .flatMap(wider -> Optional.ofNullable(answers.get(question(wider))))
                        .map(all -> GroupAnswers.of(operation, all)))
                .or(() -> listed.answer(operation))
                .or(() -> operation instanceof ReadFile read ? found(read.path()) : Optional.empty());
    }

    /** A file that patterns found and that was listed; whose it is was not told, which no fact rests on. */
    private Optional<Outcome> found(String path) {
        return Optional.ofNullable(files().get(path))
                .flatMap(file -> file.mode()
                        .flatMap(mode -> file.modifiedSeconds()
                                .map(modified -> new Outcome.FileContent(file.content(), mode, 0, 0, modified))));
    }

    /** The keys with which the host's fabrics were asked, as far as they were. */
    public MadKeys keys() {
        MadKeys keys = MadKeys.NONE;
        for (Exchange exchange : exchanges) {
            keys = switch (exchange.operation()) {
                case DiscoverFabric o -> new MadKeys(o.mKey(), keys.saKey());
                case SubnetQuery o -> new MadKeys(o.mKey(), keys.saKey());
                case AdministrationQuery o -> o.saKey().isNone() ? keys : new MadKeys(keys.mKey(), o.saKey());
                default -> keys;
            };
        }
        return keys;
    }

    /**
     * The files that were read, by their paths as they were asked for: a link's path stands for what it points to, and a link
     * to a device is an empty file.
     */
    public SortedMap<String, RecordedFile> files() {
        SortedMap<String, Bytes> contents = new TreeMap<>();
        listed.devices().forEach(path -> contents.put(path, Bytes.EMPTY));
        for (Exchange exchange : exchanges) {
            if (exchange.outcome() instanceof Outcome.FilesFound found) {
                found.files().forEach(file -> contents.put(file.path(), file.content()));
            }
        }
        SortedMap<String, RecordedFile> files = new TreeMap<>();
        contents.forEach((path, content) -> {
            Optional<ListedFile> status = listed.get(path);
            files.put(
                    path,
                    new RecordedFile(
                            path,
                            content,
                            status.filter(ListedFile::isRegular).map(ListedFile::permissions),
                            status.map(ListedFile::modifiedSeconds)));
        });
        answers.forEach((question, answer) -> {
            if (question instanceof ReadFile read && answer instanceof Outcome.FileContent file) {
                files.put(
                        read.path(),
                        new RecordedFile(
                                read.path(),
                                file.content(),
                                Optional.of(file.mode()),
                                Optional.of(file.modifiedSeconds())));
            }
        });
        return files;
    }

    /** The paths at which there was nothing, by the last answer to each. */
    public Set<String> absent() {
        Set<String> absent = new TreeSet<>();
        answers.forEach((question, answer) -> {
            if (answer instanceof Outcome.FileAbsent) {
                path(question).ifPresent(absent::add);
            }
        });
        return absent;
    }

    private static Optional<String> path(Operation question) {
        return switch (question) {
            case ReadFile read -> Optional.of(read.path());
            case Operation.ResolvePath resolve -> Optional.of(resolve.path());
            default -> Optional.empty();
        };
    }

    /** The operation without what makes no other question of it. */
    private static Operation question(Operation operation) {
        return switch (operation) {
            case RunCommand o -> new RunCommand(o.arguments(), o.stdin(), Duration.ZERO);
            case ReadFile o -> ReadFile.of(o.path());
            case ReadMatching o -> new ReadMatching(o.pattern(), ReadFile.DEFAULT_LIMIT);
            case SubnetQuery o ->
                new SubnetQuery(
                        o.from(), o.to(), o.attributeId(), o.attributeModifier(), MadKey.NONE, MadTiming.DEFAULT);
            case AdministrationQuery o ->
                new AdministrationQuery(
                        o.from(),
                        o.attributeId(),
                        o.componentMask(),
                        o.record(),
                        o.saKey().isNone() ? MadKey.NONE : SOME_KEY,
                        MadTiming.DEFAULT);
            case DiscoverFabric o ->
                new DiscoverFabric(
                        o.from(), MadKey.NONE, MadTiming.DEFAULT, DiscoverFabric.DEFAULT_OUTSTANDING, o.details());
            default -> operation;
        };
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof HostRecording recording
                && host.equals(recording.host)
                && exchanges.equals(recording.exchanges);
    }

    @Override
    public int hashCode() {
        return Objects.hash(host, exchanges);
    }

    @Override
    public String toString() {
        return exchanges.size() + " answers of " + host;
    }
}
