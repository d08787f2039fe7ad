package dev.ibplay.cli;

import dev.ibplay.playbook.PlaybookSchema;
import dev.ibplay.report.JsonText;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Prints the JSON Schema of playbooks, for editors. */
@Command(
        name = "schema",
        mixinStandardHelpOptions = true,
        description = "Print the JSON Schema of playbooks, made from the parser's own key table.")
final class SchemaCommand implements Callable<Integer> {
    private final Console console;

    SchemaCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        console.data(JsonText.of(PlaybookSchema.document()));
        return ExitCode.OK.number();
    }
}
