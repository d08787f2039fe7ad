package dev.ibplay.cli;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Problems;
import dev.ibplay.diag.Span;
import dev.ibplay.inventory.InventoryReader;
import dev.ibplay.opensm.OpensmConf;
import dev.ibplay.opensm.PartitionsConf;
import dev.ibplay.opensm.PartitionsMeaning;
import dev.ibplay.opensm.SmOptions;
import dev.ibplay.playbook.PlaybookParser;
import dev.ibplay.source.DiskFiles;
import dev.ibplay.source.Node;
import dev.ibplay.source.SourceFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
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
            description = "Take all files as playbook, inventory, opensm.conf or partitions.conf.")
    private @Nullable Kind kind;

    @Option(
            names = {"-e", "--extra-vars"},
            paramLabel = "VARS",
            description = "Variables: name=value, a YAML mapping, or @FILE.")
    private List<String> extraVariables = List.of();

    LintCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Problems problems = new Problems();
        SourceFiles files = new DiskFiles();
        Map<String, Node> extra = ExtraVariables.parse(extraVariables, files, problems);
        for (String path : paths) {
            switch (kind == null ? kindOf(path) : kind) {
                case PLAYBOOK -> new PlaybookParser(files, extra, problems).parse(path);
                case INVENTORY -> new InventoryReader(files, problems).read(List.of(path));
                case OPENSM_CONF ->
                    bytes(path, problems)
                            .ifPresent(text ->
                                    OpensmConf.parse(path, text).diagnostics().forEach(problems::add));
                case PARTITIONS_CONF ->
                    bytes(path, problems)
                            .ifPresent(text -> PartitionsMeaning.of(PartitionsConf.parse(path, text), SmOptions.DEFAULT)
                                    .diagnostics()
                                    .forEach(problems::add));
            }
        }
        console.show(problems);
        return (problems.hasErrors() ? ExitCode.INVALID_INPUT : ExitCode.OK).number();
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
