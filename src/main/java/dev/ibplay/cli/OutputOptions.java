package dev.ibplay.cli;

import picocli.CommandLine.Option;

/** What a run shows. */
final class OutputOptions {
    enum Format {
        HUMAN,
        JSON
    }

    @Option(
            names = "--format",
            paramLabel = "human|json",
            defaultValue = "human",
            description = "Form of the result on standard output.")
    private Format format = Format.HUMAN;

    @Option(
            names = {"-D", "--diff"},
            description = "Show the changes of files as unified diffs.")
    private boolean diff;

    @Option(
            names = {"-v", "--verbose"},
            description = "Show each step as it goes, and connections and round trips of each host.")
    private boolean[] verbose = {};

    boolean json() {
        return format == Format.JSON;
    }

    boolean diff() {
        return diff;
    }

    boolean verbose() {
        return verbose.length > 0;
    }
}
