package dev.ibplay.lab.opensm;

import dev.ibplay.exec.MadKey;
import dev.ibplay.exec.Operation.AdministrationQuery;
import dev.ibplay.exec.Outcome;
import dev.ibplay.fabric.PortRef;
import dev.ibplay.ib.Attribute;
import dev.ibplay.ib.Lid;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.ib.SmInfo;
import dev.ibplay.ib.SmState;
import dev.ibplay.lab.fabric.Join;
import dev.ibplay.lab.fabric.LabPort;
import dev.ibplay.lab.fabric.SimulatedFabric;
import dev.ibplay.lab.fabric.SubnetManager;
import dev.ibplay.opensm.OpensmArguments;
import dev.ibplay.opensm.OpensmConf;
import dev.ibplay.opensm.RunningOptions;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * One process of OpenSM 3.3.23: which files it reads when, whether it is master, and what it does to the fabric then. Rules
 * are those of OpenSM's sources and of what was run on it; that a standby with a raised priority hangs is a fault of ibsim,
 * and not repeated here.
 */
public final class SimulatedOpensm {
    /** From the start of the program to its first sweep, and from SIGTERM to its end; measured 0.2 to 0.6 s and 0.4 to 2.5 s. */
    private static final Duration STARTING = Duration.ofMillis(300);

    private static final Duration ENDING = Duration.ofMillis(500);

    private static final String DEFAULT_PARTITIONS = "/etc/opensm/partitions.conf";
    private static final Pattern NUMBER = Pattern.compile("\\s*[+-]?(0[xX][0-9a-fA-F]+|\\d+).*");
    private static final int FIRST_FORK = 5;
    /** Method and attribute are not supported (IBA vol. 1, 13.4.7). */
    private static final Outcome UNSUPPORTED = new Outcome.ErrorStatus(0x0c);

    private final SimulatedFabric fabric;
    private final OpensmHost host;
    private final OpensmArguments arguments;
    private final PortRef byDefault;
    private Optional<Sweeper> sweeper = Optional.empty();
    private boolean ending;
    private Runnable onEnd = () -> {};

    /**
     * A process that has not been started.
     *
     * @param port that it binds to unless arguments or options name another one of the same host
     * @param arguments those of the program, its name first
     */
    public SimulatedOpensm(SimulatedFabric fabric, PortRef port, OpensmHost host, List<String> arguments) {
        this.fabric = fabric;
        this.byDefault = port;
        this.host = host;
        this.arguments = new OpensmArguments(arguments);
    }

    /** Has something run, on a thread of the clock, when the process has ended by SIGTERM. */
    public void onEnd(Runnable listener) {
        onEnd = listener;
    }

    /**
     * Starts it.
     *
     * @return nothing when it runs; else what it prints while it ends at once
     */
    public Optional<String> start() {
        return fabric.alone(this::startAlone);
    }

    private Optional<String> startAlone() {
        Optional<String> refusal = arguments.priority().flatMap(SimulatedOpensm::refusal);
        if (refusal.isPresent()) {
            return refusal;
        }
        String path = arguments.config().orElse(host.folder() + "/opensm.conf");
        Optional<OpensmConf> conf = host.read(path).map(text -> OpensmConf.parse(path, text));
        RunningOptions options = RunningOptions.atStart(conf, arguments);
        Optional<LabPort> port = port(options);
        if (port.isEmpty()) {
            return Optional.of("Error: Could not get port guid");
        }
        var process =
                new OpensmProcess(fabric, port.get(), host, conf.isPresent() ? Optional.of(path) : Optional.empty());
        Sweeper started = new Sweeper(process, options, partitions(options));
        if (!fabric.attach(port.get(), new Manager(started))) {
            return Optional.of(
                    "Error from osm_opensm_bind (0x2A)\nPerhaps another instance of OpenSM is already running");
        }
        sweeper = Optional.of(started);
        ending = false;
        process.after(STARTING, started::begin);
        return Optional.empty();
    }

    private static Optional<String> refusal(String priority) {
        int value = NUMBER.matcher(priority).matches() ? number(priority) : 0;
        return value < 0 || value > OpensmConf.MAX_PRIORITY
                ? Optional.of("ERROR: priority must be between 0 and 15")
                : Optional.empty();
    }

    private static int number(String text) {
        try {
            return Integer.decode(text.strip());
        } catch (NumberFormatException expected) {
            return 0;
        }
    }

    private String partitions(RunningOptions options) {
        String path = options.text("partition_config_file");
        return path.equals(DEFAULT_PARTITIONS) ? host.folder() + "/partitions.conf" : path;
    }

    /** The port that a GUID names, which must be one of this host's adapter. */
    private Optional<LabPort> port(RunningOptions options) {
        long guid = options.number("guid");
        LabPort first = fabric.port(byDefault);
        if (guid == 0) {
            return Optional.of(first);
        }
        return fabric.port(new PortGuid(guid)).map(fabric::port).filter(port -> port.node() == first.node());
    }

    /** SIGHUP: reads its opensm.conf again if it had one at the start; a master sweeps all. */
    public void hup() {
        fabric.alone(() -> sweeper.ifPresent(Sweeper::hup));
    }

    /** SIGTERM: it ends soon, says nothing to anybody, and leaves the ports as they are. */
    public void terminate() {
        fabric.alone(() -> {
            if (!ending) {
                ending = true;
                sweeper.ifPresent(running -> running.process().after(ENDING, () -> {
                    end();
                    fabric.clock().after(Duration.ZERO, onEnd);
                }));
            }
        });
    }

    /** SIGKILL: it is gone. */
    public void kill() {
        fabric.alone(this::end);
    }

    private void end() {
        sweeper.ifPresent(running -> {
            running.process().end();
            fabric.detach(running.process().port());
        });
        sweeper = Optional.empty();
    }

    public boolean running() {
        return fabric.alone(sweeper::isPresent);
    }

    /** What it is; {@link SmState#NOT_ACTIVE} when it does not run. */
    public SmState state() {
        return fabric.alone(() -> sweeper.map(Sweeper::state).orElse(SmState.NOT_ACTIVE));
    }

    /** The one that it works with, 0..15; nothing when it does not run. */
    public Optional<Integer> priority() {
        return fabric.alone(() -> sweeper.map(this::priority));
    }

    private int priority(Sweeper running) {
        RunningOptions options = running.options();
        int own = (int) options.number("sm_priority");
        boolean raises = host.dialect().major() >= FIRST_FORK && running.state() == SmState.MASTER;
        return raises ? (int) options.numberIfSet("master_sm_priority").orElse(own) : own;
    }

    /** The members of a partition's IPoIB group, as this process knows them. */
    public Set<PortRef> members(PKey partition) {
        return fabric.alone(() -> {
            Set<PortRef> members = new HashSet<>();
            sweeper.flatMap(running -> running.groups().broadcast(partition))
                    .ifPresent(group -> group.members().forEach(port -> members.add(port.ref())));
            return members;
        });
    }

    /** The process as the fabric meets it. */
    private final class Manager implements SubnetManager {
        private final Sweeper running;

        Manager(Sweeper running) {
            this.running = running;
        }

        @Override
        public SmInfo info() {
            long guid = running.process().port().guid().map(PortGuid::value).orElse(0L);
            return new SmInfo(guid, running.activity(), priority(running), running.state());
        }

        @Override
        public long key() {
            return running.options().number("sm_key");
        }

        @Override
        public boolean serves() {
            return running.serves();
        }

        /** OpenSM ignores questions with a wrong key without a word (osm_sa_mad_ctrl.c). */
        @Override
        public Outcome administration(LabPort from, AdministrationQuery query) {
            MadKey key = MadKey.of(running.options().number("sa_key"));
            if (!query.saKey().isNone() && !query.saKey().equals(key)) {
                return new Outcome.NoAnswer();
            }
            return query.attributeId() == Attribute.MC_MEMBER_RECORD.id()
                    ? new MemberRecords(query, running.options().number("subnet_prefix")).answer(running.groups(), from)
                    : UNSUPPORTED;
        }

        @Override
        public Join join(LabPort port, PKey partition) {
            Optional<Group> found = running.groups().broadcast(partition);
            if (found.isEmpty()) {
                return new Join.Refused(Join.Reason.NO_GROUP);
            }
            Group group = found.get();
            if (port.neighborMtu().compareTo(group.mtu()) < 0) {
                return new Join.Refused(Join.Reason.MTU_TOO_LOW);
            }
            double rate = group.rate().gigabitsPerSecond();
            if (port.rate().map(own -> own.gigabitsPerSecond() < rate).orElse(true)) {
                return new Join.Refused(Join.Reason.RATE_TOO_LOW);
            }
            group.members().add(port);
            return new Join.Joined(group.mtu(), group.rate(), group.made().qkey(), new Lid(group.mlid()));
        }

        @Override
        public void leave(LabPort port, PKey partition) {
            running.groups().leave(port, partition);
            fabric.servedChanged();
        }

        @Override
        public Set<PKey> broadcastGroups() {
            Set<PKey> partitions = new HashSet<>();
            running.groups().all().stream()
                    .filter(group -> group.isWellKnown() && group.made().isIpoibBroadcast())
                    .forEach(group -> partitions.add(group.made().pkey().asLimitedMember()));
            return partitions;
        }

        @Override
        public void linkChanged() {
            running.trap();
        }

        @Override
        public void managerChanged() {
            running.trap();
        }

        @Override
        public void handover() {
            running.handover();
        }
    }
}
