package dev.ibplay.plan.mlnxos;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Located;
import dev.ibplay.exec.Operation;
import dev.ibplay.facts.FabricFacts;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.FileObserved;
import dev.ibplay.facts.MlnxosObserved;
import dev.ibplay.facts.OpensmInstance;
import dev.ibplay.facts.OpensmObserved;
import dev.ibplay.facts.SwitchPartitionObserved;
import dev.ibplay.facts.mlnxos.SwitchLists;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.plan.Difference;
import dev.ibplay.plan.Expectation;
import dev.ibplay.plan.Fingerprint;
import dev.ibplay.plan.Level;
import dev.ibplay.plan.PlanDraft;
import dev.ibplay.plan.Reading;
import dev.ibplay.plan.Step;
import dev.ibplay.plan.opensm.ManagerCommands;
import dev.ibplay.plan.opensm.ManagerCommands.Change;
import dev.ibplay.plan.opensm.OpensmFiles;
import dev.ibplay.plan.opensm.SubnetManagerHost;
import dev.ibplay.resource.SubnetManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The subnet manager of one switch, as its configuration has it and is to have it. */
final class SwitchManager {
    private static final String PRIORITY = "priority";

    private final String host;
    private final MlnxosObserved its;
    private final SubnetManager wanted;
    private final PortGuid port;
    private final FabricFacts fabric;
    private final PlanDraft draft;
    private final SwitchPartitions partitions;
    private final SwitchSavedState saved;
    private final List<Difference> differences = new ArrayList<>();

    SwitchManager(
            String host,
            MlnxosObserved its,
            SubnetManager wanted,
            List<SwitchPartitionObserved> found,
            PortGuid port,
            FabricFacts fabric,
            PlanDraft draft) {
        this.host = host;
        this.its = its;
        this.wanted = wanted;
        this.port = port;
        this.fabric = fabric;
        this.draft = draft;
        this.partitions = new SwitchPartitions(host, found, wanted);
        this.saved = new SwitchSavedState(host, its, wanted, partitions, draft);
    }

    SubnetManagerHost made(boolean changeable) {
        findings();
        Change priority = priority();
        Change ofPartitions = partitions.change();
        Change idle = idle();
        differences.addAll(partitions.differences());
        List<Difference> unsaved = saved.differences(partitions.differences());
        differences.addAll(unsaved);
        Change changes = priority.then(ofPartitions).then(idle);
        boolean isSwitched = wanted.enabled()
                .filter(enabled -> !its.sm().enabled().equals(Fact.known(enabled.value())))
                .isPresent();
        if (changeable && (!differences.isEmpty() || isSwitched)) {
            saved.warnOfOthers();
        }
        var commands = new ManagerCommands(
                its.sm().priority().ifKnown(),
                its.sm().running(),
                changes,
                !ofPartitions.isEmpty(),
                start(),
                stop(),
                Change.of(List.of(SwitchLine.sm(false), SwitchLine.sm(true)), List.of(SwitchLine.sm(true))),
                running(),
                !unsaved.isEmpty(),
                SwitchLine.save());
        return new SubnetManagerHost(
                host,
                changeable,
                wanted,
                installed(),
                instance(),
                files(),
                fabric,
                port,
                Optional.ofNullable(fabric.subnetManagers().get(port)).flatMap(Fact::ifKnown),
                Optional.of(commands));
    }

    private OpensmFiles files() {
        OpensmFiles as = partitions.files();
        return new OpensmFiles(
                as.before(),
                as.meaning(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                List.of(),
                false,
                Set.of(),
                differences,
                as.refusals());
    }

    private OpensmObserved installed() {
        return new OpensmObserved(
                SwitchPartitions.launcher(), List.of(instance()), its.sm().version(), List.of());
    }

    private OpensmInstance instance() {
        Fact<dev.ibplay.exec.Bytes> none = Fact.unreadable("a switch does not show its OpenSM's files");
        return new OpensmInstance(
                new FileObserved("opensm.conf", none, 0),
                new FileObserved("partitions.conf", none, 0),
                Optional.empty(),
                Optional.empty(),
                Optional.of(port),
                false);
    }

    /** What the switch itself finds odd, and why a subnet manager that is to run does not. */
    private void findings() {
        boolean isIdle = its.sm().running().equals(Fact.known(false));
        Code code = isIdle ? Code.OPENSM_NOT_RUNNING : Code.PRIORITY_NOT_FOLLOWED;
        its.sm().doubts().forEach(doubt -> draft.warn(code, host, wanted.span(), doubt));
        boolean isUnlicensed = its.sm().licensed().equals(Fact.known(false));
        boolean isStarted = wanted.enabled().map(Located::value).orElse(false)
                && !its.sm().running().equals(Fact.known(true));
        if (isUnlicensed && isStarted) {
            draft.refuse(
                    Code.OPENSM_NOT_RUNNING,
                    host,
                    wanted.span(),
                    "the subnet manager of %s has no licence, so it does not start".formatted(host),
                    "install a licence for it on the switch, or take the switch out of the play");
        }
        new SwitchPorts(host, its, fabric.fabric(), port, draft).report(wanted);
        wanted.enabled()
                .filter(enabled -> its.sm().enabled().ifKnown().isEmpty())
                .ifPresent(enabled -> unreadable(
                        "whether its subnet manager is enabled", its.sm().enabled()));
    }

    private void unreadable(String what, Fact<?> fact) {
        String because = fact instanceof Fact.Unreadable<?> unreadable ? unreadable.because() : "it is not there";
        draft.refuse(
                Code.OPENSM_UNREADABLE,
                host,
                wanted.span(),
                "%s cannot be read on %s: %s".formatted(what, host, because),
                "look at \"show ib sm\" and \"show ib smnode\" on the switch");
    }

    /** A node has a priority of its own where the switch keeps lines about it; else there is one for the switch. */
    private Optional<String> node() {
        return its.node()
                .ifKnown()
                .filter(name -> its.running()
                        .ifKnown()
                        .filter(now -> now.nodes().contains(name))
                        .isPresent());
    }

    private Change priority() {
        if (wanted.priority().isEmpty()) {
            return Change.NOTHING;
        }
        Located<Integer> desired = wanted.priority().get();
        Optional<Integer> now = its.sm().priority().ifKnown();
        if (now.isEmpty()) {
            unreadable("the priority of its subnet manager", its.sm().priority());
            return Change.NOTHING;
        }
        if (now.get().equals(desired.value())) {
            return Change.NOTHING;
        }
        differences.add(
                difference(PRIORITY, now.get().toString(), desired.value().toString(), desired));
        String layer = node().map(name -> "ib smnode " + name).orElse("ib sm");
        var fingerprint = new Fingerprint(
                "the priority of the subnet manager of " + host,
                SwitchLists.question("show " + layer + " sm-priority"),
                new SwitchReading.Priority(new Reading.Setting(wanted.key(), PRIORITY)),
                List.of(now.get().toString()),
                desired.value().toString());
        return new Change(
                List.of(fingerprint),
                List.of(SwitchLine.priority(layer, desired.value())),
                List.of(SwitchLine.priority(layer, now.get())));
    }

    private Difference difference(String attribute, String found, String desired, Located<?> asked) {
        return new Difference(host, wanted.key(), attribute, Level.RUNNING, found, desired, asked.span());
    }

    /** Disables one that is enabled, is not to be, and does not run: there is nothing to stop. */
    private Change idle() {
        boolean isUnwanted = wanted.enabled().map(Located::value).equals(Optional.of(false));
        boolean isIdle = its.sm().enabled().equals(Fact.known(true))
                && its.sm().running().equals(Fact.known(false));
        if (!isUnwanted || !isIdle) {
            return Change.NOTHING;
        }
        differences.add(difference(
                "enabled",
                SwitchReading.ENABLED,
                SwitchReading.DISABLED,
                wanted.enabled().orElseThrow()));
        return stop();
    }

    private Change start() {
        Change change = Change.NOTHING;
        Optional<String> name = its.node().ifKnown();
        if (name.isPresent() && its.sm().nodeEnabled().equals(Fact.known(false))) {
            change = enabling(
                    "show ib smnode " + name.get() + " sm-state",
                    false,
                    SwitchLine.node(name.get(), true),
                    SwitchLine.node(name.get(), false),
                    Optional.empty());
        }
        return its.sm().enabled().equals(Fact.known(false)) ? change.then(onSwitch(false)) : change;
    }

    private Change stop() {
        return onSwitch(true);
    }

    private Change onSwitch(boolean now) {
        return enabling(
                "show ib sm",
                now,
                SwitchLine.sm(!now),
                SwitchLine.sm(now),
                Optional.of(new Reading.Setting(wanted.key(), "enabled")));
    }

    private Change enabling(
            String question, boolean now, Operation line, Operation undo, Optional<Reading.Setting> setting) {
        var fingerprint = new Fingerprint(
                "\"%s\" of %s".formatted(question, host),
                SwitchLists.question(question),
                new SwitchReading.Flag(setting),
                List.of(SwitchReading.flag(now)),
                SwitchReading.flag(!now));
        return new Change(List.of(fingerprint), List.of(line), List.of(undo));
    }

    private Optional<Step.Awaited> running() {
        return its.node()
                .ifKnown()
                .map(name -> new Step.Awaited(
                        "sm-running of " + host,
                        SwitchLists.question("show ib smnode " + name + " sm-running"),
                        new Expectation.ValueIs(new SwitchReading.Flag(Optional.empty()), SwitchReading.flag(true))));
    }
}
