package dev.ibplay.inventory;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Problems;
import dev.ibplay.diag.Span;
import dev.ibplay.source.Node;
import dev.ibplay.source.SourceFiles;
import dev.ibplay.source.SourceText;
import dev.ibplay.source.YamlReader;
import java.io.IOException;
import java.util.Optional;

/**
 * Runs an executable inventory with {@code --list} and reads the JSON that it prints (Ansible's {@code script} plugin). Without
 * {@code _meta.hostvars} it is run once more for each host, with {@code --host NAME}.
 */
final class ScriptReader {
    private final String path;
    private final SourceFiles files;
    private final ListedInventory list;
    private final Problems problems;

    private ScriptReader(String path, SourceFiles files, InventoryBuilder inventory, Problems problems) {
        this.path = path;
        this.files = files;
        this.list = new ListedInventory(inventory, problems);
        this.problems = problems;
    }

    static void read(String path, SourceFiles files, InventoryBuilder inventory, Problems problems) {
        new ScriptReader(path, files, inventory, problems).read();
    }

    private void read() {
        output("--list").ifPresent(printed -> {
            if (!list.read(printed)) {
                list.hosts().forEach(host -> output("--host", host).ifPresent(own -> list.variablesOf(host, own)));
            }
        });
    }

    private Optional<Node.Mapping> output(String... arguments) {
        String name = path + " " + String.join(" ", arguments);
        try {
            SourceText printed = files.run(path, arguments);
            // Its lines are counted in what it printed, not in the script.
            Optional<Node> root = YamlReader.read(new SourceText(name, printed.text()), files.vault(), problems);
            return root.flatMap(node -> list.mapping(node, "what the inventory script prints"));
        } catch (IOException failed) {
            problems.error(
                    Code.INVENTORY_SOURCE,
                    Span.startOf(path),
                    "the inventory script failed: " + name + ": " + failed.getMessage(),
                    "run it by hand; it must print JSON and end with status 0");
            return Optional.empty();
        }
    }
}
