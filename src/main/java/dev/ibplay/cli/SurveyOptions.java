package dev.ibplay.cli;

import dev.ibplay.diag.Problems;
import dev.ibplay.diag.Span;
import dev.ibplay.inventory.Group;
import dev.ibplay.inventory.HostPattern;
import dev.ibplay.inventory.Inventory;
import dev.ibplay.playbook.DesiredState;
import dev.ibplay.playbook.Resolver;
import dev.ibplay.run.HostConnector;
import dev.ibplay.source.Node;
import dev.ibplay.source.SourceFiles;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which hosts a command looks at that takes no playbook, and how they are reached. */
final class SurveyOptions {
    @Parameters(paramLabel = "PATTERN", arity = "0..1", description = "Host pattern (default: all).")
    private @Nullable String pattern;

    @Mixin
    InventoryOptions inventory = new InventoryOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Option(
            names = {"-f", "--forks"},
            paramLabel = "N",
            defaultValue = "" + PlaybookOptions.DEFAULT_FORKS,
            description = "Hosts at a time (default: ${DEFAULT-VALUE}).")
    int forks = PlaybookOptions.DEFAULT_FORKS;

    /** The pattern, where one was given. */
    Optional<String> pattern() {
        return Optional.ofNullable(pattern);
    }

    /** The hosts with their variables; nothing when something is wrong, then {@code problems} says what. */
    Optional<DesiredState> hosts(Console console, Problems problems) {
        SourceFiles files = inventory.files(console, problems);
        Map<String, Node> extra = inventory.extraVariables(files, problems);
        Inventory read = inventory.inventory(files, problems);
        HostPattern hosts = HostPattern.parse(pattern().orElse(Group.ALL), Span.startOf("PATTERN"), problems);
        if (problems.hasErrors()) {
            return Optional.empty();
        }
        DesiredState state = Resolver.onlyRead(read, hosts.select(read, problems), extra, problems);
        return problems.hasErrors() ? Optional.empty() : Optional.of(state);
    }

    Optional<HostConnector> connector(DesiredState hosts, Console console, Problems problems) {
        return HostConnector.of(hosts, connection.overrides(console, problems), 0, problems);
    }
}
