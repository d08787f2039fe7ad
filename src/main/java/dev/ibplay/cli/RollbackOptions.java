package dev.ibplay.cli;

import dev.ibplay.diag.Problems;
import dev.ibplay.inventory.HostLimit;
import dev.ibplay.inventory.HostPattern;
import dev.ibplay.source.SourceFiles;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options of rollback: those of apply that make sense without a playbook. */
final class RollbackOptions {
    @Parameters(paramLabel = "RUN", description = RunChoice.DESCRIPTION)
    String run = "";

    @Mixin
    InventoryOptions inventory = new InventoryOptions();

    @Option(
            names = {"-l", "--limit"},
            paramLabel = "PATTERN",
            description =
                    "Put back only hosts that match; subnet managers outside are still read. @FILE reads patterns. "
                            + HostsOfRuns.DESCRIPTION)
    private @Nullable String limit;

    @Mixin
    ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    OutputOptions output = new OutputOptions();

    @Mixin
    ReportOptions reports = new ReportOptions();

    @Option(
            names = {"-f", "--forks"},
            paramLabel = "N",
            defaultValue = "" + PlaybookOptions.DEFAULT_FORKS,
            description = "Hosts at a time (default: ${DEFAULT-VALUE}).")
    int forks = PlaybookOptions.DEFAULT_FORKS;

    @Option(
            names = "--strict",
            description = "Count what can only be inferred, and is not known to be right, as a difference (exit 2).")
    boolean strict;

    Optional<HostPattern> limit(SourceFiles files, HostLimit.Names names, Problems problems) {
        return Optional.ofNullable(limit).map(text -> HostLimit.parse(text, files, names, problems));
    }
}
