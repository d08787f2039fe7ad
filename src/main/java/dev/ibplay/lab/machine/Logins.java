package dev.ibplay.lab.machine;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The logins of a machine by the control group that their processes are in, as logind names it. */
public final class Logins {
    private static final int KILL = 9;

    private final Machine machine;
    private final Map<String, Runnable> open = new ConcurrentHashMap<>(1);
    private int count;
    private String newest = "";

    Logins(Machine machine) {
        this.machine = machine;
    }

    /**
     * Begins one; while the machine is down its connection breaks at once.
     *
     * @param drop breaks its connection; called from any thread
     * @return its control group
     */
    public String open(long uid, Runnable drop) {
        String group = name(uid);
        open.put(group, drop);
        if (!machine.isUp()) {
            drop(group);
        }
        return group;
    }

    private synchronized String name(long uid) {
        newest = "/user.slice/user-" + uid + ".slice/session-" + ++count + ".scope";
        return newest;
    }

    /** The control group of the last one that began; empty before the first. */
    public synchronized String newest() {
        return newest;
    }

    /** Ends one whose connection is gone, and kills what is left of its processes. */
    public void close(String group) {
        open.remove(group);
        machine.processes().signalControlGroup(group, KILL);
    }

    /** Breaks the connection of one; nothing when it is gone already. */
    public void drop(String group) {
        Optional.ofNullable(open.remove(group)).ifPresent(Runnable::run);
    }

    /** Whether a login of this control group has its connection. */
    public boolean isOpen(String group) {
        return open.containsKey(group);
    }

    /** Breaks the connections of all. */
    public void dropAll() {
        List.copyOf(open.keySet()).forEach(this::drop);
    }
}
