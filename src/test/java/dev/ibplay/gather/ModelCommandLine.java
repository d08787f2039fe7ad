package dev.ibplay.gather;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.mlnxos.SwitchProbe;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.SessionCounts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The command line of a switch {@code sw1} that answers questions from a script. */
public final class ModelCommandLine implements HostSession {
    private static final String CONFIGURATION = """
            ##
            ## Running database "initial"
            ## Hostname: sw1
            ##
               ib partition Default pkey 0x7fff force
               ib sm
               ib smnode sw1 create
               ib smnode sw1 sm-priority %s
               username admin password 7 hidden
            """;

    private final Map<String, String> answers = new HashMap<>();
    final List<String> asked = new ArrayList<>();

    public ModelCommandLine() {
        answers.put(
                "show version", "Product name:      MLNX-OS\nProduct release:   3.6.4006\nProduct model:     x86\n");
        answers.put("show protocols", "Infiniband:               enabled\n sm:                     enabled\n");
        answers.put("show hosts", "Hostname: sw1\n");
        answers.put("show ib sm", "enable\n");
        answers.put("show ib sm sm-priority", "0\n");
        answers.put("show ib sm version", "OpenSM4.8.1.MLNX20170101\n");
        answers.put(
                "show ib partition",
                "  Default\n    PKey      = 0x7FFF\n    ipoib     = yes\n  members\n    GUID='ALL' member='full'\n");
        answers.put("show interfaces ib", """
                IB1/1 state:
                    Logical port state           : Active
                    Physical port state          : LinkUp
                    Max supported MTU            : 4096
                    MTU                          : 2048
                """);
        answers.put("show running-config", CONFIGURATION.formatted("9"));
        answers.put("show configuration", CONFIGURATION.formatted("4"));
        answers.put("show ib smnode sw1 sm-state", "enabled\n");
        answers.put("show ib smnode sw1 sm-running", "not active\n");
        answers.put("show ib smnode sw1 sm-licensed", "active\n");
        answers.put("show ib smnode sw1 sm-priority", "9\n");
        answers.put("show ib smnode sw1 ha-role", "master\n");
    }

    /** Answers otherwise than usual. */
    public ModelCommandLine with(String question, String answer) {
        answers.put(question, answer);
        return this;
    }

    @Override
    public List<Outcome> run(Batch batch, Duration timeLimit) {
        return batch.operations().stream().map(this::answer).toList();
    }

    private Outcome answer(Operation operation) {
        String line = String.join(" ", ((Operation.RunCommand) operation).arguments());
        asked.add(line);
        String said = answers.get(line);
        return said == null
                ? new Outcome.CommandEnded(
                        new CommandEnd.Exited(1),
                        Bytes.EMPTY,
                        Bytes.ofUtf8("% Unrecognized command \"" + line + "\".\n"))
                : new Outcome.CommandEnded(new CommandEnd.Exited(0), Bytes.ofUtf8(said), Bytes.EMPTY);
    }

    @Override
    public Optional<String> system() {
        return Optional.of(SwitchProbe.SYSTEM);
    }

    @Override
    public SessionCounts counts() {
        return new SessionCounts(0, 0, 0);
    }

    @Override
    public void close() {}
}
