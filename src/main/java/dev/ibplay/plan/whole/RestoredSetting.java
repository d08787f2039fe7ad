package dev.ibplay.plan.whole;

import dev.ibplay.diag.Located;
import dev.ibplay.diag.Span;
import dev.ibplay.facts.DriverObserved;
import dev.ibplay.facts.EsxiObserved;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.plan.Effect;
import dev.ibplay.plan.Reading;
import dev.ibplay.plan.mlnxos.SwitchUndo;
import dev.ibplay.plan.opensm.CommandLineChange;
import dev.ibplay.resource.DriverOptions;
import dev.ibplay.resource.IpoibInterface;
import dev.ibplay.resource.Resource;
import dev.ibplay.resource.VirtualSwitch;
import dev.ibplay.resource.VmkernelInterface;
import dev.ibplay.resource.WantedMtu;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A setting of an ESXi or a Windows host, or of a switch, that an earlier run changed.
 *
 * @param step the first one that did, for places
 * @param resource the resource's key
 * @param afters what it may be since; several where nobody saw how a step ended
 */
record RestoredSetting(
        String host,
        int step,
        int play,
        String resource,
        String attribute,
        Optional<String> before,
        List<String> afters) {
    RestoredSetting {
        afters = List.copyOf(afters);
    }

    static RestoredSetting of(UndoneStep step, Effect.SettingEffect effect) {
        return new RestoredSetting(
                step.host(),
                step.number(),
                step.play().orElse(0),
                effect.resource(),
                effect.attribute(),
                effect.before(),
                List.of(effect.after()));
    }

    RestoredSetting then(UndoneStep later, Effect.SettingEffect effect) {
        List<String> possible = new ArrayList<>(later.certain() ? List.of() : afters);
        possible.add(effect.after());
        return new RestoredSetting(host, step, later.play().orElse(play), resource, attribute, before, possible);
    }

    /** The resource as it was; nothing where it was not set at all, or that is not known. */
    Optional<Resource> wanted(Span span) {
        if (SwitchUndo.isOf(resource)) {
            return before.flatMap(value -> SwitchUndo.wanted(resource, attribute, value, span));
        }
        return before.filter(value -> !value.equals(Reading.ABSENT) && !value.equals(Reading.UNREADABLE))
                .flatMap(value -> switch (kind()) {
                    case "vswitch" -> number(value, span).map(mtu -> new VirtualSwitch(name(), Optional.of(mtu), span));
                    case "vmkernel" ->
                        number(value, span).map(mtu -> new VmkernelInterface(name(), Optional.of(mtu), span));
                    case "driver" ->
                        Optional.of(new DriverOptions(name(), Map.of(attribute, new Located<>(value, span)), span));
                    case "ipoib" ->
                        number(value, span)
                                .map(mtu -> IpoibInterface.named(
                                        name(),
                                        Optional.of(new Located<>(new WantedMtu.Bytes(mtu.value()), span)),
                                        Optional.empty(),
                                        span));
                    default -> Optional.empty();
                });
    }

    /** What it is now; nothing where that could not be read. */
    Optional<String> now(HostFacts facts) {
        if (SwitchUndo.isOf(resource)) {
            return facts.mlnxos().flatMap(its -> SwitchUndo.now(resource, attribute, its));
        }
        Optional<EsxiObserved> esxi = facts.esxi();
        return switch (kind()) {
            case "vswitch" ->
                esxi.flatMap(e -> e.virtualSwitch(name()))
                        .flatMap(s -> s.mtu().ifKnown())
                        .map(String::valueOf);
            case "vmkernel" ->
                esxi.flatMap(e -> e.vmkernel(name()))
                        .flatMap(v -> v.mtu().ifKnown())
                        .map(String::valueOf);
            case "ipoib" ->
                facts.windows()
                        .flatMap(w -> w.adapter(name()))
                        .flatMap(a -> a.mtu().ifKnown())
                        .map(String::valueOf);
            default ->
                Optional.ofNullable(facts.drivers().get(name()))
                        .map(DriverObserved::parameters)
                        .map(parameters -> parameters.getOrDefault(attribute, Reading.ABSENT));
        };
    }

    /** Whether it is the command line of a service, which is put back with the files of its OpenSM. */
    boolean isCommandLine() {
        return attribute.equals(CommandLineChange.ATTRIBUTE);
    }

    /** Whether a value is neither what the run left nor what was before it. */
    boolean isForeign(String now) {
        return !afters.contains(now) && !before.equals(Optional.of(now));
    }

    private String kind() {
        return resource.split(" ", 2)[0];
    }

    private String name() {
        String[] words = resource.split(" ", 2);
        return words.length > 1 ? words[1] : "";
    }

    private static Optional<Located<Integer>> number(String value, Span span) {
        return value.matches("\\d{1,9}") ? Optional.of(new Located<>(Integer.parseInt(value), span)) : Optional.empty();
    }
}
