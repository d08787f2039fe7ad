package dev.ibplay.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The manual page of one command, in man(7)'s macros, from the same model as its help. */
final class ManPage {
    private final CommandSpec command;
    private final String date;
    private final Roff page = new Roff();

    /** @param date of the program, as YYYY-MM-DD: pages of one program are the same whenever they are made */
    ManPage(CommandSpec command, String date) {
        this.command = command;
        this.date = date;
    }

    /** The page's name without section, for example ibplay-lab-up. */
    static String name(CommandSpec command) {
        return command.qualifiedName("-");
    }

    String text() {
        String name = name(command);
        String description = CommandOutline.plain(command.usageMessage().description());
        page.title(name, 1, date, Version.number());
        page.section("NAME");
        page.text(name + " - " + CommandOutline.summary(description));
        page.section("SYNOPSIS");
        page.synopsis(command.qualifiedName(" "), synopsisOperands());
        page.section("DESCRIPTION");
        page.text(description);
        addSubcommands();
        addOperands();
        addOptions();
        addExitStatus();
        if (command.parent() == null) {
            addSurroundings();
        }
        addSeeAlso();
        return page.toString();
    }

    private String synopsisOperands() {
        List<String> words = new ArrayList<>();
        words.add("[OPTION]...");
        if (!visibleSubcommands().isEmpty()) {
            words.add(command.userObject() instanceof Runnable ? "COMMAND" : "[COMMAND]");
        }
        command.positionalParameters().forEach(operand -> words.add(operand(operand)));
        return String.join(" ", words);
    }

    private static String operand(PositionalParamSpec operand) {
        String word = operand.paramLabel() + (operand.arity().max() > 1 ? "..." : "");
        return operand.arity().min() == 0 ? "[" + word + "]" : word;
    }

    private List<CommandSpec> visibleSubcommands() {
        return command.subcommands().values().stream()
                .map(line -> line.getCommandSpec())
                .filter(below -> !below.usageMessage().hidden())
                .toList();
    }

    private void addSubcommands() {
        if (visibleSubcommands().isEmpty()) {
            return;
        }
        page.section("COMMANDS");
        for (CommandSpec below : visibleSubcommands()) {
            page.item(below.name(), CommandOutline.plain(below.usageMessage().description()));
        }
    }

    private void addOperands() {
        if (command.positionalParameters().isEmpty()) {
            return;
        }
        page.section("OPERANDS");
        command.positionalParameters()
                .forEach(operand -> page.item(operand.paramLabel(), CommandOutline.plain(operand.description())));
    }

    private void addOptions() {
        page.section("OPTIONS");
        command.options().stream().filter(option -> !option.hidden()).forEach(option -> {
            page.item(names(option), CommandOutline.plain(option.description()));
        });
    }

    /** For example {@code -f, --forks=N}, as help has it. */
    private static String names(OptionSpec option) {
        String names = String.join(", ", option.names());
        return option.arity().max() == 0 ? names : names + "=" + label(option);
    }

    private static String label(ArgSpec argument) {
        return argument.paramLabel() + (argument.arity().max() > 1 ? "..." : "");
    }

    private void addExitStatus() {
        page.section("EXIT STATUS");
        Arrays.stream(ExitCode.values())
                .sorted((one, other) -> Integer.compare(one.number(), other.number()))
                .forEach(code -> page.item(Integer.toString(code.number()), meaning(code)));
    }

    private static String meaning(ExitCode code) {
        return switch (code) {
            case OK -> "The desired state holds, or was applied and verified.";
            case INVALID_INPUT -> "Usage, playbook or inventory error; no host was contacted.";
            case DIFFERENT -> "Differences were found.";
            case FAILED -> "At least one host failed, or verification failed.";
            case UNREACHABLE -> "At least one host could not be reached.";
            case REFUSED -> "Refused: the plan cannot work or would be unsafe; nothing was changed.";
            case INCOMPLETE ->
                "All that could be done was done or holds; some hosts wait for a reboot or are unsupported.";
            case INTERRUPTED -> "Interrupted.";
        };
    }

    private void addSurroundings() {
        page.section("ENVIRONMENT");
        page.item("NO_COLOR", "Where it is set and not empty, nothing is coloured.");
        page.item("XDG_STATE_HOME", "Where ibplay/ with the journal of runs is kept (default: ~/.local/state).");
        page.section("FILES");
        page.item("./inventory", "The inventory where no -i is given.");
        page.item("~/.ssh/config", "Read as ssh does, with known_hosts and keys beside it.");
    }

    private void addSeeAlso() {
        List<Roff.Reference> pages = new ArrayList<>();
        if (command.parent() != null) {
            pages.add(Roff.Reference.command(name(command.parent())));
        }
        visibleSubcommands().forEach(below -> pages.add(Roff.Reference.command(name(below))));
        page.section("SEE ALSO");
        pages.add(Roff.Reference.command("ssh"));
        pages.add(new Roff.Reference(PlaybookPage.NAME, PlaybookPage.SECTION));
        page.references(pages);
    }
}
