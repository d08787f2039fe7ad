package dev.ibplay.facts.windows;

import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.ReadFile;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.AdapterPort;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.FileObserved;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.HostSystem;
import dev.ibplay.facts.LinksObserved;
import dev.ibplay.facts.NetworkObserved;
import dev.ibplay.facts.OpensmObserved;
import dev.ibplay.facts.OpensmProcess;
import dev.ibplay.facts.SystemVersion;
import dev.ibplay.facts.WindowsAdapterObserved;
import dev.ibplay.facts.WindowsObserved;
import dev.ibplay.facts.WindowsServiceObserved;
import dev.ibplay.facts.linux.OpensmFilesRead;
import dev.ibplay.facts.tools.AdaptersText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a Windows host has told so far, what it is worth asking next, and what it means in the end. */
public final class WindowsFound {
    /** Of infiniband-diags, which WinOF and the OpenFabrics stack bring along. */
    private static final List<String> ASKING = List.of("smpquery", "sminfo", "saquery");

    /** Behind them come the answers about guards. */
    private static final int NETSH_QUESTIONS = 3;

    private final FactLines told;
    private final List<Outcome> netsh;
    private final boolean wantsOpensm;
    private final Map<WindowsPorts.Question, Fact<AdaptersText>> tools;
    private final Map<String, FileObserved> files;

    private WindowsFound(
            FactLines told,
            List<Outcome> netsh,
            boolean wantsOpensm,
            Map<WindowsPorts.Question, Fact<AdaptersText>> tools,
            Map<String, FileObserved> files) {
        this.told = told;
        this.netsh = netsh;
        this.wantsOpensm = wantsOpensm;
        this.tools = tools;
        this.files = files;
    }

    static WindowsFound of(List<Outcome> outcomes, boolean wantsOpensm) {
        return new WindowsFound(
                FactLines.of(outcomes.getFirst()),
                List.copyOf(outcomes.subList(1, outcomes.size())),
                wantsOpensm,
                Map.of(),
                Map.of());
    }

    /** What to ask next: the tools that are there, and OpenSM's files. Empty when all is told. */
    public List<Operation> next() {
        List<Operation> operations = new ArrayList<>(nextTools().values());
        nextFiles().forEach(path -> operations.add(ReadFile.of(path)));
        return List.copyOf(operations);
    }

    /** The same with the answers to {@link #next}. */
    public WindowsFound with(List<Outcome> outcomes) {
        Map<WindowsPorts.Question, Fact<AdaptersText>> allTools = new LinkedHashMap<>(tools);
        int at = 0;
        for (WindowsPorts.Question question : nextTools().keySet()) {
            allTools.put(question, question.parse(outcomes.get(at), codePage().ifKnown()));
            at++;
        }
        Map<String, FileObserved> allFiles = new HashMap<>(files);
        for (String path : nextFiles()) {
            allFiles.put(path, OpensmFilesRead.file(path, outcomes.get(at)));
            at++;
        }
        return new WindowsFound(told, netsh, wantsOpensm, allTools, allFiles);
    }

    private Map<WindowsPorts.Question, Operation> nextTools() {
        Map<WindowsPorts.Question, Operation> questions = new LinkedHashMap<>();
        List<FactLine> there = told.of("tools", "tool").ifKnown().orElse(List.of());
        for (WindowsPorts.Question question : WindowsPorts.Question.values()) {
            there.stream()
                    .filter(line -> line.text("name").equals(Optional.of(question.tool())))
                    .flatMap(line -> line.text("path").stream())
                    .findFirst()
                    .filter(path -> !tools.containsKey(question))
                    .ifPresent(path -> questions.put(question, question.at(path)));
        }
        return questions;
    }

    /** Whether the tools that send management packets are there. */
    private boolean asksFabric() {
        List<FactLine> there = told.of("tools", "tool").ifKnown().orElse(List.of());
        return ASKING.stream()
                .allMatch(name ->
                        there.stream().anyMatch(line -> line.text("name").equals(Optional.of(name))));
    }

    private List<String> nextFiles() {
        if (!wantsOpensm) {
            return List.of();
        }
        return opensm(WindowsServices.services(told), WindowsServices.processes(told))
                .map(of -> {
                    of.observed();
                    return of.missing().stream().sorted().toList();
                })
                .ifKnown()
                .orElse(List.of());
    }

    private Fact<WindowsOpensm> opensm(
            Fact<List<WindowsServiceObserved>> services, Fact<List<OpensmProcess>> processes) {
        Optional<String> programs = system().ifKnown().flatMap(line -> line.text("programs"));
        return services.flatMap(all -> processes.map(
                running -> new WindowsOpensm(all, running, programs, path -> Optional.ofNullable(files.get(path)))));
    }

    private Fact<FactLine> system() {
        return told.one("system", "system");
    }

    private Fact<Integer> codePage() {
        return told.one("codepage", "codepage")
                .flatMap(line -> line.count("oem")
                        .map(Fact::known)
                        .orElseGet(() -> Fact.unreadable("the registry does not tell it")));
    }

    /** The facts, as far as they are told. */
    public HostFacts facts(String host) {
        InterfaceMtus mtus = new InterfaceMtus(
                told, netsh.get(0), netsh.get(1), netsh.get(2), codePage().ifKnown());
        WindowsAdapters adapters = new WindowsAdapters(told, mtus);
        Fact<List<WindowsAdapterObserved>> connections = adapters.all();
        WindowsPorts read = new WindowsPorts(tools, asksFabric());
        List<AdapterPort> ports = read.ports();
        Fact<List<WindowsServiceObserved>> services = WindowsServices.services(told);
        WindowsObserved windows = new WindowsObserved(
                connections, services, read.mtus(), codePage(), elevated(), doubts(connections, read));
        WindowsInterfaces interfaces = new WindowsInterfaces(windows.ipoib(), ports, adapters::pkey);
        Fact<OpensmObserved> opensm = wantsOpensm
                ? opensm(services, WindowsServices.processes(told)).flatMap(WindowsOpensm::observed)
                : Fact.absent();
        return new HostFacts(
                host,
                ports,
                interfaces.observed(),
                opensm,
                new NetworkObserved(
                        new LinksObserved(interfaces.links(), List.of()),
                        Map.of(),
                        NetworkObserved.NOT_ASKED.openibConf(),
                        WindowsRoute.of(system(), connections)),
                Map.of(),
                new WindowsGuardsProbe().parse(netsh.subList(NETSH_QUESTIONS, netsh.size())),
                hostSystem(),
                Optional.empty(),
                Optional.of(windows));
    }

    private HostSystem hostSystem() {
        return new HostSystem(
                HostSystem.Kind.WINDOWS,
                system().ifKnown().flatMap(line -> line.text("name")).orElse("Windows"),
                system().flatMap(line -> line.text("version")
                        .flatMap(SystemVersion::find)
                        .map(Fact::known)
                        .orElseGet(() -> Fact.unreadable("Windows does not tell its version"))));
    }

    private Fact<Boolean> elevated() {
        return system().flatMap(line -> line.text("elevated")
                .map(text -> Fact.known(text.equalsIgnoreCase("true")))
                .orElseGet(() -> Fact.unreadable("Windows does not tell it")));
    }

    private List<String> doubts(Fact<List<WindowsAdapterObserved>> connections, WindowsPorts read) {
        List<String> doubts = new ArrayList<>();
        if (connections instanceof Fact.Unreadable<List<WindowsAdapterObserved>> unreadable) {
            doubts.add("network connections cannot be told: " + unreadable.because());
        }
        if (told.of("tools", "tool") instanceof Fact.Unreadable<List<FactLine>> unreadable) {
            doubts.add("ports cannot be told, as no tool could be looked for: " + unreadable.because());
        } else {
            doubts.addAll(read.doubts());
        }
        if (elevated() instanceof Fact.Known<Boolean> known && !known.value()) {
            doubts.add("the login has no administrator's rights: nothing can be changed, and not all is told");
        }
        return doubts;
    }
}
