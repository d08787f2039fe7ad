package dev.ibplay.cli;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Location;
import dev.ibplay.diag.Problems;
import dev.ibplay.diag.Span;
import dev.ibplay.inventory.Group;
import dev.ibplay.inventory.Host;
import dev.ibplay.inventory.HostPattern;
import dev.ibplay.inventory.Inventory;
import dev.ibplay.report.InventoryJson;
import dev.ibplay.report.InventoryView;
import dev.ibplay.source.SourceFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows what the inventory says. */
@Command(
        name = "inventory",
        mixinStandardHelpOptions = true,
        description = "Show hosts with their groups and variables as resolved; passwords are hidden.")
final class InventoryCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(
            paramLabel = "PATTERN",
            arity = "0..1",
            defaultValue = "all",
            description = "Host pattern (default: all).")
    private String pattern = Group.ALL;

    @Mixin
    private InventoryOptions options = new InventoryOptions();

    @ArgGroup
    private Form form = new Form();

    /** One form at a time. */
    private static final class Form {
        @Option(names = "--graph", description = "Show groups and hosts as a tree.")
        private boolean graph;

        @Option(names = "--list", description = "Show all as JSON, in the form of executable inventories.")
        private boolean list;

        @Option(names = "--host", paramLabel = "HOST", description = "Show the variables of one host as JSON.")
        private @Nullable String host;
    }

    InventoryCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Problems problems = new Problems();
        SourceFiles files = options.files(console, problems);
        Inventory inventory = options.inventory(files, problems);
        HostPattern hosts = HostPattern.parse(pattern, Span.startOf("PATTERN"), problems);
        if (!problems.hasErrors()) {
            try {
                console.write(out -> {
                    if (form.list) {
                        InventoryJson.write(inventory, files.vault(), out);
                    } else if (form.host != null) {
                        host(form.host, inventory, files, problems, out);
                    } else if (form.graph) {
                        graph(inventory, files, problems, out);
                    } else {
                        new InventoryView(inventory, files.vault()).hosts(hosts.select(inventory, problems), out);
                    }
                });
            } catch (UncheckedIOException unwritable) {
                problems.add(
                        Diagnostic.error(Code.USAGE, new Location.Run(), "cannot write: " + unwritable.getMessage()));
            }
        }
        console.show(problems);
        return (problems.hasErrors() ? ExitCode.INVALID_INPUT : ExitCode.OK).number();
    }

    private static void host(String name, Inventory inventory, SourceFiles files, Problems problems, Writer out)
            throws IOException {
        Optional<Host> host = inventory.host(name);
        if (host.isPresent()) {
            InventoryJson.writeHost(inventory, files.vault(), host.get(), out);
        } else {
            problems.error(Code.USAGE, Span.startOf("--host"), "no host is called \"" + name + "\"");
        }
    }

    private void graph(Inventory inventory, SourceFiles files, Problems problems, Appendable out) throws IOException {
        var group = inventory.group(pattern);
        if (group.isPresent()) {
            new InventoryView(inventory, files.vault()).graph(group.get(), out);
        } else {
            problems.error(
                    Code.USAGE, Span.startOf("PATTERN"), "--graph takes a group, and \"" + pattern + "\" is none");
        }
    }
}
