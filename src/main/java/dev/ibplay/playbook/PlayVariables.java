package dev.ibplay.playbook;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Problems;
import dev.ibplay.diag.Span;
import dev.ibplay.source.Node;
import dev.ibplay.source.Scope;
import dev.ibplay.source.SourceFiles;
import dev.ibplay.source.SourceText;
import dev.ibplay.source.Templates;
import dev.ibplay.source.YamlReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The variables of a play: {@code vars}, then the files of {@code vars_files}, later ones winning. As in Ansible a relative
 * name is looked for in {@code vars/} beside the playbook, then beside the playbook itself, and an entry that is a list names
 * alternatives, of which the first that exists is read. Names may be templates over the play's variables and {@code -e}.
 */
final class PlayVariables {
    private static final String FOLDER = "vars";

    private final SourceFiles files;
    private final Map<String, Node> extraVariables;
    private final Problems problems;

    PlayVariables(SourceFiles files, Map<String, Node> extraVariables, Problems problems) {
        this.files = files;
        this.extraVariables = extraVariables;
        this.problems = problems;
    }

    Map<String, Node> read(Fields play) {
        Map<String, Node> variables = new LinkedHashMap<>();
        play.entries("vars").forEach(e -> put(e, variables));
        for (Node entry : play.items("vars_files")) {
            List<Node> alternatives = entry instanceof Node.Sequence several ? several.items() : List.of(entry);
            Optional<List<Node.Scalar>> names = names(alternatives, variables);
            names.filter(all -> !all.isEmpty()).flatMap(this::firstFound).ifPresent(root -> take(root, variables));
        }
        return variables;
    }

    private void put(Node.Entry entry, Map<String, Node> variables) {
        files.vault().keepSecret(entry.value());
        variables.put(entry.key().text(), entry.value());
    }

    /** Nothing when a name cannot be rendered. */
    private Optional<List<Node.Scalar>> names(List<Node> alternatives, Map<String, Node> variables) {
        Map<String, Node> visible = new LinkedHashMap<>(variables);
        visible.putAll(extraVariables);
        List<Node.Scalar> names = new ArrayList<>();
        for (Node alternative : alternatives) {
            Problems own = new Problems();
            if (Templates.render(alternative, Scope.of(visible), own).orElse(null) instanceof Node.Scalar name) {
                names.add(name);
            }
            own.sorted().stream()
                    .map(d -> d.code() == Code.TEMPLATE_UNDEFINED
                            ? d.withHint("names in vars_files see variables of the play and -e only; "
                                    + "variables of hosts and groups stand in host_vars and group_vars")
                            : d)
                    .forEach(problems::add);
        }
        return names.size() == alternatives.size() ? Optional.of(names) : Optional.empty();
    }

    private Optional<Node> firstFound(List<Node.Scalar> names) {
        List<String> looked = new ArrayList<>();
        for (Node.Scalar name : names) {
            for (String path : places(name)) {
                if (files.isFile(path)) {
                    return yaml(path, name.span());
                }
                looked.add(path);
            }
        }
        Node.Scalar first = names.getFirst();
        String message = names.size() == 1
                ? "cannot read " + looked.getLast() + ": no such file"
                : "none of these files exists: "
                        + String.join(
                                ", ", names.stream().map(Node.Scalar::text).toList());
        var missing = Diagnostic.error(Code.FILE_UNREADABLE, first.span(), message);
        problems.add(looked.size() == 1 ? missing : missing.withHint("looked for " + String.join(", ", looked)));
        return Optional.empty();
    }

    private static List<String> places(Node.Scalar name) {
        String file = name.text();
        if (file.startsWith("/")) {
            return List.of(file);
        }
        String folder = SourceFiles.folderOf(name.span().file());
        String beside = SourceFiles.below(folder, file);
        return file.startsWith(FOLDER + "/")
                ? List.of(beside)
                : List.of(SourceFiles.below(SourceFiles.below(folder, FOLDER), file), beside);
    }

    private Optional<Node> yaml(String path, Span askedBy) {
        try {
            SourceText text = files.read(path);
            return YamlReader.read(text, files.vault(), problems);
        } catch (IOException unreadable) {
            problems.error(
                    Code.FILE_UNREADABLE, askedBy, "cannot read " + path + ": " + PlaybookParser.reason(unreadable));
            return Optional.empty();
        }
    }

    private void take(Node root, Map<String, Node> variables) {
        if (root instanceof Node.Mapping mapping) {
            mapping.entries().forEach(entry -> put(entry, variables));
        } else if (!(root instanceof Node.Scalar scalar && scalar.isNull())) {
            problems.error(Code.VALUE_WRONG, root.span(), "a file of variables is a mapping, not " + root.kind());
        }
    }
}
