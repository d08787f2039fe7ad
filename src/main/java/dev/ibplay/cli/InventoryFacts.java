package dev.ibplay.cli;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Location;
import dev.ibplay.diag.Problems;
import dev.ibplay.diag.Span;
import dev.ibplay.facts.HostDescription;
import dev.ibplay.inventory.Host;
import dev.ibplay.inventory.HostPattern;
import dev.ibplay.inventory.Inventory;
import dev.ibplay.journal.HostRecord;
import dev.ibplay.journal.HostStatus;
import dev.ibplay.journal.RunEvent;
import dev.ibplay.playbook.DesiredState;
import dev.ibplay.playbook.Resolver;
import dev.ibplay.report.HostFactsJson;
import dev.ibplay.report.HostFactsText;
import dev.ibplay.resource.DesiredHost;
import dev.ibplay.run.HostConnector;
import dev.ibplay.run.HostFactsRun;
import dev.ibplay.source.DiskFiles;
import dev.ibplay.source.Node;
import dev.ibplay.source.Scope;
import dev.ibplay.source.SourceFiles;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Shows what is known of the inventory's hosts. */
final class InventoryFacts {
    private final Console console;
    private final InventoryOptions inventory;
    private final ConnectionOptions connection;
    private final Problems problems = new Problems();
    private final SourceFiles files = new DiskFiles();

    InventoryFacts(Console console, InventoryOptions inventory, ConnectionOptions connection) {
        this.console = console;
        this.inventory = inventory;
        this.connection = connection;
    }

    /** Reads the hosts that match and shows them, and says of the others why they could not be read. */
    ExitCode show(String pattern, int forks, boolean json) {
        DesiredState hosts = hosts(pattern);
        Optional<HostConnector> connector = problems.hasErrors()
                ? Optional.empty()
                : HostConnector.of(hosts, connection.overrides(console, problems), problems);
        console.show(problems);
        if (connector.isEmpty() || problems.hasErrors()) {
            connector.ifPresent(HostConnector::close);
            return ExitCode.INVALID_INPUT;
        }
        try (HostConnector opener = connector.get();
                HostFactsRun run = new HostFactsRun(
                        hosts.hosts().stream().map(DesiredHost::host).toList(), opener, forks, this::tell)) {
            List<HostDescription> read = run.read();
            List<HostRecord> records = run.records();
            ExitCode code = code(records);
            console.data(json ? HostFactsJson.of(records, read, code.number()) : HostFactsText.of(read));
            records.stream()
                    .filter(record -> record.status() == HostStatus.UNSUPPORTED)
                    .flatMap(record -> record.messages().stream()
                            .map(message -> Diagnostic.warning(
                                    Code.HOST_NOT_SUPPORTED,
                                    new Location.OnHost(record.host(), Optional.empty(), Optional.empty()),
                                    message)))
                    .forEach(console::show);
            return code;
        }
    }

    /** The hosts as a run has them of which nothing is wanted: one that cannot be reached from here is no error of the inventory. */
    private DesiredState hosts(String pattern) {
        Map<String, Node> extra = inventory.extraVariables(files, problems);
        Inventory all = inventory.inventory(files, problems);
        List<String> names = all.hosts().stream().map(Host::name).toList();
        Map<String, Scope> scopes = new LinkedHashMap<>();
        HostPattern.parse(pattern, Span.startOf("PATTERN"), problems)
                .select(all, problems)
                .forEach(host -> scopes.put(host.name(), Resolver.scope(all, names, host.name(), Map.of(), extra)));
        return new DesiredState(
                List.of(),
                scopes.keySet().stream()
                        .map(host -> new DesiredHost(host, false, List.of()))
                        .toList(),
                scopes);
    }

    private void tell(RunEvent event) {
        if (event instanceof RunEvent.HostFailed failed) {
            console.show(failed.diagnostic());
        }
    }

    private static ExitCode code(List<HostRecord> records) {
        return ExitCode.worst(records.stream()
                .map(record -> switch (record.status()) {
                    case UNREACHABLE -> ExitCode.UNREACHABLE;
                    case FAILED, REVERTED, UNVERIFIED -> ExitCode.FAILED;
                    case UNSUPPORTED, HELD -> ExitCode.INCOMPLETE;
                    case OK, CHANGED, SKIPPED -> ExitCode.OK;
                })
                .toList());
    }
}
