package dev.ibplay.lab.shell;

import dev.ibplay.lab.programs.Escapes;
import dev.ibplay.lab.programs.Formatted;
import java.io.IOException;
import java.util.List;

/** {@code echo} and {@code printf} of dash. */
final class TextBuiltins {
    private TextBuiltins() {}

    static int echo(BuiltinCall call) throws IOException {
        List<String> words = call.arguments();
        boolean bare = !words.isEmpty() && words.getFirst().equals("-n");
        String text = String.join(" ", bare ? words.subList(1, words.size()) : words);
        Escapes.Result result = Escapes.echo(text);
        call.print(result.text() + (bare || result.ends() ? "" : "\n"));
        return 0;
    }

    static int printf(BuiltinCall call) throws IOException {
        List<String> words = call.argument(0, "").equals("--")
                ? call.arguments().subList(1, call.arguments().size())
                : call.arguments();
        if (words.isEmpty()) {
            throw call.error("usage: printf format [arg ...]");
        }
        Formatted formatted = Formatted.of(words.getFirst(), words.subList(1, words.size()));
        call.print(formatted.text());
        formatted.complaints().forEach(complaint -> call.fail(1, complaint));
        return formatted.complaints().isEmpty() ? 0 : 1;
    }
}
