package dev.ibplay.run;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.gather.FakeFabric;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.SessionCounts;
import dev.ibplay.transport.TransportException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A host with sysfs attributes, an MTU that can be set, and perhaps a way into a fabric. */
final class FakeHost implements HostSession {
    private final String name;
    private final TreeMap<String, String> files = new TreeMap<>();
    private final Map<String, String> programs = new HashMap<>();
    private final TreeMap<String, List<Operation>> guards = new TreeMap<>();
    private Optional<FakeFabric> fabric = Optional.empty();
    boolean refusesChanges;
    boolean breaksOnChanges;
    boolean closed;
    boolean isGone;
    /** Is told of each batch before it is answered. */
    Consumer<Batch> seen = batch -> {};

    int sweeps;
    /** A lock that another run holds. */
    String lockOfOthers = "";

    final List<String> locked = new ArrayList<>();

    /** The programs that were run, with their arguments. */
    final List<String> ran = Collections.synchronizedList(new ArrayList<>());

    /** What somebody sets the MTU to once a change was confirmed; empty for nobody. */
    String drifts = "";

    /** A program that does not end before its session does. */
    String hanging = "";

    private final CountDownLatch end = new CountDownLatch(1);

    FakeHost(String name) {
        this.name = name;
    }

    FakeHost withInterface(int mtu) {
        files.put("/sys/class/net/ib0/type", "32\n");
        files.put("/sys/class/net/ib0/mtu", mtu + "\n");
        files.put("/sys/class/net/ib0/mode", "datagram\n");
        files.put("/sys/class/net/ib0/pkey", "0xffff\n");
        files.put("/sys/class/net/ib0/carrier", "1\n");
        return this;
    }

    /** An active port with a umad device; its GUID in sysfs's four groups. */
    FakeHost withPort(String guid, FakeFabric queried) {
        String port = "/sys/class/infiniband/mlx5_0/ports/1/";
        files.put(port + "state", "4: ACTIVE\n");
        files.put(port + "link_layer", "InfiniBand\n");
        files.put(port + "gids/0", "fe80:0000:0000:0000:" + guid + "\n");
        files.put("/sys/class/infiniband_mad/umad0/ibdev", "mlx5_0\n");
        files.put("/sys/class/infiniband_mad/umad0/port", "1\n");
        fabric = Optional.of(queried);
        return this;
    }

    /** A file or an attribute. */
    FakeHost with(String path, String text) {
        files.put(path, text);
        return this;
    }

    /** A program that says this and ends well. */
    FakeHost saying(String program, String text) {
        programs.put(program, text);
        return this;
    }

    String mtu() {
        return files.getOrDefault("/sys/class/net/ib0/mtu", "").strip();
    }

    @Override
    public List<Outcome> run(Batch batch, Duration timeLimit) throws TransportException {
        seen.accept(batch);
        if (!hanging.isEmpty() && batch.toString().contains(hanging)) {
            hang();
        }
        boolean changes = batch.operations().stream().anyMatch(Operation.SetLinkMtu.class::isInstance);
        if (changes && breaksOnChanges) {
            isGone = true;
            throw new TransportException(
                    name, TransportException.Kind.CONNECTION_LOST, "the connection broke", Optional.empty());
        }
        sweeps += batch.operations().stream().anyMatch(Operation.DiscoverFabric.class::isInstance) ? 1 : 0;
        return batch.operations().stream().map(this::answer).toList();
    }

    private void hang() throws TransportException {
        try {
            boolean ended = end.await(1, TimeUnit.MINUTES);
            throw new TransportException(
                    name,
                    TransportException.Kind.CONNECTION_LOST,
                    ended ? "closed" : "nobody has closed the session",
                    Optional.empty());
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    private Outcome lock(Operation.TakeLock lock) {
        if (lock.path().equals(lockOfOthers)) {
            return new Outcome.Held("r0", "bob@other", 7);
        }
        locked.add(lock.path());
        return new Outcome.Done();
    }

    private Outcome answer(Operation operation) {
        return switch (operation) {
            case Operation.ReadMatching matching -> matching(matching.pattern());
            case Operation.ReadFile file ->
                Optional.ofNullable(files.get(file.path()))
                        .<Outcome>map(text -> new Outcome.FileContent(Bytes.ofUtf8(text), 0644, 0, 0, 0))
                        .orElseGet(Outcome.FileAbsent::new);
            case Operation.ListProcesses ignored -> new Outcome.ProcessesFound(List.of());
            case Operation.ResolvePath ignored -> new Outcome.FileAbsent();
            case Operation.RunCommand command -> {
                ran.add(String.join(" ", command.arguments()));
                yield run(command.arguments().getFirst());
            }
            case Operation.SetLinkMtu link -> set(link);
            case Operation.TakeLock lock -> lock(lock);
            case Operation.ArmGuard guard -> {
                guards.put(guard.folder(), guard.undo());
                yield new Outcome.Done();
            }
            case Operation.RenewGuard guard ->
                guards.containsKey(guard.folder())
                        ? new Outcome.Done()
                        : new Outcome.OperationFailed("ENOENT", "no guard");
            case Operation.ConfirmGuard guard -> {
                guards.remove(guard.folder());
                if (!drifts.isEmpty()) {
                    files.put("/sys/class/net/ib0/mtu", drifts + "\n");
                }
                yield new Outcome.Done();
            }
            case Operation.FireGuard guard -> {
                Optional.ofNullable(guards.remove(guard.folder())).orElseThrow().forEach(this::answer);
                yield new Outcome.Done();
            }
            case Operation.SubnetQuery query -> fabric.map(f -> f.answer(query)).orElseGet(Outcome.NoAnswer::new);
            case Operation.DiscoverFabric query ->
                fabric.map(f -> f.answer(query)).orElseGet(Outcome.NoAnswer::new);
            case Operation.AdministrationQuery query ->
                fabric.map(f -> f.answer(query)).orElseGet(Outcome.NoAnswer::new);
            default -> throw new IllegalArgumentException("unexpected: " + operation);
        };
    }

    private Outcome run(String program) {
        String text = program.equals("uname") ? "Linux\n" : programs.getOrDefault(program, "");
        return text.isEmpty()
                ? new Outcome.OperationFailed("ENOENT", "no such program")
                : new Outcome.CommandEnded(new CommandEnd.Exited(0), Bytes.ofUtf8(text), Bytes.EMPTY);
    }

    private Outcome set(Operation.SetLinkMtu link) {
        if (refusesChanges) {
            return new Outcome.OperationFailed("EINVAL", "invalid argument");
        }
        files.put("/sys/class/net/ib0/mtu", link.bytes() + "\n");
        return new Outcome.Done();
    }

    private Outcome matching(String pattern) {
        String regex = pattern.replace(".", "\\.").replace("*", "[^/]*");
        return new Outcome.FilesFound(files.entrySet().stream()
                .filter(e -> e.getKey().matches(regex))
                .map(e -> new Outcome.NamedFile(e.getKey(), Bytes.ofUtf8(e.getValue())))
                .toList());
    }

    @Override
    public SessionCounts counts() {
        return new SessionCounts(1, 1, 3);
    }

    @Override
    public void close() {
        closed = true;
        end.countDown();
    }
}
