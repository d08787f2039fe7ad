package dev.ibplay.transport.posix;

import dev.ibplay.transport.conformance.FarEndConformance;
import dev.ibplay.transport.conformance.FarEndConformance.Candidate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The sh far end does what the helper does, under each shell. */
class PosixConformanceTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    static Path folder;

    @TestFactory
    List<DynamicContainer> shells() throws IOException {
        int uid = (int) Files.getAttribute(folder, "unix:uid");
        return Arrays.stream(Shell.values())
                .map(shell -> FarEndConformance.testsOf(new Candidate(shell.name(), uid, shell::open)))
                .toList();
    }
}
