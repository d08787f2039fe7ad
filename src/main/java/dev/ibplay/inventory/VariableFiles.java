package dev.ibplay.inventory;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Problems;
import dev.ibplay.diag.Span;
import dev.ibplay.source.Node;
import dev.ibplay.source.SourceFiles;
import dev.ibplay.source.SourceText;
import dev.ibplay.source.YamlReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads {@code group_vars/} and {@code host_vars/} as Ansible's {@code host_group_vars} plugin does: for a name, the first of
 * {@code NAME} (a file, or a folder whose files are all read in the order of their names), {@code NAME.yml},
 * {@code NAME.yaml} and {@code NAME.json}. Files of names that the inventory does not have are not opened.
 */
final class VariableFiles {
    private static final List<String> ENDINGS = List.of("", ".yml", ".yaml", ".json");
    private static final int MAX_NESTING = 20;

    private final SourceFiles files;
    private final Problems problems;

    VariableFiles(SourceFiles files, Problems problems) {
        this.files = files;
        this.problems = problems;
    }

    /** The variables from {@code group_vars} and {@code host_vars} in a folder. */
    VariableLayer read(String folder, Set<String> groups, Set<String> hosts) {
        var ofGroups = new LinkedHashMap<String, Map<String, Node>>();
        var ofHosts = new LinkedHashMap<String, Map<String, Node>>();
        readAll(SourceFiles.below(folder, "group_vars"), groups, ofGroups);
        readAll(SourceFiles.below(folder, "host_vars"), hosts, ofHosts);
        ofGroups.values().forEach(this::warnOfPriority);
        return new VariableLayer(ofGroups, ofHosts);
    }

    private void readAll(String folder, Set<String> wanted, Map<String, Map<String, Node>> into) {
        if (!files.isDirectory(folder)) {
            return;
        }
        // One listing instead of four questions for each of perhaps 20,000 hosts.
        Set<String> present = new HashSet<>(list(folder));
        if (present.isEmpty()) {
            return;
        }
        for (String name : wanted) {
            if (name.startsWith("/")) {
                continue;
            }
            for (String ending : ENDINGS) {
                if (present.contains(name + ending)) {
                    var variables = into.computeIfAbsent(name, ignored -> new LinkedHashMap<>());
                    for (String path : filesOf(SourceFiles.below(folder, name + ending), 0)) {
                        readFile(path, variables);
                    }
                    break;
                }
            }
        }
    }

    private List<String> filesOf(String path, int nesting) {
        if (!files.isDirectory(path)) {
            return List.of(path);
        }
        if (nesting > MAX_NESTING) {
            problems.error(
                    Code.FILE_UNREADABLE, Span.startOf(path), "folders are nested too deeply: a link that leads back?");
            return List.of();
        }
        var found = new ArrayList<String>();
        for (String name : list(path)) {
            String below = SourceFiles.below(path, name);
            String ending = SourceKind.ending(name);
            if (name.startsWith(".") || name.endsWith("~")) {
                continue;
            }
            if (files.isDirectory(below) ? ending.isEmpty() : ENDINGS.contains(ending)) {
                found.addAll(filesOf(below, nesting + 1));
            }
        }
        return found;
    }

    private List<String> list(String folder) {
        try {
            return files.list(folder);
        } catch (IOException failed) {
            problems.error(
                    Code.FILE_UNREADABLE, Span.startOf(folder), "cannot list the folder: " + failed.getMessage());
            return List.of();
        }
    }

    private void readFile(String path, Map<String, Node> variables) {
        SourceText source;
        try {
            source = files.read(path);
        } catch (IOException failed) {
            problems.error(Code.FILE_UNREADABLE, Span.startOf(path), "cannot read the file: " + failed.getMessage());
            return;
        }
        YamlReader.read(source, files.vault(), problems).ifPresent(root -> take(root, variables));
    }

    private void take(Node root, Map<String, Node> variables) {
        if (root instanceof Node.Mapping mapping) {
            for (Node.Entry entry : mapping.entries()) {
                files.vault().keepSecret(entry.value());
                variables.put(entry.key().text(), entry.value());
            }
        } else if (!(root instanceof Node.Scalar scalar && scalar.isNull())) {
            problems.error(
                    Code.INVENTORY_VALUE,
                    root.span(),
                    "a file of variables must be a mapping, not " + root.kind(),
                    "write each variable as \"name: value\"");
        }
    }

    private void warnOfPriority(Map<String, Node> variables) {
        Node priority = variables.get(InventoryBuilder.PRIORITY);
        if (priority != null) {
            problems.add(Diagnostic.warning(
                            Code.INVENTORY_IGNORED, priority.span(), InventoryBuilder.PRIORITY + " has no effect here")
                    .withHint("it counts only in the inventory itself, since it decides how these files are merged"));
        }
    }
}
