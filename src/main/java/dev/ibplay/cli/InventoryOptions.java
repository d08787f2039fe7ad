package dev.ibplay.cli;

import dev.ibplay.diag.Problems;
import dev.ibplay.inventory.Inventory;
import dev.ibplay.inventory.InventoryReader;
import dev.ibplay.source.DiskFiles;
import dev.ibplay.source.Node;
import dev.ibplay.source.SourceFiles;
import dev.ibplay.source.Vault;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which inventory, and which variables besides. */
final class InventoryOptions {
    @Option(
            names = {"-i", "--inventory"},
            paramLabel = "SOURCE",
            description = "Inventory file, folder, executable, or hosts with commas; several may be given. "
                    + "Without it: ./inventory.")
    private List<String> sources = List.of();

    @Option(
            names = {"-e", "--extra-vars"},
            paramLabel = "VARS",
            description = "Variables that win over all others: name=value, a YAML mapping, or @FILE.")
    private List<String> extraVariables = List.of();

    @Mixin
    private VaultOptions vault = new VaultOptions();

    /** The files of this machine, and the passwords for those that are encrypted; asks for these if it is told to. */
    SourceFiles files(Console console, Problems problems) {
        Vault opened = vault.vault(console, problems);
        console.hide(opened.secrets());
        return new DiskFiles(opened);
    }

    Inventory inventory(SourceFiles files, Problems problems) {
        return new InventoryReader(files, problems).read(sources());
    }

    boolean isGiven() {
        return !sources.isEmpty();
    }

    /** What was given, or the default. */
    List<String> sources() {
        return sources.isEmpty() ? List.of(InventoryReader.DEFAULT_SOURCE) : sources;
    }

    /** Variables of the command line as they were given, secrets among them. */
    List<String> extraWords() {
        return extraVariables;
    }

    Map<String, Node> extraVariables(SourceFiles files, Problems problems) {
        return ExtraVariables.parse(extraVariables, files, problems);
    }
}
