package dev.ibplay.facts.mlnxos;

import dev.ibplay.facts.Fact;
import dev.ibplay.facts.HostSystem;
import dev.ibplay.facts.MlnxosObserved;
import dev.ibplay.facts.SwitchConfiguration;
import dev.ibplay.facts.SwitchPartitionObserved;
import dev.ibplay.facts.SwitchPortObserved;
import dev.ibplay.facts.SwitchSmObserved;
import java.util.List;
import java.util.Optional;

/**
 * What a switch has answered to {@link SwitchProbe}.
 *
 * @param infiniband whether it does InfiniBand
 * @param hostName as the switch tells it outside of its configuration
 * @param smEnabled on the switch
 * @param smPriority on the switch
 */
public record SwitchAnswers(
        HostSystem system,
        Fact<Boolean> infiniband,
        Fact<String> hostName,
        Fact<Boolean> smEnabled,
        Fact<Integer> smPriority,
        Fact<String> smVersion,
        Fact<List<SwitchPartitionObserved>> partitions,
        Fact<List<SwitchPortObserved>> ports,
        Configurations configurations) {

    /** The configurations have to be asked for in another way. */
    public boolean wantsWholeConfigurations() {
        return !isEthernet() && configurations.isUnreadable();
    }

    /** With configurations that were asked for again. */
    public SwitchAnswers with(Configurations others) {
        return new SwitchAnswers(
                system, infiniband, hostName, smEnabled, smPriority, smVersion, partitions, ports, others);
    }

    /** The node of the subnet manager; nothing where there is none to ask about. */
    public Optional<String> node() {
        if (isEthernet()) {
            return Optional.empty();
        }
        List<String> named = configurations
                .running()
                .ifKnown()
                .map(SwitchConfiguration::nodes)
                .orElse(List.of());
        return hostName.ifKnown()
                .or(configurations::hostName)
                .or(() -> named.size() == 1 ? Optional.of(named.getFirst()) : Optional.empty());
    }

    private boolean isEthernet() {
        return infiniband.equals(Fact.known(false));
    }

    /** Puts everything together. */
    public MlnxosObserved observed(SmNodeAnswers of) {
        if (isEthernet()) {
            return new MlnxosObserved(
                    Fact.absent(),
                    infiniband,
                    SwitchSmObserved.none(),
                    Fact.absent(),
                    Fact.absent(),
                    Fact.absent(),
                    Fact.absent());
        }
        return new MlnxosObserved(
                node().map(Fact::known).orElse(Fact.unreadable("the switch does not tell its host name")),
                infiniband,
                of.observed(smEnabled, smPriority, smVersion),
                partitions,
                ports,
                configurations.running(),
                configurations.saved());
    }
}
