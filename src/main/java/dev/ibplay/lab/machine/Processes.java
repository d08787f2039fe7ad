package dev.ibplay.lab.machine;

import dev.ibplay.exec.CommandEnd;
import dev.ibplay.transport.WaitingThreads;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/** The processes of one machine. The first one is init, which only a reboot ends. */
public final class Processes {
    private static final int MAX_PID = 4_194_304;
    private static final int FIRST_REUSED_PID = 300;
    private static final int KILL = 9;
    private static final int STATUS_OF_SIGNAL = 128;

    private final Map<Integer, SimulatedProcess> alive = new ConcurrentHashMap<>(4);
    private final LongSupplier ticks;
    private final List<String> init;
    private final int statusMask;
    private int lastPid;
    private boolean halted;

    /** What runs in a process. */
    @FunctionalInterface
    public interface Body {
        /** Runs to its end and gives the exit status. */
        int run() throws InterruptedException, IOException;
    }

    Processes(LongSupplier ticks, Userland userland) {
        this.ticks = ticks;
        this.init = userland.init();
        this.statusMask = userland.statusMask();
        startInit();
    }

    private void startInit() {
        start(0, 0, init);
    }

    long ticks() {
        return ticks.getAsLong();
    }

    /**
     * Starts one that does nothing yet; while the machine is down it has ended before it begins.
     *
     * @param parentPid whose process group, session and control group it inherits
     * @param arguments with the name in front
     */
    public synchronized SimulatedProcess start(int parentPid, long uid, List<String> arguments) {
        SimulatedProcess process = new SimulatedProcess(this, nextPid(), find(parentPid), uid, arguments);
        if (halted) {
            process.finish(new CommandEnd.Signalled(KILL));
        } else {
            alive.put(process.pid(), process);
        }
        return process;
    }

    private int nextPid() {
        do {
            lastPid = lastPid >= MAX_PID ? FIRST_REUSED_PID : lastPid + 1;
        } while (alive.containsKey(lastPid));
        return lastPid;
    }

    /**
     * Runs something in a process on a thread of its own, and ends the process with its status: 1 when it fails with an
     * error of reading or writing.
     */
    public void run(SimulatedProcess process, Body body) {
        WaitingThreads.builder().name(process.comm() + "-" + process.pid()).start(() -> {
            Thread thread = Thread.currentThread();
            process.enter(thread);
            int status = 1;
            try {
                status = body.run();
            } catch (InterruptedException killed) {
                status = STATUS_OF_SIGNAL + KILL;
            } catch (IOException failed) {
                status = 1;
            } finally {
                process.leave(thread);
                end(process.pid(), status);
            }
        });
    }

    /**
     * The same, and waits for the end of the process. When the calling thread is interrupted, since its own process was
     * killed, it stops waiting and stays interrupted.
     *
     * @return the exit status, that of a signal being 128 and its number
     */
    public int runHere(SimulatedProcess process, Body body) {
        run(process, body);
        try {
            return status(process.ended().get());
        } catch (InterruptedException killed) {
            Thread.currentThread().interrupt();
            return STATUS_OF_SIGNAL + KILL;
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** What a shell has in {@code $?} after such an end. */
    public static int status(CommandEnd end) {
        return switch (end) {
            case CommandEnd.Exited exited -> exited.status();
            case CommandEnd.Signalled signalled -> STATUS_OF_SIGNAL + signalled.signal();
            case CommandEnd.TimedOut timedOut -> STATUS_OF_SIGNAL + KILL;
        };
    }

    /** Ends one by itself; nothing when it is not there any more. */
    public void end(int pid, int status) {
        find(pid).ifPresent(process -> end(process, new CommandEnd.Exited(status & statusMask)));
    }

    void end(SimulatedProcess process, CommandEnd end) {
        alive.remove(process.pid(), process);
        process.finish(end);
    }

    public Optional<SimulatedProcess> find(int pid) {
        return Optional.ofNullable(alive.get(pid));
    }

    /** Those that live, by number. */
    public List<SimulatedProcess> all() {
        return alive.values().stream()
                .sorted(Comparator.comparingInt(SimulatedProcess::pid))
                .toList();
    }

    /** Sends a signal; false when there is no such process. Number 0 only asks. */
    public boolean signal(int pid, int number) {
        Optional<SimulatedProcess> process = find(pid);
        process.filter(p -> p.pid() != 1).ifPresent(p -> p.deliver(number));
        return process.isPresent();
    }

    /** Sends a signal to all of a process group; false when there is none. */
    public boolean signalGroup(int group, int number) {
        return signalAll(process -> process.group() == group, number);
    }

    /** Sends a signal to all processes of a control group; false when there is none. */
    public boolean signalControlGroup(String path, int number) {
        return signalAll(process -> process.controlGroup().equals(path), number);
    }

    private boolean signalAll(Predicate<SimulatedProcess> which, int number) {
        List<SimulatedProcess> some =
                all().stream().filter(p -> p.pid() != 1).filter(which).toList();
        some.forEach(process -> process.deliver(number));
        return !some.isEmpty();
    }

    /** Ends everything, init as well; nothing runs until {@link #restart}. */
    synchronized void halt() {
        halted = true;
        for (SimulatedProcess process : all()) {
            end(process, new CommandEnd.Signalled(KILL));
        }
    }

    /** Starts init anew. */
    synchronized void restart() {
        halted = false;
        lastPid = 0;
        startInit();
    }
}
