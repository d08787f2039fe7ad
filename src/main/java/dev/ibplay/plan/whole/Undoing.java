package dev.ibplay.plan.whole;

import dev.ibplay.diag.Code;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.RunCommand;
import dev.ibplay.facts.BondObserved;
import dev.ibplay.facts.FabricFacts;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.IpoibObserved;
import dev.ibplay.facts.OpensmInstance;
import dev.ibplay.facts.OpensmLauncher;
import dev.ibplay.facts.OpensmObserved;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.Mtu;
import dev.ibplay.plan.Difference;
import dev.ibplay.plan.FileChange;
import dev.ibplay.plan.Level;
import dev.ibplay.plan.Observed;
import dev.ibplay.plan.PlanDraft;
import dev.ibplay.plan.Redaction;
import dev.ibplay.plan.ipoib.IpoibInterfacePlanner;
import dev.ibplay.plan.opensm.EsxiFolders;
import dev.ibplay.plan.opensm.OpensmFiles;
import dev.ibplay.resource.DesiredHost;
import dev.ibplay.resource.SmInstance;
import dev.ibplay.resource.SubnetManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a plan that undoes an earlier run has beyond other plans: what is wanted is what was, files are put back as a whole, and
 * a value that is neither what the run left nor what was before it is somebody else's.
 */
final class Undoing {
    private static final Duration COMMAND_LIMIT = Duration.ofSeconds(30);
    private static final String MODULES = "/etc/modprobe.d/";

    /** Programs that make a network stack read its files again; they do no harm when there is nothing new. */
    private static final List<List<String>> RELOADS = List.of(
            List.of("netplan", "generate"),
            List.of("nmcli", "connection", "load"),
            List.of("nmcli", "connection", "reload"),
            List.of("nmcli", "device", "reapply"),
            List.of("networkctl", "reload"));

    private final Restoration restoration;
    private final Observed observed;
    private final FoundFiles found;
    private final PlanDraft draft;
    private final Map<String, RestoredOpensm.Target> managers = new HashMap<>();

    Undoing(Restoration restoration, Observed observed, FoundFiles found, PlanDraft draft) {
        this.restoration = restoration;
        this.observed = observed;
        this.found = found;
        this.draft = draft;
    }

    /** What is wanted: what was. */
    List<DesiredHost> desired() {
        List<DesiredHost> hosts = restoration.hosts().stream()
                .filter(host -> !host.all(SubnetManager.class).isEmpty())
                .toList();
        Set<FabricFacts> concerned = hosts.stream()
                .flatMap(host -> changed(host.host()).stream())
                .flatMap(instance -> instance.port().flatMap(observed::fabricOf).stream())
                .collect(Collectors.toSet());
        for (DesiredHost host : hosts) {
            List<OpensmInstance> instances = instances(host.host());
            List<OpensmInstance> changed = changed(host.host());
            List<OpensmInstance> meant = !changed.isEmpty()
                    ? changed
                    : instances.stream()
                            .filter(i -> i.port()
                                    .flatMap(observed::fabricOf)
                                    .filter(concerned::contains)
                                    .isPresent())
                            .toList();
            if (meant.size() == 1) {
                managers.put(host.host(), target(host, instances, meant.getFirst()));
            } else if (meant.size() > 1 && isEsxi(host.host())) {
                // Its planner takes all of them for one, where that of other hosts asks which one is meant.
                draft.refuse(
                        Code.OPENSM_SEVERAL,
                        host.host(),
                        restoration.fabricSpan(host.host()),
                        "run %s changed %d OpenSM of this host, which a rollback does not put back together"
                                .formatted(restoration.run(), meant.size()),
                        "write what they were in a playbook");
            }
        }
        return restoration.hosts(host -> Optional.ofNullable(managers.get(host))
                .map(RestoredOpensm.Target::wanted)
                .orElseGet(() -> SubnetManager.only(Optional.empty(), List.of(), restoration.fabricSpan(host))));
    }

    private boolean isEsxi(String host) {
        return installed(host)
                .filter(opensm -> opensm.launcher().kind() == OpensmLauncher.Kind.ESXI_VIB)
                .isPresent();
    }

    private RestoredOpensm.Target target(DesiredHost host, List<OpensmInstance> all, OpensmInstance instance) {
        OpensmObserved opensm = installed(host.host()).orElseThrow();
        return RestoredOpensm.of(restoration, host.host(), host.changeable(), opensm.launcher(), instance, found)
                .on(chosen(host.host(), all, instance));
    }

    private Optional<OpensmObserved> installed(String host) {
        return Optional.ofNullable(observed.hosts().get(host))
                .flatMap(facts -> facts.opensm().ifKnown())
                .map(found -> EsxiFolders.all(found).installed());
    }

    private List<OpensmInstance> instances(String host) {
        return installed(host).map(OpensmObserved::instances).orElse(List.of());
    }

    /** The instances whose files the run changed; the only one, too. */
    private List<OpensmInstance> changed(String host) {
        List<OpensmInstance> all = instances(host);
        return all.size() == 1
                ? all
                : all.stream()
                        .filter(i -> Stream.concat(Stream.of(i.conf(), i.partitions()), i.copies().stream())
                                .anyMatch(file -> restoration
                                        .file(host, file.path())
                                        .filter(f -> !f.isOfHost())
                                        .isPresent()))
                        .toList();
    }

    /** How a playbook would say which of several is meant. */
    private SmInstance chosen(String host, List<OpensmInstance> all, OpensmInstance instance) {
        if (all.size() == 1) {
            return SmInstance.ONLY;
        }
        return Optional.ofNullable(observed.hosts().get(host)).stream()
                .flatMap(facts -> facts.ports().stream())
                .filter(port -> port.guid().isPresent() && port.guid().equals(instance.port()))
                .map(port -> port.port().toString())
                .findFirst()
                .map(name ->
                        new SmInstance(Optional.of(Restoration.at(name, restoration.fabricSpan(host))), List.of(name)))
                .orElse(SmInstance.ONLY);
    }

    /** The files of a host's OpenSM, for one that {@link #desired} knows. */
    Optional<OpensmFiles> opensm(String host) {
        return Optional.ofNullable(managers.get(host)).map(RestoredOpensm.Target::files);
    }

    /** Refuses running values that are somebody else's; those of the interfaces of hosts that may be changed. */
    void refuseMoved(DesiredHost host, HostFacts facts) {
        restoration
                .children(host.host())
                .filter(ignored -> host.changeable())
                .findFirst()
                .ifPresent(step -> refuse(
                        Code.UNDO_UNKNOWN,
                        host.host(),
                        step.number(),
                        "run %s made or removed a P_Key child there, which a rollback does not undo"
                                .formatted(restoration.run()),
                        "write state: absent (or present) for it in a playbook"));
        restoration.interfaces(host.host()).filter(ignored -> host.changeable()).forEach(one -> {
            if (one.isUnknown()) {
                refuse(
                        Code.UNDO_UNKNOWN,
                        host.host(),
                        one.step(),
                        "run %s did not record what %s was".formatted(restoration.run(), one.name()),
                        "put it back by a playbook");
            }
            Optional<IpoibObserved> now = facts.ipoib(one.name());
            Optional<BondObserved> bond = facts.network().links().bond(one.name());
            one.mode()
                    .ifPresent(mode -> now.flatMap(n -> n.mode().ifKnown())
                            .map(IpoibMode::word)
                            .filter(word -> !word.equals(mode.before())
                                    && !mode.afters().contains(word))
                            .ifPresent(word -> moved(one, "mode", word, String.join(" or ", mode.afters()))));
            Fact<Integer> bytes = now.map(IpoibObserved::mtu)
                    .or(() -> bond.map(BondObserved::mtu))
                    .orElseGet(Fact::absent);
            one.mtu()
                    .ifPresent(mtu -> bytes.ifKnown()
                            .filter(b -> !isExpected(b, mtu, predicted(facts, now)))
                            .ifPresent(b -> moved(one, "mtu", b.toString(), words(mtu.afters()))));
        });
    }

    /** The same of settings of ESXi hosts, where one that was not set at all cannot be taken away again. */
    void refuseMovedSettings(DesiredHost host, HostFacts facts) {
        Stream<RestoredSetting> settings =
                restoration.settings(host.host()).filter(one -> host.changeable() && !one.isCommandLine());
        settings.forEach(one -> {
            Optional<String> now = one.now(facts);
            if (now.filter(one::isForeign).isPresent()) {
                refuse(
                        Code.HOST_MOVED_ON,
                        host.host(),
                        one.step(),
                        "%s %s is %s now, and run %s left %s: it was changed since"
                                .formatted(
                                        one.resource(),
                                        one.attribute(),
                                        now.get(),
                                        restoration.run(),
                                        String.join(" or ", one.afters())),
                        "put it back by hand, or leave the host out with --limit 'all:!%s'".formatted(host.host()));
            } else if (one.wanted(restoration.span(one.step())).isEmpty()) {
                refuse(
                        Code.UNDO_UNKNOWN,
                        host.host(),
                        one.step(),
                        "%s %s was not set before run %s, and a rollback cannot take it away"
                                .formatted(one.resource(), one.attribute(), restoration.run()),
                        "write the value that it has by default in a playbook");
            }
        });
    }

    /** What the kernel chose when a mode changed was not recorded: any value may be that. */
    private static boolean isExpected(int bytes, RestoredInterface.Value<OptionalInt> mtu, OptionalInt ofGroup) {
        return mtu.before().equals(OptionalInt.of(bytes))
                || mtu.afters().contains(OptionalInt.empty())
                || mtu.afters().contains(OptionalInt.of(bytes))
                || ofGroup.equals(OptionalInt.of(bytes));
    }

    /** Where a group takes an interface, up or down, with nobody touching the host: all that it carries. */
    private OptionalInt predicted(HostFacts facts, Optional<IpoibObserved> now) {
        return now.filter(n -> n.mode().ifKnown().orElse(IpoibMode.DATAGRAM) == IpoibMode.DATAGRAM)
                .flatMap(n -> observed.fabricOf(facts, n).flatMap(fabric -> fabric.groupMtu(n.partition())))
                .map(Mtu::ipoibDatagramBytes)
                .map(OptionalInt::of)
                .orElse(OptionalInt.empty());
    }

    private void moved(RestoredInterface one, String attribute, String now, String after) {
        refuse(
                Code.HOST_MOVED_ON,
                one.host(),
                one.step(),
                "%s of %s is %s now, and run %s left %s: it was changed since"
                        .formatted(attribute, one.name(), now, restoration.run(), after),
                "put it back by hand, or leave the host out with --limit 'all:!%s'".formatted(one.host()));
    }

    private static String words(List<OptionalInt> afters) {
        return String.join(
                " or ",
                afters.stream()
                        .map(after -> after.isPresent() ? Integer.toString(after.getAsInt()) : "what the kernel chose")
                        .toList());
    }

    /** Plans the files of a host that do not belong to a subnet manager, under the guard of its interfaces where it has one. */
    void files(DesiredHost host, IpoibInterfacePlanner interfaces) {
        Map<Integer, List<FileChange>> byPlay = new TreeMap<>();
        restoration
                .files(host.host())
                .filter(file -> file.isOfHost() && host.changeable())
                .forEach(file -> {
                    RestoredFile.Verdict verdict = file.verdict(found, restoration.run());
                    if (!(verdict instanceof RestoredFile.Verdict.Back)) {
                        draft.differences.add(difference(restoration, file));
                    }
                    if (verdict instanceof RestoredFile.Verdict.Refused refused) {
                        refuse(refused.code(), host.host(), file.step(), refused.message(), refused.hint());
                    }
                    if (verdict instanceof RestoredFile.Verdict.Change change) {
                        warnOfDriver(file);
                        byPlay.computeIfAbsent(file.play().orElse(0), play -> new ArrayList<>())
                                .add(change.change());
                    }
                });
        byPlay.forEach((play, changes) -> interfaces.addFiles(play, host.host(), changes, reloads(host.host(), play)));
    }

    /** A file as a whole, where nothing finer can be said of it. */
    static Difference difference(Restoration restoration, RestoredFile file) {
        String run = restoration.run();
        return new Difference(
                file.host(),
                "file " + file.path(),
                "content",
                Level.FILE,
                "as run %s left it".formatted(run),
                file.before().isPresent() ? "as before it" : "absent",
                restoration.span(file.step()));
    }

    private void warnOfDriver(RestoredFile file) {
        if (file.path().startsWith(MODULES)) {
            draft.warn(
                    Code.DRIVER_HELD,
                    file.host(),
                    restoration.span(file.step()),
                    "%s counts from the next start of the host, or of its driver".formatted(file.path()));
        }
    }

    private List<Operation> reloads(String host, int play) {
        Map<List<String>, Operation> operations = new LinkedHashMap<>();
        for (List<String> words : restoration.commands(host, play)) {
            boolean isReload = RELOADS.stream()
                    .anyMatch(reload -> words.size() >= reload.size()
                            && words.subList(0, reload.size()).equals(reload));
            if (isReload && !words.contains(Redaction.HIDDEN)) {
                operations.put(words, RunCommand.of(COMMAND_LIMIT, words.toArray(String[]::new)));
            }
        }
        return List.copyOf(operations.values());
    }

    private void refuse(Code code, String host, int step, String message, String hint) {
        draft.refuse(code, host, restoration.span(step), message, hint);
    }
}
