package dev.ibplay.journal;

import dev.ibplay.fabric.Fabric;
import dev.ibplay.facts.FabricFacts;
import dev.ibplay.facts.Fact;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.ib.SmInfo;
import java.util.Map;

/**
 * A fabric as far as a picture shows it: nodes, their ports that have a cable or a GUID, links, what has not answered, and
 * subnet managers.
 *
 * @param seenFrom the host and port that asked, for people
 */
public record RecordedFabric(String seenFrom, Fabric fabric, Map<PortGuid, Fact<SmInfo>> subnetManagers) {
    public RecordedFabric {
        subnetManagers = Map.copyOf(subnetManagers);
    }

    /** What is kept of a fabric that a run has looked at. */
    public static RecordedFabric of(FabricFacts facts) {
        return new RecordedFabric(facts.vantageHost() + " " + facts.vantage(), facts.fabric(), facts.subnetManagers());
    }
}
