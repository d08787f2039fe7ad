package dev.ibplay.plan;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.MadPort;
import dev.ibplay.exec.Operation;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.FileObserved;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.InterfaceAddress;
import dev.ibplay.facts.InterfaceOwner;
import dev.ibplay.facts.IpoibLink;
import dev.ibplay.facts.IpoibObserved;
import dev.ibplay.facts.LinksObserved;
import dev.ibplay.facts.ManagementRoute;
import dev.ibplay.facts.NetworkObserved;
import dev.ibplay.ib.IpoibAddress;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.PKey;
import dev.ibplay.netstack.ConfigFile;
import dev.ibplay.netstack.IfcfgFile;
import dev.ibplay.netstack.InterfaceFile;
import dev.ibplay.netstack.InterfacesFiles;
import dev.ibplay.netstack.Keyfile;
import dev.ibplay.netstack.NetplanFiles;
import dev.ibplay.netstack.NetstackKind;
import dev.ibplay.netstack.NetworkLink;
import dev.ibplay.netstack.NetworkdFiles;
import dev.ibplay.netstack.Placement;
import dev.ibplay.text.Parsed;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** node1 of a {@link ModelFabric} with ib0, P_Key children and the files of one network stack, as kernel and stack see them. */
final class ChildHost {
    /** One interface of the kernel. */
    static final class Link {
        PKey pkey;
        Optional<String> parent;
        IpoibMode mode = IpoibMode.DATAGRAM;
        int mtu = 2044;
        boolean isBare;
        /** Of a bare one nothing but ip tells the mode. */
        boolean hasIp;

        List<InterfaceAddress> addresses = List.of(new InterfaceAddress("fe80::211:7500:a1:31", 64));

        Link(int pkey, Optional<String> parent) {
            this.pkey = new PKey(pkey);
            this.parent = parent;
        }
    }

    final ModelFabric fabric = ModelFabric.twoK();
    final ModelHost model = fabric.host("node1");
    final Map<String, Link> links = new TreeMap<>();
    final Map<String, String> files = new TreeMap<>();
    final Map<String, Integer> modes = new HashMap<>();
    final List<String> commands = new ArrayList<>();
    Optional<NetstackKind> stack = Optional.empty();
    Fact<ManagementRoute> route = Fact.absent();

    ChildHost() {
        links.put("ib0", new Link(0xffff, Optional.empty()));
    }

    ChildHost with(NetstackKind kind, String path, String text) {
        stack = Optional.of(kind);
        files.put(path, text);
        return this;
    }

    Observed observed() {
        Observed all = fabric.observed();
        Map<String, HostFacts> hosts = new HashMap<>(all.hosts());
        hosts.put("node1", facts());
        return new Observed(hosts, all.fabrics());
    }

    private HostFacts facts() {
        HostFacts plain = model.facts();
        List<IpoibObserved> interfaces = new ArrayList<>();
        List<IpoibLink> found = new ArrayList<>();
        Map<String, InterfaceOwner> owners = new HashMap<>();
        links.forEach((name, link) -> {
            interfaces.add(new IpoibObserved(
                    name,
                    Fact.known(link.mtu),
                    link.isBare && !link.hasIp ? Fact.absent() : Fact.known(link.mode),
                    Fact.known(link.pkey),
                    true,
                    link.isBare));
            found.add(new IpoibLink(
                    name,
                    Fact.known(IpoibAddress.parse("80:00:02:08:fe:80:00:00:00:00:00:00:"
                                    + "%016x".formatted(model.port.value()).replaceAll("(..)(?!$)", "$1:"))
                            .orElseThrow()),
                    Optional.of(new MadPort("mlx5_0", 1)),
                    Optional.of("mlx5_core"),
                    link.parent,
                    Optional.empty(),
                    "up",
                    Fact.absent(),
                    Fact.known(link.addresses),
                    Fact.known(false)));
            owners.put(name, owner(name).orElseGet(InterfaceOwner.Nobody::new));
        });
        for (String name : List.of("ib0.8001", "ib0.8005")) {
            owner(name).ifPresent(owner -> owners.putIfAbsent(name, owner));
        }
        return new HostFacts(
                "node1",
                plain.ports(),
                interfaces,
                plain.opensm(),
                new NetworkObserved(
                        new LinksObserved(found, List.of()),
                        owners,
                        new FileObserved("/etc/infiniband/openib.conf", Fact.absent(), 0),
                        route),
                Map.of());
    }

    private Optional<InterfaceOwner> owner(String name) {
        List<ConfigFile> all = files.entrySet().stream()
                .map(e -> new ConfigFile(e.getKey(), e.getValue()))
                .toList();
        NetworkLink link = NetworkLink.named(name);
        return stack.flatMap(kind -> switch (kind) {
            case NETWORK_MANAGER ->
                all.stream()
                        .filter(f -> document(Keyfile.parse(f.path(), f.text())).matches(link)
                                == dev.ibplay.netstack.Match.YES)
                        .findFirst()
                        .map(f -> configured(kind, f.path(), document(Keyfile.parse(f.path(), f.text()))));
            case IFCFG, WICKED ->
                all.stream()
                        .filter(f -> f.name().equals("ifcfg-" + name))
                        .findFirst()
                        .map(f -> configured(kind, f.path(), document(IfcfgFile.parse(f.path(), f.text()))));
            case NETWORKD -> placed(kind, new NetworkdFiles(all).find(link));
            case IFUPDOWN -> placed(kind, new InterfacesFiles(all).find(link));
            case NETPLAN -> placed(kind, new NetplanFiles(all).find(link));
        });
    }

    private static <D> D document(Parsed<D> parsed) {
        return ((Parsed.Document<D>) parsed).document();
    }

    private Optional<InterfaceOwner> placed(NetstackKind kind, Placement placement) {
        return placement instanceof Placement.InFile in
                ? Optional.of(configured(kind, in.path(), in.file()))
                : Optional.empty();
    }

    private InterfaceOwner configured(NetstackKind kind, String path, InterfaceFile settings) {
        Bytes content = Bytes.ofUtf8(Optional.ofNullable(files.get(path)).orElseThrow());
        return new InterfaceOwner.Configured(
                kind, new FileObserved(path, Fact.known(content), 0), settings, Optional.empty(), kind);
    }

    /** Does what a plan's guarded steps and plain acts say, in their order. */
    void apply(Plan plan) {
        List<HostSteps> steps = new ArrayList<>(plan.shrinking());
        steps.addAll(plan.growing());
        steps.forEach(host -> host.steps().forEach(step -> {
            switch (step) {
                case Step.Guarded guarded -> {
                    guarded.set().forEach(this::run);
                    guarded.commit().forEach(this::run);
                }
                case Step.Act act -> act.operations().forEach(this::run);
                case Step.Await ignored -> {}
            }
        }));
    }

    void run(Operation operation) {
        switch (operation) {
            case Operation.WriteAttribute write ->
                write(write.path().split("/", -1), write.value().latin1());
            case Operation.SetLinkMtu mtu -> link(mtu.interfaceName()).mtu = mtu.bytes();
            case Operation.ReplaceFile file -> {
                boolean asFound =
                        file.expected().map(Bytes::latin1).equals(Optional.ofNullable(files.get(file.path())));
                if (!asFound) {
                    throw new IllegalStateException(file.path() + " has moved");
                }
                files.put(file.path(), file.content().latin1());
                modes.putIfAbsent(file.path(), file.mode());
            }
            case Operation.RemoveFile file -> {
                if (!file.expected().latin1().equals(files.remove(file.path()))) {
                    throw new IllegalStateException(file.path() + " has moved");
                }
            }
            case Operation.RunCommand command -> command(command.arguments());
            default -> throw new IllegalArgumentException("not a change: " + operation);
        }
    }

    private void command(List<String> words) {
        commands.add(String.join(" ", words));
        if (words.subList(0, Math.min(3, words.size())).equals(List.of("ip", "link", "delete"))) {
            links.remove(words.getLast());
        }
        if (words.contains("type") && words.contains("set")) {
            link(words.get(4)).mode = IpoibMode.valueOf(words.getLast().toUpperCase(Locale.ROOT));
        }
        if (words.contains("name") && words.contains("set")) {
            Link moved = links.remove(words.get(4));
            links.put(words.getLast(), Optional.ofNullable(moved).orElseThrow());
        }
    }

    /** ipoib_vlan.c and ipoib_main.c: a child gets the full-member bit and is called by it. */
    private void write(String[] path, String value) {
        String name = path[4];
        switch (path[5]) {
            case "create_child" -> {
                int pkey = Integer.decode(value.strip()) | 0x8000;
                if (links.values().stream().anyMatch(l -> l.pkey.value() == pkey)) {
                    throw new IllegalStateException("ENOTUNIQ");
                }
                links.put("%s.%04x".formatted(name, pkey), new Link(pkey, Optional.of(name)));
            }
            case "delete_child" -> {
                int pkey = Integer.decode(value.strip());
                boolean gone = links.values()
                        .removeIf(l -> l.parent.equals(Optional.of(name)) && l.pkey.value() == pkey && !l.isBare);
                if (!gone) {
                    throw new IllegalStateException("ENODEV");
                }
            }
            case "mode" -> link(name).mode = IpoibMode.valueOf(value.strip().toUpperCase(Locale.ROOT));
            default -> throw new IllegalArgumentException(String.join("/", path));
        }
    }

    private Link link(String name) {
        return Optional.ofNullable(links.get(name)).orElseThrow();
    }
}
