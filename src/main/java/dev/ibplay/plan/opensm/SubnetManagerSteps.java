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

    /** A large fabric may take minutes until it is swept. */
    private static final Duration READY_LIMIT = Duration.ofMinutes(5);

    private static final Duration STANDBY_STABLE = Duration.ofSeconds(2);

    private final FabricFacts fabric;
    private final KeptFiles kept;

    SubnetManagerSteps(FabricFacts fabric, KeptFiles kept) {
        this.fabric = fabric;
        this.kept = kept;
    }

    /** Writes the files that change and makes OpenSM use them. */
    Step.Act change(SubnetManagerHost manager, Activation activation) {
        List<FileChange> files = manager.files().changes();
        List<Operation> operations = new ArrayList<>(kept.keep(files));
        operations.addAll(FileChange.operations(files));
        activate(manager, activation).ifPresent(operations::add);
        String what = files.isEmpty() ? activation.words() : FileChange.what(files) + activation.after();
        return new Step.Act(manager.host(), what, List.of(), operations, undo(manager, activation));
    }

    /** The old files, and the same activation, so that OpenSM works with them again. */
    private static List<Operation> undo(SubnetManagerHost manager, Activation activation) {
        List<FileChange> files = manager.files().changes();
        List<Operation> undo =
                new ArrayList<>(files.reversed().stream().map(FileChange::undo).toList());
        if (!files.isEmpty()) {
            activate(manager, activation).ifPresent(undo::add);
        }
        return undo;
    }

    private static Optional<Operation> activate(SubnetManagerHost manager, Activation activation) {
        return switch (activation) {
            case NONE -> Optional.empty();
            case HUP -> manager.process().map(p -> new SendSignal(p.pid(), p.startTicks(), Signal.HUP));
            case RESTART ->
                manager.opensm().unit().map(unit -> RunCommand.of(RESTART_LIMIT, "systemctl", "restart", unit));
        };
    }

    /** Waits for a manager that is to stay, or become, standby, or whose priority was changed on the way. */
    Step.Await ready(SubnetManagerHost manager, Optional<SmState> state) {
        return new Step.Await(
                fabric.vantageHost(),
                "the subnet manager of " + manager.host() + " answers"
                        + state.map(s -> " as " + s).orElse(""),
                List.of(answers(manager, state)),
                STANDBY_STABLE,
                READY_LIMIT);
    }

    private Step.Awaited answers(SubnetManagerHost manager, Optional<SmState> state) {
        List<Integer> route = fabric.port(manager.port()).map(FabricPort::route).orElse(List.of());
        return new Step.Awaited(
                "the subnet manager of " + manager.host(),
                query(route, Attribute.SM_INFO, 0),
                new Expectation.SubnetManagerIs(state, manager.comingPriority()));
    }

    /** Waits until the fabric as a whole is as the plan makes it, and stays so. */
    Step.Await settled(SubnetManagerHost master, List<SubnetManagerHost> all, Map<PKey, Mtu> groups, Duration stable) {
        List<Step.Awaited> answers = new ArrayList<>();
        for (SubnetManagerHost manager : all) {
            if (manager.process().isPresent()) {
                boolean isMaster = manager.port().equals(master.port());
                answers.add(answers(manager, Optional.of(isMaster ? SmState.MASTER : SmState.STANDBY)));
            }
        }
        groups.forEach((pkey, mtu) -> answers.add(new Step.Awaited(
                "the IPoIB group of P_Key " + pkey.asFullMember(),
                FabricFacts.groupQuery(fabric.vantage(), pkey),
                new Expectation.GroupMtuIs(mtu))));
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
                READY_LIMIT);
    }

    private Operation query(List<Integer> route, Attribute attribute, int modifier) {
        return new SubnetQuery(
                fabric.vantage(), new SmpAddress.ByRoute(route), attribute.id(), modifier, 0, MadTiming.DEFAULT);
    }
}
