package dev.ibplay.plan;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.MadPort;
import dev.ibplay.facts.AdapterPort;
import dev.ibplay.facts.DriverObserved;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.FileObserved;
import dev.ibplay.facts.GuardObserved;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.InterfaceOwner;
import dev.ibplay.facts.LinksObserved;
import dev.ibplay.facts.ManagementRoute;
import dev.ibplay.facts.NetworkObserved;
import dev.ibplay.facts.OpensmInstance;
import dev.ibplay.facts.OpensmLauncher;
import dev.ibplay.facts.OpensmObserved;
import dev.ibplay.facts.OpensmProcess;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.NodeGuid;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.ib.SmState;
import dev.ibplay.opensm.OpensmArguments;
import dev.ibplay.opensm.OpensmConf;
import dev.ibplay.opensm.ServiceCommandLine;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** One host of a {@link ModelFabric}: an adapter with one port, perhaps OpenSM, IPoIB interfaces, drivers. */
final class ModelHost {
    static final String CONF = "/etc/opensm/opensm.conf";
    static final String PARTITIONS = "/etc/opensm/partitions.conf";

    private static final Pattern PRIORITY_GIVEN = Pattern.compile("(?:PRIORITY=|opensm -p )(\\d+)");

    static final String OPENIB = "/etc/infiniband/openib.conf";

    final String name;
    final NodeGuid node;
    final PortGuid port;
    final int lid;
    final int onSwitch;
    Mtu cap = Mtu.MTU_4096;
    Mtu switchPortCap = Mtu.MTU_4096;
    boolean gathered = true;

    Fact<OpensmObserved> opensm = Fact.absent();
    final Map<String, String> files = new HashMap<>();
    final Map<String, Long> modified = new HashMap<>();
    final Map<String, String> unreadable = new HashMap<>();
    /** Where its OpenSM's files are. */
    String conf = CONF;

    String partitions = PARTITIONS;
    boolean hasOpensm;
    int instances;
    List<String> arguments = List.of("opensm");
    Optional<String> unit = Optional.of("opensm.service");
    /** The file that its launcher sources. */
    Optional<String> variables = Optional.empty();
    /** A drop-in with the command that starts OpenSM. */
    Optional<String> dropIn = Optional.empty();

    boolean enabled = true;
    long started = 1000;
    boolean confAtStart;
    int priority;
    /** What the process has read from its file, which a HUP compares with. */
    private int priorityRead;

    long key = 1;
    SmState state = SmState.NOT_ACTIVE;
    /** The groups that this process has made; they outlive what the file says. */
    final Map<Integer, Mtu> groups = new HashMap<>();

    final Map<String, ModelInterface> interfaces = new LinkedHashMap<>();
    final Map<String, ModelDriver> drivers = new LinkedHashMap<>();
    final List<GuardObserved> guards = new ArrayList<>();
    Fact<ManagementRoute> route = Fact.absent();
    /** What its node says that it is, where that is not as usual. */
    Optional<String> description = Optional.empty();
    /** Set for one that is a managed switch. */
    Optional<ModelSwitch> mlnxos = Optional.empty();
    /** Set for one that runs ESXi. */
    Optional<ModelEsxi> esxi = Optional.empty();
    /** Set for one that runs Windows. */
    Optional<ModelWindows> windows = Optional.empty();

    ModelHost(String name, int number, int onSwitch) {
        this.name = name;
        this.node = new NodeGuid(0x0011_7500_00a1_0000L + 16L * number);
        this.port = new PortGuid(node.value() + 1);
        this.lid = 10 + number % 256;
        this.onSwitch = onSwitch;
    }

    ModelHost withInterface(int bytes) {
        add("ib0", bytes);
        return this;
    }

    ModelHost connected(int bytes) {
        add("ib0", bytes).mode = IpoibMode.CONNECTED;
        return this;
    }

    ModelInterface add(String interfaceName, int bytes) {
        var added = new ModelInterface(interfaceName, bytes);
        interfaces.put(interfaceName, added);
        return added;
    }

    ModelInterface bond(String interfaceName, int bytes, String... slaves) {
        ModelInterface bond = add(interfaceName, bytes);
        bond.slaves = List.of(slaves);
        return bond;
    }

    ModelInterface ib(String interfaceName) {
        return Optional.ofNullable(interfaces.get(interfaceName)).orElseThrow();
    }

    ModelInterface ib0() {
        return ib("ib0");
    }

    ModelDriver driver(String module) {
        return drivers.computeIfAbsent(module, ModelDriver::new);
    }

    String text(String path) {
        return Optional.ofNullable(files.get(path)).orElseThrow();
    }

    /** OpenSM runs with what its files say. */
    ModelHost withOpensm(String conf, String partitions) {
        hasOpensm = true;
        instances = 1;
        put(this.conf, conf, 500);
        put(this.partitions, partitions, 500);
        start(1000);
        return this;
    }

    /** An ESXi host with OpenSM in its folders, each with a partition file of its own. */
    ModelHost withOpensm(ModelEsxi esxiHost, String... partitionFiles) {
        esxi = Optional.of(esxiHost);
        conf = esxiHost.folders.getFirst() + "/opensm.conf";
        partitions = esxiHost.folders.getFirst() + "/partitions.conf";
        hasOpensm = true;
        instances = 1;
        for (int i = 0; i < partitionFiles.length; i++) {
            put(esxiHost.folders.get(i) + "/partitions.conf", partitionFiles[i], 500);
        }
        start(1000);
        return this;
    }

    /** A Windows host whose service runs OpenSM with what its command line names. */
    ModelHost withOpensm(ModelWindows windowsHost, String confText, String partitionsText) {
        windows = Optional.of(windowsHost);
        conf = ModelWindows.FOLDER + "opensm.conf";
        partitions = ModelWindows.FOLDER + "partitions.conf";
        hasOpensm = true;
        put(conf, confText, 500);
        put(partitions, partitionsText, 500);
        start(1000);
        return this;
    }

    /** What is in memory is gone, and OpenSM is started anew. */
    void reboot(long time) {
        files.keySet().removeIf(KeptFiles::isKept);
        esxi.filter(e -> e.scratch.ifKnown().filter(p -> p.startsWith("/tmp")).isPresent())
                .ifPresent(e -> files.keySet().removeIf(path -> path.startsWith("/scratch/")));
        esxi.filter(e -> e.booted > 0).ifPresent(e -> e.booted = time);
        stop();
        start(time);
    }

    void put(String path, String content, long time) {
        files.put(path, content);
        modified.put(path, time);
    }

    void remove(String path) {
        files.remove(path);
        modified.remove(path);
    }

    void start(long time) {
        started = time;
        instances = Math.max(1, instances);
        confAtStart = files.containsKey(conf);
        windows.ifPresent(own -> arguments = ServiceCommandLine.split(own.image));
        given().ifPresent(priority -> arguments = List.of("opensm", "-p", priority));
        priorityRead = conf().priority().value();
        priority =
                new OpensmArguments(arguments).priority().map(Integer::parseInt).orElse(priorityRead);
        key = conf().number("sm_key").value();
        groups.clear();
        state = SmState.DISCOVERING;
    }

    /** A file that was not there at the start is never read, and what it says is compared with what it said (main.c). */
    void hup() {
        if (!confAtStart) {
            return;
        }
        if (conf().last("sm_priority").isPresent() && conf().priority().value() != priorityRead) {
            priorityRead = conf().priority().value();
            priority = priorityRead;
        }
        if (conf().last("sm_key").isPresent()) {
            key = conf().number("sm_key").value();
        }
    }

    void stop() {
        instances = 0;
        state = SmState.NOT_ACTIVE;
        groups.clear();
    }

    private OpensmConf conf() {
        return OpensmConf.parse(conf, files.getOrDefault(conf, ""));
    }

    /** The priority that what starts OpenSM hands to it. */
    private Optional<String> given() {
        return Stream.concat(variables.stream(), dropIn.stream())
                .flatMap(path -> files.getOrDefault(path, "").lines())
                .map(PRIORITY_GIVEN::matcher)
                .filter(Matcher::find)
                .map(m -> m.group(1))
                .findFirst();
    }

    int pid() {
        return 4000 + (int) (node.value() & 0xffff);
    }

    /** A new process has another start time. */
    boolean isProcess(long pid, long startTicks) {
        return pid >= pid() && pid < pid() + instances && startTicks == (esxi.isPresent() ? 0 : started * 100);
    }

    boolean runsOpensm() {
        return hasOpensm && instances > 0;
    }

    private HostFacts esxiFacts(ModelEsxi own) {
        var adapter = new AdapterPort(new MadPort("mlx4_0", 1), Optional.of(port), true, true, false);
        return new HostFacts(
                name,
                List.of(adapter),
                own.interfaces(),
                opensmFact(),
                network(List.of()),
                own.drivers(),
                guards,
                own.system(),
                Optional.of(own.observed()));
    }

    /** A managed switch, whose OpenSM runs where the switch says so. */
    ModelHost asSwitch(ModelSwitch own) {
        mlnxos = Optional.of(own);
        hasOpensm = true;
        follow(1000);
        return this;
    }

    /** Has OpenSM work with what the switch makes of its configuration. */
    void follow(long time) {
        ModelSwitch own = mlnxos.orElseThrow();
        put(conf, "sm_priority " + own.priority + "\n", time);
        put(partitions, own.partitionsConf(), time);
        if (own.runs() && !runsOpensm()) {
            start(time);
        } else if (!own.runs()) {
            stop();
        }
        hup();
    }

    private HostFacts windowsFacts(ModelWindows own) {
        var adapter = new AdapterPort(ModelWindows.PORT, Optional.of(port), true, true, false);
        var links = new LinksObserved(List.of(own.link()), List.of());
        return new HostFacts(
                name,
                List.of(adapter),
                own.interfaces(),
                opensmFact(),
                new NetworkObserved(links, Map.of(), NetworkObserved.NOT_ASKED.openibConf(), route),
                Map.of(),
                guards,
                own.system(),
                Optional.empty(),
                Optional.of(own.observed()));
    }

    HostFacts facts() {
        if (mlnxos.isPresent()) {
            return mlnxos.get().facts();
        }
        if (windows.isPresent()) {
            return windowsFacts(windows.get());
        }
        if (esxi.isPresent()) {
            return esxiFacts(esxi.get());
        }
        var adapter = new AdapterPort(new MadPort("mlx5_0", 1), Optional.of(port), true, true, true);
        List<ModelInterface> ipoib =
                interfaces.values().stream().filter(i -> !i.isBond()).toList();
        Map<String, DriverObserved> modules = new HashMap<>();
        drivers.forEach((module, driver) -> modules.put(module, driver.observed(files)));
        return new HostFacts(
                name,
                List.of(adapter),
                ipoib.stream().map(ModelInterface::observed).toList(),
                opensmFact(),
                network(ipoib),
                modules,
                guards);
    }

    private NetworkObserved network(List<ModelInterface> ipoib) {
        Map<String, InterfaceOwner> owners = new HashMap<>();
        interfaces.values().forEach(i -> i.owner(files).ifPresent(owner -> owners.put(i.name, owner)));
        var links = new LinksObserved(
                ipoib.stream().map(i -> i.link(port)).toList(),
                interfaces.values().stream()
                        .filter(ModelInterface::isBond)
                        .map(ModelInterface::bond)
                        .toList());
        return new NetworkObserved(links, owners, file(OPENIB), route);
    }

    private Fact<OpensmObserved> opensmFact() {
        if (!hasOpensm) {
            return opensm;
        }
        if (esxi.isPresent()) {
            return Fact.known(esxi.get().opensm(this));
        }
        if (windows.isPresent()) {
            return Fact.known(windows.get().opensm(this));
        }
        List<OpensmInstance> found = new ArrayList<>();
        for (int i = 0; i < Math.max(1, instances); i++) {
            Optional<OpensmProcess> process = i < instances
                    ? Optional.of(new OpensmProcess(pid() + i, new OpensmArguments(arguments), started * 100, started))
                    : Optional.empty();
            found.add(new OpensmInstance(file(conf), file(partitions), process, unit, Optional.empty()));
        }
        var launcher = new OpensmLauncher(
                unit.isPresent() ? OpensmLauncher.Kind.UNIT : OpensmLauncher.Kind.BY_HAND,
                variables.map(this::file),
                dropIn.map(this::file).stream().toList(),
                Fact.known(enabled),
                unit,
                Optional.empty());
        return Fact.known(new OpensmObserved(launcher, found));
    }

    FileObserved file(String path) {
        Fact<Bytes> content = unreadable.containsKey(path)
                ? Fact.unreadable(unreadable.get(path))
                : Optional.ofNullable(files.get(path))
                        .map(text -> Fact.known(Bytes.ofLatin1(text)))
                        .orElseGet(Fact::absent);
        return new FileObserved(path, content, modified.getOrDefault(path, 0L));
    }
}
