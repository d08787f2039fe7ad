package dev.ibplay.cli;

import dev.ibplay.cli.CommandOutline.OptionWords;
import java.util.List;
import java.util.stream.Collectors;

/** Completion for zsh, with its own _arguments: a function for each command. */
final class ZshCompletion {
    private static final String HEAD = """
            #compdef ibplay
            # Completion of ibplay for zsh. Made from the program's own options: ibplay completion zsh
            """;

    private static final String TAIL = """

            # Loaded by compinit the file is the function's body, sourced it is not.
            if [[ $funcstack[1] == _ibplay ]]; then
                _ibplay "$@"
            else
                compdef _ibplay ibplay
            fi
            """;

    private ZshCompletion() {}

    static String of(CommandOutline program) {
        String functions = program.all().map(ZshCompletion::function).collect(Collectors.joining());
        return HEAD + functions + TAIL;
    }

    private static String function(CommandOutline command) {
        var text = new StringBuilder("\n" + name(command) + "() {\n");
        boolean isGroup = !command.subcommands().isEmpty();
        if (isGroup) {
            text.append("    local context state state_descr line\n    typeset -A opt_args\n");
            text.append("    local -a commands=(\n");
            for (CommandOutline below : command.subcommands()) {
                text.append("        ")
                        .append(quoted(below.path().getLast() + ":" + below.description()))
                        .append('\n');
            }
            text.append("    )\n");
        }
        text.append(isGroup ? "    _arguments -C -s -S" : "    _arguments -s -S");
        for (OptionWords option : command.options()) {
            text.append(" \\\n        ").append(option(option));
        }
        if (isGroup) {
            text.append(" \\\n        '1:command:->command' \\\n        '*:: :->below'\n");
            addStates(text, command);
        } else {
            if (!(command.operands() instanceof ValueWords.Nothing)) {
                text.append(" \\\n        ").append(quoted("*:operand:" + offer(command.operands())));
            }
            text.append('\n');
        }
        return text.append("}\n").toString();
    }

    private static void addStates(StringBuilder text, CommandOutline command) {
        text.append("    case $state in\n        command) _describe -t commands command commands ;;\n")
                .append("        below)\n            case $line[1] in\n");
        for (CommandOutline below : command.subcommands()) {
            text.append("                ")
                    .append(below.path().getLast())
                    .append(") ")
                    .append(name(below))
                    .append(" ;;\n");
        }
        text.append("            esac\n            ;;\n    esac\n");
    }

    private static String name(CommandOutline command) {
        return "_ibplay" + (command.path().isEmpty() ? "" : "_" + command.joined("_"));
    }

    /** Options may come more than once, as -i and -v do. */
    private static String option(OptionWords option) {
        List<String> names = option.names().stream()
                .map(name -> option.takesValue() ? withValue(name) : name)
                .toList();
        String all = names.size() == 1 ? names.getFirst() : "{" + String.join(",", names) + "}";
        String value = option.takesValue() ? ":value:" + offer(option.value()) : "";
        return "'*'" + all + quoted("[" + escaped(option.description()) + "]" + value);
    }

    /** A value follows in the same word, after = where the name is long, or in the next one. */
    private static String withValue(String name) {
        return name + (name.startsWith("--") ? "=" : "+");
    }

    private static String offer(ValueWords value) {
        if (value instanceof ValueWords.OneOf one) {
            return "(" + String.join(" ", one.words()) + ")";
        }
        if (value instanceof ValueWords.File) {
            return "_files";
        }
        return value instanceof ValueWords.Folder ? "_files -/" : " ";
    }

    private static String escaped(String description) {
        return description
                .replace("\\", "\\\\")
                .replace("[", "\\[")
                .replace("]", "\\]")
                .replace(":", "\\:");
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}
