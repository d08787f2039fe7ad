package dev.ibplay.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * What a shell must know of one command to complete its command line, taken from picocli's model.
 *
 * @param path the words that lead to it, without the program's name; empty for the program itself
 * @param operands what its words without a dash are; {@link ValueWords.Nothing} where it takes none or has subcommands
 */
record CommandOutline(
        List<String> path,
        String description,
        List<OptionWords> options,
        ValueWords operands,
        List<CommandOutline> subcommands) {

    /** @param names all names, with their dashes, as declared */
    record OptionWords(List<String> names, String description, ValueWords value) {
        boolean takesValue() {
            return !(value instanceof ValueWords.Nothing);
        }
    }

    /** Of a command and all below it; hidden ones are left out. */
    static CommandOutline of(CommandSpec command) {
        return of(command, List.of());
    }

    private static CommandOutline of(CommandSpec command, List<String> path) {
        List<CommandOutline> subcommands = new ArrayList<>();
        command.subcommands().forEach((name, line) -> {
            CommandSpec below = line.getCommandSpec();
            if (!below.usageMessage().hidden() && name.equals(below.name())) {
                subcommands.add(
                        of(below, Stream.concat(path.stream(), Stream.of(name)).toList()));
            }
        });
        List<OptionWords> options = command.options().stream()
                .filter(option -> !option.hidden())
                .map(CommandOutline::option)
                .toList();
        ValueWords operands = command.positionalParameters().stream()
                .map(ValueWords::of)
                .findFirst()
                .orElse(new ValueWords.Nothing());
        return new CommandOutline(
                path, summary(command.usageMessage().description()), options, operands, List.copyOf(subcommands));
    }

    private static OptionWords option(OptionSpec option) {
        return new OptionWords(List.of(option.names()), summary(option.description()), ValueWords.of(option));
    }

    /** The first sentence, without its full stop: menus have one line. */
    static String summary(String... description) {
        String text = plain(description);
        int end = text.indexOf(". ");
        String sentence = end < 0 ? text : text.substring(0, end);
        return sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
    }

    /** A description as help shows it, in one line. */
    static String plain(String... description) {
        String joined = String.join(" ", description);
        return Ansi.OFF.text(joined).toString().strip().replaceAll("\\s+", " ");
    }

    /** This command and all below it. */
    Stream<CommandOutline> all() {
        return Stream.concat(Stream.of(this), subcommands.stream().flatMap(CommandOutline::all));
    }

    /** The words that lead here, with something between them; for names of functions and pages. */
    String joined(String separator) {
        return String.join(separator, path);
    }

    /** The names of all options. */
    List<String> optionNames() {
        return options.stream().flatMap(option -> option.names().stream()).toList();
    }
}
