package dev.ibplay.run;

import dev.ibplay.diag.Diagnostic;
import dev.ibplay.exec.MadKeys;
import dev.ibplay.facts.AdapterPort;
import dev.ibplay.facts.FabricFacts;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.gather.FabricQueries;
import dev.ibplay.gather.FabricWish;
import dev.ibplay.gather.HostGatherer;
import dev.ibplay.ib.PKey;
import dev.ibplay.plan.Observed;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.TransportException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A look at the fabrics of one machine's own ports, over a session to it. Changes nothing. */
public final class LocalSurvey {
    private LocalSurvey() {}

    /** Why the machine could not be asked. */
    public static Diagnostic diagnostic(TransportException failure) {
        return HostStates.diagnostic(failure, "port queries", Optional.empty());
    }

    /**
     * Sweeps the fabric of each port that can, once.
     *
     * @param host what the machine is called in the result
     */
    public static Observed look(HostSession session, String host, Vantage vantage, MadKeys keys)
            throws TransportException {
        HostFacts known = HostGatherer.ports(session, host);
        Map<String, String> silent = new LinkedHashMap<>();
        List<AdapterPort> ports = vantage.of(known);
        if (ports.isEmpty()) {
            silent.put(host, vantage.whyNone(known));
        }
        List<FabricFacts> fabrics = new ArrayList<>();
        for (AdapterPort port : ports) {
            boolean swept = port.guid()
                    .map(guid -> fabrics.stream().anyMatch(f -> f.port(guid).isPresent()))
                    .orElse(false);
            if (swept) {
                continue;
            }
            var wish = new FabricWish(Set.of(PKey.DEFAULT), true, keys, vantage.outstanding());
            FabricFacts found = FabricQueries.run(session, host, port.port(), wish);
            if (found.fabric().nodes().isEmpty()) {
                silent.put(host, FabricQueries.whySilent(session, port.port(), keys.mKey()));
            } else {
                fabrics.add(found);
            }
        }
        return new Observed(Map.of(host, known), fabrics, silent);
    }
}
