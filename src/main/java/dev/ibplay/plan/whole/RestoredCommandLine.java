package dev.ibplay.plan.whole;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Location;
import dev.ibplay.facts.WindowsServiceObserved;
import dev.ibplay.opensm.ServiceCommandLine;
import dev.ibplay.plan.Difference;
import dev.ibplay.plan.Level;
import dev.ibplay.plan.Reading;
import dev.ibplay.plan.opensm.CommandLineChange;
import java.util.List;
import java.util.Optional;

/**
 * The command line of a Windows service that an earlier run may have changed.
 *
 * @param recorded what that run did to it; empty where it left it alone
 */
record RestoredCommandLine(
        Restoration restoration, String host, WindowsServiceObserved service, Optional<RestoredSetting> recorded) {
    static RestoredCommandLine of(Restoration restoration, String host, WindowsServiceObserved service) {
        return new RestoredCommandLine(restoration, host, service, restoration.commandLine(host, service.name()));
    }

    private Optional<String> old() {
        return recorded.flatMap(RestoredSetting::before).filter(line -> !line.equals(Reading.UNREADABLE));
    }

    /** Whether it is as it was, or can be put back. */
    boolean isSettled() {
        return old().isPresent() && !recorded.orElseThrow().isForeign(service.registered());
    }

    /** What puts it back. */
    Optional<CommandLineChange> change() {
        return old().filter(line -> isSettled() && !line.equals(service.registered()))
                .map(line -> new CommandLineChange(service.name(), service.registered(), line));
    }

    /** The priority that it gives when it is back. */
    Optional<String> given() {
        return ServiceCommandLine.of(change().map(CommandLineChange::after).orElse(service.commandLine()))
                .priority();
    }

    /** What differs, and why it cannot be put back. */
    void report(List<Difference> differences, List<Diagnostic> refusals) {
        recorded.ifPresent(one -> {
            var span = restoration.span(one.step());
            change().ifPresent(change -> differences.add(
                    new Difference(host, "opensm", one.resource(), Level.FILE, change.before(), change.after(), span)));
            if (!isSettled()) {
                boolean isForeign = old().isPresent();
                var place = new Location.OnHost(host, Optional.empty(), Optional.of(span));
                String message = isForeign
                        ? "the command line of %s is another one than run %s left: it was changed since"
                        : "the command line that %s had before run %s was not recorded";
                refusals.add(Diagnostic.error(
                                isForeign ? Code.HOST_MOVED_ON : Code.UNDO_UNKNOWN,
                                place,
                                message.formatted(one.resource(), restoration.run()))
                        .withHint("put it back by hand, or leave the host out with --limit 'all:!%s'".formatted(host)));
            }
        });
    }
}
