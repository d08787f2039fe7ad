package dev.ibplay.plan.opensm;

import dev.ibplay.exec.MadTiming;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.RunCommand;
import dev.ibplay.exec.Operation.SendSignal;
import dev.ibplay.exec.Operation.SubnetQuery;
import dev.ibplay.exec.Signal;
import dev.ibplay.exec.SmpAddress;
import dev.ibplay.fabric.FabricPort;
import dev.ibplay.facts.FabricFacts;
import dev.ibplay.facts.WindowsServiceObserved;
import dev.ibplay.ib.Attribute;
import dev.ibplay.ib.Lid;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.SmState;
import dev.ibplay.plan.Expectation;
import dev.ibplay.plan.FileChange;
import dev.ibplay.plan.KeptFiles;
import dev.ibplay.plan.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes the steps on the subnet managers of one fabric, and the questions that prove each of them. */
final class SubnetManagerSteps {
    private static final Duration RESTART_LIMIT = Duration.ofSeconds(90);

    private static final Duration STANDBY_STABLE = Duration.ofSeconds(2);

    private final FabricFacts fabric;
    private final KeptFiles kept;
    private final Duration limit;

    /**
     * Makes steps for one fabric.
     *
     * @param limit how long the fabric may take until it is as planned; a large one needs minutes until it is swept
     */
    SubnetManagerSteps(FabricFacts fabric, KeptFiles kept, Duration limit) {
        this.fabric = fabric;
        this.kept = kept;
        this.limit = limit;
    }

    /** Writes the files that change and makes OpenSM use them. */
    Step.Act change(SubnetManagerHost manager, List<FileChange> files, Activation activation) {
        String what =
                files.isEmpty() ? words(manager, activation) : FileChange.what(files) + after(manager, activation);
        List<Operation> all = new ArrayList<>(activate(manager, activation));
        boolean alsoAtBoot = isOfRunning(activation) && manager.bootChange().equals(Optional.of(true));
        if (alsoAtBoot) {
            all.addAll(activate(manager, Activation.ENABLE));
        }
        return act(
                manager,
                what + pause(manager, activation) + (alsoAtBoot ? ", and start it with the host" : ""),
                files,
                all,
                takenBack(manager, activation, !files.isEmpty()));
    }

    private static String words(SubnetManagerHost manager, Activation activation) {
        return manager.opensm()
                .service()
                .filter(service -> activation == Activation.HUP)
                .map(service -> "have service %s read its files again (sc control)".formatted(service.name()))
                .orElseGet(activation::words);
    }

    private static String after(SubnetManagerHost manager, Activation activation) {
        return activation == Activation.NONE ? "" : ", then " + words(manager, activation);
    }

    private static boolean isOfRunning(Activation activation) {
        return switch (activation) {
            case HUP, RESTART -> true;
            case NONE, ENABLE, DISABLE -> false;
        };
    }

    /** What makes OpenSM work with the old files again, or brings it back to where it was. */
    private static List<Operation> takenBack(SubnetManagerHost manager, Activation activation, boolean hasFiles) {
        Optional<Boolean> atBoot = manager.bootChange();
        Optional<WindowsServiceObserved> service = manager.opensm().service();
        if (service.isPresent() && !isOfRunning(activation) && activation != Activation.NONE) {
            return WindowsService.takenBack(service.get(), activation == Activation.ENABLE);
        }
        return switch (activation) {
            case NONE -> List.of();
            case HUP, RESTART -> hasFiles ? activate(manager, activation) : List.of();
            case ENABLE ->
                activate(manager, Activation.DISABLE).stream()
                        // The first one is for the boot; what runs already goes on.
                        .limit(manager.isStarted() ? Long.MAX_VALUE : 1)
                        .toList();
            case DISABLE -> {
                List<Operation> back = new ArrayList<>();
                if (atBoot.isPresent()) {
                    SmRestart.enable(manager.installed(), manager.opensm())
                            .ifPresent(way -> back.add(way.operations().getFirst()));
                }
                if (manager.runs()) {
                    back.addAll(operations(SmRestart.start(manager.installed(), manager.opensm())));
                }
                yield back;
            }
        };
    }

    private Step.Act act(SubnetManagerHost manager, String what, List<FileChange> files, List<Operation> activation) {
        return act(manager, what, files, activation, files.isEmpty() ? List.of() : activation);
    }

    private Step.Act act(
            SubnetManagerHost manager,
            String what,
            List<FileChange> files,
            List<Operation> activation,
            List<Operation> takenBack) {
        List<Operation> operations = new ArrayList<>(kept.keep(files));
        operations.addAll(FileChange.operations(files));
        operations.addAll(reload(manager, files));
        operations.addAll(activation);
        return new Step.Act(manager.host(), what, List.of(), operations, undo(manager, files, takenBack));
    }

    /** systemd reads its units again where one of them is among the files. */
    private static List<Operation> reload(SubnetManagerHost manager, List<FileChange> files) {
        boolean hasUnit = manager.installed().launcher().units().stream()
                .anyMatch(unit -> files.stream().anyMatch(file -> file.path().equals(unit.path())));
        return hasUnit ? List.of(RunCommand.of(RESTART_LIMIT, "systemctl", "daemon-reload")) : List.of();
    }

    /** The old files, then what makes OpenSM work with them again. */
    private static List<Operation> undo(SubnetManagerHost manager, List<FileChange> files, List<Operation> takenBack) {
        List<Operation> undo =
                new ArrayList<>(files.reversed().stream().map(FileChange::undo).toList());
        undo.addAll(reload(manager, files));
        undo.addAll(takenBack);
        return undo;
    }

    private static List<Operation> activate(SubnetManagerHost manager, Activation activation) {
        return switch (activation) {
            case NONE -> List.of();
            case HUP ->
                manager
                        .opensm()
                        .service()
                        .map(WindowsService::readAgain)
                        .or(() -> manager.process().map(p -> new SendSignal(p.pid(), p.startTicks(), Signal.HUP)))
                        .stream()
                        .toList();
            case RESTART, ENABLE, DISABLE -> operations(way(manager, activation));
        };
    }

    private static List<Operation> operations(Optional<SmRestart> way) {
        return way.map(SmRestart::operations).orElse(List.of());
    }

    /** How that is done on the manager's host; nothing where there is no way. */
    static Optional<SmRestart> way(SubnetManagerHost manager, Activation activation) {
        return switch (activation) {
            case NONE, HUP -> Optional.empty();
            case RESTART -> SmRestart.restart(manager.installed(), manager.opensm());
            case ENABLE -> SmRestart.enable(manager.installed(), manager.opensm());
            case DISABLE -> SmRestart.disable(manager.installed(), manager.opensm());
        };
    }

    private static String pause(SubnetManagerHost manager, Activation activation) {
        return way(manager, activation)
                .map(SmRestart::pause)
                .filter(pause -> !pause.isZero())
                .map(pause -> " (its launcher starts it again within %d s)".formatted(pause.toSeconds()))
                .orElse("");
    }

    /** Stops a standby for a while. */
    Step.Act stop(SubnetManagerHost manager) {
        return new Step.Act(
                manager.host(),
                "stop opensm until the master has the new sm_key",
                List.of(),
                operations(SmRestart.stop(manager.installed(), manager.opensm())),
                operations(SmRestart.start(manager.installed(), manager.opensm())));
    }

    /** Writes the files of a manager that was stopped, and starts it. */
    Step.Act start(SubnetManagerHost manager) {
        List<FileChange> files = manager.files().changes();
        return act(
                manager,
                files.isEmpty() ? "start opensm again" : FileChange.what(files) + ", then start opensm",
                files,
                operations(SmRestart.start(manager.installed(), manager.opensm())));
    }

    /** Lowers the master's priority so far that another one takes over. */
    Step.Act handOver(SubnetManagerHost manager, List<FileChange> files, int priority, SubnetManagerHost successor) {
        return act(
                manager,
                "%s with priority %d for a while, then send HUP to opensm: %s takes over"
                        .formatted(FileChange.what(files), priority, successor.host()),
                files,
                activate(manager, Activation.HUP));
    }

    Step.Act restartAsStandby(SubnetManagerHost manager, int priority) {
        return act(
                manager,
                "restart opensm, which is standby with priority " + priority,
                List.of(),
                activate(manager, Activation.RESTART));
    }

    /** Waits for a successor and the groups that it serves. */
    Step.Await isMaster(SubnetManagerHost manager, Map<PKey, Mtu> groups) {
        List<Step.Awaited> answers = new ArrayList<>();
        answers.add(answers(manager, Optional.of(SmState.MASTER), manager.comingPriority()));
        answers.addAll(groupAnswers(groups));
        return awhile(manager.host() + " is master with the new groups", answers);
    }

    /** Waits for a standby with a priority that it has for a while. */
    Step.Await readyWith(SubnetManagerHost manager, int priority) {
        return awhile(
                "the subnet manager of %s answers as standby with priority %d".formatted(manager.host(), priority),
                List.of(answers(manager, Optional.of(SmState.STANDBY), Optional.of(priority))));
    }

    /** Waits for a manager that is to stay, or become, standby, or whose priority was changed on the way. */
    Step.Await ready(SubnetManagerHost manager, Optional<SmState> state) {
        return awhile(
                "the subnet manager of " + manager.host() + " answers"
                        + state.map(s -> " as " + s).orElse(""),
                List.of(answers(manager, state, manager.comingPriority())));
    }

    private Step.Await awhile(String what, List<Step.Awaited> answers) {
        return new Step.Await(fabric.vantageHost(), what, answers, STANDBY_STABLE, limit);
    }

    private Step.Awaited answers(SubnetManagerHost manager, Optional<SmState> state, Optional<Integer> priority) {
        return new Step.Awaited(
                "the subnet manager of " + manager.host(),
                smInfo(manager),
                new Expectation.SubnetManagerIs(state, priority));
    }

    private Operation smInfo(SubnetManagerHost manager) {
        List<Integer> route = fabric.port(manager.port()).map(FabricPort::route).orElse(List.of());
        return query(route, Attribute.SM_INFO, 0);
    }

    private List<Step.Awaited> groupAnswers(Map<PKey, Mtu> groups) {
        List<Step.Awaited> answers = new ArrayList<>();
        groups.forEach((pkey, mtu) -> answers.add(new Step.Awaited(
                "the IPoIB group of P_Key " + pkey.asFullMember(),
                FabricFacts.groupQuery(fabric.vantage(), pkey),
                new Expectation.GroupMtuIs(mtu))));
        return answers;
    }

    /** Waits until the fabric as a whole is as the plan makes it, and stays so. */
    Step.Await settled(SubnetManagerHost master, List<SubnetManagerHost> all, Map<PKey, Mtu> groups, Duration stable) {
        List<Step.Awaited> answers = new ArrayList<>();
        for (SubnetManagerHost manager : all) {
            if (manager.runsThen()) {
                boolean isMaster = manager.port().equals(master.port());
                SmState state = isMaster ? SmState.MASTER : SmState.STANDBY;
                answers.add(answers(manager, Optional.of(state), manager.comingPriority()));
            }
        }
        answers.addAll(groupAnswers(groups));
        Optional<Lid> lid = fabric.port(master.port()).map(p -> p.info().lid());
        lid.ifPresent(masterLid -> fabric.fabric()
                .activeAdapterPorts()
                .forEach(port -> answers.add(new Step.Awaited(
                        fabric.fabric().nameOf(port),
                        query(port.route(), Attribute.PORT_INFO, port.ref().number()),
                        new Expectation.SmLidIs(masterLid)))));
        return new Step.Await(
                fabric.vantageHost(),
                master.host() + " is master and the fabric is as planned",
                answers,
                stable,
                limit);
    }

    private Operation query(List<Integer> route, Attribute attribute, int modifier) {
        return new SubnetQuery(
                fabric.vantage(),
                new SmpAddress.ByRoute(route),
                attribute.id(),
                modifier,
                fabric.keys().mKey(),
                MadTiming.DEFAULT);
    }
}
