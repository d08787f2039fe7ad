package dev.ibplay.apply;

import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import java.util.Optional;

/** Operations and what became of them, in words for people. */
final class OperationWords {
    private static final int MOST_SAID = 400;

    private OperationWords() {}

    /** Why an operation that was to change something did not succeed; nothing when it did. */
    static Optional<String> failure(Operation operation, Outcome outcome) {
        return switch (outcome) {
            case Outcome.Done ignored -> Optional.empty();
            case Outcome.CommandEnded ended ->
                ended.succeeded() ? Optional.empty() : Optional.of(describe(operation, ended));
            case Outcome.Moved moved ->
                Optional.of(name(operation) + " has changed since the plan was made: " + moved.found());
            case Outcome.OperationFailed failed -> Optional.of(name(operation) + ": " + failed.message());
            case Outcome.Skipped ignored -> Optional.of(name(operation) + ": not tried");
            case Outcome.FileAbsent ignored -> Optional.of(name(operation) + " does not exist");
            default -> Optional.of(name(operation) + ": unexpected answer");
        };
    }

    private static String describe(Operation operation, Outcome.CommandEnded ended) {
        String how = switch (ended.end()) {
            case CommandEnd.Exited exited -> "ended with status " + exited.status();
            case CommandEnd.Signalled signalled -> "was ended by signal " + signalled.signal();
            case CommandEnd.TimedOut ignored -> "did not end in time";
        };
        String complaint = ended.stderr().lossyText().strip();
        // Programs of ESXi and switches complain on standard output.
        String said = complaint.isEmpty() ? shortened(ended.stdout().lossyText().strip()) : complaint;
        return "`" + name(operation) + "` " + how + (said.isEmpty() ? "" : ": " + said);
    }

    private static String shortened(String said) {
        return said.length() > MOST_SAID ? said.substring(0, MOST_SAID) + " ..." : said;
    }

    static String name(Operation operation) {
        return switch (operation) {
            case Operation.RunCommand command -> String.join(" ", command.arguments());
            case Operation.ReplaceFile file -> file.path();
            case Operation.RemoveFile file -> file.path();
            case Operation.WriteAttribute attribute -> attribute.path();
            case Operation.SetLinkMtu link -> "MTU of " + link.interfaceName();
            case Operation.SendSignal signal -> "signal " + signal.signal() + " to process " + signal.pid();
            case Operation.ReadFile file -> file.path();
            case Operation.ReadMatching files -> files.pattern();
            case Operation.ResolvePath path -> path.path();
            case Operation.ListProcesses ignored -> "list of processes";
            case Operation.SubnetQuery ignored -> "port query";
            case Operation.DiscoverFabric ignored -> "sweep of the fabric";
            case Operation.AdministrationQuery ignored -> "query of the subnet administration";
            case Operation.TakeLock lock -> lock.path();
            case Operation.ArmGuard guard -> "guard " + guard.folder();
            case Operation.RenewGuard guard -> "guard " + guard.folder();
            case Operation.ConfirmGuard guard -> "guard " + guard.folder();
            case Operation.FireGuard guard -> "guard " + guard.folder();
            case Operation.Ping ping -> "ping " + ping.address();
        };
    }
}
