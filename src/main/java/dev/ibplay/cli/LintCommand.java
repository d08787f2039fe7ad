package dev.ibplay.cli;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Problems;
import dev.ibplay.diag.Severity;
import dev.ibplay.diag.Span;
import dev.ibplay.inventory.InventoryReader;
import dev.ibplay.opensm.Dialect;
import dev.ibplay.opensm.OpensmConf;
import dev.ibplay.opensm.PartitionsConf;
import dev.ibplay.opensm.PartitionsMeaning;
import dev.ibplay.opensm.SmOptions;
import dev.ibplay.playbook.PlaybookParser;
import dev.ibplay.source.DiskFiles;
import dev.ibplay.source.Node;
import dev.ibplay.source.SourceFiles;
import dev.ibplay.source.Vault;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** Checks files offline. */
@Command(
        name = "lint",
        mixinStandardHelpOptions = true,
        description =
                "Check files offline; all mistakes of a file in one run. opensm.conf and partitions.conf are known by "
                        + "their names, other files are playbooks or, with --as inventory, inventories.")
final class LintCommand implements Callable<Integer> {
    private final Console console;

    /** What a file is. */
    enum Kind {
        PLAYBOOK,
        INVENTORY,
        OPENSM_CONF,
        PARTITIONS_CONF
    }

    @Parameters(
            paramLabel = "FILE",
            arity = "1..*",
            description = "Playbooks, inventories, opensm.conf, partitions.conf.")
    private List<String> paths = List.of();

    @Option(
            names = "--as",
            paramLabel = "KIND",
            converter = KindConverter.class,
            completionCandidates = KindNames.class,
            description = "Take all files as playbook, inventory, opensm.conf or partitions.conf.")
    private @Nullable Kind kind;

    @Option(
            names = {"-e", "--extra-vars"},
            paramLabel = "VARS",
            description = "Variables: name=value, a YAML mapping, or @FILE.")
    private List<String> extraVariables = List.of();

    @Option(
            names = "--opensm-version",
            paramLabel = "VERSION",
            converter = DialectConverter.class,
            description = "Judge partitions.conf by this version of OpenSM, 3.2.0 or later (default: 3.3.23).")
    private Dialect dialect = Dialect.DEFAULT;

    @Mixin
    private VaultOptions vault = new VaultOptions();

    @Option(names = "--strict", description = "Take warnings for errors.")
    private boolean strict;

    LintCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Problems problems = new Problems();
        Vault opened = vault.vault(console, problems);
        console.hide(opened.secrets());
        SourceFiles files = new DiskFiles(opened);
        Map<String, Node> extra = ExtraVariables.parse(extraVariables, files, problems);
        Optional<SmOptions> options = options(problems);
        for (String path : paths) {
            switch (kindAsked(path)) {
                case PLAYBOOK -> new PlaybookParser(files, extra, problems).parse(path);
                case INVENTORY -> new InventoryReader(files, problems).read(List.of(path));
                case OPENSM_CONF ->
                    bytes(path, problems)
                            .ifPresent(text ->
                                    OpensmConf.parse(path, text).diagnostics().forEach(problems::add));
                case PARTITIONS_CONF ->
                    bytes(path, problems).ifPresent(text -> partitions(path, text, options, problems));
            }
        }
        Problems told = strict ? withoutWarnings(problems) : problems;
        console.show(told);
        return (told.hasErrors() ? ExitCode.INVALID_INPUT : ExitCode.OK).number();
    }

    private void partitions(String path, String text, Optional<SmOptions> options, Problems problems) {
        PartitionsMeaning meaning =
                PartitionsMeaning.of(PartitionsConf.parse(path, text, dialect), options.orElse(SmOptions.DEFAULT));
        meaning.diagnostics().forEach(problems::add);
        console.data(PartitionsSummary.of(path, meaning));
    }

    /** What the opensm.conf among the files says; nothing without one, or with several. */
    private Optional<SmOptions> options(Problems problems) {
        List<String> confs =
                paths.stream().filter(p -> kindAsked(p) == Kind.OPENSM_CONF).toList();
        return confs.size() == 1
                ? bytes(confs.getFirst(), problems).map(text -> SmOptions.of(OpensmConf.parse(confs.getFirst(), text)))
                : Optional.empty();
    }

    private static Problems withoutWarnings(Problems problems) {
        Problems strict = new Problems();
        problems.sorted().stream()
                .map(d -> d.severity() == Severity.WARNING
                        ? new Diagnostic(Severity.ERROR, d.code(), d.message(), d.hint(), d.location())
                        : d)
                .forEach(strict::add);
        return strict;
    }

    private Kind kindAsked(String path) {
        return kind == null ? kindOf(path) : kind;
    }

    private static Kind kindOf(String path) {
        return switch (path.substring(path.lastIndexOf('/') + 1)) {
            case "opensm.conf" -> Kind.OPENSM_CONF;
            case "partitions.conf" -> Kind.PARTITIONS_CONF;
            default -> Kind.PLAYBOOK;
        };
    }

    /** OpenSM reads bytes; each becomes one character. */
    private static Optional<String> bytes(String path, Problems problems) {
        try {
            return Optional.of(Files.readString(Path.of(path), StandardCharsets.ISO_8859_1));
        } catch (IOException unreadable) {
            problems.error(Code.FILE_UNREADABLE, Span.startOf(path), "cannot read " + path);
            return Optional.empty();
        }
    }

    /** A version as a user writes it. */
    static final class DialectConverter implements ITypeConverter<Dialect> {
        @Override
        public Dialect convert(String text) {
            return Dialect.parse(text)
                    .orElseThrow(() -> new TypeConversionException(
                            "a version of OpenSM from 3.2.0 on, for example 3.3.13, not \"" + text + "\""));
        }
    }

    /** The kinds as a user writes them, for completion. */
    static final class KindNames implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return List.of("playbook", "inventory", "opensm.conf", "partitions.conf")
                    .iterator();
        }
    }

    /** The kinds as a user writes them. */
    static final class KindConverter implements ITypeConverter<Kind> {
        @Override
        public Kind convert(String text) {
            return switch (text) {
                case "playbook" -> Kind.PLAYBOOK;
                case "inventory" -> Kind.INVENTORY;
                case "opensm.conf" -> Kind.OPENSM_CONF;
                case "partitions.conf" -> Kind.PARTITIONS_CONF;
                default ->
                    throw new TypeConversionException(
                            "one of playbook, inventory, opensm.conf and partitions.conf, not \"" + text + "\"");
            };
        }
    }
}
