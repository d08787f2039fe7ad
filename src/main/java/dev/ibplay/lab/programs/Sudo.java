package dev.ibplay.lab.programs;

import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.machine.Machine;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code sudo} 1.9 with the options -H -n -S -p -u, by one rule for all users. root needs no rule. */
public final class Sudo {
    private static final int TRIES = 3;
    private static final String SECURE_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
    private static final List<String> KEPT = List.of("LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "TERM");

    private final SudoRule rule;

    private Sudo(SudoRule rule) {
        this.rule = rule;
    }

    /** Puts it onto a machine, or gives the one that is there another rule. */
    public static void install(Machine machine, SudoRule rule) throws Errno {
        machine.install("/usr/bin/sudo", ToolCall.program(new Sudo(rule)::sudo));
    }

    private int sudo(ToolCall call) throws ToolFailure, IOException, InterruptedException {
        Options options = Options.of(
                call.arguments(),
                "+HnSkp:u:",
                Map.of("set-home", 'H', "non-interactive", 'n', "stdin", 'S', "prompt", 'p', "user", 'u'));
        List<String> words = options.operands();
        if (words.isEmpty()) {
            throw new ToolFailure("a command is needed");
        }
        Accounts accounts = new Accounts(call.disk());
        String wanted = options.argument('u').orElse("root");
        Accounts.User target = accounts.user(wanted.replaceFirst("^#", ""))
                .orElseThrow(() -> new ToolFailure("unknown user " + wanted));
        String user = accounts.userName(call.uid());
        if (call.uid() != 0) {
            decide(call, options, user, target.name());
        }
        return run(call, words, user, target);
    }

    private void decide(ToolCall call, Options options, String user, String target) throws ToolFailure, IOException {
        if (rule.verdict() == SudoRule.Verdict.NEEDS_TERMINAL) {
            throw new ToolFailure("sorry, you must have a tty to run sudo");
        }
        if (rule.password().isPresent()) {
            ask(call, options, user, rule.password().get());
        }
        switch (rule.verdict()) {
            case ALLOWED, NEEDS_TERMINAL -> {}
            case UNKNOWN_USER -> throw refusal(call, user + " is not in the sudoers file.");
            case NOT_ALLOWED ->
                throw refusal(
                        call,
                        "Sorry, user " + user + " is not allowed to execute '"
                                + String.join(" ", options.operands()) + "' as " + target + " on "
                                + call.invocation().machine().name() + ".");
        }
    }

    /** These lines have no {@code sudo:} in front. */
    private static ToolFailure refusal(ToolCall call, String line) throws IOException {
        call.sayPlain(line + "\n");
        return ToolFailure.silent();
    }

    private static void ask(ToolCall call, Options options, String user, String password)
            throws ToolFailure, IOException {
        if (options.has('n')) {
            throw new ToolFailure("a password is required");
        }
        if (!options.has('S')) {
            call.say(
                    1,
                    "a terminal is required to read the password; either use the -S option to read from standard"
                            + " input or configure an askpass helper");
            throw new ToolFailure("a password is required");
        }
        String prompt = options.argument('p').orElse("[sudo] password for " + user + ": ");
        for (int tries = 1; tries <= TRIES; tries++) {
            call.sayPlain(prompt.replace("%p", user).replace("%u", user));
            Optional<String> line = line(call);
            if (line.isEmpty()) {
                call.sayPlain("\n");
                throw new ToolFailure(tries == 1 ? "no password was provided" : attempts(tries - 1));
            }
            if (line.get().equals(ByteText.bytes(password))) {
                return;
            }
            if (tries < TRIES) {
                call.sayPlain("Sorry, try again.\n");
            }
        }
        throw new ToolFailure(attempts(TRIES));
    }

    private static String attempts(int count) {
        return count + " incorrect password attempt" + (count == 1 ? "" : "s");
    }

    /** Takes no byte behind the line: those are the command's. */
    private static Optional<String> line(ToolCall call) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int c = call.stdin().read();
        if (c < 0) {
            return Optional.empty();
        }
        while (c >= 0 && c != '\n') {
            line.write(c);
            c = call.stdin().read();
        }
        return Optional.of(line.toString(StandardCharsets.ISO_8859_1));
    }

    private static int run(ToolCall call, List<String> words, String user, Accounts.User target)
            throws ToolFailure, InterruptedException {
        List<String> command = words.stream().map(ByteText::unicode).toList();
        Map<String, String> environment = new HashMap<>();
        KEPT.forEach(name -> Optional.ofNullable(call.invocation().environment().get(name))
                .ifPresent(value -> environment.put(name, value)));
        environment.putAll(Map.of(
                "HOME", target.home(),
                "USER", target.name(),
                "LOGNAME", target.name(),
                "SHELL", "/bin/sh",
                "PATH", SECURE_PATH,
                "SUDO_COMMAND", String.join(" ", command),
                "SUDO_USER", user,
                "SUDO_UID", Long.toString(call.uid()),
                "SUDO_GID", Long.toString(call.uid())));
        try {
            return new Launch(call.invocation(), command, environment).andWait(target.uid());
        } catch (Errno error) {
            throw new ToolFailure(words.getFirst() + ": command not found");
        }
    }
}
