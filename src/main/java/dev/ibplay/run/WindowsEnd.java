package dev.ibplay.run;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.gather.ToolQueries;
import dev.ibplay.transport.Connection;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.TransportException;
import dev.ibplay.transport.TransportException.Kind;
import dev.ibplay.transport.powershell.PowerShellSession;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Opens a Windows host. Its first batch tells that PowerShell works there, and what the login may do. */
final class WindowsEnd {
    /** PowerShell of an old host takes its time to start. */
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private static final Operation GROUPS =
            Operation.RunCommand.of(Duration.ofSeconds(30), "whoami.exe", "/groups", "/fo", "csv", "/nh");

    /** A mandatory label among the groups ([MS-DTYP] 2.4.2.4): names are translated, SIDs are not. */
    private static final Pattern LEVEL = Pattern.compile("S-1-16-(\\d{1,6})\\b");

    /** Of a login that has an administrator's rights now, not one that could ask for them. */
    private static final int HIGH = 12_288;

    private WindowsEnd() {}

    static HostSession open(String host, Connection login) throws TransportException {
        PowerShellSession session = PowerShellSession.open(host, login);
        Outcome groups = session.run(Batch.of(List.of(GROUPS)), LIMIT).getFirst();
        if (level(groups).filter(level -> level < HIGH).isPresent()) {
            throw new TransportException(
                    host,
                    Kind.BECOME_REFUSED,
                    "the login on this Windows host has no administrator's rights, and there is no sudo on Windows",
                    Optional.of("Log in as a member of the group Administrators (S-1-5-32-544)"));
        }
        return new ToolQueries(session);
    }

    /** Nothing where it cannot be told: then what needs the rights will say so. */
    private static Optional<Integer> level(Outcome groups) {
        if (!(groups instanceof Outcome.CommandEnded ended)) {
            return Optional.empty();
        }
        Matcher matcher = LEVEL.matcher(ended.stdout().lossyText());
        return matcher.find() ? Optional.of(Integer.parseInt(matcher.group(1))) : Optional.empty();
    }
}
