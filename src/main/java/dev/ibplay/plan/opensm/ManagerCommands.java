package dev.ibplay.plan.opensm;

import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.RunCommand;
import dev.ibplay.facts.Fact;
import dev.ibplay.plan.Fingerprint;
import dev.ibplay.plan.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A subnet manager that is configured by commands, as that of a managed switch, where others have files and a service. What is
 * configured counts at once, but for groups that exist.
 *
 * @param priority 0..15, as it is configured; empty where that is not known
 * @param runs whether its process is there, as its host says
 * @param changes what brings its configuration to what is desired
 * @param changesPartitions whether partitions are among the changes
 * @param start enables it; nothing to do where it is enabled, whether it runs or not
 * @param stop disables it
 * @param restart gives it a new process
 * @param running asks whether its process is there
 * @param unsaved whether the host's next start would bring another configuration than the desired one
 * @param save makes the host's next start bring the configuration that is in force
 */
public record ManagerCommands(
        Optional<Integer> priority,
        Fact<Boolean> runs,
        Change changes,
        boolean changesPartitions,
        Change start,
        Change stop,
        Change restart,
        Optional<Step.Awaited> running,
        boolean unsaved,
        Operation save) {
    /** A switch's subnet manager takes up to a minute. */
    private static final Duration START_LIMIT = Duration.ofMinutes(2);

    /** Commands, what they rest on, and what takes them back. */
    public record Change(List<Fingerprint> restsOn, List<Operation> operations, List<Operation> undo) {
        public static final Change NOTHING = new Change(List.of(), List.of(), List.of());

        public Change {
            restsOn = List.copyOf(restsOn);
            operations = List.copyOf(operations);
            undo = List.copyOf(undo);
        }

        /** Commands that nothing is read again for. */
        public static Change of(List<Operation> operations, List<Operation> undo) {
            return new Change(List.of(), operations, undo);
        }

        /** This, then the other one; taken back in the opposite order. */
        public Change then(Change other) {
            List<Fingerprint> all = new ArrayList<>(restsOn);
            all.addAll(other.restsOn);
            List<Operation> both = new ArrayList<>(operations);
            both.addAll(other.operations);
            List<Operation> back = new ArrayList<>(other.undo);
            back.addAll(undo);
            return new Change(all, both, back);
        }

        public boolean isEmpty() {
            return operations.isEmpty();
        }

        private String words() {
            return operations.stream()
                    .filter(RunCommand.class::isInstance)
                    .map(operation -> String.join(" ", ((RunCommand) operation).arguments()))
                    .collect(Collectors.joining("; "));
        }
    }

    /** The steps of an activation, without the questions to the fabric. */
    List<Step> steps(String host, Activation activation) {
        List<Step> made = new ArrayList<>();
        switch (activation) {
            case NONE, HUP -> add(made, host, changes);
            case RESTART -> {
                add(made, host, changes);
                add(made, host, restart);
                awaitRunning(made, host);
            }
            case ENABLE -> {
                add(made, host, changes.then(start));
                awaitRunning(made, host);
            }
            case DISABLE -> add(made, host, stop.then(changes));
        }
        return made;
    }

    private static void add(List<Step> made, String host, Change change) {
        if (!change.isEmpty()) {
            made.add(new Step.Act(host, change.words(), change.restsOn(), change.operations(), change.undo()));
        }
    }

    private void awaitRunning(List<Step> made, String host) {
        running.ifPresent(question -> made.add(new Step.Await(
                host, "the subnet manager of " + host + " runs", List.of(question), Duration.ZERO, START_LIMIT)));
    }

    /** The last step, where something was changed or was not saved before: by then it is proven. */
    static List<Step> saving(List<SubnetManagerHost> managers, List<Step> made) {
        List<Step> saving = new ArrayList<>();
        for (SubnetManagerHost manager : managers) {
            boolean isChanged = made.stream()
                    .anyMatch(step -> step instanceof Step.Act && step.host().equals(manager.host()));
            manager.commands()
                    .filter(commands -> isChanged || commands.unsaved)
                    .ifPresent(commands -> add(saving, manager.host(), Change.of(List.of(commands.save), List.of())));
        }
        return saving;
    }
}
