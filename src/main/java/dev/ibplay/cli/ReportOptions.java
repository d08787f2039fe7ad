package dev.ibplay.cli;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What is told of a run besides what is shown, for programs. */
final class ReportOptions {
    /** As a file: standard output. */
    static final String STANDARD_OUTPUT = "-";

    @Option(
            names = "--events",
            paramLabel = "FILE",
            description =
                    "Write the run's events to FILE as they happen, a line of JSON each, as in its journal. - is standard output;"
                            + " what is shown there otherwise goes to standard error then.")
    @Nullable String events;

    @Option(
            names = "--junit",
            paramLabel = "FILE",
            description =
                    "Write the result to FILE as JUnit XML: a test case for each host and each value that differs.")
    @Nullable Path junit;

    @Option(
            names = "--prometheus",
            paramLabel = "FILE",
            description =
                    "Write the result to FILE for Prometheus (node_exporter's textfile collector), also where the run fails.")
    @Nullable Path prometheus;

    boolean isAny() {
        return events != null || junit != null || prometheus != null;
    }
}
