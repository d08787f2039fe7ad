package dev.ibplay.lab.machine;

import dev.ibplay.exec.CommandEnd;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/** One process of a machine. It has a thread only while a program runs in it. */
public final class SimulatedProcess {
    private static final int KILL = 9;
    private static final int STOP = 19;

    /** CHLD, CONT, URG and WINCH, and the signals that would stop a process, change nothing here. */
    private static final Set<Integer> WITHOUT_EFFECT = Set.of(17, 18, STOP, 20, 21, 22, 23, 28);

    private static final int MAX_COMM = 15;
    private static final int DEFAULT_UMASK = 022;

    /** Whose work a thread does. */
    private static final ThreadLocal<Optional<SimulatedProcess>> CURRENT = ThreadLocal.withInitial(Optional::empty);

    private final Processes all;
    private final int pid;
    private final long startTicks;
    private final long uid;
    private final CompletableFuture<CommandEnd> ended = new CompletableFuture<>();
    private final AtomicBoolean over = new AtomicBoolean();
    private final Set<Thread> threads = new HashSet<>(2);
    private volatile Identity identity;
    private volatile Kinship kinship;
    private volatile Optional<IntConsumer> handler = Optional.empty();
    private volatile int oomScore;
    private volatile int umask;

    private record Identity(String comm, List<String> arguments) {}

    private record Kinship(int parent, int group, int session, String controlGroup) {}

    SimulatedProcess(Processes all, int pid, Optional<SimulatedProcess> parent, long uid, List<String> arguments) {
        this.all = all;
        this.pid = pid;
        this.uid = uid;
        this.startTicks = all.ticks();
        this.identity = identity(arguments);
        this.umask = parent.map(p -> p.umask).orElse(DEFAULT_UMASK);
        this.kinship = parent.map(p -> p.kinship)
                .map(k -> new Kinship(parent.get().pid, k.group, k.session, k.controlGroup))
                .orElse(new Kinship(0, pid, pid, "/"));
        this.oomScore = parent.map(p -> p.oomScore).orElse(0);
    }

    private static Identity identity(List<String> arguments) {
        String name = arguments.isEmpty() ? "" : arguments.getFirst();
        return new Identity(comm(name.substring(name.lastIndexOf('/') + 1)), List.copyOf(arguments));
    }

    private static String comm(String name) {
        return name.substring(0, Math.min(MAX_COMM, name.length()));
    }

    public int pid() {
        return pid;
    }

    /** The parent's number; 1 once that has ended. */
    public int parent() {
        return kinship.parent != 0 && all.find(kinship.parent).isEmpty() ? 1 : kinship.parent;
    }

    /** The process group's number. */
    public int group() {
        return kinship.group;
    }

    /** The number of its session (setsid(2)). */
    public int session() {
        return kinship.session;
    }

    /** The kernel's name of at most 15 characters. */
    public String comm() {
        return identity.comm;
    }

    public List<String> arguments() {
        return identity.arguments;
    }

    /** When it began: field 22 of {@code /proc/PID/stat}, 100 ticks a second after boot. */
    public long startTicks() {
        return startTicks;
    }

    public long uid() {
        return uid;
    }

    /** The permission bits that files it makes do not get; children inherit it. */
    public int umask() {
        return umask;
    }

    public void umask(int bits) {
        umask = bits & 0777;
    }

    /** Its control group in the unified hierarchy, for example {@code /system.slice/sshd.service}; children inherit it. */
    public String controlGroup() {
        return kinship.controlGroup;
    }

    public void controlGroup(String path) {
        kinship = new Kinship(kinship.parent, kinship.group, kinship.session, path);
    }

    /** setpgid(0, 0). */
    public void newGroup() {
        kinship = new Kinship(kinship.parent, pid, kinship.session, kinship.controlGroup);
    }

    /** setsid(2). */
    public void newSession() {
        kinship = new Kinship(kinship.parent, pid, pid, kinship.controlGroup);
    }

    /** What a signal does instead of ending it; KILL ends it all the same. A handler that does nothing ignores signals. */
    public void onSignal(IntConsumer signalHandler) {
        handler = Optional.of(signalHandler);
    }

    /** exec(2): other arguments and another name, and no handlers. */
    public void replace(String comm, List<String> arguments) {
        identity = new Identity(comm(comm), List.copyOf(arguments));
        handler = Optional.empty();
    }

    /** Completes when it has ended. */
    public CompletableFuture<CommandEnd> ended() {
        return ended;
    }

    /** Has something done when it has ended, on the thread that ends it. */
    public void onEnd(Consumer<CommandEnd> action) {
        CompletableFuture<Void> unused = ended.thenAccept(action);
    }

    public boolean isAlive() {
        return !over.get();
    }

    /** The process that the calling thread works for; empty outside of any. */
    static Optional<SimulatedProcess> current() {
        return CURRENT.get();
    }

    /** How likely it is killed for want of memory, -1000..1000; children begin with their parent's. */
    int oomScore() {
        return oomScore;
    }

    void oomScore(int score) {
        oomScore = score;
    }

    /** Has this thread work for the process: it is interrupted when that is killed, until {@link #leave}. */
    public void enter(Thread thread) {
        if (thread.equals(Thread.currentThread())) {
            CURRENT.set(Optional.of(this));
        }
        synchronized (threads) {
            threads.add(thread);
            if (!isAlive()) {
                thread.interrupt();
            }
        }
    }

    public void leave(Thread thread) {
        if (thread.equals(Thread.currentThread())) {
            CURRENT.remove();
        }
        synchronized (threads) {
            threads.remove(thread);
        }
    }

    void deliver(int signal) {
        if (signal == 0 || !isAlive()) {
            return;
        }
        if (signal != KILL && signal != STOP && handler.isPresent()) {
            handler.get().accept(signal);
        } else if (!WITHOUT_EFFECT.contains(signal)) {
            all.end(this, new CommandEnd.Signalled(signal));
        }
    }

    void finish(CommandEnd end) {
        // Its threads must know before those who wait for its end close its streams.
        if (over.compareAndSet(false, true)) {
            synchronized (threads) {
                threads.stream()
                        .filter(thread -> !thread.equals(Thread.currentThread()))
                        .forEach(Thread::interrupt);
            }
            ended.complete(end);
        }
    }
}
