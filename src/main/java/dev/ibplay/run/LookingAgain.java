package dev.ibplay.run;

import dev.ibplay.apply.Patience;
import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Location;
import dev.ibplay.exec.Batch;
import dev.ibplay.exec.MadTiming;
import dev.ibplay.exec.Operation;
import dev.ibplay.facts.FabricFacts;
import dev.ibplay.journal.RunEvent;
import dev.ibplay.plan.Observed;
import dev.ibplay.plan.chain.MtuFindings;
import dev.ibplay.resource.DesiredHost;
import dev.ibplay.resource.SubnetManager;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.TransportException;
import dev.ibplay.verify.SecondLook;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What verification finds beyond values: packets that are lost on the way, and, a sweep later, whether the fabrics whose subnet
 * managers plays describe are as they were.
 */
final class LookingAgain {
    /** OpenSM's default (osm_subnet.c, OSM_DEFAULT_SWEEP_INTERVAL_SECS). */
    private static final long DEFAULT_SWEEP_INTERVAL = 10;

    /** Verification does not wait longer for a master that hardly ever sweeps. */
    private static final long MOST_WAIT = 60;

    private final HostStates states;
    private final Patience patience;

    LookingAgain(HostStates states, Patience patience) {
        this.states = states;
        this.patience = patience;
    }

    /** What the second look has found. */
    List<Diagnostic> look(List<DesiredHost> desired, Observed observed) {
        List<FabricFacts> fabrics = observed.fabrics().stream()
                .filter(fabric -> desired.stream()
                        .filter(host -> !host.all(SubnetManager.class).isEmpty())
                        .flatMap(host -> Optional.ofNullable(observed.hosts().get(host.host())).stream())
                        .anyMatch(host -> host.ports().stream()
                                .flatMap(port -> port.guid().stream())
                                .anyMatch(guid -> fabric.port(guid).isPresent())))
                .toList();
        List<Diagnostic> found = new ArrayList<>(MtuFindings.lost(observed));
        if (fabrics.isEmpty()) {
            return found;
        }
        List<OptionalLong> intervals =
                fabrics.stream().map(fabric -> sweepInterval(fabric, observed)).toList();
        long longest = intervals.stream()
                .mapToLong(interval -> interval.orElse(DEFAULT_SWEEP_INTERVAL))
                .max()
                .orElse(DEFAULT_SWEEP_INTERVAL);
        states.tell(new RunEvent.PhaseBegan("look again a sweep later", fabrics.size()));
        patience.pause(Duration.ofSeconds(Math.min(longest, MOST_WAIT) + 1));
        for (int i = 0; i < fabrics.size() && !patience.isStopping(); i++) {
            long interval = intervals.get(i).orElse(DEFAULT_SWEEP_INTERVAL);
            boolean sweeps = interval > 0 && interval <= MOST_WAIT;
            found.addAll(look(fabrics.get(i), new SecondLook(fabrics.get(i), sweeps)));
        }
        return found;
    }

    /** In seconds, as the master's opensm.conf says; nothing for one whose file is not known. */
    private static OptionalLong sweepInterval(FabricFacts fabric, Observed observed) {
        return fabric.masters().stream()
                .flatMap(master -> observed.hostOf(master).stream())
                .flatMap(host -> host.opensm().ifKnown().stream())
                .flatMap(opensm -> opensm.instances().stream())
                .flatMapToLong(instance -> instance.sweepInterval().stream())
                .max();
    }

    private List<Diagnostic> look(FabricFacts fabric, SecondLook second) {
        var place = new Location.OnHost(fabric.vantageHost(), Optional.of("port queries"), Optional.empty());
        List<Diagnostic> found = new ArrayList<>();
        SecondLook.unanswered(fabric)
                .forEach(port -> found.add(Diagnostic.warning(
                                Code.SUBNET_MANAGER_SILENT,
                                place,
                                "%s says that a subnet manager runs there, and it does not answer".formatted(port))
                        .withHint("whether there is a second master cannot be told")));
        Optional<HostSession> session = states.session(fabric.vantageHost());
        if (session.isEmpty()) {
            return found;
        }
        List<Operation> operations = second.operations(fabric.keys().mKey());
        try {
            Duration limit = MadTiming.DEFAULT.limit(operations.size());
            second.changes(session.get().run(Batch.of(operations), limit))
                    .forEach(change -> found.add(Diagnostic.error(Code.FABRIC_UNSTABLE, place, change)
                            .withHint("the fabric does not hold still: ask again in a minute")));
        } catch (TransportException failure) {
            states.lost(failure, "query the fabric again", Optional.empty());
        }
        return found;
    }
}
