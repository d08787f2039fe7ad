package dev.ibplay.lab.opensm;

import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.fabric.Fabric;
import dev.ibplay.fabric.FabricPort;
import dev.ibplay.fabric.PortRef;
import dev.ibplay.fabric.TopologyReader;
import dev.ibplay.ib.LinkSpeed;
import dev.ibplay.ib.LinkSpeeds;
import dev.ibplay.ib.LinkWidths;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.NodeGuid;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortInfo;
import dev.ibplay.lab.fabric.Join;
import dev.ibplay.lab.fabric.PortView;
import dev.ibplay.lab.fabric.SimulatedFabric;
import dev.ibplay.lab.time.ManualClock;
import dev.ibplay.opensm.Dialect;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The world as the lab makes it; its time passes by hand. */
final class SimulatedWorld implements World {
    static final String NET = """
            Switch 8 "Sw1" # "Sw1"
            [1] "H1"[1]
            [2] "H2"[1]
            [3] "H3"[1]
            [4] "H4"[1]

            Hca 1 "H1" # "H1"
            [1] "Sw1"[1]

            Hca 1 "H2" # "H2"
            [1] "Sw1"[2]

            Hca 1 "H3" # "H3"
            [1] "Sw1"[3]

            Hca 1 "H4" # "H4"
            [1] "Sw1"[4]
            """;

    final ManualClock clock = new ManualClock();
    final SimulatedFabric fabric;
    final Map<String, String> files = new HashMap<>();
    /** Of the processes that are started from now on. */
    Dialect release = Dialect.DEFAULT;

    final List<String> log = new ArrayList<>();
    private final Map<String, SimulatedOpensm> managers = new HashMap<>();

    /** Ports like those of ibsim. */
    static SimulatedWorld likeIbsim() {
        return new SimulatedWorld(LinkSpeed.SDR, Map.of(), Mtu.MTU_2048);
    }

    /** Ports of 4096 bytes but those of the named hosts. */
    static SimulatedWorld of4K(String... hosts2K) {
        Map<String, Mtu> caps = new HashMap<>();
        List.of(hosts2K).forEach(host -> caps.put(host, Mtu.MTU_2048));
        return new SimulatedWorld(LinkSpeed.SDR, caps, Mtu.MTU_4096);
    }

    private SimulatedWorld(LinkSpeed speed, Map<String, Mtu> caps, Mtu otherwise) {
        Fabric shape = TopologyReader.read(NET).toFabric();
        List<FabricPort> ports = new ArrayList<>();
        shape.ports()
                .forEach(port -> ports.add(new FabricPort(
                        port.ref(),
                        port.guid(),
                        info(port.info(), speed, cap(shape, port, caps, otherwise)),
                        port.route())));
        fabric = new SimulatedFabric(new Fabric(shape.nodes(), ports, shape.links()), clock);
    }

    private static Mtu cap(Fabric shape, FabricPort port, Map<String, Mtu> caps, Mtu otherwise) {
        String name = shape.node(port.ref().node()).orElseThrow().description();
        return caps.getOrDefault(name, otherwise);
    }

    private static PortInfo info(PortInfo told, LinkSpeed speed, Mtu cap) {
        return new PortInfo(
                told.lid(),
                told.smLid(),
                0,
                0,
                0,
                0,
                told.localPort(),
                told.state(),
                told.physicalState(),
                Optional.empty(),
                Optional.of(cap),
                LinkWidths.UNKNOWN,
                new LinkSpeeds(Set.of(), Set.of(), Optional.of(speed)));
    }

    static PortRef port(String host) {
        return new PortRef(new NodeGuid(0x100000 + 2L * (host.charAt(1) - '1')), 1);
    }

    @Override
    public String path(String host, String file) {
        return "/" + host + "/" + file;
    }

    @Override
    public void write(String host, String file, String text) {
        files.put(path(host, file), text);
    }

    @Override
    public void remove(String host, String file) {
        files.remove(path(host, file));
    }

    @Override
    public void start(String host, List<String> more) {
        assertStarts(host, arguments(host, more));
    }

    private void assertStarts(String host, List<String> arguments) {
        Optional<String> refusal = tryToStart(host, arguments);
        if (refusal.isPresent()) {
            throw new AssertionError(refusal.get());
        }
    }

    Optional<String> tryToStart(String host, List<String> arguments) {
        var opensm = new SimulatedOpensm(fabric, port(host), new FilesOfHost(release), arguments);
        Optional<String> refusal = opensm.start();
        if (refusal.isEmpty()) {
            managers.put(host, opensm);
        }
        return refusal;
    }

    boolean runs(String host) {
        return Optional.ofNullable(managers.get(host))
                .filter(SimulatedOpensm::running)
                .isPresent();
    }

    SimulatedOpensm opensm(String host) {
        return Optional.ofNullable(managers.get(host)).orElseThrow();
    }

    private final class FilesOfHost implements OpensmHost {
        private final Dialect release;

        FilesOfHost(Dialect release) {
            this.release = release;
        }

        @Override
        public Dialect dialect() {
            return release;
        }

        @Override
        public Optional<String> read(String path) {
            return Optional.ofNullable(files.get(path));
        }

        @Override
        public void wrote(String path, String line) {
            log.add(path + " " + line);
        }
    }

    @Override
    public void hup(String host) {
        opensm(host).hup();
    }

    /** As in the world outside, it has ended afterwards. */
    @Override
    public void terminate(String host) {
        opensm(host).terminate();
        advance(Duration.ofSeconds(1));
    }

    @Override
    public void kill(String host) {
        opensm(host).kill();
    }

    @Override
    public void cut(String host) {
        fabric.setDown(port(host));
    }

    @Override
    public void restore(String host) {
        fabric.setUp(port(host));
    }

    void advance(Duration time) {
        clock.advance(time);
    }

    /** Long enough for a takeover with the default polling. */
    void settle() {
        advance(Duration.ofSeconds(90));
    }

    PortView view(String host) {
        return fabric.view(port(host));
    }

    Join join(String host, int pkey) {
        return fabric.join(port(host), new PKey(pkey));
    }

    @Override
    public Outcome ask(Operation question) {
        return switch (question) {
            case Operation.SubnetQuery query -> fabric.subnet(port("H4"), query);
            case Operation.AdministrationQuery query -> fabric.administration(port("H4"), query);
            case Operation.DiscoverFabric search -> fabric.discover(port("H4"), search);
            default -> throw new IllegalArgumentException("not a question: " + question);
        };
    }

    @Override
    public void close() {}
}
