package dev.ibplay.cli;

import dev.ibplay.facts.saved.Tool;
import dev.ibplay.gather.recorded.RecordingFolder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** Shows what is known, without a playbook. */
@Command(
        name = "facts",
        mixinStandardHelpOptions = true,
        description = "Show what is known of each host: adapters, ports, IPoIB interfaces, subnet managers. Or, with "
                + "--from-output, what saved outputs of InfiniBand tools say, and what of it is not to be believed.")
final class FactsCommand implements Callable<Integer> {
    private final Console console;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Option(
            names = "--from-output",
            paramLabel = "FILE",
            arity = "1..*",
            description = "Ask no host, but read files with outputs of tools, several in one if need be; - is standard "
                    + "input.")
    private List<String> files = List.of();

    @Option(
            names = "--as",
            paramLabel = "TOOL",
            converter = ToolConverter.class,
            completionCandidates = ToolNames.class,
            description = "Take all files for outputs of this tool instead of recognising them by their content.")
    private @Nullable Tool tool;

    @Option(
            names = "--save",
            paramLabel = "DIR",
            description =
                    "Also keep in this folder what the hosts answer, one file for each, for ibplay lab rehearse. Keys of "
                            + "the fabric and passwords are left out.")
    private @Nullable Path save;

    @Option(
            names = "--format",
            paramLabel = "human|json",
            defaultValue = "human",
            description = "Form of the result on standard output.")
    private OutputOptions.Format format = OutputOptions.Format.HUMAN;

    @Mixin
    private SurveyOptions options = new SurveyOptions();

    FactsCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        boolean json = format == OutputOptions.Format.JSON;
        if (files.isEmpty()) {
            if (tool != null) {
                throw new ParameterException(spec.commandLine(), "--as is for --from-output only");
            }
            Optional<FactsFolder> saving =
                    Optional.ofNullable(save).map(folder -> new FactsFolder(console, new RecordingFolder(folder)));
            return new InventoryFacts(console, options, saving).show(json).number();
        }
        if (save != null) {
            throw new ParameterException(
                    spec.commandLine(), "--from-output asks no host, so that there is nothing to save");
        }
        options.pattern().ifPresent(pattern -> {
            throw new ParameterException(
                    spec.commandLine(), "--from-output asks no host, so that \"" + pattern + "\" makes no sense");
        });
        return new SavedOutputs(console, Optional.ofNullable(tool))
                .show(files, json)
                .number();
    }

    /** The tools as a user writes them, for completion. */
    static final class ToolNames implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(Tool.values()).map(Tool::command).iterator();
        }
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
