package dev.ibplay.lab.opensm;

import dev.ibplay.ib.SmState;
import dev.ibplay.lab.fabric.LabPort;
import dev.ibplay.lab.fabric.Reach;
import dev.ibplay.lab.fabric.SubnetManager;
import dev.ibplay.opensm.OpensmConf;
import dev.ibplay.opensm.RunningOptions;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * The state machine of a process (osm_state_mgr.c: do_sweep; osm_sm_state_mgr.c: osm_sm_state_mgr_process): discovers, finds
 * out whether it is master, and configures the fabric then. All of it happens with the fabric's lock.
 */
final class Sweeper {
    /** On the way to another process or to the sweeping thread. */
    private static final Duration SIGNAL = Duration.ofMillis(1);
    /** A heavy sweep takes some time, and some more for each node; an estimate, 7 ms were measured on five nodes. */
    private static final Duration SWEEP = Duration.ofMillis(2);

    private static final Duration SWEEP_OF_NODE = Duration.ofMillis(1);

    private final OpensmProcess process;
    private final Poller poller;
    private final OpensmLog log;
    private final Rivals rivals;
    private final Mastership mastership;
    private RunningOptions options;
    private SmState state;
    private long activity;
    private long timers;
    private long linksSeen = -1;
    private boolean forceHeavy;
    private boolean firstAsMaster;
    private boolean comingOutOfStandby;
    private boolean signalled;
    private boolean sweeping;

    Sweeper(OpensmProcess process, RunningOptions options, String partitionsPath) {
        this.process = process;
        this.options = options;
        this.poller = new Poller(process);
        this.log = new OpensmLog(process.host(), process.fabric().clock(), options);
        this.rivals = new Rivals(process, () -> this.options, log);
        this.mastership = new Mastership(process, partitionsPath, log);
        this.state = options.truth("sm_inactive") ? SmState.NOT_ACTIVE : SmState.DISCOVERING;
    }

    OpensmProcess process() {
        return process;
    }

    RunningOptions options() {
        return options;
    }

    Groups groups() {
        return mastership.groups();
    }

    SmState state() {
        return state;
    }

    /** Rises with the packets that it sends. */
    long activity() {
        return activity;
    }

    boolean serves() {
        return state == SmState.MASTER && !firstAsMaster;
    }

    void begin() {
        log.system("Entering " + name(state) + " state");
        sweep();
    }

    void hup() {
        forceHeavy = true;
        signal();
    }

    /** A change that a trap has told of. */
    void trap() {
        if (options.truth("sweep_on_trap")) {
            hup();
        }
    }

    void handover() {
        process.after(SIGNAL, () -> {
            if (state == SmState.STANDBY || state == SmState.MASTER) {
                poller.stop();
                becomeMaster();
                comingOutOfStandby = true;
                hup();
            } else if (state == SmState.DISCOVERING) {
                signal();
            }
        });
    }

    /** Several signals before the sweep are one. */
    private void signal() {
        if (!signalled) {
            signalled = true;
            process.after(SIGNAL, this::sweep);
        }
    }

    private void enter(SmState next) {
        if (state != next) {
            state = next;
            log.system("Entering " + name(next) + " state");
        }
        process.fabric().servedChanged();
    }

    private static String name(SmState state) {
        return state.name().replace("_", "");
    }

    private void becomeMaster() {
        if (state == SmState.STANDBY) {
            mastership.groups().forgetMembers();
        }
        firstAsMaster = true;
        enter(SmState.MASTER);
    }

    private void sweep() {
        if (sweeping) {
            return; // its end looks whether there is more to do
        }
        signalled = false;
        if (forceHeavy) {
            rescan();
        }
        if (state != SmState.MASTER && state != SmState.DISCOVERING) {
            return;
        }
        if (isLightEnough()) {
            light();
        } else {
            heavy();
        }
    }

    private boolean isLightEnough() {
        return state == SmState.MASTER
                && !forceHeavy
                && !options.truth("force_heavy_sweep")
                && linksSeen == process.fabric().linksVersion();
    }

    /** Asks the switches and the other subnet managers; one that should be master, or is too, makes it a heavy sweep. */
    private void light() {
        activity += reach().switches().size() + 1L;
        if (rivals.contest()) {
            heavy();
        } else {
            waitForNext();
        }
    }

    private void waitForNext() {
        long interval = options.number("sweep_interval");
        long mine = ++timers;
        if (interval > 0) {
            process.after(Duration.ofSeconds(interval), () -> {
                if (mine == timers) {
                    sweep();
                }
            });
        }
    }

    private Reach reach() {
        return process.fabric().reach(process.port());
    }

    private void heavy() {
        forceHeavy = false;
        rescan();
        linksSeen = process.fabric().linksVersion();
        activity += reach().endPorts().size() * 4L + reach().switches().size() * 40L;
        if (!process.port().isLinked()) {
            withoutLink();
            return;
        }
        Map<LabPort, SubnetManager> others = rivals.find();
        if (state == SmState.DISCOVERING && yields(others)) {
            return;
        }
        if (state == SmState.MASTER && (handsOver(others) || waitsFor(others))) {
            return;
        }
        sweeping = true;
        process.after(SWEEP.plus(SWEEP_OF_NODE.multipliedBy(reach().endPorts().size())), this::finish);
    }

    private void withoutLink() {
        log.system("SM port is down");
        mastership.lost();
        enter(SmState.DISCOVERING);
        waitForNext();
    }

    /** While it discovers it yields to a master and to whoever is higher, and tells him of itself. */
    private boolean yields(Map<LabPort, SubnetManager> others) {
        Optional<LabPort> winner = Rivals.master(others).or(() -> rivals.higher(others));
        winner.ifPresent(port -> {
            standBy(port);
            tell(port);
        });
        return winner.isPresent();
    }

    /** Sends trap 144. */
    private void tell(LabPort master) {
        process.after(
                SIGNAL,
                () -> process.fabric()
                        .managerAt(process.port(), master)
                        .filter(Rivals::isMaster)
                        .ifPresent(SubnetManager::managerChanged));
    }

    private void standBy(LabPort master) {
        timers++;
        enter(SmState.STANDBY);
        poller.start(
                master,
                manager -> Rivals.isMaster(manager) || rivals.isHigherStandby(manager),
                limits(this::discoverAgain));
    }

    private Poller.Limits limits(Runnable lost) {
        return new Poller.Limits() {
            @Override
            public Duration timeout() {
                return Duration.ofMillis(options.number("sminfo_polling_timeout"));
            }

            @Override
            public long retryNumber() {
                return options.number("polling_retry_number");
            }

            @Override
            public void lost() {
                lost.run();
            }
        };
    }

    private void discoverAgain() {
        mastership.groups().forgetMembers();
        comingOutOfStandby = true;
        enter(SmState.DISCOVERING);
        signal();
    }

    /** A master that sees a higher one gives way to it. */
    private boolean handsOver(Map<LabPort, SubnetManager> others) {
        Optional<LabPort> higher = rivals.higher(others);
        higher.ifPresent(port -> {
            Optional.ofNullable(others.get(port)).ifPresent(SubnetManager::handover);
            standBy(port);
        });
        return higher.isPresent();
    }

    /** The highest one that sees another master leaves the fabric to that until it gives way. */
    private boolean waitsFor(Map<LabPort, SubnetManager> others) {
        Optional<LabPort> master = Rivals.master(others);
        master.ifPresent(port -> {
            poller.start(port, manager -> isStillMaster(port, manager), limits(() -> {
                becomeMaster();
                comingOutOfStandby = true;
                hup();
            }));
            waitForNext();
        });
        return master.isPresent();
    }

    /** The master that is waited for: it is reminded, or turns out to be the higher one by now. */
    private boolean isStillMaster(LabPort port, SubnetManager manager) {
        if (Rivals.isMaster(manager) && rivals.isHigher(manager)) {
            forceHeavy = true;
        } else {
            tell(port);
        }
        return Rivals.isMaster(manager);
    }

    private void finish() {
        sweeping = false;
        signalled = false;
        if (state == SmState.DISCOVERING) {
            becomeMaster();
        }
        if (state == SmState.MASTER) {
            mastership.configure(options, firstAsMaster, comingOutOfStandby);
            comingOutOfStandby = false;
            firstAsMaster = false;
            log.info("SUBNET UP");
            process.fabric().servedChanged();
        }
        if (forceHeavy) {
            signal();
        } else {
            waitForNext();
        }
    }

    /** Reads opensm.conf again, which only a process does that had one at its start (osm_subn_rescan_conf_files). */
    private void rescan() {
        long before = options.number("sm_priority");
        process.conf()
                .flatMap(path -> process.host().read(path).map(text -> OpensmConf.parse(path, text)))
                .ifPresent(conf -> options = options.afterReading(conf));
        if (state == SmState.STANDBY && options.number("sm_priority") > before) {
            poller.polled().ifPresent(this::tell);
        }
    }
}
