package dev.ibplay.lab.programs;

import java.io.IOException;
import java.util.List;

/** GNU's {@code echo}, {@code printf} and {@code test} as programs; shells have their own. */
final class Printing {
    private Printing() {}

    static int echo(ToolCall call) throws IOException {
        List<String> words = call.arguments();
        boolean bare = false;
        boolean escapes = false;
        int at = 0;
        while (at < words.size() && words.get(at).matches("-[neE]+")) {
            String word = words.get(at++);
            bare |= word.contains("n");
            escapes = word.contains("e") || (escapes && !word.contains("E"));
        }
        String text = String.join(" ", words.subList(at, words.size()));
        Escapes.Result result = escapes ? Escapes.echo(text) : new Escapes.Result(text, false);
        call.print(result.text() + (bare || result.ends() ? "" : "\n"));
        return 0;
    }

    static int printf(ToolCall call) throws ToolFailure, IOException {
        List<String> words = Options.of(call.arguments(), "+").atLeast(1);
        Formatted formatted = Formatted.of(words.getFirst(), words.subList(1, words.size()));
        call.print(formatted.text());
        formatted.complaints().forEach(complaint -> call.say(1, complaint));
        return formatted.complaints().isEmpty() ? 0 : 1;
    }

    static int test(ToolCall call) throws ToolFailure {
        List<String> words = call.arguments();
        boolean bracket = call.name().equals("[");
        if (bracket && (words.isEmpty() || !words.getLast().equals("]"))) {
            throw new ToolFailure(2, "missing ']'");
        }
        List<String> expression = bracket ? words.subList(0, words.size() - 1) : words;
        String folder = ByteText.bytes(call.invocation().folder());
        try {
            return new TestExpression(call.disk(), folder, call.uid(), expression).isTrue() ? 0 : 1;
        } catch (TestExpression.Malformed wrong) {
            throw new ToolFailure(2, String.valueOf(wrong.getMessage()));
        }
    }
}
