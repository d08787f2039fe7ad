package dev.ibplay.cli;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The commands there are. Looking through the options of one takes picocli longer than everything else at start-up, so
 * that only those are looked through which the command line names; of the others their name and description stand in
 * for them, which is all that help and messages need.
 */
final class Commands {
    /** A command with what makes it, and the commands below it. */
    private record Entry(Class<?> type, Supplier<Object> maker, List<Entry> below) {
        static Entry of(Class<?> type, Supplier<Object> maker, Entry... below) {
            return new Entry(type, maker, List.of(below));
        }

        /** Read without initializing the class, and without its options. */
        Command annotation() {
            return type.getAnnotation(Command.class);
        }
    }

    private final List<Entry> entries;

    Commands(Console console, Map<String, String> environment) {
        entries = List.of(
                Entry.of(CheckCommand.class, () -> new CheckCommand(console, environment)),
                Entry.of(ApplyCommand.class, () -> new ApplyCommand(console, environment)),
                Entry.of(VerifyCommand.class, () -> new VerifyCommand(console, environment)),
                Entry.of(FabricCommand.class, () -> new FabricCommand(console, environment)),
                Entry.of(FactsCommand.class, () -> new FactsCommand(console)),
                Entry.of(LintCommand.class, () -> new LintCommand(console)),
                Entry.of(InventoryCommand.class, () -> new InventoryCommand(console)),
                Entry.of(
                        RunsCommand.class,
                        () -> new RunsCommand(console, environment),
                        Entry.of(RunsShowCommand.class, () -> new RunsShowCommand(console, environment)),
                        Entry.of(RunsPruneCommand.class, () -> new RunsPruneCommand(console, environment))),
                Entry.of(RollbackCommand.class, () -> new RollbackCommand(console, environment)),
                Entry.of(ReportCommand.class, () -> new ReportCommand(console, environment)),
                Entry.of(ShardsCommand.class, () -> new ShardsCommand(console, environment)),
                Entry.of(
                        LabCommand.class,
                        LabCommand::new,
                        Entry.of(LabDemoCommand.class, () -> new LabDemoCommand(console, environment)),
                        Entry.of(LabUpCommand.class, () -> new LabUpCommand(console, environment)),
                        Entry.of(LabRehearseCommand.class, () -> new LabRehearseCommand(console, environment)),
                        Entry.of(LabStatusCommand.class, () -> new LabStatusCommand(console, environment)),
                        Entry.of(LabDownCommand.class, () -> new LabDownCommand(console, environment))),
                Entry.of(SchemaCommand.class, () -> new SchemaCommand(console)),
                Entry.of(CompletionCommand.class, () -> new CompletionCommand(console)),
                Entry.of(ManPagesCommand.class, () -> new ManPagesCommand(console)));
    }

    /** The command line with all commands and all their options: for completion and manual pages. */
    CommandLine whole() {
        return line(name -> true);
    }

    /**
     * The command line with the options of those commands that are among these words, wherever: one too many costs
     * time, and no more.
     */
    CommandLine naming(String... words) {
        return line(new HashSet<>(List.of(words))::contains);
    }

    private CommandLine line(Predicate<String> isWanted) {
        var line = new CommandLine(new IbplayCommand());
        add(line, entries, isWanted);
        // These reach the commands that are there already.
        return line.setCaseInsensitiveEnumValuesAllowed(true)
                // @FILE is the value of an option, as in -e @FILE, and no file of further words.
                .setExpandAtFiles(false);
    }

    private static void add(CommandLine above, List<Entry> entries, Predicate<String> isWanted) {
        for (Entry entry : entries) {
            Command command = entry.annotation();
            CommandLine line = isWanted.test(command.name())
                    ? new CommandLine(entry.maker().get())
                    : new CommandLine(standIn(command));
            if (isWanted.test(command.name())) {
                add(line, entry.below(), isWanted);
            }
            above.addSubcommand(command.name(), line);
        }
    }

    private static CommandSpec standIn(Command command) {
        CommandSpec spec = CommandSpec.create().name(command.name());
        spec.usageMessage().description(command.description()).hidden(command.hidden());
        return spec;
    }
}
