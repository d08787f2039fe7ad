package dev.ibplay.facts.recorded;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.MadKey;
import dev.ibplay.exec.MadPort;
import dev.ibplay.exec.MadTiming;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.exec.SmpAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Exchanges of all kinds with odd contents. */
final class SampleExchanges {
    private static final MadPort PORT = new MadPort("mlx5_0", 1);

    private final Random random;

    SampleExchanges(Random random) {
        this.random = random;
    }

    /** One of each kind of operation, and each kind of outcome at least once. */
    List<Exchange> all() {
        List<Exchange> all = new ArrayList<>();
        for (Outcome outcome : outcomes()) {
            operations().forEach(operation -> all.add(new Exchange(operation, outcome)));
        }
        return all;
    }

    private List<Operation> operations() {
        return List.of(
                new Operation.RunCommand(List.of(text(), text()), bytes(), Duration.ofMillis(random.nextInt(100_000))),
                new Operation.ReadFile("/" + text(), random.nextInt(1 << 22)),
                new Operation.ReadMatching("/" + text() + "*", random.nextInt(1 << 22)),
                new Operation.ResolvePath("/" + text()),
                new Operation.ListProcesses(Set.of("a" + text(), "b" + text())),
                new Operation.SubnetQuery(PORT, route(), 0x15, random.nextInt() & 0xffff_ffffL, key(), timing()),
                new Operation.SubnetQuery(
                        PORT, new SmpAddress.ByLid(random.nextInt(0x10000)), 0xff90, 0, MadKey.NONE, timing()),
                new Operation.AdministrationQuery(PORT, 0x38, random.nextLong(), bytes(), key(), timing()),
                new Operation.DiscoverFabric(PORT, key(), timing(), 1 + random.nextInt(255), random.nextBoolean()));
    }

    private List<Outcome> outcomes() {
        return List.of(
                new Outcome.CommandEnded(new CommandEnd.Exited(random.nextInt(256)), bytes(), bytes()),
                new Outcome.CommandEnded(new CommandEnd.Signalled(9), bytes(), bytes()),
                new Outcome.CommandEnded(new CommandEnd.TimedOut(), bytes(), bytes()),
                new Outcome.FileContent(
                        bytes(), random.nextInt(010000), 0xffff_fffeL, random.nextInt(9), random.nextInt(1 << 30)),
                new Outcome.FileAbsent(),
                new Outcome.FilesFound(List.of(new Outcome.NamedFile(text(), bytes()))),
                new Outcome.FilesFound(
                        List.of(), List.of(new Outcome.Unread(text(), new Outcome.OperationFailed("EACCES", text())))),
                new Outcome.PathResolved(text()),
                new Outcome.ProcessesFound(
                        List.of(new Outcome.ProcessEntry(7, text(), List.of(text(), ""), 1L << 40, 1_700_000_000))),
                new Outcome.AttributeRead(bytes()),
                new Outcome.RecordsRead(List.of(bytes(), bytes())),
                new Outcome.FabricDiscovered(
                        List.of(
                                new Outcome.Finding(route(), 0x11, 3, new Outcome.AttributeRead(bytes())),
                                new Outcome.Finding(route(), 0x15, 0, new Outcome.NoAnswer()),
                                new Outcome.Finding(route(), 0x16, 0x10000, new Outcome.ErrorStatus(0x1c))),
                        17,
                        random.nextBoolean()),
                new Outcome.NoAnswer(),
                new Outcome.ErrorStatus(0x0300),
                new Outcome.OperationFailed("EIO", text()));
    }

    private SmpAddress.ByRoute route() {
        return new SmpAddress.ByRoute(
                random.ints(random.nextInt(4), 1, 255).boxed().toList());
    }

    private MadKey key() {
        return MadKey.of(random.nextLong());
    }

    private MadTiming timing() {
        return new MadTiming(Duration.ofMillis(random.nextInt(5000)), random.nextInt(4));
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        random.ints(random.nextInt(12), 0, 0x3000).forEach(text::appendCodePoint);
        return text + "\ud83d\ude00\"\\\n";
    }

    private Bytes bytes() {
        if (random.nextBoolean()) {
            return Bytes.ofUtf8(text());
        }
        byte[] any = new byte[random.nextInt(80)];
        random.nextBytes(any);
        return Bytes.of(any);
    }
}
