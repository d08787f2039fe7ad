package dev.ibplay.lab;

import dev.ibplay.lab.machine.Invocation;
import dev.ibplay.lab.machine.Machine;
import dev.ibplay.lab.machine.Program;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A login shell that knows the line which starts a helper at a path, and a few words for tests of logins. */
public final class BootstrapShell implements Program {
    private static final Pattern AT_PATH =
            Pattern.compile("exec sh -c 'm=(\\w+);n=(\\w+);\\[ -x (\\S+) ]&&exec \\S+ \\$m \\$n;.*'");

    private BootstrapShell() {}

    public static void install(Machine machine) throws IOException {
        machine.install("/bin/sh", new BootstrapShell());
    }

    @Override
    public int run(Invocation call) throws InterruptedException, IOException {
        String line = call.arguments().get(2);
        Matcher start = AT_PATH.matcher(line);
        if (start.matches()) {
            return helper(call, start.group(3), List.of(start.group(3), start.group(1), start.group(2)));
        }
        List<String> words = List.of(line.split(" ", -1));
        switch (words.getFirst()) {
            case "show" -> say(call, call.environment().getOrDefault(words.get(1), "") + "\n");
            case "copy" -> call.stdin().transferTo(call.stdout());
            case "sleep" -> Thread.sleep(Long.MAX_VALUE);
            case "die" -> call.machine().processes().signal(call.process().pid(), Integer.parseInt(words.get(1)));
            default -> call.stderr().write(("sh: " + line + ": not found\n").getBytes(StandardCharsets.UTF_8));
        }
        return words.getFirst().equals("exit") ? Integer.parseInt(words.get(1)) : 0;
    }

    private static int helper(Invocation call, String path, List<String> arguments)
            throws InterruptedException, IOException {
        Program program = call.machine().load(path);
        call.process().replace(path.substring(path.lastIndexOf('/') + 1), arguments);
        return program.run(new Invocation(
                call.machine(),
                call.process(),
                arguments,
                call.environment(),
                call.folder(),
                call.stdin(),
                call.stdout(),
                call.stderr()));
    }

    private static void say(Invocation call, String text) throws IOException {
        call.stdout().write(text.getBytes(StandardCharsets.UTF_8));
    }
}
