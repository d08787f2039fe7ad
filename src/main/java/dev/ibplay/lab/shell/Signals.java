package dev.ibplay.lab.shell;

import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;

/** The signals that a shell catches, until it comes to carry out their traps; and signals' names. */
final class Signals {
    static final int PIPE = 13;

    private static final List<String> NAMES = List.of(
            "EXIT", "HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "BUS", "FPE", "KILL", "USR1", "SEGV", "USR2", "PIPE",
            "ALRM", "TERM", "STKFLT", "CHLD", "CONT", "STOP", "TSTP", "TTIN", "TTOU", "URG", "XCPU", "XFSZ", "VTALRM",
            "PROF", "WINCH", "IO", "PWR", "SYS");

    private final ShellEnvironment shell;
    private final Queue<Integer> pending = new ConcurrentLinkedQueue<>();
    private volatile CompletableFuture<Integer> next = new CompletableFuture<>();

    Signals(ShellEnvironment shell) {
        this.shell = shell;
    }

    /** 0 is EXIT. */
    static String name(int number) {
        return number >= 0 && number < NAMES.size() ? NAMES.get(number) : Integer.toString(number);
    }

    /** The number for a name, with or without SIG, or for a number. */
    static Optional<Integer> number(String text) {
        if (text.matches("[0-9]{1,2}")) {
            int number = Integer.parseInt(text);
            return number <= 64 ? Optional.of(number) : Optional.empty();
        }
        int number = NAMES.indexOf(text.startsWith("SIG") ? text.substring(3) : text);
        return number < 0 ? Optional.empty() : Optional.of(number);
    }

    static List<String> names() {
        return NAMES;
    }

    /** From now on traps decide what signals to the shell's process do. */
    void listen() {
        shell.process.onSignal(this::arrived);
    }

    private void arrived(int number) {
        Optional<String> action = Optional.ofNullable(shell.traps.get(name(number)));
        if (action.isEmpty()) {
            if (!isHarmless(number)) {
                shell.machine.processes().end(shell.process.pid(), 128 + number);
            }
        } else if (!action.get().isEmpty()) {
            pending.add(number);
            next.complete(number);
        }
    }

    private static boolean isHarmless(int number) {
        return List.of("CHLD", "CONT", "TSTP", "TTIN", "TTOU", "URG", "WINCH").contains(name(number));
    }

    /** Completes with the number of a caught signal, at once when one waits already. */
    CompletableFuture<Integer> next() {
        return next;
    }

    /** The next one whose trap is to be carried out. */
    Optional<Integer> poll() {
        Optional<Integer> first = Optional.ofNullable(pending.poll());
        if (first.isPresent() && pending.isEmpty()) {
            next = new CompletableFuture<>();
        }
        return first;
    }
}
