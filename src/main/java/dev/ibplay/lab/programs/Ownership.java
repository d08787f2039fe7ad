package dev.ibplay.lab.programs;

import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.disk.Stat;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code chmod}, {@code chown} and {@code chgrp}. */
final class Ownership {
    private static final Map<String, Character> NAMES = Map.of("recursive", 'R', "no-dereference", 'h');

    /** What is done to one file. */
    private interface Change {
        void apply(String path) throws Errno;
    }

    private Ownership() {}

    /** The mode may begin with a dash, so it is no option. */
    static int chmod(ToolCall call) throws ToolFailure, IOException {
        List<String> words = call.arguments();
        boolean recursive = words.contains("-R");
        List<String> operands =
                words.stream().filter(w -> !w.matches("-[Rvcf]+|--")).toList();
        if (operands.size() < 2) {
            throw new ToolFailure("missing operand");
        }
        ModeChange change =
                ModeChange.of(operands.getFirst(), call.invocation().process().umask());
        return each(call, operands.subList(1, operands.size()), recursive, path -> {
            Stat stat = call.disk().stat(path, true);
            if (call.uid() != 0 && stat.uid() != call.uid()) {
                throw new Errno("EPERM", path);
            }
            call.disk().chmod(path, change.applied(stat.mode(), stat.isFolder()));
        });
    }

    static int chown(ToolCall call) throws ToolFailure, IOException {
        Options options = Options.of(call.arguments(), "Rhvf", NAMES);
        List<String> words = options.atLeast(2);
        String[] wanted = words.getFirst().split("[:.]", 2);
        Accounts accounts = new Accounts(call.disk());
        Optional<Long> uid = wanted[0].isEmpty() ? Optional.empty() : Optional.of(uid(accounts, wanted[0]));
        Optional<Long> gid =
                wanted.length < 2 || wanted[1].isEmpty() ? Optional.empty() : Optional.of(gid(accounts, wanted[1]));
        return each(call, words.subList(1, words.size()), options.has('R'), path -> set(call, path, uid, gid));
    }

    static int chgrp(ToolCall call) throws ToolFailure, IOException {
        Options options = Options.of(call.arguments(), "Rhvf", NAMES);
        List<String> words = options.atLeast(2);
        Optional<Long> gid = Optional.of(gid(new Accounts(call.disk()), words.getFirst()));
        return each(
                call, words.subList(1, words.size()), options.has('R'), path -> set(call, path, Optional.empty(), gid));
    }

    private static void set(ToolCall call, String path, Optional<Long> uid, Optional<Long> gid) throws Errno {
        Stat stat = call.disk().stat(path, true);
        boolean changes = uid.orElse(stat.uid()) != stat.uid() || gid.orElse(stat.gid()) != stat.gid();
        if (changes && call.uid() != 0) {
            throw new Errno("EPERM", path);
        }
        call.disk().chown(path, uid.orElse(stat.uid()), gid.orElse(stat.gid()));
    }

    private static long uid(Accounts accounts, String name) throws ToolFailure {
        Optional<Long> known = accounts.user(name).map(Accounts.User::uid);
        if (known.isEmpty() && !name.matches("[0-9]{1,10}")) {
            throw new ToolFailure("invalid user: '" + name + "'");
        }
        return known.orElseGet(() -> Long.parseLong(name));
    }

    private static long gid(Accounts accounts, String name) throws ToolFailure {
        return accounts.group(name).orElseThrow(() -> new ToolFailure("invalid group: '" + name + "'"));
    }

    private static int each(ToolCall call, List<String> operands, boolean recursive, Change change) {
        int status = 0;
        for (String operand : operands) {
            try {
                one(call, call.path(operand), recursive, change);
            } catch (Errno error) {
                boolean absent = error.isAbsent();
                String what = absent
                        ? "cannot access"
                        : call.name().equals("chmod") ? "changing permissions of" : "changing ownership of";
                status = call.say(1, what + " '" + operand + "': " + error.text());
            }
        }
        return status;
    }

    private static void one(ToolCall call, String path, boolean recursive, Change change) throws Errno {
        change.apply(path);
        if (recursive && call.disk().stat(path, false).isFolder()) {
            for (String name : call.disk().list(path)) {
                one(call, path + "/" + name, true, change);
            }
        }
    }
}
