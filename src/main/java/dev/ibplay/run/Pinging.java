package dev.ibplay.run;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Location;
import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.journal.RunEvent;
import dev.ibplay.plan.Observed;
import dev.ibplay.resource.DesiredHost;
import dev.ibplay.resource.IpoibInterface;
import dev.ibplay.resource.VmkernelInterface;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.TransportException;
import dev.ibplay.verify.PingPeers;
import dev.ibplay.verify.PingProof;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Lets hosts ping each other with packets of full size: the proof that an MTU holds from end to end. */
final class Pinging {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private final HostStates states;
    private final Forks forks;

    Pinging(HostStates states, Forks forks) {
        this.states = states;
        this.forks = forks;
    }

    /** What came of the pings of a run. */
    PingResult ping(List<DesiredHost> desired, Observed observed) {
        List<PingProof> proofs = PingPeers.of(managed(desired, observed), observed);
        Map<String, List<PingProof>> byHost = new HashMap<>();
        proofs.forEach(proof ->
                byHost.computeIfAbsent(proof.host(), h -> new ArrayList<>()).add(proof));
        states.tell(new RunEvent.PhaseBegan("ping", byHost.size()));
        List<Diagnostic> failures = Collections.synchronizedList(new ArrayList<>());
        forks.forEach(
                byHost.keySet().stream().sorted().toList(),
                host -> failures.addAll(ask(host, byHost.getOrDefault(host, List.of()))));
        return new PingResult(proofs.size(), failures);
    }

    /** The interfaces that plays describe; where one is chosen by what it is, all of its host. */
    private static Map<String, Set<String>> managed(List<DesiredHost> desired, Observed observed) {
        Map<String, Set<String>> managed = new HashMap<>();
        for (DesiredHost host : desired) {
            Set<String> names = new TreeSet<>();
            for (IpoibInterface wanted : host.all(IpoibInterface.class)) {
                if (wanted.selector().isByName()) {
                    names.add(wanted.name());
                } else {
                    Optional.ofNullable(observed.hosts().get(host.host()))
                            .ifPresent(facts -> facts.interfaces().forEach(i -> names.add(i.name())));
                }
            }
            host.all(VmkernelInterface.class).forEach(wanted -> names.add(wanted.name()));
            managed.put(host.host(), names);
        }
        return managed;
    }

    private List<Diagnostic> ask(String host, List<PingProof> proofs) {
        Optional<HostSession> session = states.session(host);
        if (session.isEmpty()) {
            return List.of();
        }
        List<Operation> operations =
                proofs.stream().map(p -> (Operation) p.operation()).toList();
        try {
            List<Outcome> outcomes = session.get().run(Batch.of(operations), LIMIT);
            List<Diagnostic> failures = new ArrayList<>();
            for (int i = 0; i < outcomes.size(); i++) {
                PingProof proof = proofs.get(i);
                complaint(outcomes.get(i))
                        .map(because -> failure(proof, because))
                        .ifPresent(failures::add);
            }
            return failures;
        } catch (TransportException failure) {
            states.lost(failure, "ping", Optional.empty());
            return List.of();
        }
    }

    private static Optional<String> complaint(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Done ignored -> Optional.empty();
            case Outcome.NoAnswer ignored -> Optional.of("no answer");
            case Outcome.OperationFailed failed -> Optional.of(failed.message());
            default -> Optional.of("unexpected answer");
        };
    }

    private static Diagnostic failure(PingProof proof, String because) {
        var place = new Location.OnHost(proof.host(), Optional.of("ping"), Optional.empty());
        return Diagnostic.error(Code.PING_FAILED, place, proof.describe() + ": " + because)
                .withHint(
                        "a smaller packet may pass: look at the MTUs on the way, and whether the peer answers pings at all");
    }
}
