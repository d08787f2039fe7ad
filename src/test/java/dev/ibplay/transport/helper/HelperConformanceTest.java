package dev.ibplay.transport.helper;

import dev.ibplay.Missing;
import dev.ibplay.transport.ProcessConnection;
import dev.ibplay.transport.conformance.FarEndConformance;
import dev.ibplay.transport.conformance.FarEndConformance.Candidate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

class HelperConformanceTest {
    private static final int NOBODY = 65534;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    static Path folder;

    private static int ownUid() throws IOException {
        return (int) Files.getAttribute(folder, "unix:uid");
    }

    private static ProcessConnection alone() {
        return ProcessConnection.plain().withPrefix("setsid");
    }

    /** A copy at a path that other users reach. */
    private static Path reachable(String build) throws IOException {
        Path program = NativePrograms.require(build);
        Files.setAttribute(folder, "unix:mode", 0755);
        Path copy = folder.resolve(build + "-helper");
        Files.copy(program, copy);
        return copy;
    }

    @TestFactory
    List<DynamicContainer> x86() throws IOException {
        Missing.unless(System.getProperty("os.arch").equals("amd64"), "an x86-64 CPU");
        Path program = reachable("x86_64");
        ProcessConnection plain = alone();
        List<Candidate> candidates = new ArrayList<>();
        candidates.add(new Candidate("static x86-64", ownUid(), NativePrograms.opener(plain, program)));
        if (ownUid() == 0 && NativePrograms.tool("setpriv").isPresent()) {
            ProcessConnection nobody =
                    plain.withPrefix("setsid", "setpriv", "--reuid=65534", "--regid=65534", "--clear-groups");
            candidates.add(new Candidate("static x86-64, not root", NOBODY, NativePrograms.opener(nobody, program)));
        } else {
            Missing.unless(false, "root and setpriv, to run the helper as another user");
        }
        return candidates.stream().map(FarEndConformance::testsOf).toList();
    }

    @TestFactory
    DynamicContainer glibc() throws IOException {
        Path program = reachable("dynamic");
        return FarEndConformance.testsOf(new Candidate("dynamic", ownUid(), NativePrograms.opener(alone(), program)));
    }

    @TestFactory
    DynamicContainer aarch64UnderQemu() throws IOException {
        Path program = NativePrograms.require("aarch64");
        Path qemu = NativePrograms.requireTool("qemu-aarch64-static");
        Path script = NativePrograms.wrapper(folder, qemu + " " + program);
        return FarEndConformance.testsOf(
                new Candidate("static aarch64", ownUid(), NativePrograms.opener(alone(), script)));
    }
}
