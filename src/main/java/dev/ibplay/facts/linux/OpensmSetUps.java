package dev.ibplay.facts.linux;

import dev.ibplay.exec.Bytes;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.FileObserved;
import dev.ibplay.facts.OpensmLauncher;
import dev.ibplay.opensm.LauncherSetting;
import dev.ibplay.opensm.LauncherVariables;
import dev.ibplay.text.Parsed;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What a launcher would start, by its variables, files and units. */
final class OpensmSetUps {
    /** The files that RHEL's launch script starts one OpenSM each for, as it names them. */
    private static final Pattern NUMBERED = Pattern.compile("(/[\\w./-]*/opensm\\.conf)\\.\\[0-9\\]\\*");

    private static final Pattern NUMBERED_NAME = Pattern.compile("opensm\\.conf\\.[0-9].*");
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{?([A-Za-z_][A-Za-z0-9_]*)\\}?");

    private final OpensmAnswers host;
    private final OpensmLauncher launcher;
    private final Optional<String> defaultConf;
    private final List<String> doubts = new ArrayList<>();
    private final Optional<LauncherVariables> variables;

    OpensmSetUps(OpensmAnswers host, OpensmLauncher launcher, Optional<String> defaultConf) {
        this.host = host;
        this.launcher = launcher;
        this.defaultConf = defaultConf;
        this.variables = launcher.variables().flatMap(this::read);
    }

    /** What is odd about what {@link #all} found. */
    List<String> doubts() {
        return List.copyOf(doubts);
    }

    /** Those that can be told; a launcher that runs none, or of which that cannot be told, has none. */
    List<OpensmSetUp> all() {
        return switch (launcher.kind()) {
            case TEMPLATE_UNITS -> templates();
            case RESPAWNING -> respawning();
            case OPENSMD -> List.of(options("OPTIONS"));
            case UFM ->
                List.of(OpensmSetUp.of(
                        Optional.empty(), List.of("-F", OpensmPlaces.UFM.conf(), "-P", OpensmPlaces.UFM.partitions())));
            case UNIT ->
                launcher.unit().isPresent() ? List.of(ofUnit(launcher.unit().get())) : ofScript();
            case ESXI_VIB, WINDOWS_SERVICE, BY_HAND -> List.of();
        };
    }

    private List<OpensmSetUp> templates() {
        List<String> ports = variable("PORTS");
        if (ports.equals(List.of("NONE"))) {
            doubts.add("PORTS=NONE in %s keeps OpenSM from starting".formatted(variablesPath()));
            return List.of();
        }
        Stream<String> loaded = host.units().stream()
                .filter(unit -> unit.isTemplateInstance() && unit.loaded())
                .map(OpensmUnit::id);
        Stream<String> named = ports.equals(List.of("ALL"))
                ? Stream.empty()
                : ports.stream().map(guid -> OpensmUnit.TEMPLATE + guid + ".service");
        return Stream.concat(named, loaded).distinct().map(this::ofUnit).toList();
    }

    private List<OpensmSetUp> respawning() {
        List<String> guids = variable("GUIDS");
        if (!guids.isEmpty()) {
            return guids.stream()
                    .map(guid -> OpensmSetUp.of(launcher.unit(), List.of("-g", guid)))
                    .toList();
        }
        List<OpensmSetUp> numbered = numberedConfs().stream()
                .map(path -> OpensmSetUp.of(launcher.unit(), List.of("-F", path)))
                .toList();
        return numbered.isEmpty() ? List.of(OpensmSetUp.of(launcher.unit(), List.of())) : numbered;
    }

    private List<String> numberedConfs() {
        Optional<String> folder = OpensmPlaces.LAUNCH_SCRIPTS.stream()
                .filter(host.files()::isThere)
                .flatMap(path -> host.files().get(path).content().ifKnown().stream())
                .map(text -> NUMBERED.matcher(text.lossyText()))
                .filter(Matcher::find)
                .map(matcher -> matcher.group(1))
                .findFirst()
                .or(() -> defaultConf)
                .map(path -> path.substring(0, path.lastIndexOf('/')));
        return folder.stream()
                .flatMap(path -> host.files().in(path).stream())
                .map(FileObserved::path)
                .filter(path -> NUMBERED_NAME.matcher(OpensmUnit.fileName(path)).matches())
                .sorted()
                .toList();
    }

    private OpensmSetUp options(String variable) {
        return OpensmSetUp.of(launcher.unit(), variable(variable));
    }

    private List<OpensmSetUp> ofScript() {
        List<OpensmSetUp> named = Stream.concat(variable("PORTS").stream(), variable("GUIDS").stream())
                .filter(guid -> guid.startsWith("0x"))
                .map(guid -> OpensmSetUp.of(Optional.empty(), List.of("-g", guid)))
                .toList();
        return named.isEmpty() ? List.of(options("OPTIONS")) : named;
    }

    /** The arguments of a unit that starts opensm itself, with its variables filled in. */
    private OpensmSetUp ofUnit(String id) {
        Optional<OpensmUnit> unit = host.unit(id);
        List<String> command =
                unit.filter(OpensmUnit::startsOpensm).map(OpensmUnit::command).orElseGet(List::of);
        if (command.isEmpty()) {
            return OpensmUnit.instance(id)
                    .map(guid -> OpensmSetUp.of(Optional.of(id), List.of("--guid", guid)))
                    .orElseGet(() -> OpensmSetUp.unclear(Optional.of(id), id + " does not start opensm by itself"));
        }
        List<String> options = new ArrayList<>();
        for (String word : command.subList(1, command.size())) {
            Matcher variable = VARIABLE.matcher(word);
            if (variable.matches()) {
                options.addAll(variable(variable.group(1)));
            } else if (variable.find()) {
                return OpensmSetUp.unclear(
                        Optional.of(id), "%s starts opensm with %s, which cannot be told".formatted(id, word));
            } else {
                options.add(word);
            }
        }
        return OpensmSetUp.of(Optional.of(id), options);
    }

    /** The words of the launcher's variable; none where it is not set, and, with a doubt, where it cannot be told. */
    private List<String> variable(String name) {
        if (variables.isEmpty()) {
            return List.of();
        }
        LauncherVariables file = variables.get();
        if (file.setting(name) instanceof LauncherSetting.Unclear unclear) {
            doubt("%s: %s".formatted(variablesPath(), unclear.because()));
        }
        return file.words(name);
    }

    /** The launcher's variables; none, with a doubt where they cannot be read. */
    private Optional<LauncherVariables> read(FileObserved file) {
        return switch (file.content()) {
            case Fact.Absent<Bytes> ignored -> Optional.empty();
            case Fact.Unreadable<Bytes> unreadable -> {
                doubt("%s cannot be read: %s".formatted(file.path(), unreadable.because()));
                yield Optional.empty();
            }
            case Fact.Known<Bytes> known ->
                switch (LauncherVariables.parse(known.value().lossyText())) {
                    case Parsed.Unreadable<LauncherVariables> broken -> {
                        doubt("%s cannot be understood: %s".formatted(file.path(), broken.because()));
                        yield Optional.empty();
                    }
                    case Parsed.Document<LauncherVariables> document -> Optional.of(document.document());
                };
        };
    }

    private void doubt(String text) {
        if (!doubts.contains(text)) {
            doubts.add(text);
        }
    }

    private String variablesPath() {
        return launcher.variables().map(FileObserved::path).orElse("its variables");
    }
}
