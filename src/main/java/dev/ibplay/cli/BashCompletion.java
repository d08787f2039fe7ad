package dev.ibplay.cli;

import dev.ibplay.cli.CommandOutline.OptionWords;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Completion for bash, from 4.0 on: one function that needs nothing but the shell. picocli's own generator knows files only
 * by the Java types of options, and offers the names of enum constants in capitals.
 */
final class BashCompletion {
    private static final String HEAD = """
            # Completion of ibplay for bash. Made from the program's own options: ibplay completion bash

            _ibplay_words() {
                local word
                for word in $1; do
                    [[ $word != "$cur"* ]] || COMPREPLY+=("$word")
                done
            }

            _ibplay_files() {
                compopt -o filenames 2> /dev/null
                mapfile -t COMPREPLY < <(compgen "$1" -- "$cur")
            }

            _ibplay() {
                local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} command='' dashes='' i
                COMPREPLY=()
                # The shell takes --option=value for three words.
                if [[ $cur == = ]]; then
                    cur=''
                elif [[ $prev == = ]]; then
                    prev=${COMP_WORDS[COMP_CWORD - 2]}
                fi
                for ((i = 1; i < COMP_CWORD; i++)); do
                    [[ ${COMP_WORDS[i]} != -- ]] || dashes=over
                    case "$command:${COMP_WORDS[i]}" in
            """;

    private static final String TAIL = """
            }

            complete -F _ibplay ibplay
            """;

    private BashCompletion() {}

    static String of(CommandOutline program) {
        var script = new StringBuilder(HEAD);
        program.all().forEach(command -> addWalk(script, command));
        script.append("        esac\n    done\n    case $command in\n");
        program.all().forEach(command -> addCommand(script, command));
        return script.append("    esac\n").append(TAIL).toString();
    }

    /** How the words before the one at the cursor lead from a command to one below it, past values of options. */
    private static void addWalk(StringBuilder script, CommandOutline command) {
        if (command.subcommands().isEmpty()) {
            return;
        }
        String values = command.options().stream()
                .filter(OptionWords::takesValue)
                .flatMap(option -> option.names().stream())
                .map(name -> pattern(command, name))
                .collect(Collectors.joining(" | "));
        if (!values.isEmpty()) {
            script.append("            ").append(values).append(") ((i++)) ;;\n");
        }
        for (CommandOutline below : command.subcommands()) {
            script.append("            ")
                    .append(pattern(command, below.path().getLast()))
                    .append(") command=")
                    .append(quoted(below.joined(" ")))
                    .append(" ;;\n");
        }
    }

    private static String pattern(CommandOutline command, String word) {
        return quoted(command.joined(" ") + ":" + word);
    }

    private static void addCommand(StringBuilder script, CommandOutline command) {
        script.append("        ").append(quoted(command.joined(" "))).append(")\n");
        Map<String, List<String>> namesByOffer = new LinkedHashMap<>();
        for (OptionWords option : command.options()) {
            if (option.takesValue()) {
                namesByOffer
                        .computeIfAbsent(offer(option.value()), o -> new ArrayList<>())
                        .addAll(option.names());
            }
        }
        if (!namesByOffer.isEmpty()) {
            script.append("            [[ $dashes ]] || case $prev in\n");
            namesByOffer.forEach((offer, names) -> script.append("                ")
                    .append(String.join(" | ", names))
                    .append(") ")
                    .append(offer.isEmpty() ? "" : offer + "; ")
                    .append("return ;;\n"));
            script.append("            esac\n");
        }
        String operands = command.subcommands().isEmpty()
                ? offer(command.operands())
                : words(command.subcommands().stream()
                        .map(below -> below.path().getLast())
                        .toList());
        script.append("            if [[ ! $dashes && $cur == -* ]]; then\n                ")
                .append(words(command.optionNames()))
                .append("\n            else\n                ")
                .append(operands.isEmpty() ? ":" : operands)
                .append("\n            fi\n            ;;\n");
    }

    private static String offer(ValueWords value) {
        if (value instanceof ValueWords.OneOf one) {
            return words(one.words());
        }
        if (value instanceof ValueWords.File) {
            return "_ibplay_files -f";
        }
        return value instanceof ValueWords.Folder ? "_ibplay_files -d" : "";
    }

    private static String words(List<String> words) {
        return "_ibplay_words " + quoted(String.join(" ", words));
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}
