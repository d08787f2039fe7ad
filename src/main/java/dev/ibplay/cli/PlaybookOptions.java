package dev.ibplay.cli;

import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options of check, apply and verify. */
final class PlaybookOptions {
    static final int DEFAULT_FORKS = 50;

    @Parameters(paramLabel = "PLAYBOOK", arity = "0..*", description = "Playbooks; their plays are planned as one.")
    List<String> playbooks = List.of();

    @Mixin
    InventoryOptions inventory = new InventoryOptions();

    @Mixin
    SelectionOptions selection = new SelectionOptions();

    @Mixin
    ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    OutputOptions output = new OutputOptions();

    @Mixin
    ReportOptions reports = new ReportOptions();

    @Mixin
    ShardOptions shards = new ShardOptions();

    @Option(
            names = {"-f", "--forks"},
            paramLabel = "N",
            defaultValue = "" + DEFAULT_FORKS,
            description = "Hosts at a time (default: ${DEFAULT-VALUE}).")
    int forks = DEFAULT_FORKS;

    @Option(
            names = "--strict",
            description = "Count what can only be inferred, and is not known to be right, as a difference (exit 2).")
    boolean strict;

    @Option(names = "--list-hosts", description = "List the hosts of each play and end; no host is contacted.")
    boolean listHosts;
}
