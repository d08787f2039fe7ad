package dev.ibplay.cli;

import dev.ibplay.diag.Problems;
import dev.ibplay.facts.HostDescription;
import dev.ibplay.journal.HostRecord;
import dev.ibplay.playbook.DesiredState;
import dev.ibplay.report.HostFactsJson;
import dev.ibplay.report.HostFactsText;
import dev.ibplay.resource.DesiredHost;
import dev.ibplay.run.HostConnector;
import dev.ibplay.run.HostFactsRun;
import java.util.List;
import java.util.Optional;

/** Shows what is known of the inventory's hosts. */
final class InventoryFacts {
    private final Console console;
    private final SurveyOptions options;
    private final Problems problems = new Problems();

    InventoryFacts(Console console, SurveyOptions options) {
        this.console = console;
        this.options = options;
    }

    /** Reads the hosts that match and shows them, and says of the others why they could not be read. */
    ExitCode show(boolean json) {
        Optional<DesiredState> hosts = options.hosts(problems);
        Optional<HostConnector> connector = hosts.flatMap(h -> options.connector(h, console, problems));
        console.show(problems);
        if (hosts.isEmpty() || connector.isEmpty() || problems.hasErrors()) {
            connector.ifPresent(HostConnector::close);
            return ExitCode.INVALID_INPUT;
        }
        try (HostConnector opener = connector.get();
                HostFactsRun run = new HostFactsRun(
                        hosts.get().hosts().stream().map(DesiredHost::host).toList(),
                        opener,
                        options.forks,
                        SurveyTalk.of(console))) {
            List<HostDescription> read = run.read();
            List<HostRecord> records = run.records();
            ExitCode code = SurveyTalk.code(records);
            console.data(json ? HostFactsJson.of(records, read, code.number()) : HostFactsText.of(read));
            SurveyTalk.unsupported(console, records);
            return code;
        }
    }
}
