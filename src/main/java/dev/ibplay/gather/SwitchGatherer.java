package dev.ibplay.gather;

import dev.ibplay.exec.Batch;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.HostSystem;
import dev.ibplay.facts.MlnxosObserved;
import dev.ibplay.facts.Probe;
import dev.ibplay.facts.mlnxos.ConfigurationProbe;
import dev.ibplay.facts.mlnxos.SmNodeAnswers;
import dev.ibplay.facts.mlnxos.SmNodeProbe;
import dev.ibplay.facts.mlnxos.SwitchAnswers;
import dev.ibplay.facts.mlnxos.SwitchProbe;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.TransportException;
import java.time.Duration;
import java.util.Optional;

/** Finds out what is known of one managed switch: one batch, one about its subnet manager's node, one more for old releases. */
public final class SwitchGatherer {
    private static final Duration LIMIT = Duration.ofMinutes(3);

    private SwitchGatherer() {}

    /** What a switch runs, and what it has. */
    public record Found(HostSystem system, MlnxosObserved observed) {}

    /**
     * The facts as those of a host.
     *
     * @param session with the command line of a switch, in enable mode
     */
    static HostFacts gather(HostSession session, String host) throws TransportException {
        Found found = gather(session);
        return HostFacts.ofSwitch(host, found.system(), found.observed());
    }

    /**
     * Reads the facts.
     *
     * @param session with the command line of a switch, in enable mode
     */
    public static Found gather(HostSession session) throws TransportException {
        SwitchAnswers answers = ask(session, new SwitchProbe());
        if (answers.wantsWholeConfigurations()) {
            ConfigurationProbe whole = new ConfigurationProbe(false);
            answers = answers.with(answers.configurations().orElse(ask(session, whole)));
        }
        Optional<String> node = answers.node();
        SmNodeAnswers ofNode = node.isPresent()
                ? ask(session, new SmNodeProbe(node.get()))
                : SmNodeAnswers.unasked("the switch does not tell its host name");
        return new Found(answers.system(), answers.observed(ofNode));
    }

    private static <T> T ask(HostSession session, Probe<T> probe) throws TransportException {
        return probe.parse(session.run(Batch.of(probe.operations()), LIMIT));
    }
}
