package dev.ibplay.facts.windows;

import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.RunCommand;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.Probe;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** All that is asked of a Windows host at first; {@link WindowsFound} says what to ask next. */
public final class WindowsProbe implements Probe<WindowsFound> {
    /** What {@link #WHICH} answers on Windows. */
    public static final String SYSTEM = "Windows_NT";

    /** Which system it is; facts that were saved are told by it to be those of Windows. */
    public static final Operation WHICH = RunCommand.of(Duration.ofSeconds(10), "cmd.exe", "/d", "/c", "echo", "%OS%");

    private final boolean opensm;

    /**
     * A probe. Adapters and ports are always asked about.
     *
     * @param opensm whether OpenSM's files are, too
     */
    public WindowsProbe(boolean opensm) {
        this.opensm = opensm;
    }

    @Override
    public List<Operation> operations() {
        return Stream.concat(
                        Stream.of(
                                WHICH,
                                FactLines.question(),
                                NetshTable.INTERFACES,
                                NetshTable.SUBINTERFACES,
                                NetshTable.KEPT),
                        new WindowsGuardsProbe().operations().stream())
                .toList();
    }

    @Override
    public WindowsFound parse(List<Outcome> outcomes) {
        return WindowsFound.of(outcomes.subList(1, outcomes.size()), opensm);
    }
}
