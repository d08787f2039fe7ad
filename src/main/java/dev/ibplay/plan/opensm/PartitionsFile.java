package dev.ibplay.plan.opensm;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Located;
import dev.ibplay.facts.FileObserved;
import dev.ibplay.ib.PKey;
import dev.ibplay.opensm.Edit;
import dev.ibplay.opensm.PartitionsConf;
import dev.ibplay.opensm.PartitionsEdit;
import dev.ibplay.opensm.PartitionsMeaning;
import dev.ibplay.opensm.SmOptions;
import dev.ibplay.resource.Partition;
import dev.ibplay.resource.SubnetManager;
import java.util.List;
import java.util.Optional;

/** Works out what has to change in a partitions.conf. */
final class PartitionsFile {
    private final SubnetManager wanted;
    private final FileFindings findings;
    private final FileObserved file;
    private final SmOptions options;
    private final PartitionsConf now;

    /**
     * Looks at a file.
     *
     * @param options of opensm.conf as it will be
     */
    PartitionsFile(SubnetManager wanted, FileObserved file, SmOptions options, FileFindings findings) {
        this.wanted = wanted;
        this.file = file;
        this.options = options;
        this.findings = findings;
        this.now = PartitionsText.parse(file.path(), FileFindings.text(file));
    }

    PartitionsConf unchanged() {
        return now;
    }

    /** The file as it is to be; as it is where that cannot be. */
    PartitionsConf edited() {
        if (wanted.partitions().isEmpty() && !wanted.isExclusive()) {
            return now;
        }
        PartitionsMeaning meaning = PartitionsMeaning.of(now, options);
        boolean exists = file.content().ifKnown().isPresent();
        if (exists && meaning.rejection().isPresent()) {
            findings.refuse(
                    Code.PARTITIONS_FILE_BROKEN,
                    "OpenSM discards %s as it is now: %s"
                            .formatted(now.file(), meaning.rejection().get().message()),
                    "repair the file first; ibplay does not guess what it was meant to say");
            return now;
        }
        return switch (edit()) {
            case Edit.Done<PartitionsConf> done -> {
                boolean isChanged = !done.document().text().equals(now.text());
                compare(
                        exists ? Optional.of(meaning) : Optional.empty(),
                        PartitionsMeaning.of(done.document(), options),
                        isChanged);
                yield done.document();
            }
            case Edit.Refused<PartitionsConf> refused -> {
                refused.reasons().forEach(reason -> findings.refuse(reason, wanted.span()));
                yield now;
            }
        };
    }

    /** What is to go goes first, so that a P_Key or a name that it has is free. */
    private Edit<PartitionsConf> edit() {
        Edit<PartitionsConf> current = new Edit.Done<>(now);
        boolean isWritten = file.content().ifKnown().isPresent();
        for (Partition partition : wanted.partitions()) {
            if (partition.isUnwanted() && isWritten && current instanceof Edit.Done<PartitionsConf> done) {
                current =
                        PartitionsEdit.remove(done.document(), partition.pkey().value());
            }
        }
        if (wanted.isExclusive() && isWritten && current instanceof Edit.Done<PartitionsConf> done) {
            current = PartitionsEdit.removeOthers(done.document(), named());
        }
        List<Partition> present =
                wanted.partitions().stream().filter(p -> !p.isUnwanted()).toList();
        return current instanceof Edit.Done<PartitionsConf> done && !present.isEmpty()
                ? PartitionsEdit.apply(done.document(), DesiredPartitions.of(present))
                : current;
    }

    private List<PKey> named() {
        return wanted.partitions().stream().map(p -> p.pkey().value()).toList();
    }

    private void compare(Optional<PartitionsMeaning> before, PartitionsMeaning after, boolean isChanged) {
        int found = findings.differences.size();
        for (Partition partition : wanted.partitions()) {
            findings.differences.addAll(PartitionDifferences.inFile(findings.host(), partition, before, after));
        }
        before.stream()
                .flatMap(meaning -> meaning.partitions().stream())
                .filter(p -> !p.definedAt().isEmpty())
                .filter(p -> named().stream().noneMatch(p.pkey()::samePartition))
                .filter(p -> after.partition(p.pkey()).isEmpty())
                .map(p -> Partition.named(new Located<>(p.pkey(), wanted.span())))
                .forEach(surplus -> findings.differences.addAll(
                        PartitionDifferences.inFile(findings.host(), surplus, before, after)));
        if (isChanged) {
            if (findings.differences.size() == found) {
                findings.differs(now.file(), "says it in other words", "as the playbook has it", wanted.span());
            }
            wanted.partitions().forEach(p -> after.cautions(p.pkey().value()).forEach(c -> findings.warn(c, p.span())));
        }
    }
}
