package dev.ibplay.lab.operations;

import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.lab.machine.Machine;
import dev.ibplay.lab.machine.SimulatedProcess;
import dev.ibplay.lab.time.LabClock;
import java.util.Map;
import java.util.Optional;

/**
 * Carries out operations on a machine as the helper does (native/PROTOCOL.md), for one process of it. Files are seen as root
 * sees them, whoever that process belongs to.
 */
public final class Operations implements AutoCloseable {
    private final Machine machine;
    private final SimulatedProcess own;
    private final Map<String, String> environment;
    private final Commands commands;
    private final HostLock lock;
    private volatile boolean cancelled;

    /**
     * For one session.
     *
     * @param own the far end's process, the parent of commands and the holder of locks
     * @param environment of the login, which commands inherit
     */
    public Operations(Machine machine, SimulatedProcess own, Map<String, String> environment) {
        this.machine = machine;
        this.own = own;
        this.environment = Map.copyOf(environment);
        this.commands = new Commands(machine, own, environment);
        this.lock = new HostLock(machine, own);
    }

    /**
     * Carries out one, whatever it takes.
     *
     * @throws InterruptedException when the process was killed
     */
    public Outcome perform(Operation operation) throws InterruptedException {
        if (!own.isAlive()) {
            throw new InterruptedException("process " + own.pid() + " was killed");
        }
        Files files = new Files(machine.disk());
        return switch (operation) {
            case Operation.RunCommand run -> run(run);
            case Operation.ReadFile read -> files.read(read);
            case Operation.ReadMatching read -> files.readMatching(read);
            case Operation.ResolvePath resolve -> files.resolve(resolve);
            case Operation.ListProcesses list -> new ProcessTable(machine, own).list(list);
            case Operation.ReplaceFile replace -> new Replacement(machine.disk()).replace(replace);
            case Operation.RemoveFile remove -> new Replacement(machine.disk()).remove(remove);
            case Operation.WriteAttribute write -> files.writeAttribute(write);
            case Operation.SetLinkMtu set -> machine.network().setMtu(set);
            case Operation.SendSignal send -> new ProcessTable(machine, own).signal(send);
            case Operation.SubnetQuery query -> machine.adapters().subnet(query);
            case Operation.AdministrationQuery query -> machine.adapters().administration(query);
            case Operation.DiscoverFabric search -> machine.adapters().discover(search);
            case Operation.TakeLock take -> lock.take(take);
            case Operation.ArmGuard arm -> Guard.arm(machine, own, environment, arm);
            case Operation.RenewGuard renew -> requests().renew(renew.folder(), renew.window());
            case Operation.ConfirmGuard confirm -> requests().confirm(confirm.folder());
            case Operation.FireGuard fire -> requests().fire(fire.folder());
            case Operation.Ping ping -> ping(ping);
        };
    }

    private Outcome run(Operation.RunCommand command) throws InterruptedException {
        try (LabClock.Work ignored = machine.clock().work()) {
            return commands.run(command);
        }
    }

    private GuardRequests requests() {
        return new GuardRequests(machine, this::isCancelled);
    }

    private Outcome ping(Operation.Ping ping) throws InterruptedException {
        Optional<String> wrong = Pings.wrong(ping);
        return wrong.isPresent()
                ? NotDone.failure("EINVAL", wrong.get())
                : machine.network().ping(ping);
    }

    /** The controller is gone: a running command is asked to end and killed a second later, and nothing more is waited for. */
    public void cancel() {
        cancelled = true;
        commands.cancel();
    }

    public boolean isCancelled() {
        return cancelled;
    }

    /** Gives back the locks; a process that was killed cannot. */
    @Override
    public void close() {
        if (own.isAlive()) {
            lock.release();
        }
    }
}
