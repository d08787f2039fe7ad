package dev.ibplay.run;

import dev.ibplay.diag.Span;
import dev.ibplay.journal.HostStatus;
import dev.ibplay.plan.HostSteps;
import dev.ibplay.plan.Plan;
import dev.ibplay.plan.Step;
import dev.ibplay.playbook.DesiredState;
import dev.ibplay.resource.DesiredHost;
import dev.ibplay.resource.HostCommands;
import dev.ibplay.resource.PlayCommand;
import dev.ibplay.resource.SubnetManager;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The commands of {@code before} and {@code after}: the former ahead of a host's first step in its play, the latter once its last
 * one in that play is done and the host is verified. A play that manages a subnet manager has its commands around the fabric's own
 * steps on that host, too: all of these run before the first of them. Safe for use by several threads.
 */
final class AroundChanges {
    /** In which a play may change a host, in this order. */
    enum Stage {
        SHRINKING,
        FABRIC,
        GROWING
    }

    private record Turn(int play, String host) {}

    private final List<DesiredState.ResolvedPlay> plays;
    private final CommandRunner runner;
    private final HostStates states;
    /** The last stage in which a play changes a host. */
    private final Map<Turn, Stage> last = new HashMap<>();

    private final Map<String, Set<Integer>> ofFabric = new HashMap<>();
    private final Set<Turn> entered = new HashSet<>();
    private final Set<Turn> left = new HashSet<>();

    AroundChanges(DesiredState desired, Plan plan, CommandRunner runner, HostStates states) {
        this.plays = desired.plays();
        this.runner = runner;
        this.states = states;
        plan.shrinking().forEach(steps -> last.put(turn(steps), Stage.SHRINKING));
        plan.fabric().stream()
                .filter(step -> !(step instanceof Step.Await))
                .map(Step::host)
                .distinct()
                .forEach(host ->
                        fabricTurns(desired, host).forEach(play -> last.put(new Turn(play, host), Stage.FABRIC)));
        plan.growing().forEach(steps -> last.put(turn(steps), Stage.GROWING));
    }

    private static Turn turn(HostSteps steps) {
        return new Turn(steps.play(), steps.host());
    }

    private Set<Integer> fabricTurns(DesiredState desired, String host) {
        Set<Integer> turns = new LinkedHashSet<>();
        desired.hosts().stream()
                .filter(each -> each.host().equals(host))
                .flatMap(each -> each.wanted().stream())
                .filter(wanted -> wanted.changeable() && wanted.resource() instanceof SubnetManager)
                .map(DesiredHost.Wanted::play)
                .filter(play -> !commands(play, host).isEmpty())
                .forEach(turns::add);
        ofFabric.put(host, turns);
        return turns;
    }

    private HostCommands commands(int play, String host) {
        return plays.get(play).commands().getOrDefault(host, HostCommands.NONE);
    }

    /** Hosts whose subnet managers are in plays with commands. */
    Set<String> hostsOfFabric() {
        Set<String> hosts = new LinkedHashSet<>();
        ofFabric.forEach((host, turns) -> {
            if (!turns.isEmpty()) {
                hosts.add(host);
            }
        });
        return hosts;
    }

    /** Whether anything is to be run once a host is verified. */
    boolean hasAfter(int play) {
        return plays.get(play).commands().values().stream()
                .anyMatch(commands -> !commands.after().isEmpty());
    }

    /** Whether a play has no further steps for a host behind a stage. */
    boolean endsWith(Stage stage, int play, String host) {
        return last.get(new Turn(play, host)) == stage;
    }

    /** Runs a play's commands ahead of a host's first step; false when the host must not be touched. */
    boolean enter(int play, String host) {
        Turn turn = new Turn(play, host);
        synchronized (this) {
            if (entered.contains(turn)) {
                return true;
            }
        }
        for (PlayCommand command : commands(play, host).before()) {
            switch (runner.run(host, CommandRunner.BEFORE, command)) {
                case CommandRunner.Result.Succeeded ignored -> {}
                case CommandRunner.Result.Ended ignored -> {
                    states.mark(
                            host,
                            HostStatus.SKIPPED,
                            "not touched: the run ended while a command of before was waited for");
                    return false;
                }
                case CommandRunner.Result.Failed failed -> {
                    states.failed(host, "before", asked(command), failed.because() + "; the host was not touched");
                    return false;
                }
            }
        }
        synchronized (this) {
            entered.add(turn);
        }
        return true;
    }

    /** The same for all plays whose subnet manager runs there. */
    boolean enterFabric(String host) {
        for (int play : ofFabric.getOrDefault(host, Set.of())) {
            if (!enter(play, host)) {
                return false;
            }
        }
        return true;
    }

    /** Runs a play's commands for a host that is verified and has no further steps in it. */
    void leave(int play, String host) {
        synchronized (this) {
            if (!left.add(new Turn(play, host))) {
                return;
            }
        }
        for (PlayCommand command : commands(play, host).after()) {
            if (runner.run(host, CommandRunner.AFTER, command) instanceof CommandRunner.Result.Failed failed) {
                states.failed(host, "after", asked(command), failed.because());
                return;
            }
        }
    }

    /** The same for the plays of subnet managers that have no steps behind the fabric's own. */
    void leaveFabric(String host) {
        ofFabric.getOrDefault(host, Set.of()).stream()
                .filter(play -> endsWith(Stage.FABRIC, play, host))
                .forEach(play -> leave(play, host));
    }

    /** Hosts whose commands of {@code before} were run, and those of {@code after} are still to be. */
    synchronized List<String> owed() {
        Set<String> hosts = new LinkedHashSet<>();
        for (int play = 0; play < plays.size(); play++) {
            int number = play;
            List<Turn> open = new ArrayList<>(entered);
            open.removeAll(left);
            open.stream()
                    .filter(turn -> turn.play() == number)
                    .filter(turn -> !commands(number, turn.host()).after().isEmpty())
                    .forEach(turn -> hosts.add(turn.host()));
        }
        return hosts.stream().sorted().toList();
    }

    private static Optional<Span> asked(PlayCommand command) {
        return Optional.of(command.span());
    }
}
