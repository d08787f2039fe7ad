package dev.ibplay.transport.powershell;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.transport.Connection;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.TransportException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Stands for {@code far-end.ps1}: understands the calls in a batch's script and answers in its lines, with another session
 * in place of the host's programs and files. So a batch goes all the way through the script and the answers.
 */
public final class ModelFarEnd {
    private static final Pattern CALL = Pattern.compile("Ib-Do (\\d+) \\{ (Ib-\\w+) (.*) \\}");
    private static final Pattern WORD =
            Pattern.compile("\\(Ib-(?:Text|Bytes) '([^']*)'\\)|\\$(true|false)|'([^']*)'|(\\d+)");

    private final HostSession host;

    private ModelFarEnd(HostSession host) {
        this.host = host;
    }

    /** A login on a Windows host that has the other session's programs and files. */
    public static Connection connection(HostSession host) {
        ModelFarEnd end = new ModelFarEnd(host);
        return new ScriptedWindows(script -> new ScriptedWindows.Said(script.answers(end.answers(script)), "", 0));
    }

    private String[] answers(ScriptedWindows.Script script) {
        List<String> lines = new ArrayList<>();
        boolean stops = script.text().contains("$ib_stop = $true\n");
        boolean skip = false;
        for (MatchResult call : CALL.matcher(script.text()).results().toList()) {
            String number = call.group(1);
            List<byte[]> words =
                    WORD.matcher(call.group(3)).results().map(ModelFarEnd::word).toList();
            Outcome outcome = skip ? new Outcome.Skipped() : outcome(call.group(2), words);
            skip |= stops && failed(outcome);
            said(outcome).forEach(line -> lines.add(number + " " + line));
        }
        return lines.toArray(String[]::new);
    }

    private static byte[] word(MatchResult found) {
        if (found.group(1) != null) {
            return Base64.getDecoder().decode(found.group(1));
        }
        String text =
                found.group(2) != null ? found.group(2) : found.group(3) != null ? found.group(3) : found.group(4);
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private Outcome outcome(String function, List<byte[]> words) {
        return switch (function) {
            case "Ib-Fail" -> new Outcome.OperationFailed(text(words, 0), text(words, 1));
            case "Ib-Run" -> {
                List<String> arguments = new ArrayList<>(List.of(text(words, 0)));
                // The tests' arguments have no blanks and no quotes.
                if (!text(words, 1).isEmpty()) {
                    arguments.addAll(List.of(text(words, 1).split(" ", -1)));
                }
                yield ask(new Operation.RunCommand(
                        arguments, Bytes.of(words.get(2)), Duration.ofMillis(Long.parseLong(text(words, 3)))));
            }
            case "Ib-Read" -> ask(new Operation.ReadFile(text(words, 0), Integer.parseInt(text(words, 1))));
            case "Ib-Remove" -> ask(new Operation.RemoveFile(text(words, 0), Bytes.of(words.get(1))));
            case "Ib-Replace" ->
                ask(new Operation.ReplaceFile(
                        text(words, 0),
                        text(words, 1).equals("true") ? Optional.of(Bytes.of(words.get(2))) : Optional.empty(),
                        Bytes.of(words.get(3)),
                        0644));
            default -> new Outcome.OperationFailed("ENOSYS", function + " is not in this model");
        };
    }

    private static String text(List<byte[]> words, int at) {
        return new String(words.get(at), StandardCharsets.UTF_8);
    }

    private Outcome ask(Operation operation) {
        try {
            return host.run(Batch.of(List.of(operation)), Duration.ZERO).getFirst();
        } catch (TransportException broken) {
            throw new IllegalStateException(broken);
        }
    }

    private static boolean failed(Outcome outcome) {
        return outcome instanceof Outcome.OperationFailed
                || outcome instanceof Outcome.Moved
                || (outcome instanceof Outcome.CommandEnded ended && !ended.succeeded());
    }

    private static List<String> said(Outcome outcome) {
        return switch (outcome) {
            case Outcome.CommandEnded ended ->
                List.of("out " + base64(ended.stdout()), "err " + base64(ended.stderr()), "r " + end(ended.end()));
            case Outcome.FileContent file ->
                List.of("meta 644 " + file.modifiedSeconds(), "out " + base64(file.content()), "r ok");
            case Outcome.FileAbsent ignored -> List.of("r absent");
            case Outcome.Done ignored -> List.of("r ok");
            case Outcome.Skipped ignored -> List.of("r skip");
            case Outcome.Moved moved -> List.of("r moved " + base64(Bytes.ofUtf8(moved.found())));
            case Outcome.OperationFailed failed ->
                List.of("r fail %s %s".formatted(failed.errno(), base64(Bytes.ofUtf8(failed.message()))));
            default -> throw new IllegalStateException("not in this model: " + outcome);
        };
    }

    private static String end(CommandEnd end) {
        return switch (end) {
            case CommandEnd.Exited exited -> "exit " + exited.status();
            case CommandEnd.Signalled ignored -> throw new IllegalStateException("Windows has no signals");
            case CommandEnd.TimedOut ignored -> "timeout";
        };
    }

    private static String base64(Bytes bytes) {
        return Base64.getEncoder().encodeToString(bytes.toArray());
    }
}
