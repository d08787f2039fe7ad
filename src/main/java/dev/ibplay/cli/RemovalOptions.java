package dev.ibplay.cli;

import picocli.CommandLine.Option;

/** Whether a plan may take something away from ports. */
final class RemovalOptions {
    @Option(
            names = "--allow-removal",
            description = "Let ports lose P_Keys or full membership, which is refused otherwise; the plan names them.")
    boolean allowed;
}
