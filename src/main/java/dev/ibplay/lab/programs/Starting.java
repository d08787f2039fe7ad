package dev.ibplay.lab.programs;

import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.machine.Invocation;
import dev.ibplay.lab.machine.Program;
import dev.ibplay.lab.machine.SimulatedProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Programs that run another one: {@code setsid}, {@code nohup}, {@code nice}, {@code env} and {@code xargs}. */
final class Starting {
    private static final int HANGUP = 1;

    private Starting() {}

    private static List<String> unicode(List<String> words) {
        return words.stream().map(ByteText::unicode).toList();
    }

    private static ToolFailure cannot(String what, String command, Errno error) {
        return new ToolFailure(Launch.statusOf(error), what + " '" + command + "': " + error.text());
    }

    /** A process that leads a group already cannot lead a session: another one does, and nobody waits for it. */
    static int setsid(ToolCall call) throws ToolFailure, IOException, InterruptedException {
        Options options = Options.of(call.arguments(), "+fwc", Map.of("fork", 'f', "wait", 'w'));
        List<String> words = options.atLeast(1);
        Launch launch = new Launch(call.invocation(), unicode(words));
        SimulatedProcess own = call.invocation().process();
        try {
            if (own.group() != own.pid() && !options.has('f')) {
                own.newSession();
                return launch.inPlace();
            }
            Program program = launch.program();
            SimulatedProcess child = launch.child(call.uid());
            child.newSession();
            Invocation inner = launch.in(child);
            call.invocation().machine().processes().run(child, () -> program.run(inner));
            return 0;
        } catch (Errno error) {
            throw cannot("failed to execute", words.getFirst(), error);
        }
    }

    static int nohup(ToolCall call) throws ToolFailure, IOException, InterruptedException {
        List<String> words = Options.of(call.arguments(), "+").atLeast(1);
        SimulatedProcess own = call.invocation().process();
        Launch launch = new Launch(call.invocation(), unicode(words));
        try {
            Program program = launch.program();
            own.replace(words.getFirst().substring(words.getFirst().lastIndexOf('/') + 1), launch.words());
            own.onSignal(signal -> {
                if (signal != HANGUP) {
                    call.invocation().machine().processes().end(own.pid(), 128 + signal);
                }
            });
            return program.run(launch.in(own));
        } catch (Errno error) {
            throw cannot("failed to run command", words.getFirst(), error);
        }
    }

    static int nice(ToolCall call) throws ToolFailure, IOException, InterruptedException {
        List<String> words = Options.of(call.arguments(), "+n:").atLeast(1);
        try {
            return new Launch(call.invocation(), unicode(words)).inPlace();
        } catch (Errno error) {
            throw cannot("failed to run command", words.getFirst(), error);
        }
    }

    static int env(ToolCall call) throws ToolFailure, IOException, InterruptedException {
        Options options = Options.of(call.arguments(), "+iu:", Map.of("ignore-environment", 'i', "unset", 'u'));
        NavigableMap<String, String> environment =
                new TreeMap<>(options.has('i') ? Map.of() : call.invocation().environment());
        options.arguments('u').forEach(environment::remove);
        List<String> words = new ArrayList<>(options.operands());
        while (!words.isEmpty() && words.getFirst().indexOf('=') > 0) {
            String word = ByteText.unicode(words.removeFirst());
            environment.put(word.substring(0, word.indexOf('=')), word.substring(word.indexOf('=') + 1));
        }
        if (words.isEmpty()) {
            for (Map.Entry<String, String> one : environment.entrySet()) {
                call.print(ByteText.bytes(one.getKey() + "=" + one.getValue()) + "\n");
            }
            return 0;
        }
        try {
            return new Launch(call.invocation(), unicode(words), environment).inPlace();
        } catch (Errno error) {
            throw cannot("", words.getFirst(), error);
        }
    }

    static int xargs(ToolCall call) throws ToolFailure, IOException, InterruptedException {
        Options options =
                Options.of(call.arguments(), "+0rn:I:", Map.of("null", '0', "no-run-if-empty", 'r', "max-args", 'n'));
        String input = new String(call.stdin().readAllBytes(), StandardCharsets.ISO_8859_1);
        List<String> items = Arrays.stream(input.split(options.has('0') ? "\0" : options.has('I') ? "\n" : "\\s+"))
                .filter(item -> !item.isEmpty())
                .toList();
        List<String> command = options.operandsOr("echo");
        if (items.isEmpty() && options.has('r')) {
            return 0;
        }
        int most = options.has('I')
                ? 1
                : options.argument('n').map(Integer::parseInt).orElse(Math.max(1, items.size()));
        int status = 0;
        for (int from = 0; from < Math.max(1, items.size()); from += most) {
            List<String> some = items.subList(from, Math.min(items.size(), from + most));
            int one = runWith(call, options, command, some);
            status = one == 0 ? status : one >= 126 ? one : 123;
        }
        return status;
    }

    private static int runWith(ToolCall call, Options options, List<String> command, List<String> items)
            throws InterruptedException {
        List<String> words = new ArrayList<>();
        if (options.has('I')) {
            String mark = options.argument('I').orElse("{}");
            command.forEach(word -> words.add(word.replace(mark, items.isEmpty() ? "" : items.getFirst())));
        } else {
            words.addAll(command);
            words.addAll(items);
        }
        try {
            return new Launch(call.invocation(), unicode(words)).andWait(call.uid());
        } catch (Errno error) {
            return call.say(Launch.statusOf(error), command.getFirst() + ": " + error.text());
        }
    }
}
