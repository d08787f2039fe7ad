package dev.ibplay.plan.opensm;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Located;
import dev.ibplay.diag.Location;
import dev.ibplay.exec.Bytes;
import dev.ibplay.facts.FileObserved;
import dev.ibplay.facts.OpensmInstance;
import dev.ibplay.opensm.Edit;
import dev.ibplay.opensm.OpensmConf;
import dev.ibplay.opensm.PartitionsConf;
import dev.ibplay.opensm.PartitionsEdit;
import dev.ibplay.opensm.PartitionsMeaning;
import dev.ibplay.opensm.SmOptions;
import dev.ibplay.plan.Difference;
import dev.ibplay.plan.FileChange;
import dev.ibplay.plan.Level;
import dev.ibplay.resource.Partition;
import dev.ibplay.resource.SubnetManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * OpenSM's two files on one host: as they are, as they are to be, and the differences between.
 *
 * @param before what OpenSM makes of partitions.conf as it is; empty where there is none, or it cannot be read
 * @param meaning what OpenSM makes of partitions.conf as it is to be
 * @param conf the change of opensm.conf, if one is needed
 * @param partitions the change of partitions.conf, if one is needed
 */
public record OpensmFiles(
        Optional<PartitionsMeaning> before,
        PartitionsMeaning meaning,
        Optional<FileChange> conf,
        Optional<FileChange> partitions,
        List<Difference> differences,
        List<Diagnostic> refusals) {

    /** Reads both files and works out what has to change in them. */
    public static OpensmFiles of(String host, SubnetManager wanted, OpensmInstance observed) {
        return new Work(host, wanted, observed).result();
    }

    /** What OpenSM makes of partitions.conf as it is; empty where there is none, or it cannot be read. */
    public static Optional<PartitionsMeaning> now(OpensmInstance observed) {
        SmOptions options = SmOptions.of(OpensmConf.parse(observed.conf().path(), Work.text(observed.conf())));
        return observed.partitions()
                .content()
                .ifKnown()
                .map(content -> PartitionsMeaning.of(
                        PartitionsConf.parse(observed.partitions().path(), content.latin1()), options));
    }

    List<FileChange> changes() {
        return java.util.stream.Stream.of(conf, partitions)
                .flatMap(Optional::stream)
                .toList();
    }

    private static final class Work {
        private final String host;
        private final SubnetManager wanted;
        private final OpensmInstance observed;
        private final List<Difference> differences = new ArrayList<>();
        private final List<Diagnostic> refusals = new ArrayList<>();

        Work(String host, SubnetManager wanted, OpensmInstance observed) {
            this.host = host;
            this.wanted = wanted;
            this.observed = observed;
        }

        OpensmFiles result() {
            OpensmConf conf = OpensmConf.parse(observed.conf().path(), text(observed.conf()));
            PartitionsConf partitions =
                    PartitionsConf.parse(observed.partitions().path(), text(observed.partitions()));
            SmOptions options = SmOptions.of(conf);
            boolean confReadable = isReadable(observed.conf());
            boolean partitionsReadable = isReadable(observed.partitions());
            Optional<FileChange> confChange = wanted.priority()
                    .filter(priority -> confReadable)
                    .flatMap(priority -> changePriority(conf, priority));
            PartitionsConf edited = partitionsReadable ? changePartitions(partitions, options) : partitions;
            Optional<FileChange> partitionsChange = edited.text().equals(partitions.text())
                    ? Optional.empty()
                    : Optional.of(change(observed.partitions(), edited.text()));
            return new OpensmFiles(
                    now(observed),
                    PartitionsMeaning.of(edited, options),
                    confChange,
                    partitionsChange,
                    differences,
                    refusals);
        }

        private static String text(FileObserved file) {
            return file.content().ifKnown().map(Bytes::latin1).orElse("");
        }

        /** What could not be read is not taken for absent: it is refused and left alone. */
        private boolean isReadable(FileObserved file) {
            if (file.content() instanceof dev.ibplay.facts.Fact.Unreadable<Bytes> unreadable) {
                refuse(
                        Code.OPENSM_UNREADABLE,
                        file.path() + " cannot be read: " + unreadable.because(),
                        "\"become: true\" may be missing");
                return false;
            }
            return true;
        }

        private Optional<FileChange> changePriority(OpensmConf conf, Located<Integer> priority) {
            int now = conf.priority().value();
            boolean written = conf.last("sm_priority").isPresent();
            if (now == priority.value() && (written || priority.value() == OpensmConf.DEFAULT_PRIORITY)) {
                return Optional.empty();
            }
            differences.add(new Difference(
                    host,
                    wanted.key(),
                    "priority",
                    Level.FILE,
                    Integer.toString(now),
                    priority.value().toString(),
                    priority.span()));
            return switch (conf.with("sm_priority", priority.value().toString())) {
                case Edit.Done<OpensmConf> done ->
                    Optional.of(change(observed.conf(), done.document().text()));
                case Edit.Refused<OpensmConf> refused -> {
                    refused.reasons().forEach(r -> refuse(r, priority.span()));
                    yield Optional.empty();
                }
            };
        }

        private PartitionsConf changePartitions(PartitionsConf now, SmOptions options) {
            if (wanted.partitions().isEmpty()) {
                return now;
            }
            PartitionsMeaning meaning = PartitionsMeaning.of(now, options);
            boolean exists = observed.partitions().content().ifKnown().isPresent();
            if (exists && meaning.rejection().isPresent()) {
                refuse(
                        Code.PARTITIONS_FILE_BROKEN,
                        "OpenSM discards %s as it is now: %s"
                                .formatted(now.file(), meaning.rejection().get().message()),
                        "repair the file first; ibplay does not guess what it was meant to say");
                return now;
            }
            return switch (PartitionsEdit.apply(now, DesiredPartitions.of(wanted.partitions()))) {
                case Edit.Done<PartitionsConf> done -> {
                    for (Partition partition : wanted.partitions()) {
                        differences.addAll(PartitionDifferences.inFile(
                                host,
                                partition,
                                exists ? Optional.of(meaning) : Optional.empty(),
                                PartitionsMeaning.of(done.document(), options)));
                    }
                    yield done.document();
                }
                case Edit.Refused<PartitionsConf> refused -> {
                    refused.reasons().forEach(r -> refuse(r, wanted.span()));
                    yield now;
                }
            };
        }

        private FileChange change(FileObserved file, String text) {
            return new FileChange(host, file.path(), file.content().ifKnown(), Bytes.ofLatin1(text));
        }

        private void refuse(Code code, String message, String hint) {
            var place = new Location.OnHost(host, Optional.empty(), Optional.of(wanted.span()));
            refusals.add(Diagnostic.error(code, place, message).withHint(hint));
        }

        /** What the editor says, told of the host rather than of a file on this machine. */
        private void refuse(Diagnostic reason, dev.ibplay.diag.Span askedBy) {
            String where = reason.location() instanceof Location.InSource source ? source.span() + ": " : "";
            refusals.add(new Diagnostic(
                    reason.severity(),
                    reason.code(),
                    where + reason.message(),
                    reason.hint(),
                    new Location.OnHost(host, Optional.empty(), Optional.of(askedBy))));
        }
    }
}
