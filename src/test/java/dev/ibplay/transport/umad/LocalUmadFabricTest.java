package dev.ibplay.transport.umad;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.jna.Platform;
import dev.ibplay.Missing;
import dev.ibplay.exec.Batch;
import dev.ibplay.exec.MadKey;
import dev.ibplay.exec.MadPort;
import dev.ibplay.exec.MadTiming;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.exec.SmpAddress;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.ProcessConnection;
import dev.ibplay.transport.helper.FabricSimulator;
import dev.ibplay.transport.helper.FatTree;
import dev.ibplay.transport.helper.NativePrograms;
import java.io.File;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The library in a JVM on a simulated fabric must find what the helper finds. */
class LocalUmadFabricTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final MadPort PORT = new MadPort("ibsim0", 1);
    private static final MadTiming TIMING = new MadTiming(Duration.ofMillis(100), 3);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    /** What runs in a JVM of its own, under the simulator's LD_PRELOAD: two sessions at once, one line for each finding. */
    static final class OtherJvm {
        public static void main(String[] arguments) throws Exception {
            try (LocalUmad one = LocalUmad.open("here", System.getenv());
                    LocalUmad other = LocalUmad.open("here", System.getenv())) {
                List<String> found = findings(one);
                if (!found.equals(findings(other))) {
                    throw new AssertionError("two sessions find different fabrics");
                }
                var out = new PrintStream(arguments[0], StandardCharsets.UTF_8);
                found.forEach(out::println);
                out.close();
            }
        }
    }

    /** A line for each finding and answer, ordered. With one packet under way the routes are always the same. */
    private static List<String> findings(HostSession session) throws Exception {
        List<Operation> questions = List.of(
                new Operation.DiscoverFabric(PORT, MadKey.NONE, TIMING, 1, true),
                new Operation.SubnetQuery(PORT, new SmpAddress.ByRoute(List.of(1)), 0x0012, 0, MadKey.NONE, TIMING),
                new Operation.SubnetQuery(
                        PORT, new SmpAddress.ByRoute(List.of(1, 99)), 0x0011, 0, MadKey.NONE, TIMING));
        List<Outcome> outcomes = session.run(Batch.of(questions), LIMIT);
        assertThat(outcomes.getFirst()).isInstanceOf(Outcome.FabricDiscovered.class);
        Outcome.FabricDiscovered fabric = (Outcome.FabricDiscovered) outcomes.getFirst();
        List<String> lines = new ArrayList<>();
        fabric.findings()
                .forEach(f -> lines.add("%s 0x%04x %d %s"
                        .formatted(f.route().ports(), f.attributeId(), f.attributeModifier(), text(f.answer()))));
        outcomes.subList(1, 3).forEach(o -> lines.add(text(o)));
        lines.add("complete " + fabric.complete());
        lines.sort(null);
        return lines;
    }

    private static String text(Outcome answer) {
        return answer instanceof Outcome.AttributeRead read
                ? HexFormat.of().formatHex(read.data().toArray())
                : answer.toString();
    }

    @Test
    void findsWhatTheHelperFinds() throws Exception {
        FabricSimulator.requireTools();
        Path helper = NativePrograms.require("dynamic");
        Missing.unless(
                Objects.nonNull(LocalUmad.class.getResource("/" + Platform.RESOURCE_PREFIX + "/libibplay.so")),
                "the library for " + Platform.RESOURCE_PREFIX);
        List<String> commands = List.of("Unlink \"L2\"[3]", "Unlink \"S3\"[5]");
        try (FabricSimulator simulator = FabricSimulator.start(folder, new FatTree(4, 6, 7).net(), commands)) {
            Map<String, String> environment = simulator.environment(FatTree.host(1, 1));
            Path home = Files.createDirectories(folder.resolve("home"));
            ProcessConnection connection =
                    ProcessConnection.plain().withEnvironment(environment).in(home);
            List<String> expected;
            try (HostSession session = NativePrograms.open(connection, helper)) {
                expected = findings(session);
            }
            assertThat(expected).hasSizeGreaterThan(300);
            assertThat(runOtherJvm(home, environment)).isEqualTo(expected);
        }
    }

    /** In a form that holds in any folder. */
    private static String classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    private List<String> runOtherJvm(Path home, Map<String, String> environment) throws Exception {
        Path result = folder.resolve("result");
        ProcessBuilder builder = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        classPath(),
                        OtherJvm.class.getName(),
                        result.toString())
                .directory(home.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("jvm.out").toFile());
        builder.environment().putAll(environment);
        builder.environment().put("XDG_CACHE_HOME", folder.resolve("cache").toString());
        Process process = builder.start();
        assertThat(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue())
                .as(Files.readString(folder.resolve("jvm.out")))
                .isZero();
        return Files.readAllLines(result);
    }
}
