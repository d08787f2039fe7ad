package dev.ibplay.facts.tools;

import dev.ibplay.exec.CommandEnd;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Why a diagnostic tool could not answer. The tools say {@code iberror} on standard output and {@code ibwarn} and
 * {@code ibpanic} on standard error; {@code ibwarn} alone is no failure (libibmad, {@code IBWARN}; infiniband-diags,
 * {@code IBEXIT}).
 */
public final class ToolFailure {
    private record Cause(String text, String because) {}

    /** The first text that occurs decides; the more special ones come first. */
    private static final List<Cause> CAUSES = List.of(
            new Cause("permission denied", "no access to /dev/infiniband/umad*: root's rights are needed"),
            new Cause("is ib_umad module loaded", "the module ib_umad is not loaded, or there is no InfiniBand device"),
            new Cause("can't open smi umad port", "no InfiniBand port is available here"),
            new Cause(
                    "can't open umad port",
                    "no access to /dev/infiniband/umad*: root's rights are needed (permission)"),
            new Cause("umad_open_port", "no access to /dev/infiniband/umad*: root's rights are needed (permission)"),
            new Cause("failed to open (", "there is no such port, or no access to it"),
            new Cause("failed to open '", "no access to /dev/infiniband/umad*: root's rights are needed (permission)"),
            new Cause(
                    "can't open mad port",
                    "no access to /dev/infiniband/umad*: root's rights are needed (MAD port, permission)"),
            new Cause("bad status 110", "a node did not answer in time"),
            new Cause("no sm/sa found", "no subnet manager serves this port"),
            new Cause("query sa failed: connection timed out", "the subnet administration did not answer"),
            new Cause("not supported", "this tool does not know the operation"),
            new Cause("ib device can't be found", "there is no such channel adapter"),
            new Cause("no devices", "there is no InfiniBand device"),
            new Cause("failed to get ib devices list", "there is no InfiniBand device"),
            new Cause("_do_madrpc failed", "no answer: no such port, or nothing there that answers this query"),
            new Cause("query failed", "no answer: no such port, or nothing there that answers this query"),
            new Cause("failed: query", "no answer: no such port, or nothing there that answers this query"));

    /** infiniband-diags (IBEXIT, IBPANIC), saquery, ibstatus, libibnetdisc and iblinkinfo. */
    private static final Pattern ERROR = Pattern.compile("(?:\\S+: )?iberror: .*|ibpanic: .*|Query SA failed.*|"
            + "Fatal error:.*|src/\\S+\\.c:\\d+; .*|Failed to open \\S+ port '?\\d+'?");

    private static final Pattern PREFIX =
            Pattern.compile("^.*iberror: |^ibpanic: \\[\\d+\\] \\w+: |^Fatal error:\\s*|^src/\\S+\\.c:\\d+; ");

    private ToolFailure() {}

    /** Nothing when the tool ended well and reported no error. */
    static Optional<String> because(ToolOutput output) {
        Optional<String> error = error(output);
        if (output.succeeded() && error.isEmpty()) {
            return Optional.empty();
        }
        String all = (output.stdout() + "\n" + output.stderr()).toLowerCase(Locale.ROOT);
        return CAUSES.stream()
                .filter(cause -> all.contains(cause.text()))
                .map(Cause::because)
                .findFirst()
                .or(() -> output.succeeded() ? error : Optional.empty())
                .or(() -> Optional.of(
                        how(output.end()) + error.map(text -> ": " + text).orElse("")));
    }

    /** The line with which a tool gives up, or says that something is missing, without its prefix. */
    static Optional<String> error(ToolOutput output) {
        return Stream.concat(output.stdout().lines(), output.stderr().lines())
                .filter(ToolFailure::isError)
                .findFirst()
                .map(line -> PREFIX.matcher(line).replaceFirst("").strip());
    }

    /** Whether a line says that the tool could not do all that it was asked for. */
    public static boolean isError(String line) {
        return ERROR.matcher(line.strip()).matches();
    }

    /** Whether a line is no data: an error, or a warning, which alone means nothing. */
    public static boolean isTalk(String line) {
        return isError(line) || line.strip().startsWith("ibwarn:");
    }

    private static String how(CommandEnd end) {
        return switch (end) {
            case CommandEnd.Exited exited -> "the tool ended with status " + exited.status();
            case CommandEnd.Signalled signalled -> "the tool was ended by signal " + signalled.signal();
            case CommandEnd.TimedOut ignored -> "the tool did not end in time";
        };
    }
}
