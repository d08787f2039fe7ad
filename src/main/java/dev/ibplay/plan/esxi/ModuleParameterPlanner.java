package dev.ibplay.plan.esxi;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Located;
import dev.ibplay.diag.Suggestion;
import dev.ibplay.exec.Operation;
import dev.ibplay.facts.DriverObserved;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.esxi.EsxiLists;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.plan.Difference;
import dev.ibplay.plan.Fingerprint;
import dev.ibplay.plan.Held;
import dev.ibplay.plan.HostSteps;
import dev.ibplay.plan.Level;
import dev.ibplay.plan.Observed;
import dev.ibplay.plan.PlanDraft;
import dev.ibplay.plan.Reading;
import dev.ibplay.plan.Step;
import dev.ibplay.resource.DriverOptions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Plans parameters of VMkernel modules. esxcli replaces all of a module's parameters at once, so those that nobody speaks of
 * are set again with it. They count from the next start of the host on, which is the administrator's.
 */
public final class ModuleParameterPlanner {
    static final String MLX4 = "mlx4_core";

    /** mlx4_core: ports do 4096 bytes; 2048 without it. What a port can do says whether it is loaded. */
    private static final String MTU_4K = "mtu_4k";

    /** One word without quotation marks, which the host's own list would not give back. */
    private static final Pattern VALUE = Pattern.compile("[!-~&&[^\"'=\\\\]]{1,200}");

    private record Place(String host, String module) {}

    private final Observed observed;
    private final PlanDraft draft;
    private final Map<PortGuid, String> waiting = new HashMap<>();
    /** Parameters as the steps planned so far leave them: two plays may speak of one module. */
    private final Map<Place, Map<String, String>> edited = new HashMap<>();

    public ModuleParameterPlanner(Observed observed, PlanDraft draft) {
        this.observed = observed;
        this.draft = draft;
    }

    /** Ports whose driver waits for new parameters, with their host. */
    public Map<PortGuid, String> waiting() {
        return Map.copyOf(waiting);
    }

    /** Plans the parameters of one module of an ESXi host. */
    public void plan(int play, HostFacts host, DriverOptions wanted, boolean changeable) {
        DriverObserved module = host.drivers().get(wanted.module());
        if (host.lacksIpoib()) {
            draft.notSupported(
                    host.host(), host.system().name() + " has no drivers for IPoIB whose parameters could be set");
            return;
        }
        if (module == null || !isKnown(host, wanted, module)) {
            return;
        }
        Map<String, String> before = edited.getOrDefault(new Place(host.host(), wanted.module()), module.parameters());
        Map<String, Located<String>> changes = new LinkedHashMap<>();
        wanted.options().forEach((option, value) -> {
            if (isDifferent(before.get(option), value.value())) {
                changes.put(option, value);
                draft.differences.add(difference(
                        host, wanted, option, Level.FILE, before.getOrDefault(option, Reading.ABSENT), value));
            }
        });
        boolean isPending = wanted.options().entrySet().stream()
                .filter(option -> !changes.containsKey(option.getKey()))
                .map(option -> isPending(host, wanted, option.getKey(), option.getValue()))
                .reduce(false, Boolean::logicalOr);
        if (!changes.isEmpty() || isPending) {
            hold(host, wanted);
        }
        if (changeable && !changes.isEmpty()) {
            Map<String, String> after = new TreeMap<>(before);
            changes.forEach((option, value) -> after.put(option, value.value()));
            edited.put(new Place(host.host(), wanted.module()), after);
            draft.growing.add(new HostSteps(play, host.host(), steps(host, wanted, before, after, changes)));
        }
    }

    private boolean isKnown(HostFacts host, DriverOptions wanted, DriverObserved module) {
        return switch (module.known()) {
            case Fact.Absent<List<String>> ignored -> {
                draft.refuse(
                        Code.DRIVER_UNKNOWN,
                        host.host(),
                        wanted.span(),
                        "there is no module %s on this host".formatted(wanted.module()),
                        "see esxcli system module list");
                yield false;
            }
            case Fact.Unreadable<List<String>> unreadable -> {
                draft.refuse(
                        Code.DRIVER_UNKNOWN,
                        host.host(),
                        wanted.span(),
                        "the parameters of %s could not be read: %s".formatted(wanted.module(), unreadable.because()),
                        "try esxcli system module parameters list -m %s on the host".formatted(wanted.module()));
                yield false;
            }
            case Fact.Known<List<String>> known -> {
                boolean all = true;
                for (Map.Entry<String, Located<String>> option :
                        wanted.options().entrySet()) {
                    all &= isPossible(host, wanted, known.value(), option.getKey(), option.getValue());
                }
                yield all;
            }
        };
    }

    private boolean isPossible(
            HostFacts host, DriverOptions wanted, List<String> known, String option, Located<String> value) {
        if (!known.contains(option)) {
            draft.refuse(
                    Code.DRIVER_UNKNOWN,
                    host.host(),
                    value.span(),
                    "%s of this host has no parameter %s".formatted(wanted.module(), option),
                    Suggestion.nearest(option, known)
                            .map(near -> "did you mean " + near + "?")
                            .orElse("see esxcli system module parameters list -m " + wanted.module()));
            return false;
        }
        if (!VALUE.matcher(value.value()).matches()) {
            draft.refuse(
                    Code.VALUE_WRONG,
                    host.host(),
                    value.span(),
                    "%s of a VMkernel module cannot be \"%s\"".formatted(option, value.value()),
                    "write one word without quotation marks");
            return false;
        }
        return true;
    }

    /** Whether a value that is set already does not count yet, as far as anything tells. */
    private boolean isPending(HostFacts host, DriverOptions wanted, String option, Located<String> value) {
        Optional<Mtu> cap = option.equals(MTU_4K) ? smallestCap(host) : Optional.empty();
        if (cap.isEmpty()) {
            draft.warn(
                    Code.RUNNING_INFERRED,
                    host.host(),
                    value.span(),
                    "ESXi tells what %s of %s will be from the next start on, not whether %s is loaded"
                            .formatted(option, wanted.module(), value.value()));
            return false;
        }
        boolean isOn = !isDifferent(value.value(), "1");
        boolean isLoaded = cap.get() == Mtu.MTU_4096;
        if (isOn != isLoaded) {
            String loaded = "%s (MtuCap %s)".formatted(isLoaded ? "1" : "0", cap.get());
            draft.differences.add(difference(host, wanted, option, Level.RUNNING, loaded, value));
        }
        return isOn != isLoaded;
    }

    private Optional<Mtu> smallestCap(HostFacts host) {
        return host.infinibandGuids().stream()
                .flatMap(guid -> observed.fabricOf(guid).flatMap(f -> f.port(guid)).stream())
                .flatMap(port -> port.info().mtuCap().stream())
                .min(Comparator.naturalOrder());
    }

    private void hold(HostFacts host, DriverOptions wanted) {
        draft.held.add(new Held(host.host(), wanted.key(), "until %s has rebooted".formatted(host.host())));
        host.infinibandGuids().forEach(guid -> waiting.put(guid, host.host()));
    }

    private static Difference difference(
            HostFacts host, DriverOptions wanted, String option, Level level, String found, Located<String> value) {
        return new Difference(host.host(), wanted.key(), option, level, found, value.value(), value.span());
    }

    private static List<Step> steps(
            HostFacts host,
            DriverOptions wanted,
            Map<String, String> before,
            Map<String, String> after,
            Map<String, Located<String>> changes) {
        String module = wanted.module();
        Operation read = EsxiLists.parameters(module);
        List<Fingerprint> restsOn = new ArrayList<>();
        restsOn.add(new Fingerprint(
                "parameters of " + module,
                read,
                new ParameterReading(module, Optional.empty()),
                List.of(ParameterReading.text(before)),
                ParameterReading.text(after)));
        List<String> words = new ArrayList<>();
        changes.forEach((option, value) -> {
            restsOn.add(new Fingerprint(
                    option + " of " + module,
                    read,
                    new ParameterReading(module, Optional.of(option)),
                    List.of(before.getOrDefault(option, Reading.ABSENT)),
                    value.value()));
            words.add(option + "=" + value.value());
        });
        return List.of(
                new Step.Act(
                        host.host(),
                        "set %s %s".formatted(wanted.key(), String.join(" ", words)),
                        restsOn,
                        List.of(Esxcli.parameters(module, ParameterReading.text(after))),
                        List.of(Esxcli.parameters(module, ParameterReading.text(before)))),
                new Step.Act(
                        host.host(),
                        "save the state of %s by auto-backup.sh".formatted(host.host()),
                        List.of(),
                        List.of(Esxcli.save()),
                        List.of()));
    }

    /** Whether parameters tell the driver of ConnectX adapters to do 4K. */
    static boolean isOn(Map<String, String> parameters) {
        return !isDifferent(parameters.get(MTU_4K), "1");
    }

    /** Numbers are written in several bases; a parameter that is not set has a default that is not told. */
    private static boolean isDifferent(@Nullable String one, String other) {
        return one == null || !canonical(one).equals(canonical(other));
    }

    private static String canonical(String value) {
        String text = value.strip();
        return text.matches("0[xX][0-9a-fA-F]{1,15}|[0-9]{1,18}")
                ? Long.decode(text).toString()
                : text;
    }
}
