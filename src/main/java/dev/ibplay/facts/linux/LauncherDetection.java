package dev.ibplay.facts.linux;

import dev.ibplay.facts.Fact;
import dev.ibplay.facts.FileObserved;
import dev.ibplay.facts.OpensmLauncher;
import dev.ibplay.facts.OpensmLauncher.Kind;
import dev.ibplay.facts.OpensmProcess;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Finds what starts OpenSM on a host. Of several, the one that started a process counts, then one that is active, then one that is enabled. */
final class LauncherDetection {
    static final String OPENSM_SERVICE = "opensm.service";
    private static final String OPENSMD_SERVICE = "opensmd.service";
    private static final String OPENSMD_SCRIPT = "opensmd";
    private static final List<String> RC_FOLDERS =
            List.of("/etc/rc3.d", "/etc/rc5.d", "/etc/rc.d/rc3.d", "/etc/rc.d/rc5.d");

    /** States of systemctl(1), is-enabled, in which a boot starts a unit; the others in which it does not, or not by itself. */
    private static final Set<String> ENABLED = Set.of("enabled", "alias", "linked");

    private static final Set<String> NOT_ENABLED =
            Set.of("disabled", "enabled-runtime", "linked-runtime", "masked", "masked-runtime", "static", "indirect");

    private final OpensmAnswers host;
    private final List<String> doubts = new ArrayList<>();

    LauncherDetection(OpensmAnswers host) {
        this.host = host;
    }

    /** What is odd about what {@link #launcher} found. */
    List<String> doubts() {
        return List.copyOf(doubts);
    }

    OpensmLauncher launcher() {
        if (isUfm()) {
            return new OpensmLauncher(
                    Kind.UFM,
                    Optional.empty(),
                    List.of(),
                    Fact.unreadable("that is UFM's business"),
                    Optional.empty(),
                    Optional.empty());
        }
        host.silentSystemd()
                .ifPresent(why ->
                        doubts.add("what starts OpenSM cannot be told, since systemctl does not answer: " + why));
        List<OpensmUnit> units = candidates();
        if (!units.isEmpty()) {
            OpensmUnit best = units.stream()
                    .max(Comparator.comparing(this::owns)
                            .thenComparing(OpensmUnit::active)
                            .thenComparing(unit -> enabled(unit).equals(Fact.known(true))))
                    .orElseThrow();
            units.stream()
                    .filter(unit -> !unit.equals(best) && enabled(unit).equals(Fact.known(true)))
                    .filter(unit -> enabled(best).equals(Fact.known(true)))
                    .forEach(unit ->
                            doubts.add("%s and %s both start OpenSM with the host".formatted(best.id(), unit.id())));
            return ofUnit(best);
        }
        Optional<OpensmUnit> instance =
                host.units().stream().filter(OpensmUnit::isTemplateInstance).findFirst();
        if (instance.isPresent()) {
            return new OpensmLauncher(
                    Kind.TEMPLATE_UNITS,
                    variables(OpensmPlaces.DEFAULT),
                    texts(instance.get().texts()),
                    enabled(instance.get()),
                    Optional.empty(),
                    Optional.empty());
        }
        Optional<String> script = host.silentSystemd().isPresent()
                ? Optional.empty()
                : OpensmPlaces.INIT_SCRIPTS.stream()
                        .filter(host.files()::isThere)
                        .findFirst();
        return script.map(this::ofScript).orElseGet(LauncherDetection::byHand);
    }

    private static OpensmLauncher byHand() {
        return new OpensmLauncher(
                Kind.BY_HAND, Optional.empty(), List.of(), Fact.known(false), Optional.empty(), Optional.empty());
    }

    /** A UFM that has a standby role runs none. */
    private boolean isUfm() {
        return host.processes().isEmpty()
                ? host.files().isThere(OpensmPlaces.UFM.conf())
                        && candidates().stream().noneMatch(OpensmUnit::active)
                : host.processes().stream().anyMatch(host::isUfm);
    }

    private List<OpensmUnit> candidates() {
        Map<String, OpensmUnit> found = new LinkedHashMap<>();
        Stream.of(OPENSM_SERVICE, OPENSMD_SERVICE)
                .flatMap(id -> host.units().stream().filter(unit -> unit.id().equals(id)))
                .filter(OpensmUnit::loaded)
                .forEach(unit -> found.put(unit.id(), unit));
        for (OpensmProcess process : host.processes()) {
            host.unitOf(process)
                    .filter(unit -> !unit.isTemplateInstance())
                    .ifPresent(unit -> found.put(unit.id(), unit));
        }
        return List.copyOf(found.values());
    }

    private boolean owns(OpensmUnit unit) {
        return host.processes().stream()
                .flatMap(process -> host.unitOf(process).stream())
                .anyMatch(owner -> owner.id().equals(unit.id())
                        || (owner.isTemplateInstance() && unit.id().equals(OPENSM_SERVICE)));
    }

    private OpensmLauncher ofUnit(OpensmUnit unit) {
        List<String> paths = new ArrayList<>(unit.texts());
        Kind kind = kind(unit);
        if (kind == Kind.TEMPLATE_UNITS) {
            Stream<String> template = host.units().stream()
                    .filter(OpensmUnit::isTemplateInstance)
                    .filter(instance -> !instance.texts().isEmpty())
                    .map(OpensmUnit::texts)
                    .findFirst()
                    .orElseGet(() ->
                            OpensmUnit.texts("opensm@.service", host.files().paths()))
                    .stream();
            template.forEach(paths::add);
        }
        Optional<FileObserved> variables = switch (kind) {
            case TEMPLATE_UNITS -> variables(unit.variables().orElse(OpensmPlaces.DEFAULT));
            case RESPAWNING, OPENSMD -> variables(OpensmPlaces.SYSCONFIG);
            default -> unit.variables().map(host.files()::get);
        };
        return new OpensmLauncher(
                kind, variables, texts(paths), enabled(unit), Optional.of(unit.id()), Optional.empty());
    }

    private Kind kind(OpensmUnit unit) {
        if (unit.startsLaunchScript()) {
            return Kind.RESPAWNING;
        }
        if (unit.id().equals(OPENSMD_SERVICE)) {
            return Kind.OPENSMD;
        }
        boolean template = unit.command().stream().anyMatch(word -> word.contains(OpensmUnit.TEMPLATE))
                || host.units().stream().anyMatch(u -> u.isTemplateInstance() && u.loaded());
        return unit.id().equals(OPENSM_SERVICE) && template && !unit.startsOpensm() ? Kind.TEMPLATE_UNITS : Kind.UNIT;
    }

    private OpensmLauncher ofScript(String path) {
        String name = OpensmUnit.fileName(path);
        boolean isOpensmd = name.equals(OPENSMD_SCRIPT);
        boolean debians = !isOpensmd && host.files().isThere(OpensmPlaces.DEFAULT);
        return new OpensmLauncher(
                isOpensmd ? Kind.OPENSMD : Kind.UNIT,
                variables(debians ? OpensmPlaces.DEFAULT : OpensmPlaces.SYSCONFIG),
                List.of(),
                Fact.known(isLinked(name)),
                Optional.empty(),
                Optional.of(path));
    }

    private Optional<FileObserved> variables(String path) {
        return Optional.of(host.files().get(path));
    }

    private List<FileObserved> texts(List<String> paths) {
        return paths.stream().map(host.files()::get).toList();
    }

    private Fact<Boolean> enabled(OpensmUnit unit) {
        if (unit.fileState().equals("generated")) {
            return Fact.known(isLinked(unit.id().replaceFirst("\\.service$", "")));
        }
        if (ENABLED.contains(unit.fileState())) {
            return Fact.known(true);
        }
        return NOT_ENABLED.contains(unit.fileState())
                ? Fact.known(false)
                : Fact.unreadable("systemctl does not say whether %s is enabled".formatted(unit.id()));
    }

    /** Whether System V's init starts a script at run level 3 or 5; systemd's generator does what the links say, too. */
    private boolean isLinked(String script) {
        return RC_FOLDERS.stream()
                .flatMap(folder -> host.files().in(folder).stream())
                .anyMatch(link -> OpensmUnit.fileName(link.path()).matches("S\\d+" + script));
    }
}
