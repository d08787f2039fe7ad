package dev.ibplay.transport.conformance;

import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.TransportException;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;

/**
 * The cases that every far end must pass: the helper, and the plain shell under each shell there is. A test hands in its
 * far ends and returns the tests from a {@code @TestFactory}. The far end runs on this machine or on one of the lab.
 */
public final class FarEndConformance {
    private FarEndConformance() {}

    /** Opens a session for one case, which closes it. */
    public interface Opener {
        HostSession open() throws TransportException, IOException;
    }

    /**
     * A far end to be tested. Its process leads a session of its own (setsid), so that all of it can be killed.
     *
     * @param uid the user that it runs as; its group has the same number where this is not the tests' own user
     * @param host where it runs
     */
    public record Candidate(String name, int uid, Opener opener, TestHost host) {
        /** One that runs on this machine. */
        public Candidate(String name, int uid, Opener opener) {
            this(name, uid, opener, new RealHost());
        }
    }

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
        String folder = candidate.host().makeFolder(candidate.uid());
        try (HostSession session = candidate.opener().open()) {
            test.body().run(new Scene(session, second.opener(), candidate.host(), folder, candidate.uid()));
        } finally {
            candidate.host().deleteFolder(folder);
        }
    }
}
