package dev.ibplay.lab.programs;

import dev.ibplay.exec.Bytes;
import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.machine.Processes;
import dev.ibplay.lab.machine.SimulatedProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Programs about the host and its processes: {@code id}, {@code hostname}, {@code getconf}, {@code kill}, {@code ps} and others. */
final class HostTools {
    private static final Map<String, String> CONFIGURATION = Map.of(
            "CLK_TCK", "100",
            "PAGESIZE", "4096",
            "PAGE_SIZE", "4096",
            "ARG_MAX", "2097152",
            "LONG_BIT", "64",
            "_NPROCESSORS_ONLN", "2",
            "_NPROCESSORS_CONF", "2");
    private static final Map<String, Integer> SIGNALS = Map.ofEntries(
            Map.entry("HUP", 1),
            Map.entry("INT", 2),
            Map.entry("QUIT", 3),
            Map.entry("KILL", 9),
            Map.entry("USR1", 10),
            Map.entry("USR2", 12),
            Map.entry("TERM", 15),
            Map.entry("CONT", 18),
            Map.entry("STOP", 19));

    private HostTools() {}

    static int id(ToolCall call) throws ToolFailure, IOException {
        Options options =
                Options.of(call.arguments(), "ugGnr", Map.of("user", 'u', "group", 'g', "groups", 'G', "name", 'n'));
        Accounts accounts = new Accounts(call.disk());
        Optional<String> who = options.operands().stream().findFirst();
        String wanted = who.orElse(Long.toString(call.uid()));
        Optional<Accounts.User> known = accounts.user(wanted);
        if (who.isPresent() && known.isEmpty()) {
            throw new ToolFailure("'" + wanted + "': no such user");
        }
        Accounts.User user = known.orElse(new Accounts.User(wanted, call.uid(), call.uid(), "/"));
        String group = accounts.groupName(user.gid());
        if (options.has('u')) {
            call.print((options.has('n') ? user.name() : Long.toString(user.uid())) + "\n");
        } else if (options.has('g') || options.has('G')) {
            call.print((options.has('n') ? group : Long.toString(user.gid())) + "\n");
        } else {
            String both = user.gid() + "(" + group + ")";
            call.print("uid=" + user.uid() + "(" + user.name() + ") gid=" + both + " groups=" + both + "\n");
        }
        return 0;
    }

    static int whoami(ToolCall call) throws IOException {
        call.print(new Accounts(call.disk()).userName(call.uid()) + "\n");
        return 0;
    }

    static int hostname(ToolCall call) throws ToolFailure, IOException {
        String name = call.invocation().machine().name();
        boolean brief = Options.of(call.arguments(), "sf").has('s');
        call.print((brief ? name.replaceFirst("\\..*", "") : name) + "\n");
        return 0;
    }

    static int getconf(ToolCall call) throws ToolFailure, IOException {
        String name = Options.of(call.arguments(), "").atLeast(1).getFirst();
        Optional<String> value = Optional.ofNullable(CONFIGURATION.get(name));
        call.print(value.orElseThrow(() -> new ToolFailure("Unrecognized variable `" + name + "'")) + "\n");
        return 0;
    }

    /** Disks of the lab are always in step. */
    static int sync(ToolCall call) throws ToolFailure, IOException {
        int status = 0;
        for (String operand : Options.of(call.arguments(), "df").operands()) {
            try {
                call.disk().stat(call.path(operand), true);
            } catch (Errno error) {
                status = call.say(1, "error opening '" + operand + "': " + error.text());
            }
        }
        return status;
    }

    static int kill(ToolCall call) throws ToolFailure {
        List<String> words = new ArrayList<>(call.arguments());
        String first = words.isEmpty() ? "" : words.getFirst();
        String signal = "TERM";
        if (first.equals("-s") && words.size() > 1) {
            signal = words.get(1);
            words.subList(0, 2).clear();
        } else if (first.matches("-[A-Z0-9]+")) {
            signal = words.removeFirst().substring(1);
        }
        String name = signal.startsWith("SIG") ? signal.substring(3) : signal;
        int number = name.matches("[0-9]{1,2}") ? Integer.parseInt(name) : SIGNALS.getOrDefault(name, -1);
        if (number < 0) {
            throw new ToolFailure("unknown signal: " + signal);
        }
        words.remove("--");
        int status = 0;
        for (String word : words) {
            Processes processes = call.invocation().machine().processes();
            if (!word.matches("-?[0-9]{1,9}")) {
                throw new ToolFailure("failed to parse argument: '" + word + "'");
            }
            int pid = Integer.parseInt(word);
            if (!(pid > 0 ? processes.signal(pid, number) : processes.signalGroup(-pid, number))) {
                status = call.say(1, "sending signal to " + word + " failed: No such process");
            }
        }
        return status;
    }

    /** All processes with number, parent, user and command line, whatever the options. */
    static int ps(ToolCall call) throws IOException {
        call.print("    PID    PPID USER     COMMAND\n");
        Accounts accounts = new Accounts(call.disk());
        for (SimulatedProcess process : call.invocation().machine().processes().all()) {
            call.print(String.format(
                    "%7d %7d %-8s %s\n",
                    process.pid(),
                    process.parent(),
                    accounts.userName(process.uid()),
                    ByteText.bytes(String.join(" ", process.arguments()))));
        }
        return 0;
    }

    static int pgrep(ToolCall call) throws ToolFailure, IOException {
        Options options = Options.of(call.arguments(), "xfl");
        String wanted = options.atLeast(1).getFirst();
        boolean found = false;
        for (SimulatedProcess process : call.invocation().machine().processes().all()) {
            String name = options.has('f') ? String.join(" ", process.arguments()) : process.comm();
            boolean matches = options.has('x') ? name.equals(wanted) : name.contains(wanted);
            if (matches && process.pid() != call.invocation().process().pid()) {
                call.print(process.pid() + "\n");
                found = true;
            }
        }
        return found ? 0 : 1;
    }

    static int which(ToolCall call) throws ToolFailure, IOException {
        int status = 0;
        for (String word : Options.of(call.arguments(), "a").operands()) {
            String path = call.invocation().environment().getOrDefault("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
            Optional<String> found = call.invocation().machine().find(ByteText.unicode(word), path);
            status = found.isPresent() ? status : 1;
            if (found.isPresent()) {
                call.print(ByteText.bytes(found.get()) + "\n");
            }
        }
        return status;
    }

    /** A new file or folder that only the user may use; the X of the template become digits. */
    static int mktemp(ToolCall call) throws ToolFailure, IOException {
        Options options = Options.of(call.arguments(), "dp:tq", Map.of("directory", 'd'));
        String template = options.operandsOr("/tmp/tmp.XXXXXXXXXX").getFirst();
        String stem = template.replaceFirst("X+$", "");
        for (int number = call.invocation().process().pid(); ; number++) {
            String path = call.path(stem)
                    + String.format("%0" + Math.max(3, template.length() - stem.length()) + "d", number);
            try {
                if (options.has('d')) {
                    call.disk().mkdir(path, 0700);
                } else {
                    call.disk().create(path, Bytes.EMPTY, 0600);
                }
                call.own(path);
                call.print(ByteText.bytes(path) + "\n");
                return 0;
            } catch (Errno error) {
                if (!error.name().equals("EEXIST")) {
                    throw ToolCall.cannot("failed to create file via template", template, error);
                }
            }
        }
    }
}
