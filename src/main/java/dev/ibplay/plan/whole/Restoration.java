package dev.ibplay.plan.whole;

import dev.ibplay.diag.Located;
import dev.ibplay.diag.Span;
import dev.ibplay.ib.PKey;
import dev.ibplay.opensm.PartitionsMeaning;
import dev.ibplay.opensm.SmOptions;
import dev.ibplay.plan.Effect;
import dev.ibplay.plan.Observed;
import dev.ibplay.plan.Plan;
import dev.ibplay.plan.PlanSettings;
import dev.ibplay.plan.opensm.CommandLineChange;
import dev.ibplay.plan.opensm.PartitionsText;
import dev.ibplay.resource.DesiredHost;
import dev.ibplay.resource.Partition;
import dev.ibplay.resource.Resource;
import dev.ibplay.resource.SubnetManager;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What an earlier run changed, value by value: what it was, and what the run may have left. A plan that undoes the run is made
 * of it and of what is found now.
 */
public final class Restoration {
    private static final Pattern CHILD = Pattern.compile("/sys/class/net/[^/]+/(?:create|delete)_child");
    private static final Pattern MODE = Pattern.compile("/sys/class/net/([^/]+)/mode");

    /**
     * A host that may have a part in it.
     *
     * @param changeable false where the limit leaves it out
     * @param managesFabric whether the earlier run's plays manage its OpenSM
     */
    public record Target(String host, boolean changeable, boolean managesFabric) {}

    private record Place(String host, String name) {}

    private final String run;
    private final List<UndoneStep> steps;
    private final List<Target> targets;
    private final Map<Place, RestoredFile> files = new LinkedHashMap<>();
    private final Map<Place, RestoredInterface> interfaces = new LinkedHashMap<>();
    private final Map<Place, RestoredSetting> settings = new LinkedHashMap<>();

    private Restoration(String run, List<UndoneStep> steps, List<Target> targets) {
        this.run = run;
        this.steps = List.copyOf(steps);
        this.targets = List.copyOf(targets);
        this.steps.forEach(step -> step.effects().forEach(effect -> add(step, effect)));
    }

    /**
     * Puts the steps together.
     *
     * @param run the name of the run that is undone
     * @param steps those that changed something, or may have, in its order
     * @param targets in the order in which hosts are shown; a step on any other host is left alone
     */
    public static Restoration of(String run, List<UndoneStep> steps, List<Target> targets) {
        return new Restoration(run, steps, targets);
    }

    private void add(UndoneStep step, Effect effect) {
        switch (effect) {
            case Effect.FileEffect file ->
                files.merge(
                        new Place(step.host(), file.path()),
                        RestoredFile.of(step, file),
                        (earlier, ignored) -> earlier.then(step, file));
            case Effect.AttributeEffect attribute -> {
                Matcher mode = MODE.matcher(attribute.path());
                if (mode.matches()) {
                    put(
                            step,
                            mode.group(1),
                            one -> one.withMode(step, attribute.before().orElse(""), attribute.after()));
                }
            }
            case Effect.LinkMtuEffect link ->
                put(step, link.interfaceName(), one -> one.withMtu(step, link.before(), link.after()));
            case Effect.SettingEffect setting ->
                settings.merge(
                        new Place(step.host(), setting.resource() + " " + setting.attribute()),
                        RestoredSetting.of(step, setting),
                        (earlier, ignored) -> earlier.then(step, setting));
            case Effect.SignalEffect ignored -> {}
            case Effect.CommandEffect ignored -> {}
        }
    }

    private void put(UndoneStep step, String name, java.util.function.UnaryOperator<RestoredInterface> change) {
        Place place = new Place(step.host(), name);
        interfaces.put(place, change.apply(interfaces.getOrDefault(place, RestoredInterface.of(step, name))));
    }

    /** The plan that puts back what can be put back, in the order that the fabric needs; refusals say what cannot. */
    public Plan plan(Observed observed, FoundFiles found, PlanSettings settings) {
        return Planner.undo(this, observed, found, settings);
    }

    /** The hosts to be read, with what of them matters; partitions by their P_Key only. */
    public List<DesiredHost> hosts() {
        return hosts(this::managed);
    }

    /** The hosts with their resources, where {@code opensm} says what is wanted of a host's OpenSM. */
    List<DesiredHost> hosts(java.util.function.Function<String, SubnetManager> opensm) {
        boolean concernsFabric =
                targets.stream().anyMatch(t -> t.changeable() && steps(t.host()).anyMatch(UndoneStep::isOfFabric));
        List<DesiredHost> hosts = new ArrayList<>();
        for (Target target : targets) {
            List<DesiredHost.Wanted> wanted = new ArrayList<>();
            if (concernsFabric
                    && (target.managesFabric() || steps(target.host()).anyMatch(UndoneStep::isOfFabric))) {
                // A switch's subnet manager is a matter of settings, not of files.
                SubnetManager whole = settings(target.host())
                        .flatMap(one -> one.wanted(span(one.step())).stream())
                        .filter(SubnetManager.class::isInstance)
                        .map(SubnetManager.class::cast)
                        .reduce(opensm.apply(target.host()), SubnetManager::with);
                wanted.add(wanted(target, 0, whole));
            }
            if (target.changeable() || concernsFabric) {
                interfaces(target.host())
                        .forEach(one -> wanted.add(wanted(target, one.play(), one.wanted(span(one.step())))));
                settings(target.host())
                        .forEach(one -> one.wanted(span(one.step()))
                                .filter(resource -> !(resource instanceof SubnetManager))
                                .ifPresent(resource -> wanted.add(wanted(target, one.play(), resource))));
            }
            boolean hasFiles = target.changeable() && files(target.host()).anyMatch(RestoredFile::isOfHost);
            boolean hasChildren =
                    target.changeable() && children(target.host()).findAny().isPresent();
            boolean hasSettings =
                    target.changeable() && settings(target.host()).findAny().isPresent();
            if (hasFiles || hasChildren || hasSettings || !wanted.isEmpty()) {
                hosts.add(new DesiredHost(target.host(), target.changeable(), wanted));
            }
        }
        return hosts;
    }

    private static DesiredHost.Wanted wanted(Target target, int play, Resource resource) {
        return new DesiredHost.Wanted(play, resource, target.changeable());
    }

    /** The files to be looked at on a host: those that were changed, and the copies of what they were. */
    public Collection<String> paths(String host) {
        return new TreeSet<>(files(host)
                .flatMap(file -> Stream.concat(Stream.of(file.path()), file.kept().stream()))
                .toList());
    }

    String run() {
        return run;
    }

    /** The hosts that may be put back. */
    Stream<String> changeable() {
        return targets.stream().filter(Target::changeable).map(Target::host);
    }

    /** The place of a step, as messages show it. */
    Span span(int step) {
        return Span.at("run " + run, Math.max(1, step), 1);
    }

    Span fabricSpan(String host) {
        return span(steps(host)
                .filter(UndoneStep::isOfFabric)
                .mapToInt(UndoneStep::number)
                .findFirst()
                .orElse(1));
    }

    /** Last changed, first put back. */
    Stream<RestoredFile> files(String host) {
        return new ArrayList<>(files.values())
                .reversed().stream().filter(file -> file.host().equals(host));
    }

    Optional<RestoredFile> file(String host, String path) {
        return Optional.ofNullable(files.get(new Place(host, path)));
    }

    /** Last changed, first put back; but slaves of a bond, which have a mode only, before the bond. */
    Stream<RestoredInterface> interfaces(String host) {
        return new ArrayList<>(interfaces.values())
                .reversed().stream()
                        .filter(one -> one.host().equals(host))
                        .sorted(Comparator.comparing(one -> one.mtu().isPresent()));
    }

    /** Last changed, first put back. */
    Stream<RestoredSetting> settings(String host) {
        return new ArrayList<>(settings.values())
                .reversed().stream().filter(one -> one.host().equals(host));
    }

    /** The command line of a Windows service. */
    Optional<RestoredSetting> commandLine(String host, String service) {
        return settings(host)
                .filter(one -> one.isCommandLine() && one.resource().equals(CommandLineChange.resource(service)))
                .findFirst();
    }

    /** The steps that made or removed P_Key children. */
    Stream<UndoneStep> children(String host) {
        return steps(host).filter(step -> step.effects().stream().anyMatch(Restoration::isOfChild));
    }

    private static boolean isOfChild(Effect effect) {
        return effect instanceof Effect.AttributeEffect attribute
                && CHILD.matcher(attribute.path()).matches();
    }

    private Stream<UndoneStep> steps(String host) {
        return steps.stream().filter(step -> step.host().equals(host));
    }

    /** The programs that the earlier run ran on a host in steps of a play, in order. */
    List<List<String>> commands(String host, int play) {
        return steps(host)
                .filter(step -> step.play().equals(java.util.OptionalInt.of(play)))
                .flatMap(step -> step.effects().stream())
                .filter(Effect.CommandEffect.class::isInstance)
                .map(effect -> ((Effect.CommandEffect) effect).words())
                .distinct()
                .toList();
    }

    /** The programs that it ran on a host in steps of a fabric. */
    Stream<List<String>> fabricCommands(String host) {
        return steps(host)
                .filter(UndoneStep::isOfFabric)
                .flatMap(step -> step.effects().stream())
                .filter(Effect.CommandEffect.class::isInstance)
                .map(effect -> ((Effect.CommandEffect) effect).words());
    }

    private SubnetManager managed(String host) {
        Span span = fabricSpan(host);
        List<Partition> partitions = files(host)
                .filter(file -> !file.isOfHost())
                .flatMap(file -> Stream.concat(Stream.of(file.before()), file.afters().stream())
                        .flatMap(Optional::stream)
                        .flatMap(state -> state.text().stream())
                        .flatMap(text -> pkeys(file.path(), text)))
                .distinct()
                .map(pkey -> RestoredPartition.named(pkey, span))
                .toList();
        return SubnetManager.only(Optional.empty(), partitions, span);
    }

    /** Of a text that may be partitions.conf; of opensm.conf nothing but the Default partition comes, which does no harm. */
    private static Stream<PKey> pkeys(String path, String text) {
        return PartitionsMeaning.of(PartitionsText.parse(path, text), SmOptions.DEFAULT).partitions().stream()
                .map(dev.ibplay.opensm.Partition::pkey);
    }

    static <T> Located<T> at(T value, Span span) {
        return new Located<>(value, span);
    }
}
