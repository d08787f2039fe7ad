package dev.ibplay.run;

import dev.ibplay.apply.Patience;
import dev.ibplay.journal.HostStatus;
import dev.ibplay.journal.RunEvent;
import dev.ibplay.plan.HostSteps;
import dev.ibplay.plan.Step;
import dev.ibplay.playbook.DesiredState;
import dev.ibplay.playbook.Play;
import dev.ibplay.resource.DesiredHost;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Runs the steps of hosts, play by play and batch by batch. Behind each batch that another one follows its hosts are verified, and
 * the fabrics that they lie in; then the play's policy decides whether the run goes on.
 */
final class BatchRuns {
    private final DesiredState desired;
    private final HostStates states;
    private final StepRunner steps;
    private final AroundChanges around;
    private final HostHealth hosts;
    private final FabricHealth fabrics;
    private final Forks forks;
    private final Patience patience;
    private final Consent consent;
    private final Together together;
    private final Map<String, DesiredHost> byName = new LinkedHashMap<>();

    BatchRuns(
            DesiredState desired,
            HostStates states,
            StepRunner steps,
            AroundChanges around,
            HostHealth hosts,
            FabricHealth fabrics,
            Forks forks,
            Patience patience,
            Consent consent,
            Together together) {
        this.desired = desired;
        this.states = states;
        this.steps = steps;
        this.around = around;
        this.hosts = hosts;
        this.fabrics = fabrics;
        this.forks = forks;
        this.patience = patience;
        this.consent = consent;
        this.together = together;
        desired.hosts().forEach(host -> byName.put(host.host(), host));
    }

    /** A batch of a play: all of its hosts, and the steps of those that have some. */
    private record Turn(int play, Play written, int number, int of, List<String> batch, Map<String, List<Step>> steps) {
        String title() {
            return "batch %d of %d of \"%s\"".formatted(number, of, written.title());
        }
    }

    /** Runs the steps of a stage; gives why the run ends, if it does. */
    Optional<String> run(AroundChanges.Stage stage, List<HostSteps> ofStage) {
        boolean begun = false;
        for (int play = 0; play < desired.plays().size(); play++) {
            int number = play;
            Map<String, List<Step>> ofPlay = new LinkedHashMap<>();
            ofStage.stream()
                    .filter(each -> each.play() == number)
                    .forEach(each -> ofPlay.merge(each.host(), each.steps(), BatchRuns::joined));
            if (ofPlay.isEmpty()) {
                continue;
            }
            Play written = desired.plays().get(play).play();
            List<List<String>> batches = Batches.of(desired.plays().get(play).hosts(), written.serial());
            if (batches.size() > 1 && !begun) {
                fabrics.begin();
                begun = true;
            }
            for (int i = 0; i < batches.size(); i++) {
                Optional<String> stopped =
                        run(stage, new Turn(play, written, i + 1, batches.size(), batches.get(i), ofPlay));
                if (stopped.isPresent()) {
                    return stopped;
                }
            }
        }
        return Optional.empty();
    }

    private static List<Step> joined(List<Step> one, List<Step> other) {
        return Stream.concat(one.stream(), other.stream()).toList();
    }

    private Optional<String> run(AroundChanges.Stage stage, Turn turn) {
        Optional<String> others = together.mayGoOn(turn.written().anyErrorsFatal());
        if (others.isPresent()) {
            return others;
        }
        FailurePolicy policy = new FailurePolicy(turn.written(), turn.batch(), states);
        List<String> changing =
                turn.batch().stream().filter(turn.steps()::containsKey).toList();
        states.tell(new RunEvent.BatchBegan(turn.written().title(), turn.number(), turn.of(), turn.batch()));
        if (!changing.isEmpty() && !consent.to("%s (%d hosts to change)".formatted(turn.title(), changing.size()))) {
            changing.forEach(
                    host -> states.mark(host, HostStatus.SKIPPED, "left out by the user, who said no to its batch"));
            return stopping();
        }
        forks.forEach(changing, host -> {
            run(turn, host, policy);
            states.tell(new RunEvent.HostDone(host));
        });
        Optional<String> unhealthy = verify(stage, turn, changing);
        states.tell(new RunEvent.BatchEnded(turn.written().title(), turn.number(), turn.of(), policy.failed()));
        Optional<String> stopped = policy.stopped();
        stopped.ifPresent(why -> together.stopped(why, turn.written().anyErrorsFatal()));
        return stopping().or(() -> stopped).or(() -> unhealthy);
    }

    /** Nothing is begun on a host once the run is known to end behind its batch. */
    private void run(Turn turn, String host, FailurePolicy policy) {
        if (patience.isStopping()
                || policy.stopped().isPresent()
                || together.mayGoOn(false).isPresent()
                || states.session(host).isEmpty()) {
            return;
        }
        if (!desired.plays().get(turn.play()).commands().isEmpty()
                && !(steps.lock(host) && around.enter(turn.play(), host) && steps.renew(host))) {
            return;
        }
        for (Step step : turn.steps().getOrDefault(host, List.of())) {
            if (patience.isStopping() || !steps.run(step)) {
                return;
            }
        }
    }

    /** Looks at the hosts of a batch, where anything depends on it, and runs what is to be run once they are verified. */
    private Optional<String> verify(AroundChanges.Stage stage, Turn turn, List<String> changing) {
        boolean isLast = turn.number() == turn.of();
        if (patience.isStopping() || (isLast && !around.hasAfter(turn.play()))) {
            return Optional.empty();
        }
        List<String> complete = changing.stream()
                .filter(host -> around.endsWith(stage, turn.play(), host))
                .filter(host ->
                        turn.steps().getOrDefault(host, List.of()).stream().allMatch(steps::isDone))
                .toList();
        hosts.verify(complete.stream()
                .flatMap(host -> Optional.ofNullable(byName.get(host)).stream())
                .toList());
        Optional<String> unhealthy = isLast || changing.isEmpty()
                ? Optional.empty()
                : fabrics.complaint(turn.batch()).map(why -> "after %s: %s".formatted(turn.title(), why));
        if (unhealthy.isEmpty() && !patience.isStopping()) {
            forks.forEach(
                    complete.stream().filter(states::isVerified).toList(), host -> around.leave(turn.play(), host));
        }
        return unhealthy;
    }

    private Optional<String> stopping() {
        return patience.isStopping()
                ? Optional.of("interrupted")
                : states.unrecorded().or(() -> together.mayGoOn(false));
    }
}
