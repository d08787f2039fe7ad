package dev.ibplay.facts.linux;

import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.ReadMatching;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.GuardObserved;
import dev.ibplay.facts.GuardObserved.State;
import dev.ibplay.facts.Probe;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The guards that runs have left on a host; see {@link Operation.ArmGuard} for their folders. */
public final class GuardsProbe implements Probe<List<GuardObserved>> {
    /** The folder of all guards. */
    public static final String FOLDER = "/var/lib/ibplay/guards";

    private static final int LIMIT = 1 << 16;
    private static final String BOOT_ID = "/proc/sys/kernel/random/boot_id";
    private static final String UPTIME = "/proc/uptime";
    private static final Pattern STATE = Pattern.compile("(" + FOLDER + "/[^/]+)/state");

    /** What a guard may need to undo its change when its time is over, in seconds. */
    private static final long UNDO_SECONDS = 30;

    @Override
    public List<Operation> operations() {
        return Stream.concat(
                        Stream.of(BOOT_ID, UPTIME),
                        Stream.of("state", "process", "deadline", "record", "log")
                                .map(name -> FOLDER + "/*/" + name))
                .map(pattern -> (Operation) new ReadMatching(pattern, LIMIT))
                .toList();
    }

    @Override
    public List<GuardObserved> parse(List<Outcome> outcomes) {
        SysfsFiles files = SysfsFiles.of(outcomes);
        return read(outcomes, (folder, word) -> underWay(folder, word, files));
    }

    /**
     * Reads the guards whose files {@code outcomes} have.
     *
     * @param underWay what becomes of one that has not got to its end, by its folder and the word of its state
     */
    public static List<GuardObserved> read(List<Outcome> outcomes, BiFunction<String, String, State> underWay) {
        SysfsFiles files = SysfsFiles.of(outcomes);
        List<GuardObserved> guards = new ArrayList<>();
        files.contents().forEach((path, state) -> {
            Matcher matcher = STATE.matcher(path);
            if (matcher.matches()) {
                String folder = matcher.group(1);
                guards.add(new GuardObserved(
                        folder,
                        state(folder, state.strip(), underWay),
                        record(files.get(folder + "/record").orElse("")),
                        files.get(folder + "/log").orElse("")));
            }
        });
        return List.copyOf(guards);
    }

    private static State state(String folder, String word, BiFunction<String, String, State> underWay) {
        return switch (word) {
            case "confirmed" -> new State.Confirmed();
            case "undone" -> new State.Undone();
            case "armed", "confirming", "undoing" -> underWay.apply(folder, word);
            default -> new State.Unknown(word);
        };
    }

    /** A guard that never got to its end: still at it, or ended with the host or by somebody. */
    private static State underWay(String folder, String word, SysfsFiles files) {
        String boot = files.get(BOOT_ID).orElse("").strip();
        boolean isThisBoot = files.get(folder + "/process").orElse("").contains(boot) && !boot.isEmpty();
        if (!isThisBoot) {
            return word.equals("armed") ? new State.Rebooted() : new State.Unknown(word + " when the host went down");
        }
        Optional<Long> left = files.get(folder + "/deadline")
                .flatMap(GuardsProbe::seconds)
                .flatMap(deadline ->
                        files.get(UPTIME).flatMap(GuardsProbe::seconds).map(now -> deadline - now));
        return left.filter(seconds -> seconds > -UNDO_SECONDS)
                .<State>map(seconds -> new State.Waiting(Math.max(0, seconds)))
                .orElseGet(() -> new State.Unknown("its process has ended while " + word));
    }

    /** The whole seconds at the beginning of a text. */
    private static Optional<Long> seconds(String text) {
        Matcher matcher =
                Pattern.compile("\\s*(\\d{1,12})(?:[.\\s].*)?", Pattern.DOTALL).matcher(text);
        return matcher.matches() ? Optional.of(Long.parseLong(matcher.group(1))) : Optional.empty();
    }

    /** Lines of {@code name: value}, as {@code plan.GuardRecord} writes them. */
    private static Map<String, String> record(String text) {
        Map<String, String> record = new LinkedHashMap<>();
        text.lines().forEach(line -> {
            int colon = line.indexOf(": ");
            if (colon > 0) {
                record.put(line.substring(0, colon), line.substring(colon + 2));
            }
        });
        return record;
    }
}
