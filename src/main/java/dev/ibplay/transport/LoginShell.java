package dev.ibplay.transport;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** What reads the command lines of a login, which decides what may be sent to it. */
public sealed interface LoginShell {
    /**
     * Harmless to all of them, and each answers something else: only cmd knows {@code %OS%}, only PowerShell
     * {@code $env:OS}; to a POSIX shell {@code $env} is an unset variable.
     */
    String QUESTION = "echo %OS%$env:OS";

    /** sh, bash and their like, csh and fish. */
    record Posix() implements LoginShell {}

    /** Windows' cmd.exe. */
    record Cmd() implements LoginShell {}

    /** Windows PowerShell or PowerShell Core. */
    record PowerShell() implements LoginShell {}

    /** The command line of a managed switch, MLNX-OS or Onyx, whose errors are lines that begin with a percent sign. */
    record SwitchCli() implements LoginShell {}

    /**
     * None of these.
     *
     * @param said the first line of its answer, cut to what a message can show; empty if it said nothing
     */
    record Unknown(String said) implements LoginShell {}

    /**
     * Whether a server's identification (RFC 4253, 4.2) is that of OpenSSH or Dropbear and not of a build for Windows. A switch may
     * still be behind it.
     */
    static boolean isLikelyPosix(String identification) {
        String lower = identification.toLowerCase(Locale.ROOT);
        return (lower.contains("openssh") || lower.contains("dropbear"))
                && !lower.contains("windows")
                && !lower.contains("win32")
                && !lower.contains("microsoft");
    }

    /**
     * Asks, in one exec.
     *
     * @param limit until then it may answer; what it has said by then counts
     * @throws TransportException when the command could not be started
     */
    static LoginShell ask(Connection connection, Duration limit) throws TransportException {
        try (Channel channel = connection.start(QUESTION)) {
            Executor later = CompletableFuture.delayedExecutor(limit.toMillis(), TimeUnit.MILLISECONDS);
            CompletableFuture<Void> alarm = CompletableFuture.runAsync(channel::close, later);
            try {
                return of(heard(channel.stdout()) + "\n" + heard(channel.stderr()));
            } finally {
                alarm.cancel(false);
            }
        }
    }

    /** What was said before the stream ended or broke. */
    private static String heard(InputStream stream) {
        StringBuilder text = new StringBuilder();
        byte[] chunk = new byte[1024];
        try {
            int count = stream.read(chunk);
            while (count >= 0 && text.length() < 1 << 16) {
                text.append(new String(chunk, 0, count, StandardCharsets.ISO_8859_1));
                count = stream.read(chunk);
            }
        } catch (IOException ended) {
            // What was said until then counts.
        }
        return text.toString();
    }

    /** Reads the answer to {@link #QUESTION}, whatever a login prints before it. */
    static LoginShell of(String answer) {
        List<String> lines = answer.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .toList();
        if (lines.contains("Windows_NT$env:OS")) {
            return new Cmd();
        }
        if (lines.contains("%OS%Windows_NT")) {
            return new PowerShell();
        }
        // csh and zsh complain of the variable, in words of their own.
        boolean complains = lines.stream()
                .anyMatch(line -> line.contains("env: Undefined variable") || line.contains("unrecognized modifier"));
        if (lines.contains("%OS%:OS") || complains) {
            return new Posix();
        }
        if (lines.stream().anyMatch(line -> line.matches("%\\s*[A-Z].*") && !line.startsWith("%OS%"))) {
            return new SwitchCli();
        }
        return new Unknown(lines.isEmpty() ? "" : shown(lines.getFirst()));
    }

    private static String shown(String line) {
        String plain = line.replaceAll("[^\\x20-\\x7e]", "?");
        return plain.length() > 60 ? plain.substring(0, 60) + "..." : plain;
    }
}
