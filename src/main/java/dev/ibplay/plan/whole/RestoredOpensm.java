package dev.ibplay.plan.whole;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Located;
import dev.ibplay.diag.Location;
import dev.ibplay.diag.Span;
import dev.ibplay.exec.Bytes;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.FileObserved;
import dev.ibplay.facts.OpensmInstance;
import dev.ibplay.facts.OpensmLauncher;
import dev.ibplay.ib.PKey;
import dev.ibplay.opensm.OpensmConf;
import dev.ibplay.opensm.PartitionsMeaning;
import dev.ibplay.opensm.SmOptions;
import dev.ibplay.plan.Difference;
import dev.ibplay.plan.FileChange;
import dev.ibplay.plan.FileState;
import dev.ibplay.plan.Level;
import dev.ibplay.plan.opensm.OpensmFiles;
import dev.ibplay.plan.opensm.PartitionDifferences;
import dev.ibplay.plan.opensm.PartitionsText;
import dev.ibplay.resource.Partition;
import dev.ibplay.resource.SmInstance;
import dev.ibplay.resource.SubnetManager;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * OpenSM's files on one host as they were before an earlier run, and what OpenSM makes of them: so the planner of subnet
 * managers finds the order and the proofs for going back as it does for going forward.
 */
final class RestoredOpensm {
    /** A file as it is, and as it will be. */
    private record Text(
            Optional<Bytes> now, Optional<Bytes> old, Optional<FileChange> change, boolean isSettled, boolean isConf) {
        String nowText() {
            return now.map(Bytes::latin1).orElse("");
        }

        String oldText() {
            return old.map(Bytes::latin1).orElse("");
        }
    }

    private final Restoration restoration;
    private final String host;
    private final boolean changeable;
    private final OpensmLauncher launcher;
    private final OpensmInstance observed;
    private final FoundFiles found;
    private final Span span;
    private final List<Difference> differences = new ArrayList<>();
    private final List<Diagnostic> refusals = new ArrayList<>();

    private RestoredOpensm(
            Restoration restoration,
            String host,
            boolean changeable,
            OpensmLauncher launcher,
            OpensmInstance observed,
            FoundFiles found) {
        this.restoration = restoration;
        this.host = host;
        this.changeable = changeable;
        this.launcher = launcher;
        this.observed = observed;
        this.found = found;
        this.span = restoration.fabricSpan(host);
    }

    /** What is wanted of an OpenSM, with the files that bring it about. */
    record Target(SubnetManager wanted, OpensmFiles files) {
        /** The same for one of several of a host. */
        Target on(SmInstance instance) {
            return new Target(
                    new SubnetManager(
                            instance,
                            wanted.enabled(),
                            wanted.priority(),
                            wanted.partitions(),
                            wanted.exclusive(),
                            wanted.options(),
                            wanted.policy(),
                            wanted.span()),
                    files);
        }
    }

    static Target of(
            Restoration restoration,
            String host,
            boolean changeable,
            OpensmLauncher launcher,
            OpensmInstance observed,
            FoundFiles found) {
        return new RestoredOpensm(restoration, host, changeable, launcher, observed, found).target();
    }

    private Target target() {
        Text conf = text(observed.conf());
        Text partitions = text(observed.partitions());
        refuseOtherPlaces();
        refuseStartsAndStops();
        SmOptions options = SmOptions.of(OpensmConf.parse(observed.conf().path(), conf.oldText()));
        PartitionsMeaning old =
                PartitionsMeaning.of(PartitionsText.parse(observed.partitions().path(), partitions.oldText()), options);
        PartitionsMeaning now =
                PartitionsMeaning.of(PartitionsText.parse(observed.partitions().path(), partitions.nowText()), options);
        if (partitions.change().flatMap(FileChange::after).isPresent()
                && old.rejection().isPresent()) {
            refuse(
                    Code.PARTITIONS_FILE_BROKEN,
                    "OpenSM would discard %s as it was: %s"
                            .formatted(
                                    observed.partitions().path(),
                                    old.rejection().get().message()),
                    "write it by hand");
        }
        List<FileChange> copies = copies();
        Map<String, Text> launching = new LinkedHashMap<>();
        launching().forEach(file -> launching.put(file.path(), text(file)));
        Optional<RestoredCommandLine> service =
                observed.service().map(found -> RestoredCommandLine.of(restoration, host, found));
        service.ifPresent(line -> line.report(differences, refusals));
        Optional<String> given = service.map(RestoredCommandLine::given).orElseGet(() -> given(launching));
        boolean wasGiven = launching.values().stream().anyMatch(Text::isSettled)
                || service.filter(RestoredCommandLine::isSettled).isPresent();
        Optional<Located<Integer>> priority = priority(conf, wasGiven, given);
        sayWhatElse(conf);
        List<Partition> wantedPartitions = partitions(partitions, old, now);
        sayWhatElse(partitions);
        List<FileChange> overrides =
                launching.values().stream().flatMap(t -> t.change().stream()).toList();
        overrides.stream()
                .flatMap(change -> restoration.file(host, change.path()).stream())
                .forEach(file -> differences.add(Undoing.difference(restoration, file)));
        var wanted = SubnetManager.only(priority, wantedPartitions, span);
        return new Target(
                wanted,
                new OpensmFiles(
                        partitions.now().map(content -> now),
                        old,
                        conf.change(),
                        partitions.change(),
                        copies,
                        overrides,
                        service.flatMap(RestoredCommandLine::change),
                        given.isPresent(),
                        Set.of(),
                        differences,
                        refusals));
    }

    /** The partition files beside it, each as it was. */
    private List<FileChange> copies() {
        List<FileChange> changes = new ArrayList<>();
        for (FileObserved copy : observed.copies()) {
            Text text = text(copy);
            boolean isBroken = text.change().flatMap(FileChange::after).isPresent()
                    && PartitionsMeaning.of(PartitionsText.parse(copy.path(), text.oldText()), SmOptions.DEFAULT)
                            .rejection()
                            .isPresent();
            if (isBroken) {
                refuse(
                        Code.PARTITIONS_FILE_BROKEN,
                        "OpenSM would discard %s as it was".formatted(copy.path()),
                        "write it by hand");
            }
            text.change().ifPresent(changes::add);
            text.change()
                    .flatMap(change -> restoration.file(host, change.path()))
                    .ifPresent(file -> differences.add(Undoing.difference(restoration, file)));
        }
        return changes;
    }

    private Text text(FileObserved file) {
        Optional<Bytes> now = file.content().ifKnown();
        boolean isConf = file.equals(observed.conf());
        Optional<RestoredFile> restored = restoration.file(host, file.path()).filter(f -> !f.isOfHost());
        if (restored.isEmpty()) {
            return new Text(now, now, Optional.empty(), false, isConf);
        }
        return switch (restored.get().verdict(found, restoration.run())) {
            case RestoredFile.Verdict.Back back ->
                new Text(back.content(), back.content(), Optional.empty(), true, isConf);
            case RestoredFile.Verdict.Change change ->
                new Text(now, change.change().after(), Optional.of(change.change()), true, isConf);
            case RestoredFile.Verdict.Refused refused -> {
                // Partitions go back on all subnet managers or on none, so the limit is no excuse.
                if (changeable || !isConf) {
                    refuse(refused.code(), refused.message(), refused.hint());
                }
                yield new Text(now, now, Optional.empty(), false, isConf);
            }
        };
    }

    /** A file that changes without a value of it that could be named. */
    private void sayWhatElse(Text text) {
        boolean isNamed = differences.stream().anyMatch(d -> d.resource().equals("opensm") == text.isConf());
        text.change()
                .filter(change -> !isNamed)
                .flatMap(change -> restoration.file(host, change.path()))
                .ifPresent(file -> differences.add(Undoing.difference(restoration, file)));
    }

    /** The files that hand OpenSM its arguments. */
    private Stream<FileObserved> launching() {
        return Stream.concat(launcher.variables().stream(), launcher.units().stream());
    }

    /** The priority that these files give OpenSM when they are back. */
    private Optional<String> given(Map<String, Text> texts) {
        var then = new OpensmLauncher(
                launcher.kind(),
                launcher.variables().map(file -> then(file, texts)),
                launcher.units().stream().map(file -> then(file, texts)).toList(),
                launcher.enabled(),
                launcher.unit(),
                launcher.script());
        return OpensmFiles.given(host, then, observed, span);
    }

    private static FileObserved then(FileObserved file, Map<String, Text> texts) {
        Fact<Bytes> old = Optional.ofNullable(texts.get(file.path()))
                .flatMap(Text::old)
                .<Fact<Bytes>>map(Fact::known)
                .orElseGet(file::content);
        return new FileObserved(file.path(), old, file.modifiedSeconds());
    }

    private void refuseOtherPlaces() {
        restoration
                .files(host)
                .filter(file -> !file.isOfHost())
                .map(RestoredFile::path)
                .filter(path -> !Stream.of(
                                Stream.of(observed.conf(), observed.partitions()),
                                observed.copies().stream(),
                                launching())
                        .flatMap(files -> files)
                        .map(FileObserved::path)
                        .toList()
                        .contains(path))
                .forEach(path -> refuse(
                        Code.HOST_MOVED_ON,
                        "opensm does not use %s any more, which run %s changed".formatted(path, restoration.run()),
                        "put the file back by hand, or leave the host out with --limit 'all:!%s'".formatted(host)));
    }

    /** What ran before is not in the journal: a playbook can say it. */
    private void refuseStartsAndStops() {
        boolean runs = observed.process().isPresent();
        String verb = runs ? "enable" : "disable";
        restoration
                .fabricCommands(host)
                .filter(words -> changeable && (words.contains(verb) || isStartType(words, runs)))
                .findFirst()
                .ifPresent(words -> refuse(
                        Code.UNDO_UNKNOWN,
                        "run %s made opensm %s, which a rollback does not undo"
                                .formatted(restoration.run(), runs ? "start with the host" : "stop for good"),
                        "write enabled: %s for it in a playbook, then roll back".formatted(!runs)));
    }

    /** Of a Windows service. */
    private static boolean isStartType(List<String> words, boolean runs) {
        return words.contains("start=") && words.contains(runs ? "auto" : "disabled");
    }

    /** Only where the run changed it; a text that the journal lost says nothing, so the value counts. */
    private Optional<Located<Integer>> priority(Text conf, boolean wasGiven, Optional<String> given) {
        Optional<Located<Integer>> ofFile = ofFile(conf);
        return given.filter(text -> (wasGiven || ofFile.isPresent()) && text.matches("\\d{1,2}"))
                .map(text -> new Located<>(Integer.parseInt(text), span))
                .or(() -> ofFile);
    }

    private Optional<Located<Integer>> ofFile(Text conf) {
        Optional<RestoredFile> file = restoration.file(host, observed.conf().path());
        if (file.isEmpty() || !conf.isSettled()) {
            return Optional.empty();
        }
        boolean isChanged = before(file.get()).isEmpty()
                || after(file.get()).isEmpty()
                || !Objects.equals(
                        before(file.get()).map(this::priorityOf),
                        after(file.get()).map(this::priorityOf));
        if (!isChanged) {
            return Optional.empty();
        }
        int old = priorityOf(conf.oldText());
        int now = priorityOf(conf.nowText());
        if (old != now) {
            differences.add(new Difference(
                    host, "opensm", "priority", Level.FILE, Integer.toString(now), Integer.toString(old), span));
        }
        return Optional.of(new Located<>(old, span));
    }

    private int priorityOf(String text) {
        return OpensmConf.parse(observed.conf().path(), text).priority().value();
    }

    private List<Partition> partitions(Text text, PartitionsMeaning old, PartitionsMeaning now) {
        Optional<RestoredFile> file =
                restoration.file(host, observed.partitions().path());
        if (file.isEmpty() || !text.isSettled()) {
            return List.of();
        }
        PartitionsMeaning was = before(file.get()).map(this::meaning).orElse(old);
        PartitionsMeaning became = after(file.get()).map(this::meaning).orElse(now);
        List<Partition> wanted = new ArrayList<>();
        Optional<PartitionsMeaning> present = text.now().map(content -> now);
        pkeys(was, became).forEach(pkey -> {
            var partition = new RestoredPartition(pkey, defined(was, pkey), defined(became, pkey), span);
            if (partition.isChanged()) {
                wanted.add(partition.wanted());
                if (text.change().isPresent()) {
                    differences.addAll(PartitionDifferences.inFile(host, partition.wanted(), present, old));
                    differences.addAll(partition.leftToOpensm(host, defined(now, pkey)));
                }
            }
        });
        return wanted;
    }

    private static Stream<PKey> pkeys(PartitionsMeaning... meanings) {
        return Stream.of(meanings)
                .flatMap(meaning -> meaning.partitions().stream())
                .map(dev.ibplay.opensm.Partition::pkey)
                .distinct();
    }

    private static Optional<dev.ibplay.opensm.Partition> defined(PartitionsMeaning meaning, PKey pkey) {
        return meaning.partition(pkey);
    }

    private PartitionsMeaning meaning(String text) {
        return PartitionsMeaning.of(PartitionsText.parse(observed.partitions().path(), text), SmOptions.DEFAULT);
    }

    /** The recorded text before the run; empty text for no file. */
    private static Optional<String> before(RestoredFile file) {
        return file.before().isEmpty() ? Optional.of("") : file.before().flatMap(FileState::text);
    }

    private static Optional<String> after(RestoredFile file) {
        Optional<FileState> last = file.afters().getLast();
        return last.isEmpty() ? Optional.of("") : last.flatMap(FileState::text);
    }

    private void refuse(Code code, String message, String hint) {
        var place = new Location.OnHost(host, Optional.empty(), Optional.of(span));
        refusals.add(Diagnostic.error(code, place, message).withHint(hint));
    }
}
