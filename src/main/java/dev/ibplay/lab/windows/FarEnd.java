package dev.ibplay.lab.windows;

import dev.ibplay.exec.Operation;
import dev.ibplay.lab.machine.Invocation;
import dev.ibplay.lab.machine.Step;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One batch of the far end: its script has functions, and behind them a call for each operation. Only calls of functions that came with it work. */
final class FarEnd {
    private static final Pattern MARKER = Pattern.compile("(?m)^\\$ib_m = '(\\w+)'$");
    private static final Pattern STOPS = Pattern.compile("(?m)^\\$ib_stop = \\$true$");
    private static final Pattern FUNCTION = Pattern.compile("(?m)^function (Ib-\\w+)");
    private static final Pattern DO = Pattern.compile("Ib-Do (\\d{1,6}) \\{ (.*) \\}");
    private static final Pattern SAYS = Pattern.compile("\\[Console\\]::Out\\.WriteLine\\(\\$ib_m \\+ '([^']*)'\\)");
    private static final String HOLD = "Ib-Hold";

    /** sshd ends what runs in a channel as soon as that is closed; here it finds out by itself, and must not take long for that. */
    private static final Duration ALIVE = Duration.ofMillis(200);

    private static final Duration NO_LIMIT = Duration.ofHours(1);

    private final WindowsMachine host;
    private final Invocation call;
    private final String script;
    private final String marker;
    private final Set<String> functions = new HashSet<>();
    private boolean skips;

    private FarEnd(WindowsMachine host, Invocation call, String script, String marker) {
        this.host = host;
        this.call = call;
        this.script = script;
        this.marker = marker;
        FUNCTION.matcher(script).results().forEach(found -> functions.add(found.group(1)));
    }

    /** Nothing for a script that is no batch. */
    static Optional<FarEnd> of(WindowsMachine host, Invocation call, String script) {
        Matcher marker = MARKER.matcher(script);
        return marker.find() && script.contains("\nfunction Ib-Do(")
                ? Optional.of(new FarEnd(host, call, script, marker.group(1)))
                : Optional.empty();
    }

    int run() throws InterruptedException, IOException {
        FarEndCalls calls = new FarEndCalls(host, call.process(), call.environment());
        for (String line : script.lines().map(String::strip).toList()) {
            Matcher operation = DO.matcher(line);
            Matcher says = SAYS.matcher(line);
            if (operation.matches()) {
                carryOut(calls, Integer.parseInt(operation.group(1)), operation.group(2));
            } else if (says.matches()) {
                say(says.group(1).strip());
            } else if (line.equals(HOLD)) {
                hold();
            }
        }
        return 0;
    }

    private void say(String words) throws IOException {
        call.stdout().write((marker + " " + words + "\r\n").getBytes(StandardCharsets.UTF_8));
        call.stdout().flush();
    }

    private void carryOut(FarEndCalls calls, int number, String text) throws InterruptedException, IOException {
        Said said = new Said();
        if (skips) {
            said.other("r skip");
        } else {
            Optional<FarEndCall> found = FarEndCall.of(text).filter(each -> functions.contains(each.function()));
            if (found.isPresent()) {
                host.machine()
                        .faults()
                        .before(new Step(host.machine(), call.process(), number + 1, operation(found.get())));
                if (!call.process().isAlive()) {
                    throw new InterruptedException("killed");
                }
                calls.carryOut(found.get(), said);
            } else {
                said.fail("EOTHER", PowerShellProgram.notRecognized(text.strip().split("\\s", 2)[0]));
            }
            skips = !said.isGood() && STOPS.matcher(script).find();
        }
        for (String line : said.lines()) {
            say(number + " " + line);
        }
    }

    /** What faults are told of a call. */
    private static Operation operation(FarEndCall call) {
        return switch (call.function()) {
            case "Ib-Read" -> Operation.ReadFile.of(call.path(0));
            case "Ib-Match", "Ib-MatchBelow" ->
                new Operation.ReadMatching(call.path(0) + "\\" + call.text(1), (int) call.number(2));
            case "Ib-Replace" ->
                new Operation.ReplaceFile(
                        call.path(0),
                        call.isTrue(1) ? Optional.of(call.bytes(2)) : Optional.empty(),
                        call.bytes(3),
                        0644);
            case "Ib-Remove" -> new Operation.RemoveFile(call.path(0), call.bytes(1));
            case "Ib-Lock" -> new Operation.TakeLock(call.path(0), call.text(1), call.text(2));
            case "Ib-Arm" ->
                new Operation.ArmGuard(
                        call.path(0), call.bytes(2), Duration.ofSeconds(call.number(1)), List.of(), List.of());
            case "Ib-Renew" -> new Operation.RenewGuard(call.path(0), Duration.ofSeconds(call.number(1)));
            case "Ib-Confirm" -> new Operation.ConfirmGuard(call.path(0));
            case "Ib-Fire" -> new Operation.FireGuard(call.path(0));
            case "Ib-Run" -> run(call);
            default -> Operation.RunCommand.of(NO_LIMIT, call.function());
        };
    }

    private static Operation run(FarEndCall call) {
        List<String> words = new ArrayList<>(List.of(call.text(0)));
        words.addAll(ArgumentWords.of(call.text(1)));
        return new Operation.RunCommand(words, call.bytes(2), Duration.ofMillis(call.number(3)));
    }

    /** For as long as it holds locks, and somebody listens. */
    private void hold() throws InterruptedException {
        while (host.locks().isHeldBy(call.process())) {
            call.machine().clock().sleep(ALIVE);
            try {
                say("alive");
            } catch (IOException nobodyListens) {
                return;
            }
        }
    }
}
