package dev.ibplay.cli;

import dev.ibplay.cli.CommandOutline.OptionWords;
import java.util.stream.Collectors;

/** Completion for fish, from 3.0 on. */
final class FishCompletion {
    private static final String HEAD = """
            # Completion of ibplay for fish. Made from the program's own options: ibplay completion fish

            # Whether the words before the cursor lead to this command.
            function __ibplay_at
                set -l words (commandline -opc)
                set -l at ''
                set -l skip no
                for word in $words[2..-1]
                    if test $skip = yes
                        set skip no
                        continue
                    end
                    switch "$at:$word"
            """;

    private static final String AFTER_WALK = """
                    end
                end
                test "$at" = "$argv[1]"
            end

            complete -c ibplay -f
            """;

    private FishCompletion() {}

    static String of(CommandOutline program) {
        var script = new StringBuilder(HEAD);
        program.all().forEach(command -> addWalk(script, command));
        script.append(AFTER_WALK);
        program.all().forEach(command -> addCommand(script, command));
        return script.toString();
    }

    private static void addWalk(StringBuilder script, CommandOutline command) {
        if (command.subcommands().isEmpty()) {
            return;
        }
        String values = command.options().stream()
                .filter(OptionWords::takesValue)
                .flatMap(option -> option.names().stream())
                .map(name -> quoted(command.joined(" ") + ":" + name))
                .collect(Collectors.joining(" "));
        if (!values.isEmpty()) {
            addCase(script, values, "set skip yes");
        }
        for (CommandOutline below : command.subcommands()) {
            addCase(
                    script,
                    quoted(command.joined(" ") + ":" + below.path().getLast()),
                    "set at " + quoted(below.joined(" ")));
        }
    }

    private static void addCase(StringBuilder script, String patterns, String then) {
        script.append("            case ")
                .append(patterns)
                .append("\n                ")
                .append(then)
                .append('\n');
    }

    private static void addCommand(StringBuilder script, CommandOutline command) {
        String start = "complete -c ibplay -n " + quoted("__ibplay_at " + quoted(command.joined(" ")));
        for (CommandOutline below : command.subcommands()) {
            script.append(start).append(" -a ").append(below.path().getLast()).append(described(below.description()));
        }
        if (command.subcommands().isEmpty() && !(command.operands() instanceof ValueWords.Nothing)) {
            script.append(start)
                    .append(offer(command.operands()).replace(" -r", "").replace(" -x", ""))
                    .append('\n');
        }
        for (OptionWords option : command.options()) {
            script.append(start);
            option.names()
                    .forEach(name -> script.append(
                            name.startsWith("--") ? " -l " + name.substring(2) : " -s " + name.substring(1)));
            script.append(offer(option.value())).append(described(option.description()));
        }
    }

    private static String offer(ValueWords value) {
        if (value instanceof ValueWords.OneOf one) {
            return " -x -a " + quoted(String.join(" ", one.words()));
        }
        if (value instanceof ValueWords.File) {
            return " -r -F";
        }
        if (value instanceof ValueWords.Folder) {
            return " -x -a '(__fish_complete_directories)'";
        }
        return value instanceof ValueWords.Text ? " -x" : "";
    }

    private static String described(String text) {
        return " -d " + quoted(text) + "\n";
    }

    private static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
