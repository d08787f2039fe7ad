package dev.ibplay.transport.helper;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.MadKey;
import dev.ibplay.exec.MadPort;
import dev.ibplay.exec.MadTiming;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.exec.Signal;
import dev.ibplay.exec.SmpAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;

/** Operations and outcomes with random fields. */
final class RandomFrames {
    private static final String LETTERS = "ab/*[]'\"\\ \n\u00fc\u20ac$-";

    private final Random random;

    RandomFrames(Random random) {
        this.random = random;
    }

    Batch batch() {
        List<Operation> all = operations();
        return new Batch(all.subList(0, random.nextInt(all.size() + 1)), random.nextBoolean());
    }

    /** One of each kind. */
    List<Operation> operations() {
        List<Operation> all = new ArrayList<>(files());
        all.addAll(changes());
        all.add(new Operation.ReadFile(text(), number()));
        all.add(new Operation.ReadMatching(text(), number()));
        all.add(new Operation.ResolvePath(text()));
        all.add(new Operation.ListProcesses(Set.copyOf(some(this::text))));
        all.add(new Operation.SubnetQuery(port(), address(), u16(), u32(), key(), timing()));
        all.add(new Operation.AdministrationQuery(port(), u16(), random.nextLong(), bytes(), key(), timing()));
        all.add(new Operation.DiscoverFabric(port(), key(), timing(), 1 + random.nextInt(255), random.nextBoolean()));
        all.add(new Operation.TakeLock(text(), "r-" + number(), "anna at " + number()));
        all.add(new Operation.ArmGuard(text(), bytes(), millis(), files(), changes()));
        all.add(new Operation.RenewGuard(text(), millis()));
        all.add(new Operation.ConfirmGuard(text()));
        all.add(new Operation.FireGuard(text()));
        all.add(new Operation.Ping(text(), text(), number(), number(), millis()));
        return all;
    }

    private List<Operation> files() {
        return List.of(
                new Operation.ReplaceFile(
                        text(),
                        random.nextBoolean() ? Optional.of(bytes()) : Optional.empty(),
                        bytes(),
                        random.nextInt(010000)),
                new Operation.RemoveFile(text(), bytes()));
    }

    private List<Operation> changes() {
        List<String> words = new ArrayList<>(some(this::text));
        words.add(text());
        return List.of(
                new Operation.RunCommand(words, bytes(), millis()),
                new Operation.WriteAttribute(text(), bytes()),
                new Operation.SetLinkMtu(text(), number()),
                new Operation.SendSignal(number(), random.nextLong(), random.nextBoolean() ? Signal.HUP : Signal.TERM));
    }

    Outcome outcome() {
        List<Outcome> all = outcomes();
        return all.get(random.nextInt(all.size()));
    }

    /** One of each kind. */
    List<Outcome> outcomes() {
        return List.of(
                new Outcome.CommandEnded(end(), bytes(), bytes()),
                new Outcome.FileContent(bytes(), number(), u32(), u32(), random.nextLong()),
                new Outcome.FileAbsent(),
                new Outcome.FilesFound(
                        some(() -> new Outcome.NamedFile(text(), bytes())),
                        some(() -> new Outcome.Unread(text(), new Outcome.OperationFailed(text(), text())))),
                new Outcome.PathResolved(text()),
                new Outcome.ProcessesFound(some(() -> new Outcome.ProcessEntry(
                        number(), text(), some(this::text), random.nextLong(), random.nextLong()))),
                new Outcome.Done(),
                new Outcome.Moved(text()),
                new Outcome.AttributeRead(bytes()),
                new Outcome.RecordsRead(some(this::bytes)),
                new Outcome.NoAnswer(),
                new Outcome.ErrorStatus(number()),
                new Outcome.OperationFailed(text(), text()),
                new Outcome.Skipped(),
                new Outcome.Held(text(), text(), random.nextLong()),
                new Outcome.FabricDiscovered(some(this::finding), random.nextLong(), random.nextBoolean()));
    }

    private Outcome.Finding finding() {
        List<Outcome> answers =
                List.of(new Outcome.AttributeRead(bytes()), new Outcome.NoAnswer(), new Outcome.ErrorStatus(number()));
        return new Outcome.Finding(route(), u16(), u32(), answers.get(random.nextInt(answers.size())));
    }

    private CommandEnd end() {
        return switch (random.nextInt(3)) {
            case 0 -> new CommandEnd.Exited(number());
            case 1 -> new CommandEnd.Signalled(number());
            default -> new CommandEnd.TimedOut();
        };
    }

    private SmpAddress address() {
        return random.nextBoolean() ? route() : new SmpAddress.ByLid(u16());
    }

    private SmpAddress.ByRoute route() {
        List<Integer> ports = new ArrayList<>();
        int hops = random.nextInt(SmpAddress.ByRoute.MAX_HOPS + 1);
        for (int i = 0; i < hops; i++) {
            ports.add(1 + random.nextInt(254));
        }
        return new SmpAddress.ByRoute(ports);
    }

    private <T> List<T> some(Supplier<T> one) {
        List<T> all = new ArrayList<>();
        int count = random.nextInt(4);
        for (int i = 0; i < count; i++) {
            all.add(one.get());
        }
        return all;
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(12);
        for (int i = 0; i < length; i++) {
            text.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
        }
        return text.toString();
    }

    private Bytes bytes() {
        byte[] some = new byte[random.nextInt(100)];
        random.nextBytes(some);
        return Bytes.of(some);
    }

    private MadPort port() {
        return new MadPort(text(), number());
    }

    private MadTiming timing() {
        return new MadTiming(millis(), number());
    }

    private MadKey key() {
        return MadKey.of(random.nextLong());
    }

    private Duration millis() {
        return Duration.ofMillis(1 + random.nextInt(Integer.MAX_VALUE));
    }

    private int number() {
        return random.nextInt(Integer.MAX_VALUE);
    }

    private int u16() {
        return random.nextInt(1 << 16);
    }

    private long u32() {
        return random.nextLong(1L << 32);
    }
}
