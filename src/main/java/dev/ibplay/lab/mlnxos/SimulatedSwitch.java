package dev.ibplay.lab.mlnxos;

import dev.ibplay.lab.disk.Disk;
import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.machine.Machine;
import dev.ibplay.lab.mlnxos.SwitchModel.Quirk;
import dev.ibplay.lab.time.LabClock;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * One managed switch: its machine, whose login shell is the command line, and its configurations. What its subnet manager does to a
 * fabric is somebody else's: {@link #onChange} tells when to look.
 */
public final class SimulatedSwitch {
    private final Machine machine;
    private final SwitchModel model;
    private final List<String> typed = new CopyOnWriteArrayList<>();
    private final List<Runnable> watchers = new CopyOnWriteArrayList<>();
    private SwitchSettings running;
    private SwitchSettings saved;
    private long smSince;

    private SimulatedSwitch(Machine machine, SwitchModel model, SwitchSettings settings) {
        this.machine = machine;
        this.model = model;
        this.running = settings;
        this.saved = settings;
        this.smSince = machine.clock().nanos();
    }

    /** A switch that has been started with a saved configuration; its subnet manager is just starting. */
    public static SimulatedSwitch start(SwitchModel model, SwitchSettings settings, LabClock clock) throws Errno {
        Machine machine = new Machine(model.hostName(), new Disk(clock), clock);
        SimulatedSwitch made = new SimulatedSwitch(machine, model, settings);
        machine.install("/bin/sh", new SwitchLogin(made));
        machine.onBoot(made::booted);
        return made;
    }

    public Machine machine() {
        return machine;
    }

    public SwitchModel model() {
        return model;
    }

    public synchronized SwitchSettings running() {
        return running;
    }

    public synchronized SwitchSettings saved() {
        return saved;
    }

    /** Changes what it goes by; the subnet manager starts anew when it is enabled. */
    void change(SwitchSettings settings) {
        synchronized (this) {
            boolean was = running.sm() && running.node();
            running = settings;
            if (!was && settings.sm() && settings.node()) {
                smSince = machine.clock().nanos();
            }
        }
        watchers.forEach(Runnable::run);
    }

    synchronized void save() {
        saved = running;
    }

    private void booted() {
        synchronized (this) {
            running = saved;
            smSince = machine.clock().nanos();
        }
        watchers.forEach(Runnable::run);
    }

    /** Whether its subnet manager's process is there. */
    public synchronized boolean smRuns() {
        return running.sm()
                && running.node()
                && !model.has(Quirk.SM_NEVER_RUNS)
                && !model.has(Quirk.NO_LICENCE)
                && machine.clock().nanos() - smSince >= model.smStart().toNanos();
    }

    /** Has somebody look whenever the configuration in force has changed; the subnet manager follows {@link SwitchModel#smStart} later. */
    public void onChange(Runnable watcher) {
        watchers.add(watcher);
    }

    void heard(String line) {
        typed.add(line);
    }

    /** All lines that were ever typed or given to it. */
    public List<String> typed() {
        return List.copyOf(typed);
    }
}
