package dev.ibplay.lab.shell;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** dash's builtins by name. */
final class Builtins {
    /** Special ones come before functions, and their errors end the shell (POSIX.1-2017, XCU 2.14). */
    private static final Map<String, Builtin> SPECIAL = Map.ofEntries(
            Map.entry(":", call -> 0),
            Map.entry(".", ControlBuiltins::source),
            Map.entry("break", call -> ControlBuiltins.leaveLoop(call, false)),
            Map.entry("continue", call -> ControlBuiltins.leaveLoop(call, true)),
            Map.entry("eval", ControlBuiltins::eval),
            Map.entry("exec", ControlBuiltins::exec),
            Map.entry("exit", call -> {
                throw ControlBuiltins.exit(call);
            }),
            Map.entry("return", call -> {
                throw ControlBuiltins.leaveFunction(call);
            }),
            Map.entry("export", VariableBuiltins::export),
            Map.entry("readonly", VariableBuiltins::readOnly),
            Map.entry("set", OptionBuiltins::set),
            Map.entry("shift", VariableBuiltins::shift),
            Map.entry("times", call -> {
                call.print("0m0.000000s 0m0.000000s\n0m0.000000s 0m0.000000s\n");
                return 0;
            }),
            Map.entry("trap", SignalBuiltins::trap),
            Map.entry("unset", VariableBuiltins::unset));

    private static final Map<String, Builtin> REGULAR = regular();

    private Builtins() {}

    private static Map<String, Builtin> regular() {
        Map<String, Builtin> all = new HashMap<>(Map.of(
                "true", call -> 0,
                "false", call -> 1,
                "echo", TextBuiltins::echo,
                "printf", TextBuiltins::printf,
                "read", ReadBuiltin::read,
                "test", TestBuiltin::test,
                "[", TestBuiltin::bracket,
                "local", VariableBuiltins::local,
                "getopts", OptionBuiltins::getopts));
        all.putAll(Map.of(
                "cd", FolderBuiltins::cd,
                "pwd", FolderBuiltins::pwd,
                "umask", FolderBuiltins::umask,
                "command", ControlBuiltins::command,
                "type", ControlBuiltins::type,
                "kill", SignalBuiltins::kill,
                "wait", SignalBuiltins::waitFor));
        return Map.copyOf(all);
    }

    static Optional<Builtin> special(String name) {
        return Optional.ofNullable(SPECIAL.get(name));
    }

    static Optional<Builtin> regular(String name) {
        return Optional.ofNullable(REGULAR.get(name));
    }

    static Optional<Builtin> any(String name) {
        return special(name).or(() -> regular(name));
    }
}
