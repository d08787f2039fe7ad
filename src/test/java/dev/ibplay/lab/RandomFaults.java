package dev.ibplay.lab;

import dev.ibplay.exec.Operation;
import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.layout.LabHost;
import dev.ibplay.lab.machine.Fault;
import dev.ibplay.lab.machine.Faults;
import dev.ibplay.lab.machine.Machine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Things that go wrong once each, at random operations of random hosts: most of them after the run has locked the host for its
 * changes, some while it still reads.
 */
final class RandomFaults {
    private static final int KILL = 9;
    private static final List<String> FOLDERS = List.of("/", "/etc", "/var/lib");

    private final Random random;
    private final LabRun lab;
    private final List<String> told = new ArrayList<>();
    private final Set<String> happened = ConcurrentHashMap.newKeySet();
    private final Set<Place> full = ConcurrentHashMap.newKeySet();
    private final Set<String> crashed = ConcurrentHashMap.newKeySet();

    RandomFaults(Random random, LabRun lab) {
        this.random = random;
        this.lab = lab;
    }

    /** Has one to three faults wait for their moments. */
    void plant() {
        Map<String, List<Faults>> all = new HashMap<>();
        for (int count = 1 + random.nextInt(3); count > 0; count--) {
            String host = anyHost();
            boolean early = random.nextInt(4) == 0;
            int number = 1 + random.nextInt(early ? 100 : 25);
            Named fault = fault(host);
            String name = "%s %s %s %d".formatted(host, fault.name(), early ? "at step" : "after the lock, at", number);
            told.add(name);
            all.computeIfAbsent(host, h -> new ArrayList<>()).add(once(early, number, fault.fault(), name));
        }
        if (random.nextInt(6) == 0) {
            double share = (1 + random.nextInt(5)) / 100.0;
            long seed = random.nextLong();
            told.add("mad-loss=" + share);
            lab.hosts.fabrics().forEach(fabric -> fabric.losePackets(share, seed));
        }
        all.forEach((host, faults) -> lab.machine(host).faults(Faults.of(faults)));
    }

    private String anyHost() {
        List<LabHost> hosts = lab.layout.hosts();
        return hosts.get(random.nextInt(hosts.size())).name();
    }

    private record Place(String host, String folder) {}

    private record Named(String name, Faults fault) {}

    private Named fault(String host) {
        return switch (random.nextInt(7)) {
            case 0 -> new Named("drop", new Fault.DropConnection()::happen);
            case 1 -> new Named("reboot", new Fault.Reboot()::happen);
            case 2 -> new Named("kill-helper", new Fault.KillFarEnd()::happen);
            case 3 -> {
                String folder = FOLDERS.get(random.nextInt(FOLDERS.size()));
                yield new Named("disk-full=" + folder, step -> {
                    full.add(new Place(host, folder));
                    new Fault.DiskFull(folder).happen(step);
                });
            }
            case 4 -> {
                Duration time = Duration.ofSeconds(1 + random.nextInt(60));
                yield new Named("slow=" + time, new Fault.Slow(time)::happen);
            }
            case 5 -> {
                String manager = "sm" + (1 + random.nextInt(2));
                yield new Named("sm-crash=" + manager, step -> crash(manager));
            }
            default ->
                new Named("unreachable", step -> {
                    lab.reachable(host, false);
                    new Fault.DropConnection().happen(step);
                });
        };
    }

    private void crash(String manager) {
        crashed.add(manager);
        Machine machine = lab.machine(manager);
        machine.processes().all().stream()
                .filter(process -> process.comm().equals("opensm"))
                .forEach(process -> machine.processes().signal(process.pid(), KILL));
    }

    private Faults once(boolean early, int number, Faults fault, String name) {
        var count = new AtomicInteger();
        var locked = new AtomicInteger();
        return step -> {
            if (step.operation() instanceof Operation.TakeLock) {
                locked.set(1);
            }
            if ((early || locked.get() == 1) && count.incrementAndGet() == number) {
                happened.add(name);
                fault.before(step);
            }
        };
    }

    /** Whether a host or a subnet manager went down, which may have been after everybody had looked. */
    boolean tookHostsDown() {
        return happened.stream().anyMatch(name -> name.contains("reboot") || name.contains("sm-crash"));
    }

    /** Takes back what does not end by itself. */
    void end() throws InterruptedException, Errno {
        lab.hosts.fabrics().forEach(fabric -> fabric.losePackets(0, 0));
        for (Place place : full) {
            lab.machine(place.host()).disk().limit(place.folder(), Long.MAX_VALUE);
        }
        lab.withoutFaults();
        for (String manager : new TreeSet<>(crashed)) {
            lab.reboot(manager);
        }
    }

    @Override
    public String toString() {
        return told + ", of these happened " + new TreeSet<>(happened);
    }
}
