package dev.ibplay.rehearsal;

import dev.ibplay.fabric.FabricNode;
import dev.ibplay.fabric.FabricPort;
import dev.ibplay.facts.FabricFacts;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.MlnxosObserved;
import dev.ibplay.facts.SwitchConfiguration;
import dev.ibplay.facts.SystemVersion;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.lab.mlnxos.SwitchHost;
import dev.ibplay.lab.mlnxos.SwitchModel;
import dev.ibplay.lab.mlnxos.SwitchModel.Quirk;
import dev.ibplay.lab.mlnxos.SwitchSettings;
import dev.ibplay.plan.Observed;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the simulated twin of one managed switch is made of: its configurations are typed on a new one. */
final class SwitchTwin {
    /** {@code Onyx 3.10.4300 (x86onie)}. */
    private static final Pattern NAME = Pattern.compile("(.*?) (\\S*\\d\\S*)(?: \\((.*)\\))?");

    /** The first release that prints partitions in the new way. */
    private static final SystemVersion NEW_LAYOUT = new SystemVersion(3, 6, 8010);

    private static final Duration SM_START = Duration.ofSeconds(20);
    private static final int PAGE_ROWS = 24;

    private final HostFacts facts;
    private final MlnxosObserved seen;
    private final Observed real;

    SwitchTwin(HostFacts facts, MlnxosObserved seen, Observed real) {
        this.facts = facts;
        this.seen = seen;
        this.real = real;
    }

    /** Nothing where it is not known which node of a fabric it is, or what its configuration says. */
    Optional<SwitchHost> host() {
        return node().flatMap(node -> seen.running()
                .ifKnown()
                .map(running -> new SwitchHost(
                        facts.host(),
                        model(running),
                        node.guid(),
                        node.ports(),
                        SwitchSettings.FACTORY,
                        Optional.of(new SwitchHost.Given(
                                seen.saved().ifKnown().orElse(running).lines(), running.lines())))));
    }

    private Optional<FabricNode> node() {
        for (PortGuid guid : facts.infinibandGuids()) {
            for (FabricFacts fabric : real.fabrics()) {
                Optional<FabricNode> found = fabric.port(guid)
                        .map(FabricPort::ref)
                        .flatMap(port -> fabric.fabric().node(port.node()))
                        .filter(FabricNode::isSwitch);
                if (found.isPresent()) {
                    return found;
                }
            }
        }
        return Optional.empty();
    }

    private SwitchModel model(SwitchConfiguration running) {
        Matcher name = NAME.matcher(facts.system().name());
        boolean isTold = name.matches();
        return new SwitchModel(
                seen.node().ifKnown().orElse(facts.host()),
                isTold ? name.group(1) : facts.system().name(),
                "",
                Optional.ofNullable(isTold ? name.group(3) : null).orElse(""),
                isTold ? name.group(2) : "",
                facts.system()
                        .version()
                        .ifKnown()
                        .filter(version -> version.compareTo(NEW_LAYOUT) < 0)
                        .isPresent(),
                SM_START,
                PAGE_ROWS,
                quirks(running.lines()));
    }

    private Set<Quirk> quirks(List<String> lines) {
        Set<Quirk> quirks = EnumSet.noneOf(Quirk.class);
        if (lines.stream().noneMatch(line -> line.matches("ib smnode \\S+ sm-priority .*"))) {
            quirks.add(Quirk.NO_NODE_PRIORITY);
        }
        boolean wants = seen.sm().enabled().ifKnown().orElse(false)
                && seen.sm().nodeEnabled().ifKnown().orElse(true);
        if (seen.sm().licensed().ifKnown().filter(does -> !does).isPresent()) {
            quirks.add(Quirk.NO_LICENCE);
        } else if (wants && seen.sm().running().ifKnown().filter(does -> !does).isPresent()) {
            quirks.add(Quirk.SM_NEVER_RUNS);
        }
        return quirks;
    }
}
