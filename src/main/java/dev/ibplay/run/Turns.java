package dev.ibplay.run;

import dev.ibplay.plan.HostSteps;
import dev.ibplay.plan.Plan;
import dev.ibplay.plan.Turn;
import dev.ibplay.playbook.CommandText;
import dev.ibplay.playbook.DesiredState.ResolvedPlay;
import dev.ibplay.playbook.Play;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/** Finds out whose turn it is when in a plan. */
final class Turns {
    private final List<ResolvedPlay> plays;
    private final HostStates states;

    Turns(List<ResolvedPlay> plays, HostStates states) {
        this.plays = plays;
        this.states = states;
    }

    List<Turn> of(Plan plan) {
        List<Turn> turns = new ArrayList<>(of(true, plan.shrinking()));
        turns.addAll(of(false, plan.growing()));
        return turns;
    }

    private List<Turn> of(boolean shrinking, List<HostSteps> steps) {
        List<Turn> turns = new ArrayList<>();
        for (int number = 0; number < plays.size(); number++) {
            int play = number;
            List<String> hosts = steps.stream()
                    .filter(ofHost -> ofHost.play() == play)
                    .map(HostSteps::host)
                    .distinct()
                    .toList();
            if (!hosts.isEmpty()) {
                turns.add(turn(plays.get(play), shrinking, hosts));
            }
        }
        return turns;
    }

    private Turn turn(ResolvedPlay resolved, boolean shrinking, List<String> hosts) {
        Play play = resolved.play();
        List<List<String>> batches = Batches.of(resolved.hosts(), play.serial());
        OptionalInt endsAt = IntStream.range(0, batches.size())
                .filter(i -> new FailurePolicy(play, batches.get(i), states)
                        .stopped()
                        .isPresent())
                .map(i -> i + 1)
                .findFirst();
        return new Turn(
                play.title(),
                shrinking,
                batches.stream().map(List::size).toList(),
                hosts,
                play.maxFailPercentage(),
                play.anyErrorsFatal(),
                endsAt,
                play.before().stream().map(CommandText::of).toList(),
                play.after().stream().map(CommandText::of).toList());
    }
}
