package dev.ibplay.lab.mlnxos;

import dev.ibplay.exec.Operation.RunCommand;
import dev.ibplay.ib.PortState;
import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.machine.Invocation;
import dev.ibplay.lab.machine.Machine;
import dev.ibplay.lab.machine.SimulatedHost;
import dev.ibplay.lab.machine.Step;
import dev.ibplay.lab.mlnxos.SwitchModel.Quirk;
import dev.ibplay.lab.time.LabClock;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** One managed switch: its machine, whose login shell is the command line, its configurations, and its subnet manager. */
public final class SimulatedSwitch implements SimulatedHost {
    private final Machine machine;
    private final SwitchModel model;
    private final SwitchChip chip;
    private final EmbeddedSm sm;
    private final List<String> typed = new CopyOnWriteArrayList<>();
    /** How many lines there have been, by the control group of a login. */
    private final Map<String, AtomicInteger> steps = new ConcurrentHashMap<>();

    private SwitchSettings running;
    private SwitchSettings saved;

    /** One that is switched off. */
    SimulatedSwitch(Machine machine, SwitchModel model, SwitchSettings settings, SwitchChip chip) {
        this.machine = machine;
        this.model = model;
        this.running = settings;
        this.saved = settings;
        this.chip = chip;
        this.sm = new EmbeddedSm(model, machine.clock(), chip, new SwitchFiles(this::running));
        machine.onHalt(this::halt);
        machine.onBoot(this::bootAgain);
    }

    /** A switch of no fabric that has been started with a saved configuration; its subnet manager is just starting. */
    public static SimulatedSwitch start(SwitchModel model, SwitchSettings settings, LabClock clock) throws Errno {
        BenchChip bench = new BenchChip();
        SimulatedSwitch made = SwitchMachines.make(model.hostName(), model, settings, bench, clock);
        bench.managedBy(made::smRuns);
        made.boot();
        return made;
    }

    /** Has the configurations of another switch, before it boots. Lines that it does not know are left out. */
    void given(SwitchHost.Given configurations) {
        synchronized (this) {
            saved = typed(configurations.saved());
            running = typed(configurations.running());
        }
    }

    private SwitchSettings typed(List<String> lines) {
        running = SwitchSettings.FACTORY;
        CliUser admin = new CliUser(this, question -> true);
        admin.mode(CliMode.CONFIGURE);
        lines.forEach(admin::carryOut);
        sm.stop();
        typed.clear();
        return running;
    }

    @Override
    public Machine machine() {
        return machine;
    }

    public SwitchModel model() {
        return model;
    }

    SwitchChip chip() {
        return chip;
    }

    public synchronized SwitchSettings running() {
        return running;
    }

    public synchronized SwitchSettings saved() {
        return saved;
    }

    /** Changes what it goes by; its ports and its subnet manager follow. */
    void change(SwitchSettings settings) {
        SwitchSettings before;
        synchronized (this) {
            before = running;
            running = settings;
        }
        limitPorts(before, settings);
        if (!settings.wantsSm()) {
            sm.stop();
        } else if (!before.wantsSm()) {
            sm.start();
        } else if (model.has(Quirk.MTU_AT_ONCE) && !before.partitionMtus().equals(settings.partitionMtus())) {
            sm.renew();
        } else if (before.priority() != settings.priority()
                || !before.partitions().equals(settings.partitions())) {
            sm.readAgain();
        }
    }

    private void limitPorts(SwitchSettings before, SwitchSettings now) {
        Set<String> ports = new HashSet<>(before.portMtus().keySet());
        ports.addAll(now.portMtus().keySet());
        for (String port : ports) {
            Optional<String> word = Optional.ofNullable(now.portMtus().get(port));
            if (!word.equals(Optional.ofNullable(before.portMtus().get(port)))) {
                chip.limit(port, word.map(ShowPorts::mtu));
            }
        }
    }

    synchronized void save() {
        saved = running;
    }

    @Override
    public void boot() {
        SwitchSettings now = running();
        chip.ports()
                .forEach(port -> chip.limit(
                        port.name(),
                        Optional.ofNullable(now.portMtus().get(port.name())).map(ShowPorts::mtu)));
        if (now.wantsSm()) {
            sm.start();
        }
    }

    private void halt() {
        sm.stop();
        chip.powerOff();
    }

    private void bootAgain() {
        synchronized (this) {
            running = saved;
        }
        chip.powerOn();
        boot();
    }

    /** Whether its subnet manager's process is there. */
    public boolean smRuns() {
        return sm.isUp();
    }

    @Override
    public boolean startsOpensm() {
        return running().wantsSm() && !model.has(Quirk.SM_NEVER_RUNS) && !model.has(Quirk.NO_LICENCE);
    }

    /** Its subnet manager runs as well, if it ever will. */
    @Override
    public boolean isSettled() {
        return (!startsOpensm() || smRuns())
                && chip.ports().stream().allMatch(port -> !port.isLinked() || port.state() == PortState.ACTIVE);
    }

    /**
     * Lets faults happen before a line of a login: each line is a step.
     *
     * @return whether the line is carried out: the process has survived, and its connection is there
     */
    boolean attends(Invocation call, String line) throws InterruptedException {
        String login = call.process().controlGroup();
        int number = steps.computeIfAbsent(login, first -> new AtomicInteger()).incrementAndGet();
        machine.faults().before(new Step(machine, call.process(), number, RunCommand.of(Duration.ZERO, line)));
        return call.process().isAlive() && machine.logins().isOpen(login);
    }

    void heard(String line) {
        typed.add(line);
    }

    /** All lines that were ever typed or given to it. */
    public List<String> typed() {
        return List.copyOf(typed);
    }
}
