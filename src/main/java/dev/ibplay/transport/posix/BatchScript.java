package dev.ibplay.transport.posix;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Operation;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Batches as sh source. Each is one compound command: a shell runs it only when it has read all of it, so a connection
 * that is cut on the way has done nothing. The inner braces keep the script itself from being read by a tool; the outer ones
 * keep their line from being taken for whole when it is cut.
 */
final class BatchScript {
    /** A sysfs attribute takes at most a page in one write (kernel, kernfs_fop_write_iter). */
    static final int ATTRIBUTE_LIMIT = 4096;

    private static final Pattern WILDCARD = Pattern.compile("/[^/]*[*?\\[\\\\]");
    private static final Pattern NUMERIC_ADDRESS = Pattern.compile("[0-9a-fA-F:]*:[0-9a-fA-F:.]*|[0-9]+(\\.[0-9]+){3}");
    private static final int IPV4_HEADERS = 28;
    private static final int IPV6_HEADERS = 48;
    private static final int LARGEST_PACKET = 65_535;

    private BatchScript() {}

    /** The functions that the batches call, to be sent once before the first. */
    static String functions() {
        return resource("far-end.sh") + resource("processes.sh");
    }

    /** Those that the operations of {@link #needsMoreFunctions} call besides. */
    static String moreFunctions() {
        return resource("lock.sh") + resource("guard.sh") + resource("ping.sh");
    }

    /** All that a guard's own process calls. */
    static String watchdogFunctions() {
        return functions() + resource("lock.sh") + resource("guard.sh") + resource("watchdog.sh");
    }

    private static String resource(String name) {
        try (InputStream in = BatchScript.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is not in the program");
            }
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return text.lines()
                    .filter(line -> !line.stripLeading().startsWith("#"))
                    .collect(Collectors.joining("\n", "{\n", "\n}\n"));
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    static boolean needsMoreFunctions(Batch batch) {
        return batch.operations().stream()
                .anyMatch(operation -> operation instanceof Operation.TakeLock
                        || operation instanceof Operation.ArmGuard
                        || operation instanceof Operation.RenewGuard
                        || operation instanceof Operation.ConfirmGuard
                        || operation instanceof Operation.FireGuard
                        || operation instanceof Operation.Ping);
    }

    static String of(Batch batch, Marker marker) {
        StringBuilder script = new StringBuilder("{\n{\n")
                .append("ib_a=%s ib_b=%s ib_stop=%d\nib_begin\n"
                        .formatted(marker.firstHalf(), marker.secondHalf(), batch.stopAtFailure() ? 1 : 0));
        for (Operation operation : batch.operations()) {
            script.append(checked(operation)).append("\nib_check\nib_end\n");
        }
        return script.append("ib_done\n} </dev/null\n}\n").toString();
    }

    private static String checked(Operation operation) {
        try {
            return call(operation);
        } catch (IllegalArgumentException impossible) {
            return refuse("EINVAL", String.valueOf(impossible.getMessage()));
        }
    }

    private static String call(Operation operation) {
        return switch (operation) {
            case Operation.RunCommand command -> run(command);
            case Operation.ReadFile read ->
                "ib_go && ib_read %s %d %d".formatted(path(read.path()), read.limit(), read.limit() + 1L);
            case Operation.ReadMatching match -> match(match);
            case Operation.ResolvePath resolve -> "ib_go && ib_resolve " + path(resolve.path());
            case Operation.ListProcesses list ->
                list.names().stream()
                        .sorted()
                        .map(ShellText::quote)
                        .collect(Collectors.joining(" ", "ib_go && ib_processes ", ""));
            case Operation.ReplaceFile replace -> replace(replace);
            case Operation.RemoveFile remove ->
                ShellText.function("ib_old", remove.expected()) + "ib_go && ib_remove " + path(remove.path());
            case Operation.WriteAttribute write -> write(write);
            case Operation.SetLinkMtu mtu -> mtu(mtu);
            case Operation.SendSignal signal ->
                "ib_go && ib_signal %d %d %s"
                        .formatted(
                                signal.pid(),
                                signal.startTicks(),
                                signal.signal().name());
            case Operation.TakeLock lock ->
                "ib_go && ib_lock %s %s %s"
                        .formatted(path(lock.path()), ShellText.quote(lock.run()), ShellText.quote(lock.owner()));
            case Operation.ArmGuard arm ->
                new GuardScript(arm, BatchScript::call).arming(path(arm.folder()), wholeSeconds(arm.window()));
            case Operation.RenewGuard renew ->
                "ib_go && ib_renew %s %d".formatted(path(renew.folder()), wholeSeconds(renew.window()));
            case Operation.ConfirmGuard confirm -> "ib_go && ib_confirm " + path(confirm.folder());
            case Operation.FireGuard fire -> "ib_go && ib_fire " + path(fire.folder());
            case Operation.Ping ping -> ping(ping);
            case Operation.SubnetQuery query ->
                noPackets("subnet management", query.from().toString());
            case Operation.AdministrationQuery query ->
                noPackets("subnet administration", query.from().toString());
            case Operation.DiscoverFabric search ->
                noPackets("subnet management", search.from().toString());
        };
    }

    private static String run(Operation.RunCommand command) {
        String words = command.arguments().stream().map(ShellText::quote).collect(Collectors.joining(" "));
        String call = "ib_run %d %s".formatted(wholeSeconds(command.timeLimit()), words);
        if (command.stdin().size() == 0) {
            return "ib_go && " + call;
        }
        return ShellText.function("ib_new", command.stdin()) + "ib_go && ib_new 2>/dev/null | " + call;
    }

    private static String match(Operation.ReadMatching match) {
        String pattern = match.pattern();
        Matcher wildcard = WILDCARD.matcher(pattern);
        int fixed = wildcard.find() ? wildcard.start() : pattern.length();
        return IntStream.range(fixed, pattern.length())
                .filter(i -> pattern.charAt(i) == '/')
                .mapToObj(i -> " " + path(pattern.substring(0, i)))
                .collect(Collectors.joining(
                        "", "ib_go && ib_match %s %d".formatted(path(pattern), match.limit() + 1L), ""));
    }

    /** Hosts' timers count seconds; rounded up, at least one. */
    private static long wholeSeconds(Duration limit) {
        return Math.max(1, limit.plusNanos(999_999_999).toSeconds());
    }

    private static String replace(Operation.ReplaceFile replace) {
        return ShellText.function("ib_new", replace.content())
                + ShellText.function("ib_old", replace.expected().orElse(Bytes.EMPTY))
                + "ib_go && ib_replace %s %o %d %d .ibplay.%s"
                        .formatted(
                                path(replace.path()),
                                replace.mode() & 07777,
                                replace.expected().isPresent() ? 1 : 0,
                                replace.content().size(),
                                Marker.randomHex());
    }

    private static String write(Operation.WriteAttribute write) {
        int size = write.value().size();
        if (size == 0 || size > ATTRIBUTE_LIMIT) {
            throw new IllegalArgumentException(
                    "an attribute takes 1 to %d bytes, not %d".formatted(ATTRIBUTE_LIMIT, size));
        }
        return ShellText.function("ib_new", write.value())
                + "ib_go && ib_write %s %d".formatted(path(write.path()), size);
    }

    private static String mtu(Operation.SetLinkMtu mtu) {
        Bytes digits = Bytes.ofUtf8(Integer.toString(mtu.bytes()));
        return ShellText.function("ib_new", digits)
                + "ib_go && ib_mtu %s %d".formatted(ShellText.quote(mtu.interfaceName()), mtu.bytes());
    }

    private static String ping(Operation.Ping ping) {
        boolean six = ping.address().contains(":");
        int headers = six ? IPV6_HEADERS : IPV4_HEADERS;
        if (!NUMERIC_ADDRESS.matcher(ping.address()).matches()) {
            throw new IllegalArgumentException(ping.address() + " is no IP address");
        }
        if (ping.bytes() < headers || ping.bytes() > LARGEST_PACKET) {
            throw new IllegalArgumentException("a packet of " + ping.bytes() + " bytes");
        }
        return "ib_go && ib_ping %d %d %s %d %d %s"
                .formatted(
                        six ? 6 : 4,
                        ping.bytes() - headers,
                        ShellText.quote(ping.interfaceName()),
                        ping.tries(),
                        wholeSeconds(ping.timeout()),
                        ShellText.quote(ping.address()));
    }

    private static String noPackets(String what, String from) {
        return refuse(
                "ENOSYS", "a shell sends no %s packets (from %s); ask with the host's tools".formatted(what, from));
    }

    private static String refuse(String errno, String message) {
        return "ib_go && ib_fail %s %s".formatted(errno, ShellText.quote(message));
    }

    /** An absolute path, so that none is taken for an option; the session's folder is the root. */
    static String path(String path) {
        return ShellText.quote(path.startsWith("/") ? path : "/" + path);
    }
}
