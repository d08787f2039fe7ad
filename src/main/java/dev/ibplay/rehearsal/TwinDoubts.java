package dev.ibplay.rehearsal;

import dev.ibplay.facts.DriverObserved;
import dev.ibplay.facts.FabricFacts;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.FileObserved;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.InterfaceOwner;
import dev.ibplay.facts.IpoibObserved;
import dev.ibplay.facts.OpensmInstance;
import dev.ibplay.facts.OpensmObserved;
import dev.ibplay.ib.McMemberRecord;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.journal.RehearsalRecord.Doubt;
import dev.ibplay.plan.Observed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Holds twins against what they stand for, by the same questions. What a plan does not rest on (LIDs, process numbers, times,
 * counters) may differ.
 */
public final class TwinDoubts {
    private final List<Doubt> doubts = new ArrayList<>();

    private TwinDoubts() {}

    /** In what the twins are not as the real ones. */
    public static List<Doubt> between(Observed real, Observed twins) {
        TwinDoubts found = new TwinDoubts();
        new TreeMap<>(real.hosts())
                .forEach((name, host) -> Optional.ofNullable(twins.hosts().get(name))
                        .ifPresentOrElse(
                                twin -> found.host(host, twin), () -> found.doubt(name, "its twin could not be read")));
        real.fabrics().forEach(fabric -> found.fabric(fabric, twins));
        return List.copyOf(found.doubts);
    }

    private void doubt(String of, String what) {
        doubts.add(new Doubt(of, what));
    }

    /** Says so where two values are not the same. */
    private void compare(String of, String what, Object real, Object twin) {
        if (!real.equals(twin)) {
            doubt(of, "%s: %s, and %s on the twin".formatted(what, real, twin));
        }
    }

    private void host(HostFacts real, HostFacts twin) {
        String name = real.host();
        compareAll(name, "interface", interfaces(real), interfaces(twin));
        compareAll(name, "owner of", owners(real), owners(twin));
        compareAll(name, "OpenSM with", instances(real), instances(twin));
        compare(name, "OpenSM", opensm(real), opensm(twin));
        compareAll(name, "port", ports(real), ports(twin));
        compare(name, "system", real.system().name(), twin.system().name());
        EsxiWords.all(real)
                .forEach((what, words) ->
                        compareAll(name, what, words, EsxiWords.all(twin).getOrDefault(what, Map.of())));
        real.drivers()
                .forEach((module, driver) -> Optional.ofNullable(twin.drivers().get(module))
                        .ifPresent(other -> driver(name, driver, other)));
    }

    private void compareAll(String of, String what, Map<String, String> real, Map<String, String> twin) {
        Set<String> names = new TreeSet<>(real.keySet());
        names.addAll(twin.keySet());
        for (String name : names) {
            compare(of, what + " " + name, real.getOrDefault(name, "none"), twin.getOrDefault(name, "none"));
        }
    }

    private static Map<String, String> interfaces(HostFacts host) {
        Map<String, String> all = new TreeMap<>();
        for (IpoibObserved each : host.interfaces()) {
            all.put(
                    each.name(),
                    "%s, MTU %s, P_Key %s, %s"
                            .formatted(
                                    known(each.mode(), mode -> mode.word()),
                                    known(each.mtu(), Object::toString),
                                    known(each.pkey(), Object::toString),
                                    each.carrier() ? "carrier" : "no carrier"));
        }
        return all;
    }

    private static Map<String, String> owners(HostFacts host) {
        Map<String, String> all = new TreeMap<>();
        host.network()
                .owners()
                .forEach((name, owner) -> all.put(
                        name,
                        switch (owner) {
                            case InterfaceOwner.Configured configured ->
                                owner.describe() + " by " + configured.file().path();
                            case InterfaceOwner.Unclear unclear -> owner.describe() + ", unclear: " + unclear.because();
                            case InterfaceOwner.Nobody ignored -> owner.describe();
                        }));
        return all;
    }

    private static String opensm(HostFacts host) {
        return switch (host.opensm()) {
            case Fact.Absent<OpensmObserved> ignored -> "none";
            case Fact.Unreadable<OpensmObserved> unreadable -> unreadable.because();
            case Fact.Known<OpensmObserved> known -> {
                var launcher = known.value().launcher();
                yield "%s, %s, %s, started by %s"
                        .formatted(
                                known(known.value().version(), Function.identity()),
                                launcher.kind(),
                                known(launcher.enabled(), enabled -> enabled ? "enabled" : "not enabled"),
                                launcher.unit().or(launcher::script).orElse("hand"));
            }
        };
    }

    private static Map<String, String> instances(HostFacts host) {
        Map<String, String> all = new TreeMap<>();
        host.opensm().ifKnown().stream()
                .flatMap(known -> known.instances().stream())
                .forEach((OpensmInstance each) -> all.merge(
                        each.conf().path(),
                        "%s, %s, %s"
                                .formatted(
                                        each.process().isPresent() ? "running" : "not running",
                                        each.unit().orElse("no unit"),
                                        each.port().map(PortGuid::toString).orElse("first port")),
                        (one, other) -> one.compareTo(other) < 0 ? one + "; " + other : other + "; " + one));
        return all;
    }

    private static Map<String, String> ports(HostFacts host) {
        Map<String, String> all = new TreeMap<>();
        host.ports().stream()
                .filter(port -> port.infiniband())
                .forEach(port -> all.put(
                        port.port().toString(),
                        "%s, %s"
                                .formatted(
                                        port.guid().map(PortGuid::toString).orElse("no GUID"),
                                        port.active() ? "Active" : "not Active")));
        return all;
    }

    private void driver(String host, DriverObserved real, DriverObserved twin) {
        compareAll(host, real.module() + " option", real.parameters(), twin.parameters());
        compare(host, real.module() + " loaded", real.loaded(), twin.loaded());
        compare(host, real.module() + " files", paths(real), paths(twin));
    }

    private static List<String> paths(DriverObserved driver) {
        return driver.files().stream().map(FileObserved::path).toList();
    }

    private void fabric(FabricFacts real, Observed twins) {
        String name = nameOf(real);
        Optional<FabricFacts> found = real.fabric().activeAdapterPorts().stream()
                .flatMap(port -> port.guid().stream())
                .flatMap(guid -> twins.fabricOf(guid).stream())
                .findFirst();
        if (found.isEmpty()) {
            doubt(name, "its twin could not be read");
            return;
        }
        compareAll(name, "subnet manager", managers(real), managers(found.get()));
        compareAll(name, "IPoIB group", groups(real), groups(found.get()));
        compareAll(name, "members of group", members(real), members(found.get()));
        compareAll(name, "P_Keys of", keys(real), keys(found.get()));
    }

    /** A fabric in words: by where it was looked at from. */
    static String nameOf(FabricFacts facts) {
        return "the fabric of " + facts.vantageHost() + " " + facts.vantage();
    }

    private static Map<String, String> managers(FabricFacts facts) {
        Map<String, String> all = new TreeMap<>();
        facts.subnetManagers()
                .forEach((guid, info) ->
                        all.put(guid.toString(), known(info, sm -> sm.state() + ", priority " + sm.priority())));
        return all;
    }

    private static Map<String, String> groups(FabricFacts facts) {
        Map<String, String> all = new TreeMap<>();
        facts.groups().forEach((base, group) -> all.put("0x%04x".formatted(base), known(group, TwinDoubts::group)));
        return all;
    }

    private static String group(McMemberRecord group) {
        return "MTU %s, rate %s"
                .formatted(
                        group.mtu().map(mtu -> Integer.toString(mtu.bytes())).orElse("unknown"),
                        group.rate().map(Object::toString).orElse("unknown"));
    }

    /** Only trusted questions are told of members. */
    private static Map<String, String> members(FabricFacts facts) {
        Map<String, String> all = new TreeMap<>();
        for (int base : facts.groups().keySet()) {
            facts.joined(new PKey(base))
                    .ifPresent(ports -> all.put("0x%04x".formatted(base), new TreeSet<>(ports).toString()));
        }
        return all;
    }

    private static Map<String, String> keys(FabricFacts facts) {
        Map<String, String> all = new TreeMap<>();
        facts.pkeys()
                .forEach((guid, keys) -> all.put(
                        guid.toString(),
                        known(
                                keys,
                                list -> new TreeSet<>(list.stream()
                                                .map(PKey::toString)
                                                .toList())
                                        .toString())));
        return all;
    }

    private static <T> String known(Fact<T> fact, Function<T, String> words) {
        return switch (fact) {
            case Fact.Known<T> value -> words.apply(value.value());
            case Fact.Absent<T> ignored -> "none";
            case Fact.Unreadable<T> ignored -> "unknown";
        };
    }
}
