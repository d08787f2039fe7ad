package dev.ibplay.cli;

import dev.ibplay.facts.saved.Tool;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** Shows what is known, without a playbook. */
@Command(
        name = "facts",
        mixinStandardHelpOptions = true,
        description = "Show what saved outputs of InfiniBand tools say, and what of it is not to be believed.")
final class FactsCommand implements Callable<Integer> {
    private final Console console;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Option(
            names = "--from-output",
            paramLabel = "FILE",
            arity = "1..*",
            description = "Read files with outputs of tools, several in one if need be; - is standard input.")
    private List<String> files = List.of();

    @Option(
            names = "--as",
            paramLabel = "TOOL",
            converter = ToolConverter.class,
            description = "Take all files for outputs of this tool instead of recognising them by their content.")
    private @Nullable Tool tool;

    @Option(
            names = "--format",
            paramLabel = "human|json",
            defaultValue = "human",
            description = "Form of the result on standard output.")
    private OutputOptions.Format format = OutputOptions.Format.HUMAN;

    FactsCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (files.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "--from-output FILE is missing");
        }
        return new SavedOutputs(console, Optional.ofNullable(tool))
                .show(files, format == OutputOptions.Format.JSON)
                .number();
    }

    /** The tools as a user writes them. */
    static final class ToolConverter implements ITypeConverter<Tool> {
        @Override
        public Tool convert(String text) {
            return Tool.named(text)
                    .orElseThrow(
                            () -> new TypeConversionException("one of " + Tool.names() + ", not \"" + text + "\""));
        }
    }
}
