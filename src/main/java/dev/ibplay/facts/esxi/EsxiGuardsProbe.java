package dev.ibplay.facts.esxi;

import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.ReadMatching;
import dev.ibplay.exec.Operation.RunCommand;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.GuardObserved;
import dev.ibplay.facts.GuardObserved.State;
import dev.ibplay.facts.Probe;
import dev.ibplay.facts.linux.GuardsProbe;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The guards that runs have left on an ESXi host. There they are in memory, so those that are found are of this start of the
 * host. ESXi has no clock that never goes back: a guard counts its deadline from when it was given, so the time that is left is
 * by the time of day, and for people only.
 */
final class EsxiGuardsProbe implements Probe<List<GuardObserved>> {
    private static final int LIMIT = 1 << 16;

    /** Alive or not, seconds given, when they were given and the time now, folder. */
    private static final String SCRIPT = """
            for g in %s/*/; do
            g=${g%%/} p= s= r=
            [ -f "$g/state" ] || continue
            read -r p r 2>/dev/null <"$g/process"
            read -r s r 2>/dev/null <"$g/deadline"
            case $p in ''|*[!0-9]*) a=dead;; *) if kill -0 "$p" 2>/dev/null; then a=alive; else a=dead; fi;; esac
            echo "$a ${s:-?} $(stat -c %%Y "$g/deadline" 2>/dev/null || echo 0) $(date +%%s) $g"
            done
            exit 0
            """.formatted(GuardsProbe.FOLDER);

    private static final Pattern LINE =
            Pattern.compile("(alive|dead) (?:(\\d{1,9})(?:\\.\\d*)?|\\S+) (\\d{1,12}) (\\d{1,12}) (/.*)");

    @Override
    public List<Operation> operations() {
        List<Operation> operations = new ArrayList<>();
        operations.add(RunCommand.of(Duration.ofSeconds(20), "sh", "-c", SCRIPT));
        for (String name : List.of("state", "record", "log")) {
            operations.add(new ReadMatching(GuardsProbe.FOLDER + "/*/" + name, LIMIT));
        }
        return List.copyOf(operations);
    }

    @Override
    public List<GuardObserved> parse(List<Outcome> outcomes) {
        Map<String, Matcher> lines = new HashMap<>();
        Fact<List<String>> said = EsxiAnswer.of(outcomes.getFirst()).map(EsxiAnswer::lines);
        said.ifKnown().orElse(List.of()).forEach(line -> {
            Matcher matcher = LINE.matcher(line);
            if (matcher.matches()) {
                lines.put(matcher.group(5), matcher);
            }
        });
        return GuardsProbe.read(outcomes.subList(1, outcomes.size()), (folder, word) -> {
            Matcher line = lines.get(folder);
            if (line == null) {
                return new State.Unknown("whether its process runs cannot be told"
                        + (said instanceof Fact.Unreadable<?> unreadable ? ": " + unreadable.because() : ""));
            }
            if (line.group(1).equals("dead")) {
                return new State.Unknown("its process has ended while " + word);
            }
            long given = line.group(2) == null ? 0 : Long.parseLong(line.group(2));
            long passed = Long.parseLong(line.group(4)) - Long.parseLong(line.group(3));
            return new State.Waiting(Math.clamp(given - passed, 0, given));
        });
    }
}
