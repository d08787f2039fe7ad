package dev.ibplay.cli;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Location;
import dev.ibplay.journal.HostRecord;
import dev.ibplay.journal.HostStatus;
import dev.ibplay.journal.RunEvent;
import dev.ibplay.plan.Observed;
import dev.ibplay.run.RunListener;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What commands that only look say besides their data. */
final class SurveyTalk {
    private SurveyTalk() {}

    /** Shows what goes wrong as it goes. */
    static RunListener of(Console console) {
        return event -> {
            if (event instanceof RunEvent.HostFailed failed) {
                console.show(failed.diagnostic());
            }
        };
    }

    /** Names the hosts that this version does not support. */
    static void unsupported(Console console, List<HostRecord> hosts) {
        hosts.stream()
                .filter(record -> record.status() == HostStatus.UNSUPPORTED)
                .flatMap(record -> record.messages().stream()
                        .map(message -> Diagnostic.warning(
                                Code.HOST_NOT_SUPPORTED,
                                new Location.OnHost(record.host(), Optional.empty(), Optional.empty()),
                                message)))
                .forEach(console::show);
    }

    /** Names the hosts from whose ports no fabric could be looked at, with the reason. */
    static void silent(Console console, Observed observed) {
        observed.silent().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(e -> console.say(e.getKey() + ": " + e.getValue()));
    }

    /** The exit code that the hosts make. */
    static ExitCode code(List<HostRecord> hosts) {
        return ExitCode.worst(hosts.stream()
                .map(host -> switch (host.status()) {
                    case UNREACHABLE -> ExitCode.UNREACHABLE;
                    case FAILED, REVERTED, UNVERIFIED -> ExitCode.FAILED;
                    case UNSUPPORTED, HELD -> ExitCode.INCOMPLETE;
                    case OK, CHANGED, SKIPPED -> ExitCode.OK;
                })
                .toList());
    }
}
