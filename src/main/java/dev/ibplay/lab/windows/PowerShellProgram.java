package dev.ibplay.lab.windows;

import dev.ibplay.lab.machine.Invocation;
import dev.ibplay.transport.powershell.PowerShellSession;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code powershell}, as far as it is known here: the far end's bootstrap with a batch on standard input, the facts' question, and what a
 * login may say to a shell. All else is an error, as of a command that there is not.
 */
final class PowerShellProgram {
    private static final int NO_SCRIPT = 97;
    private static final Pattern ENVIRONMENT = Pattern.compile("\\$env:(\\w+)");

    private final WindowsMachine host;

    PowerShellProgram(WindowsMachine host) {
        this.host = host;
    }

    static String notRecognized(String name) {
        return "The term '%s' is not recognized as the name of a cmdlet, function, script file, or operable program. Check the spelling of the name, or if a path was included, verify that the path is correct and try again."
                .formatted(name);
    }

    int run(Invocation call) throws InterruptedException, IOException {
        List<String> words = call.arguments();
        for (int i = 1; i < words.size(); i++) {
            String option = words.get(i).toLowerCase(Locale.ROOT);
            if (option.startsWith("-e") && "-encodedcommand".startsWith(option) && i + 1 < words.size()) {
                byte[] script = Base64.getDecoder().decode(words.get(i + 1));
                return script(call, new String(script, StandardCharsets.UTF_16LE));
            }
            if (option.startsWith("-c") && "-command".startsWith(option)) {
                return line(call, String.join(" ", words.subList(i + 1, words.size())));
            }
        }
        return 0;
    }

    private int script(Invocation call, String text) throws InterruptedException, IOException {
        if (text.equals(PowerShellSession.bootstrap())) {
            return batch(call);
        }
        Optional<FactsAnswer> facts = FactsAnswer.to(host, call, text);
        if (facts.isPresent()) {
            for (String line : facts.get().lines()) {
                call.stdout().write((line + "\r\n").getBytes(StandardCharsets.UTF_8));
            }
            call.stdout().flush();
            return 0;
        }
        return fail(call, text.strip().split("[\\s(]", 2)[0]);
    }

    private int batch(Invocation call) throws InterruptedException, IOException {
        List<String> lines = new String(call.stdin().readAllBytes(), StandardCharsets.US_ASCII)
                .lines()
                .toList();
        if (lines.size() < 2 || !lines.getLast().equals("end")) {
            return NO_SCRIPT;
        }
        byte[] script = Base64.getDecoder().decode(String.join("", lines.subList(0, lines.size() - 1)));
        Optional<FarEnd> batch = FarEnd.of(host, call, new String(script, StandardCharsets.UTF_8));
        return batch.isPresent() ? batch.get().run() : fail(call, "the batch");
    }

    /** On a stream that is no terminal errors are CLIXML ([MS-PSRP] 2.2.5). */
    private static int fail(Invocation call, String name) throws IOException {
        String text = notRecognized(name).replace("&", "&amp;").replace("<", "&lt;");
        call.stderr()
                .write(
                        ("#< CLIXML\r\n<Objs Version=\"1.1.0.1\" xmlns=\"http://schemas.microsoft.com/powershell/2004/04\">"
                                        + "<S S=\"Error\">" + text + "_x000D__x000A_</S></Objs>")
                                .getBytes(StandardCharsets.UTF_8));
        call.stderr().flush();
        return 1;
    }

    /** What the login's shell is told. */
    private int line(Invocation call, String text) throws InterruptedException, IOException {
        String expanded = ENVIRONMENT
                .matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement(
                        Variables.value(found.group(1), call.environment()).orElse("")));
        List<String> words = ArgumentWords.of(expanded);
        if (words.isEmpty()) {
            return 0;
        }
        if (words.getFirst().equalsIgnoreCase("echo")) {
            for (String word : words.subList(1, words.size())) {
                host.console(call).say(word);
            }
            return 0;
        }
        return host.programs().find(words.getFirst()).isPresent()
                ? new SystemPrograms(host).run(call, words)
                : fail(call, words.getFirst());
    }
}
