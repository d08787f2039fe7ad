package dev.ibplay.cli;

import dev.ibplay.diag.Problems;
import dev.ibplay.playbook.PlaybookParser;
import dev.ibplay.source.DiskFiles;
import dev.ibplay.source.Node;
import dev.ibplay.source.SourceFiles;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Checks files offline. */
@Command(
        name = "lint",
        mixinStandardHelpOptions = true,
        description = "Check playbooks offline; all mistakes of a file in one run.")
final class LintCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "Playbooks.")
    private List<String> paths = List.of();

    @Option(
            names = {"-e", "--extra-vars"},
            paramLabel = "VARS",
            description = "Variables: name=value, a YAML mapping, or @FILE.")
    private List<String> extraVariables = List.of();

    LintCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Problems problems = new Problems();
        SourceFiles files = new DiskFiles();
        Map<String, Node> extra = ExtraVariables.parse(extraVariables, files, problems);
        for (String path : paths) {
            new PlaybookParser(files, extra, problems).parse(path);
        }
        console.show(problems);
        return (problems.hasErrors() ? ExitCode.INVALID_INPUT : ExitCode.OK).number();
    }
}
