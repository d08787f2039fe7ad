package dev.ibplay.lab.shell;

import dev.ibplay.lab.machine.Processes;
import dev.ibplay.lab.machine.SimulatedProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** {@code trap}, {@code kill} and {@code wait}. */
final class SignalBuiltins {
    private static final int NO_SUCH_CHILD = 127;

    private SignalBuiltins() {}

    static int trap(BuiltinCall call) throws IOException {
        List<String> arguments = new ArrayList<>(call.arguments());
        ShellEnvironment shell = call.shell();
        if (!arguments.isEmpty() && arguments.getFirst().equals("--")) {
            arguments.removeFirst();
        }
        if (arguments.isEmpty()) {
            for (Map.Entry<String, String> one : shell.traps.entrySet()) {
                call.print("trap -- " + VariableBuiltins.quoted(one.getValue()) + " " + one.getKey() + "\n");
            }
            return 0;
        }
        String action = arguments.getFirst();
        boolean resets = action.equals("-") || arguments.size() == 1 || action.matches("[0-9]+");
        boolean named = action.equals("-") || !resets;
        for (String text : arguments.subList(named ? 1 : 0, arguments.size())) {
            Optional<Integer> signal = Signals.number(text);
            if (signal.isEmpty()) {
                return call.fail(1, text + ": bad trap");
            }
            set(shell, Signals.name(signal.get()), resets ? Optional.empty() : Optional.of(action));
        }
        if (shell.ownsProcess && !shell.traps.isEmpty()) {
            call.interpreter().signals.listen();
        }
        return 0;
    }

    private static void set(ShellEnvironment shell, String name, Optional<String> action) {
        if (action.isPresent()) {
            shell.traps.put(name, action.get());
        } else {
            shell.traps.remove(name);
        }
    }

    static int kill(BuiltinCall call) throws IOException {
        List<String> arguments = new ArrayList<>(call.arguments());
        int signal = 15;
        String first = arguments.isEmpty() ? "" : arguments.removeFirst();
        if (first.equals("-l")) {
            return list(call, arguments);
        }
        if ((first.equals("-s") && !arguments.isEmpty()) || first.matches("-[A-Z0-9].*")) {
            String name = first.equals("-s") ? arguments.removeFirst() : first.substring(1);
            Optional<Integer> number = Signals.number(name);
            if (number.isEmpty()) {
                throw call.error("invalid signal number or name: " + name);
            }
            signal = number.get();
        } else if (!first.isEmpty() && !first.equals("--")) {
            arguments.addFirst(first);
        }
        if (!arguments.isEmpty() && arguments.getFirst().equals("--")) {
            arguments.removeFirst();
        }
        return send(call, signal, arguments);
    }

    private static int send(BuiltinCall call, int signal, List<String> targets) {
        if (targets.isEmpty()) {
            throw call.error("Usage: kill [-s sigspec | -signum | -sigspec] [pid | job]... or\nkill -l [exitstatus]");
        }
        int status = 0;
        Processes processes = call.shell().machine.processes();
        for (String target : targets) {
            if (!target.matches("-?[0-9]{1,9}")) {
                throw call.error("Illegal number: " + target);
            }
            int pid = Integer.parseInt(target);
            boolean sent = pid > 0
                    ? processes.signal(pid, signal)
                    : processes.signalGroup(pid == 0 ? call.shell().process.group() : -pid, signal);
            if (!sent) {
                status = call.fail(1, "No such process");
            }
        }
        return status;
    }

    private static int list(BuiltinCall call, List<String> statuses) throws IOException {
        if (statuses.isEmpty()) {
            for (String name : Signals.names().subList(1, Signals.names().size())) {
                call.print(name + "\n");
            }
            return 0;
        }
        int status = statuses.getFirst().matches("[0-9]{1,3}") ? Integer.parseInt(statuses.getFirst()) : 0;
        call.print(Signals.name(status > 128 ? status - 128 : status) + "\n");
        return 0;
    }

    static int waitFor(BuiltinCall call) throws IOException, InterruptedException {
        ShellEnvironment shell = call.shell();
        List<SimulatedProcess> children = new ArrayList<>();
        if (call.arguments().isEmpty()) {
            children.addAll(shell.children.values());
        }
        int status = 0;
        for (String pid : call.arguments()) {
            Optional<SimulatedProcess> child = pid.matches("[0-9]{1,9}")
                    ? Optional.ofNullable(shell.children.get(Integer.parseInt(pid)))
                    : Optional.empty();
            child.ifPresent(children::add);
            status = child.isPresent() ? status : NO_SUCH_CHILD;
        }
        for (SimulatedProcess child : children) {
            int ended = waitFor(call, child);
            status = call.arguments().isEmpty() && ended < 128 ? 0 : ended;
            if (!child.isAlive()) {
                shell.children.remove(child.pid());
            } else {
                break;
            }
        }
        return status;
    }

    /** Until it has ended, or a signal comes that the shell catches. */
    private static int waitFor(BuiltinCall call, SimulatedProcess child) throws InterruptedException {
        CompletableFuture<Integer> signal = call.interpreter().signals.next();
        try {
            CompletableFuture.anyOf(child.ended(), signal).get();
            return child.isAlive()
                    ? 128 + signal.get()
                    : Processes.status(child.ended().get());
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
