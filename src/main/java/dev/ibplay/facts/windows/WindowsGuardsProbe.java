package dev.ibplay.facts.windows;

import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.ReadMatching;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.GuardObserved;
import dev.ibplay.facts.GuardObserved.State;
import dev.ibplay.facts.Probe;
import dev.ibplay.facts.linux.GuardsProbe;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The guards that runs have left on a Windows host, in ibplay's own folder there. A guard's process has its file {@code alive}
 * open so that nobody else can: of a guard that runs it cannot be read. The guard counts from when it is given its time, so
 * what is left is at most that.
 */
final class WindowsGuardsProbe implements Probe<List<GuardObserved>> {
    private static final int LIMIT = 1 << 16;
    private static final String ALIVE = "alive";
    private static final List<String> NAMES = List.of(ALIVE, "state", "deadline", "record", "log");
    private static final Pattern SECONDS = Pattern.compile("(\\d{1,9})(?:\\.\\d*)?(?:\\s.*)?", Pattern.DOTALL);

    @Override
    public List<Operation> operations() {
        return NAMES.stream()
                .map(name -> (Operation) new ReadMatching(GuardsProbe.FOLDER + "/*/" + name, LIMIT))
                .toList();
    }

    /** Without answers, as of facts that were saved before guards were asked for, there are no guards. */
    @Override
    public List<GuardObserved> parse(List<Outcome> outcomes) {
        Map<String, String> files = new TreeMap<>();
        outcomes.stream()
                .flatMap(outcome -> outcome instanceof Outcome.FilesFound found
                        ? found.files().stream()
                        : Stream.<Outcome.NamedFile>empty())
                .forEach(file ->
                        files.put(file.path(), file.content().lossyText().strip()));
        boolean isTold = !outcomes.isEmpty() && outcomes.getFirst() instanceof Outcome.FilesFound;
        return GuardsProbe.read(outcomes, (folder, word) -> {
            if (!isTold) {
                return new State.Unknown("whether its process runs cannot be told");
            }
            if (files.containsKey(folder + "/" + ALIVE)) {
                return new State.Unknown("its process does not run while " + word
                        + "; the host takes the change back soon after its next start");
            }
            Matcher given = SECONDS.matcher(files.getOrDefault(folder + "/deadline", ""));
            return new State.Waiting(given.matches() ? Long.parseLong(given.group(1)) : 0);
        });
    }
}
