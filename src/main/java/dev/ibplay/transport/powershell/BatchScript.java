package dev.ibplay.transport.powershell;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Operation;
import dev.ibplay.transport.RandomHex;
import dev.ibplay.transport.posix.UndoText;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A batch as a script for {@code far-end.ps1}. All text is base64 in it: PowerShell takes several of Unicode's quotes for its
 * own, and there is nothing to be quoted this way.
 */
final class BatchScript {
    /** The word behind the marker that ends a batch's answers. */
    static final String DONE = "done";

    private static final String OWN = "/var/lib/ibplay/";

    private static final Pattern IPV4 = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}");
    private static final int NAME_DIGITS = 32;
    private static final int IPV4_HEADERS = 28;
    private static final int LARGEST_PACKET = 65_535;

    /** On Windows a folder, too, may be told by either of the two. */
    private static final Pattern FOLDER_END = Pattern.compile("[\\\\/][^\\\\/]*$");

    private static final Pattern BELOW = Pattern.compile("([^*?]+)[\\\\/]\\*[\\\\/]([^*?\\\\/]+)");

    private static final String SPECIAL = "\\.^$|()[]{}+#";

    private BatchScript() {}

    /** The script of a batch with all that it needs. */
    static String of(Batch batch, String marker) {
        StringBuilder script =
                new StringBuilder("$ib_m = '%s'\n$ib_stop = $%b\n".formatted(marker, batch.stopAtFailure()));
        List<Operation> operations = batch.operations();
        script.append(ScriptText.resource("far-end.ps1"));
        boolean locks = operations.stream().anyMatch(BatchScript::isLock);
        if (locks) {
            script.append(ScriptText.resource("lock.ps1"));
        }
        if (operations.stream().anyMatch(BatchScript::isAboutGuards)) {
            script.append(ScriptText.resource("guard.ps1"));
        }
        for (int i = 0; i < operations.size(); i++) {
            script.append("Ib-Do %d { %s }\n".formatted(i, checked(operations.get(i))));
        }
        return script.append("[Console]::Out.WriteLine($ib_m + ' %s')\n".formatted(DONE))
                .append(locks ? "Ib-Hold\n" : "")
                .toString();
    }

    /** Whether the far end goes on after its last word, as holder of a lock. */
    static boolean isLock(Operation operation) {
        return operation instanceof Operation.TakeLock;
    }

    private static boolean isAboutGuards(Operation operation) {
        return operation instanceof Operation.ArmGuard
                || operation instanceof Operation.RenewGuard
                || operation instanceof Operation.ConfirmGuard
                || operation instanceof Operation.FireGuard;
    }

    /** An operation's call, or one that says why there is none. */
    static String checked(Operation operation) {
        try {
            return call(operation);
        } catch (IllegalArgumentException impossible) {
            return refuse("EINVAL", String.valueOf(impossible.getMessage()));
        }
    }

    private static String call(Operation operation) {
        return switch (operation) {
            case Operation.RunCommand command -> run(command);
            case Operation.ReadFile read -> "Ib-Read %s %d".formatted(path(read.path()), read.limit());
            case Operation.ReadMatching match -> match(match);
            case Operation.ReplaceFile replace ->
                "Ib-Replace %s $%b %s %s '%s'"
                        .formatted(
                                path(replace.path()),
                                replace.expected().isPresent(),
                                bytes(replace.expected().orElse(Bytes.EMPTY)),
                                bytes(replace.content()),
                                RandomHex.digits(NAME_DIGITS));
            case Operation.RemoveFile remove ->
                "Ib-Remove %s %s".formatted(path(remove.path()), bytes(remove.expected()));
            case Operation.Ping ping -> ping(ping);
            case Operation.ResolvePath ignored -> unknown("links are not followed on Windows");
            case Operation.ListProcesses ignored ->
                unknown("Windows has no names of processes as Linux has them: ask Win32_Process");
            case Operation.WriteAttribute ignored -> unknown("Windows has no sysfs and no procfs");
            case Operation.SetLinkMtu ignored -> unknown("Windows has no rtnetlink: netsh sets MTUs");
            case Operation.SendSignal ignored -> unknown("Windows has no signals: sc control tells a service");
            case Operation.TakeLock lock ->
                "Ib-Lock %s %s %s".formatted(path(lock.path()), text(lock.run()), text(lock.owner()));
            case Operation.ArmGuard guard -> arm(guard);
            case Operation.RenewGuard guard ->
                "Ib-Renew %s %d".formatted(path(guard.folder()), GuardPlan.seconds(guard.window()));
            case Operation.ConfirmGuard guard -> "Ib-Confirm " + path(guard.folder());
            case Operation.FireGuard guard -> "Ib-Fire " + path(guard.folder());
            case Operation.SubnetQuery ignored -> noPackets();
            case Operation.AdministrationQuery ignored -> noPackets();
            case Operation.DiscoverFabric ignored -> noPackets();
        };
    }

    private static String run(Operation.RunCommand command) {
        String arguments = ArgumentLine.of(
                command.arguments().subList(1, command.arguments().size()));
        return "Ib-Run %s %s %s %d"
                .formatted(
                        text(command.arguments().getFirst()),
                        text(arguments),
                        bytes(command.stdin()),
                        milliseconds(command.timeLimit()));
    }

    private static long milliseconds(Duration limit) {
        return Math.clamp(limit.toMillis(), 1, Integer.MAX_VALUE);
    }

    /** Wildcards are allowed in the file's own name only, {@code *} and {@code ?}; or {@code *} for all folders of a folder. */
    private static String match(Operation.ReadMatching match) {
        String pattern = checkedPath(match.pattern());
        var below = BELOW.matcher(pattern);
        if (below.matches()) {
            return "Ib-MatchBelow %s %s %d".formatted(text(below.group(1)), text(below.group(2)), match.limit());
        }
        var end = FOLDER_END.matcher(pattern);
        if (!end.find() || pattern.substring(0, end.start()).matches("(?s).*[*?].*")) {
            throw new IllegalArgumentException(pattern + " has wildcards in a folder's name");
        }
        StringBuilder expression = new StringBuilder("^");
        pattern.substring(end.start() + 1).codePoints().forEach(c -> expression.append(letter(c)));
        return "Ib-Match %s %s %d"
                .formatted(text(pattern.substring(0, end.start())), text(expression + "$"), match.limit());
    }

    /** What one letter of a pattern is in a regular expression of .NET. */
    private static String letter(int c) {
        return switch (c) {
            case '*' -> ".*";
            case '?' -> ".";
            // A backslash before a letter or an underscore is an error there.
            default -> SPECIAL.indexOf(c) >= 0 ? "\\" + Character.toString(c) : Character.toString(c);
        };
    }

    private static String ping(Operation.Ping ping) {
        if (ping.address().contains(":")) {
            return unknown("fragments of IPv6 cannot be forbidden on Windows");
        }
        if (!IPV4.matcher(ping.address()).matches()) {
            throw new IllegalArgumentException(ping.address() + " is no IP address");
        }
        if (ping.bytes() < IPV4_HEADERS || ping.bytes() > LARGEST_PACKET) {
            throw new IllegalArgumentException("a packet of " + ping.bytes() + " bytes");
        }
        return "Ib-Ping %s '%s' %d %d %d"
                .formatted(
                        text(ping.interfaceName()),
                        ping.address(),
                        ping.bytes() - IPV4_HEADERS,
                        ping.tries(),
                        milliseconds(ping.timeout()));
    }

    private static String arm(Operation.ArmGuard guard) {
        Optional<Operation> impossible = guard.undo().stream()
                .filter(operation -> call(operation).startsWith("Ib-Fail"))
                .findFirst();
        if (impossible.isPresent()) {
            return unknown("a guard on Windows cannot " + UndoText.of(impossible.get()));
        }
        return "Ib-Arm %s %d %s %s %s %s"
                .formatted(
                        path(guard.folder()),
                        GuardPlan.seconds(guard.window()),
                        bytes(guard.record()),
                        bytes(GuardPlan.undoText(guard)),
                        bytes(GuardPlan.script(guard)),
                        bytes(GuardPlan.functions()));
    }

    private static String noPackets() {
        return unknown("PowerShell sends no management packets; ask with the host's tools");
    }

    private static String unknown(String message) {
        return refuse("ENOSYS", message);
    }

    private static String refuse(String errno, String message) {
        return "Ib-Fail '%s' %s".formatted(errno, text(message));
    }

    static String path(String path) {
        return text(checkedPath(path));
    }

    /**
     * With a drive, or on a share: .NET would take any other from a folder or a drive that nobody has chosen. Below
     * {@value #OWN}, the folder that is ibplay's own on every host, which the far end has in a place of its own.
     */
    private static String checkedPath(String path) {
        boolean isAbsolute = path.matches("(?s)([A-Za-z]:[\\\\/]|\\\\\\\\).*");
        boolean isOwn = path.startsWith(OWN) && !path.contains("..") && path.indexOf('\\') < 0;
        if (!(isAbsolute || isOwn) || path.indexOf('\0') >= 0) {
            throw new IllegalArgumentException(path + " is no absolute path");
        }
        return path;
    }

    static String text(String text) {
        return "(Ib-Text '%s')".formatted(ScriptText.base64(text.getBytes(StandardCharsets.UTF_8)));
    }

    static String bytes(Bytes bytes) {
        return "(Ib-Bytes '%s')".formatted(ScriptText.base64(bytes.toArray()));
    }
}
