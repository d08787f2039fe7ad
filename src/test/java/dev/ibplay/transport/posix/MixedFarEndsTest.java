package dev.ibplay.transport.posix;

import dev.ibplay.transport.ProcessConnection;
import dev.ibplay.transport.conformance.FarEndConformance;
import dev.ibplay.transport.conformance.FarEndConformance.Candidate;
import dev.ibplay.transport.helper.NativePrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** A shell goes on with the helper's guards and respects its lock, and the other way round. */
class MixedFarEndsTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    static Path folder;

    @TestFactory
    List<DynamicContainer> helperAndShells() throws IOException {
        int uid = (int) Files.getAttribute(folder, "unix:uid");
        Path program = NativePrograms.require("dynamic");
        ProcessConnection alone = ProcessConnection.plain().withPrefix("setsid");
        Candidate helper = new Candidate("helper", uid, () -> NativePrograms.open(alone, program));
        return Arrays.stream(Shell.values())
                .map(shell -> new Candidate(shell.name(), uid, shell::open))
                .flatMap(shell -> Stream.of(
                        FarEndConformance.mixedTestsOf(helper, shell), FarEndConformance.mixedTestsOf(shell, helper)))
                .toList();
    }
}
