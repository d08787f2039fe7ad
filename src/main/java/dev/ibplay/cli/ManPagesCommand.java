package dev.ibplay.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes the manual pages; for those who make packages. */
@Command(
        name = "man-pages",
        hidden = true,
        mixinStandardHelpOptions = true,
        description =
                "Write the manual pages of all commands and of playbooks into a folder, each in that of its section.")
final class ManPagesCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "DIR", description = "The folder for man1 and man5; they are made where they lack.")
    private Path folder = Path.of(".");

    @Option(names = "--date", paramLabel = "YYYY-MM-DD", required = true, description = "The date that the pages bear.")
    private String date = "";

    ManPagesCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        write(new Commands(console, Map.of()).whole().getCommandSpec());
        write(PlaybookPage.NAME, PlaybookPage.SECTION, PlaybookPage.text(date));
        return ExitCode.OK.number();
    }

    private void write(CommandSpec command) throws IOException {
        write(ManPage.name(command), 1, new ManPage(command, date).text());
        for (var below : command.subcommands().values()) {
            if (!below.getCommandSpec().usageMessage().hidden()) {
                write(below.getCommandSpec());
            }
        }
    }

    private void write(String name, int section, String text) throws IOException {
        Path pages = Files.createDirectories(folder.resolve("man" + section));
        Files.writeString(pages.resolve(name + "." + section), text);
    }
}
