package dev.ibplay.transport.conformance;

import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.TransportException;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;

/**
 * The cases that every far end must pass: the helper, and the plain shell under each shell there is. A test hands in its
 * far ends and returns the tests from a {@code @TestFactory}. The far end must run on this machine.
 */
public final class FarEndConformance {
    private static final int DELETE_TRIES = 500;

    private FarEndConformance() {}

    /** Opens a session for one case, which closes it. */
    public interface Opener {
        HostSession open() throws TransportException, IOException;
    }

    /**
     * A far end to be tested. Its process leads a session of its own (setsid), so that all of it can be killed.
     *
     * @param uid the user that it runs as; its group has the same number where this is not the tests' own user
     */
    public record Candidate(String name, int uid, Opener opener) {}

    /** All cases for one far end. */
    public static DynamicContainer testsOf(Candidate candidate) {
        Stream<DynamicTest> tests = Stream.of(
                        CommandCases.all(),
                        ReadCases.all(),
                        WriteCases.all(),
                        ProcessCases.all(),
                        GuardCases.all(),
                        GuardFaultCases.all(),
                        LockCases.all(),
                        PingCases.all())
                .flatMap(List::stream)
                .map(c -> DynamicTest.dynamicTest(c.rule(), () -> run(candidate, c)));
        return DynamicContainer.dynamicContainer(candidate.name(), tests);
    }

    /** The cases with two sessions, where the second one is of another far end: each must go on with what the other began. */
    public static DynamicContainer mixedTestsOf(Candidate first, Candidate second) {
        Stream<DynamicTest> tests = Stream.of(LockCases.all(), GuardCases.ofTwoSessions())
                .flatMap(List::stream)
                .map(c -> DynamicTest.dynamicTest(c.rule(), () -> run(first, second, c)));
        return DynamicContainer.dynamicContainer(first.name() + ", then " + second.name(), tests);
    }

    private static void run(Candidate candidate, ConformanceCase test) throws Exception {
        run(candidate, candidate, test);
    }

    private static void run(Candidate candidate, Candidate second, ConformanceCase test) throws Exception {
        Path folder = Files.createTempDirectory("ibplay-conformance");
        try (HostSession session = candidate.opener().open()) {
            Files.setAttribute(folder, "unix:uid", candidate.uid());
            test.body().run(new Scene(session, second.opener(), folder, candidate.uid()));
        } finally {
            delete(folder);
        }
    }

    /** A far end that has just been closed may still be giving back its lock in there. */
    private static void delete(Path folder) throws IOException {
        for (int left = DELETE_TRIES; ; left--) {
            try {
                deleteOnce(folder);
                return;
            } catch (DirectoryNotEmptyException | NoSuchFileException busy) {
                if (left == 0) {
                    throw busy;
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
            }
        }
    }

    private static void deleteOnce(Path folder) throws IOException {
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes attributes) throws IOException {
                Files.setAttribute(dir, "unix:mode", 0700);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path dir, @Nullable IOException e) throws IOException {
                Files.delete(dir);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
