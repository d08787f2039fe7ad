package dev.ibplay.facts.windows;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.SessionCounts;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** A Windows host that says what it is told to say; what it is not told is not there. */
public final class ModelWindows implements HostSession {
    private static final String TOOLS = "C:\\Program Files\\Mellanox\\MLNX_VPI\\IB\\Tools\\";

    private final Map<String, Outcome> programs = new HashMap<>();
    private final Map<String, String> files = new HashMap<>();
    private final List<String> lines = new ArrayList<>();

    /** All operations, in order. */
    public final List<Operation> asked = new ArrayList<>();

    public ModelWindows() {
        says("cmd.exe", "Windows_NT\r\n", StandardCharsets.US_ASCII);
    }

    /** Lines of the script, kinds and values escaped as it does. */
    public ModelWindows tells(String... more) {
        lines.addAll(List.of(more));
        return this;
    }

    /** A program's output by its name, or by its whole line. */
    public ModelWindows says(String program, String output, Charset charset) {
        programs.put(
                program,
                new Outcome.CommandEnded(new CommandEnd.Exited(0), Bytes.of(output.getBytes(charset)), Bytes.EMPTY));
        return this;
    }

    /** A tool that the script finds, with its output. */
    public ModelWindows tool(String name, String output) {
        tells("tool name=%s path=%s".formatted(name, escaped(TOOLS + name + ".exe")));
        return says(TOOLS + name + ".exe", output, StandardCharsets.US_ASCII);
    }

    public ModelWindows file(String path, String content) {
        files.put(path, content);
        return this;
    }

    static String escaped(String text) {
        StringBuilder escaped = new StringBuilder();
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            boolean plain = (b >= '0' && b <= '9') || (b >= 'A' && b <= 'Z') || (b >= 'a' && b <= 'z');
            escaped.append(plain ? Character.toString(b) : "%%%02X".formatted(b & 0xff));
        }
        return escaped.toString();
    }

    /** A recorded output of the first report of this kind of fabric. */
    public static String seed(String name) {
        try (InputStream in = Objects.requireNonNull(ModelWindows.class.getResourceAsStream("/tools/seed/" + name))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /**
     * Windows Server 2012 R2 with two connections, the second of them IPoIB, and OpenSM as a service; its names are
     * Japanese, its programs write code page 932.
     */
    public static ModelWindows server() {
        String image = "\"C:\\Program Files\\OFED\\opensm.exe\" --service -p 10 -g 0x2c903000916f9 "
                + "-P \"C:\\Program Files\\OFED\\OpenSM\\parts new.conf\"";
        return new ModelWindows()
                .tells(
                        "system version=6.3.9600.0 name=Windows%20Server%202012%20R2%20Standard powershell=4.0"
                                + " programs=C%3A%5CProgram%20Files elevated=True"
                                + " ssh=192.0.2.7%2050432%20192.0.2.30%2022",
                        "part name=system",
                        "codepage oem=932",
                        "part name=codepage",
                        "adapter index=12 name=%s description=Intel%%20I350 status=2 key=0007 jumbo=1514"
                                .formatted(escaped("イーサネット")),
                        "adapter index=15 name=%s description=Mellanox%%20IPoIB%%20Adapter%%20%%232 status=2 key=0011 jumbo=4092"
                                .formatted(escaped("イーサネット 3")),
                        "part name=adapters",
                        "medium index=12 physical=14",
                        "part name=medium",
                        "part name=oldmedium error=Not%20found",
                        "mtu index=1 bytes=4294967295",
                        "mtu index=12 bytes=1500",
                        "mtu index=15 bytes=4092",
                        "part name=mtus",
                        "keptmtu index=15 bytes=2044",
                        "part name=keptmtus",
                        "address index=12 address=192.0.2.30 mask=255.255.255.0",
                        "address index=15 address=198.51.100.30 mask=255.255.0.0",
                        "address index=15 address=fe80%3A%3A1%2515 mask=64",
                        "part name=addresses",
                        "service name=OpenSM image=%s start=2 state=4 process=1812".formatted(escaped(image)),
                        "part name=services",
                        "process id=1812 command=%s start=1718000000".formatted(escaped(image)),
                        "part name=processes")
                .tool("ibv_devinfo", seed("02-ibv_devinfo-server2012r2.txt"))
                .tells("part name=tools", "end")
                .file("C:\\Program Files\\OFED\\OpenSM\\opensm.conf", "sm_priority 3\r\n")
                .file("C:\\Program Files\\OFED\\OpenSM\\parts new.conf", "Default=0x7fff,ipoib,mtu=5:ALL=full;\r\n");
    }

    @Override
    public List<Outcome> run(Batch batch, Duration timeLimit) {
        asked.addAll(batch.operations());
        return batch.operations().stream().map(this::answer).toList();
    }

    private Outcome answer(Operation operation) {
        return switch (operation) {
            case Operation.RunCommand command -> program(command);
            case Operation.ReadFile read -> file(read.path());
            default -> new Outcome.OperationFailed("ENOSYS", "not in this model");
        };
    }

    private Outcome file(String path) {
        return files.containsKey(path)
                ? new Outcome.FileContent(Bytes.ofUtf8(files.get(path)), 0644, 0, 0, 1_718_000_000L)
                : new Outcome.FileAbsent();
    }

    private Outcome program(Operation.RunCommand command) {
        String name = command.arguments().getFirst();
        if (name.equals("powershell.exe") && !lines.isEmpty()) {
            String said = String.join("\r\n", lines) + "\r\n";
            return new Outcome.CommandEnded(new CommandEnd.Exited(0), Bytes.ofUtf8(said), Bytes.EMPTY);
        }
        return Optional.ofNullable(programs.get(String.join(" ", command.arguments())))
                .or(() -> Optional.ofNullable(programs.get(name)))
                .orElse(new Outcome.OperationFailed("ENOENT", "The system cannot find the file specified"));
    }

    @Override
    public Optional<String> system() {
        return Optional.of(WindowsProbe.SYSTEM);
    }

    @Override
    public SessionCounts counts() {
        return new SessionCounts(1, 1, 1);
    }

    @Override
    public void close() {}
}
