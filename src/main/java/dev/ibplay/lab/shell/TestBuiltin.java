package dev.ibplay.lab.shell;

import dev.ibplay.lab.programs.TestExpression;
import java.util.List;

/** {@code test} and {@code [}. */
final class TestBuiltin {
    private TestBuiltin() {}

    static int test(BuiltinCall call) {
        return evaluate(call, call.arguments());
    }

    static int bracket(BuiltinCall call) {
        List<String> words = call.words();
        if (!words.getLast().equals("]") || words.size() < 2) {
            return call.fail(2, "missing ]");
        }
        return evaluate(call, words.subList(1, words.size() - 1));
    }

    private static int evaluate(BuiltinCall call, List<String> words) {
        ShellEnvironment shell = call.shell();
        try {
            return new TestExpression(shell.machine.disk(), shell.folder, shell.process.uid(), words).isTrue() ? 0 : 1;
        } catch (TestExpression.Malformed wrong) {
            return call.fail(2, String.valueOf(wrong.getMessage()));
        }
    }
}
