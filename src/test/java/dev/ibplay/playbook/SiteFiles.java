package dev.ibplay.playbook;

import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Problems;
import dev.ibplay.inventory.InventoryReader;
import dev.ibplay.inventory.MapFiles;
import dev.ibplay.resource.Partition;
import dev.ibplay.resource.SubnetManager;
import java.util.List;
import java.util.Map;

/** An inventory and a playbook in memory, resolved to what they want. */
final class SiteFiles {
    final Problems problems = new Problems();
    private final String inventory;

    /** A site with this inventory, in YAML. */
    SiteFiles(String inventory) {
        this.inventory = inventory;
    }

    DesiredState resolve(String playbook, Selection selection) {
        var files = new MapFiles().with("hosts.yml", inventory).with("site.yml", playbook);
        var read = new InventoryReader(files, problems).read(List.of("hosts.yml"));
        Playbook parsed = new PlaybookParser(files, Map.of(), problems).parse("site.yml");
        return Resolver.resolve(List.of(parsed), read, Map.of(), selection, problems);
    }

    /** The subnet managers of a host, as one play or several describe them. */
    List<SubnetManager> subnetManagers(String host, String playbook) {
        return resolve(playbook, Selection.ALL).hosts().stream()
                .filter(h -> h.host().equals(host))
                .flatMap(h -> h.all(SubnetManager.class).stream())
                .toList();
    }

    /** The partition that a play on sm1 describes by these keys. */
    Partition partition(String keys) {
        return subnetManagers("sm1", "- hosts: sm1\n  state: {opensm: {partitions: [{pkey: 5, " + keys + "}]}}\n")
                .getFirst()
                .partitions()
                .getFirst();
    }

    List<String> messages() {
        return problems.sorted().stream()
                .map(d -> d.severity().word() + ": " + d.message())
                .toList();
    }

    List<String> hints() {
        return problems.sorted().stream()
                .map(Diagnostic::hint)
                .map(hint -> hint.orElse(""))
                .toList();
    }
}
