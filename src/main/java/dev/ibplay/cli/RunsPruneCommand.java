package dev.ibplay.cli;

import dev.ibplay.journal.RunName;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Removes old records. */
@Command(
        name = "prune",
        mixinStandardHelpOptions = true,
        description = "Remove the records of old runs, and name them. What hosts keep of old files is not touched.")
final class RunsPruneCommand implements Callable<Integer> {
    private static final Pattern AGE = Pattern.compile("(\\d{1,5})([dh])");

    private final Console console;
    private final Map<String, String> environment;

    @Option(
            names = "--older-than",
            paramLabel = "AGE",
            required = true,
            description = "Days or hours, as 90d or 12h. A run that is at work stays.")
    private String olderThan = "";

    RunsPruneCommand(Console console, Map<String, String> environment) {
        this.console = console;
        this.environment = environment;
    }

    @Override
    public Integer call() {
        Optional<Duration> age = age(olderThan);
        if (age.isEmpty()) {
            console.say("ibplay: \"" + olderThan + "\" is no age");
            console.say("  hint: write --older-than 90d or --older-than 12h");
            return ExitCode.INVALID_INPUT.number();
        }
        try {
            List<RunName> removed = Recording.history(environment)
                    .prune(Clock.systemUTC().instant().minus(age.get()));
            removed.forEach(name -> console.data(name + "\n"));
            console.say(removed.size() + " runs removed");
            return ExitCode.OK.number();
        } catch (IOException broken) {
            console.say("ibplay: cannot remove recorded runs: " + broken);
            return ExitCode.FAILED.number();
        }
    }

    private static Optional<Duration> age(String text) {
        Matcher matcher = AGE.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        int number = Integer.parseInt(matcher.group(1));
        return Optional.of(matcher.group(2).equals("d") ? Duration.ofDays(number) : Duration.ofHours(number));
    }
}
