package dev.ibplay.plan.opensm;

import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Located;
import dev.ibplay.diag.Span;
import dev.ibplay.exec.Bytes;
import dev.ibplay.facts.FileObserved;
import dev.ibplay.facts.OpensmInstance;
import dev.ibplay.facts.OpensmLauncher;
import dev.ibplay.opensm.OpensmConf;
import dev.ibplay.opensm.OptionChanges;
import dev.ibplay.opensm.PartitionsConf;
import dev.ibplay.opensm.PartitionsMeaning;
import dev.ibplay.opensm.SmOptions;
import dev.ibplay.plan.Difference;
import dev.ibplay.plan.FileChange;
import dev.ibplay.resource.SubnetManager;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The files of one OpenSM: as they are, as they are to be, and the differences between.
 *
 * @param before what OpenSM makes of partitions.conf as it is; empty where there is none, or it cannot be read
 * @param meaning what OpenSM makes of partitions.conf as it is to be
 * @param conf the change of opensm.conf, if one is needed
 * @param partitions the change of partitions.conf, if one is needed
 * @param copies changes of the partition files that say the same as partitions.conf
 * @param overrides changes of what hands OpenSM its arguments
 * @param commandLine the change of the Windows service's command line, if one is needed
 * @param isOverridden whether one of these places gives a priority
 * @param elsewhere paths of files that are changed by what is done to another OpenSM of the host
 */
public record OpensmFiles(
        Optional<PartitionsMeaning> before,
        PartitionsMeaning meaning,
        Optional<FileChange> conf,
        Optional<FileChange> partitions,
        List<FileChange> copies,
        List<FileChange> overrides,
        Optional<CommandLineChange> commandLine,
        boolean isOverridden,
        Set<String> elsewhere,
        List<Difference> differences,
        List<Diagnostic> refusals) {
    /** Of an OpenSM that is no Windows service. */
    public OpensmFiles(
            Optional<PartitionsMeaning> before,
            PartitionsMeaning meaning,
            Optional<FileChange> conf,
            Optional<FileChange> partitions,
            List<FileChange> copies,
            List<FileChange> overrides,
            boolean isOverridden,
            Set<String> elsewhere,
            List<Difference> differences,
            List<Diagnostic> refusals) {
        this(
                before,
                meaning,
                conf,
                partitions,
                copies,
                overrides,
                Optional.empty(),
                isOverridden,
                elsewhere,
                differences,
                refusals);
    }

    public OpensmFiles {
        elsewhere = Set.copyOf(elsewhere);
        copies = List.copyOf(copies);
        overrides = List.copyOf(overrides);
        differences = List.copyOf(differences);
        refusals = List.copyOf(refusals);
    }

    /** The same, where what is done to another OpenSM changes some of the files. */
    OpensmFiles writtenElsewhere(Set<String> paths) {
        return new OpensmFiles(
                before,
                meaning,
                conf,
                partitions,
                copies,
                overrides,
                commandLine,
                isOverridden,
                paths,
                differences,
                refusals);
    }

    /**
     * The priority that what starts OpenSM gives it, which wins over opensm.conf at every start.
     *
     * @param launcher with the texts of its files
     */
    public static Optional<String> given(String host, OpensmLauncher launcher, OpensmInstance observed, Span askedBy) {
        if (observed.service().isPresent()) {
            return ServiceOverride.given(observed);
        }
        SubnetManager nothing = SubnetManager.only(Optional.empty(), List.of(), askedBy);
        return OverrideFiles.of(launcher, observed, new Located<>(0, askedBy), new FileFindings(host, nothing))
                .given();
    }

    /** Reads the files and works out what has to change in them. */
    public static OpensmFiles of(String host, SubnetManager wanted, OpensmLauncher launcher, OpensmInstance observed) {
        var findings = new FileFindings(host, wanted);
        Optional<FileChange> conf = needsConf(wanted, launcher, observed) && findings.isReadable(observed.conf())
                ? new OpensmConfFile(wanted, observed.conf(), findings).change()
                : Optional.empty();
        SmOptions options = SmOptions.of(coming(observed, conf));
        PartitionsConf edited = isUntouched(wanted, observed)
                ? PartitionsConf.parse(observed.partitions().path(), "")
                : edited(wanted, observed.partitions(), options, findings);
        List<FileChange> copies = observed.copies().stream()
                .flatMap(copy ->
                        findings
                                .change(
                                        copy,
                                        PartitionsText.written(
                                                copy,
                                                edited(wanted, copy, options, findings)
                                                        .text()))
                                .stream())
                .toList();
        OverrideFiles.Found overrides = wanted.priority()
                .filter(ignored -> observed.service().isEmpty())
                .map(priority -> OverrideFiles.of(launcher, observed, priority, findings))
                .orElse(OverrideFiles.Found.NOTHING);
        ServiceOverride service = wanted.priority()
                .filter(ignored -> observed.service().isPresent())
                .map(priority -> ServiceOverride.of(observed, priority, findings))
                .orElse(ServiceOverride.NOTHING);
        return new OpensmFiles(
                now(observed),
                PartitionsMeaning.of(edited, options),
                conf,
                findings.change(observed.partitions(), PartitionsText.written(observed.partitions(), edited.text())),
                copies,
                overrides.changes(),
                service.change(),
                overrides.given().or(service::given).isPresent()
                        || service.change().isPresent(),
                Set.of(),
                findings.differences.stream().distinct().toList(),
                findings.diagnostics.stream().distinct().toList());
    }

    /** Not one that nobody can tell, while nothing is wanted that only it can say. */
    private static boolean needsConf(SubnetManager wanted, OpensmLauncher launcher, OpensmInstance observed) {
        boolean isKnown = launcher.kind() == OpensmLauncher.Kind.ESXI_VIB
                ? VerifyOnly.hasConf(observed)
                : !ServiceOverride.isUntold(observed, observed.conf());
        boolean hasOptions = observed.service().isPresent() && !wanted.options().isEmpty();
        return isKnown || hasOptions;
    }

    /** Whether nothing is wanted of a partition file that nobody can tell. */
    private static boolean isUntouched(SubnetManager wanted, OpensmInstance observed) {
        return ServiceOverride.isUntold(observed, observed.partitions())
                && wanted.partitions().isEmpty()
                && !wanted.isExclusive();
    }

    private static PartitionsConf edited(
            SubnetManager wanted, FileObserved file, SmOptions options, FileFindings findings) {
        var partitions = new PartitionsFile(wanted, file, options, findings);
        return findings.isReadable(file) ? partitions.edited() : partitions.unchanged();
    }

    /** What OpenSM makes of partitions.conf as it is; empty where there is none, or it cannot be read. */
    public static Optional<PartitionsMeaning> now(OpensmInstance observed) {
        SmOptions options = SmOptions.of(confNow(observed));
        return observed.partitions()
                .content()
                .ifKnown()
                .map(content -> PartitionsMeaning.of(
                        PartitionsText.parse(observed.partitions().path(), content.latin1()), options));
    }

    /** The priority that a Windows service's command line gives, or else opensm.conf, when all is written. */
    int priority(OpensmInstance observed) {
        return commandLine
                .flatMap(CommandLineChange::priority)
                .or(() -> ServiceOverride.given(observed)
                        .filter(text -> text.matches("\\d{1,2}"))
                        .map(Integer::valueOf))
                .orElseGet(() -> conf(observed).priority().value());
    }

    /** Whether the next start gives OpenSM other arguments. */
    boolean changesArguments() {
        return !overrides.isEmpty() || commandLine.isPresent();
    }

    /** opensm.conf as it will be. */
    OpensmConf conf(OpensmInstance observed) {
        return coming(observed, conf);
    }

    /** opensm.conf as it is; an empty one where there is none, or it cannot be read. */
    static OpensmConf confNow(OpensmInstance observed) {
        return coming(observed, Optional.empty());
    }

    private static OpensmConf coming(OpensmInstance observed, Optional<FileChange> change) {
        return OpensmConf.parse(
                observed.conf().path(),
                change.flatMap(FileChange::after)
                        .map(Bytes::latin1)
                        .orElseGet(() -> FileFindings.text(observed.conf())));
    }

    /** What is to be written, or removed, for this one. */
    List<FileChange> changes() {
        return Stream.of(conf.stream(), partitionFiles(), overrides.stream())
                .flatMap(changes -> changes)
                .filter(change -> !elsewhere.contains(change.path()))
                .toList();
    }

    /** The changes of partitions.conf and of its copies. */
    Stream<FileChange> partitionFiles() {
        return Stream.concat(partitions.stream(), copies.stream());
    }

    boolean changesPartitions() {
        return partitionFiles().findAny().isPresent();
    }

    /** What the new opensm.conf changes in a running OpenSM that was started with the old one. */
    OptionChanges options() {
        String path = conf.map(FileChange::path).orElse("");
        return OptionChanges.between(
                OpensmConf.parse(
                        path,
                        conf.flatMap(FileChange::before).map(Bytes::latin1).orElse("")),
                OpensmConf.parse(
                        path, conf.flatMap(FileChange::after).map(Bytes::latin1).orElse("")));
    }
}
