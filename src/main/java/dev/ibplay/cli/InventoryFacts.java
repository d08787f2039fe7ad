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
import dev.ibplay.run.RunListener;
import java.util.List;
import java.util.Optional;

/** Shows what is known of the inventory's hosts. */
final class InventoryFacts {
    private final Console console;
    private final SurveyOptions options;
    private final Optional<FactsFolder> saving;
    private final Problems problems = new Problems();

    /**
     * Facts of the hosts that the options name.
     *
     * @param saving where to keep what the hosts answer
     */
    InventoryFacts(Console console, SurveyOptions options, Optional<FactsFolder> saving) {
        this.console = console;
        this.options = options;
        this.saving = saving;
    }

    /** Reads the hosts that match and shows them, and says of the others why they could not be read. */
    ExitCode show(boolean json) {
        Optional<DesiredState> hosts = options.hosts(console, problems);
        Optional<HostConnector> connector = hosts.flatMap(h -> options.connector(h, console, problems));
        console.show(problems);
        if (hosts.isEmpty()
                || connector.isEmpty()
                || problems.hasErrors()
                || !saving.map(FactsFolder::create).orElse(true)) {
            connector.ifPresent(HostConnector::close);
            return ExitCode.INVALID_INPUT;
        }
        try (HostConnector opener = connector.get();
                HostFactsRun run = run(hosts.get().hosts(), opener)) {
            List<HostDescription> read = run.read();
            List<HostRecord> records = run.records();
            ExitCode code = SurveyTalk.code(records);
            console.data(json ? HostFactsJson.of(records, read, code.number()) : HostFactsText.of(read));
            SurveyTalk.unsupported(console, records);
            boolean saved =
                    saving.map(folder -> folder.save(run.recordings(), records)).orElse(true);
            return saved ? code : ExitCode.worst(List.of(code, ExitCode.FAILED));
        }
    }

    private HostFactsRun run(List<DesiredHost> hosts, HostConnector opener) {
        RunListener listener = SurveyTalk.of(console);
        return saving.isPresent()
                ? HostFactsRun.recording(hosts, opener, options.forks, listener)
                : new HostFactsRun(hosts, opener, options.forks, listener);
    }
}
